//! Whether a process lives, and since when.

use std::fs;
use std::iter;
use std::str::FromStr;

use rustix::io::Errno;
use rustix::process::{Pid, getppid, test_kill_process};

/// The most processes that are looked at above this one.
const MOST: usize = 16;

/// Since when a process lives, or nothing where there is none of that number.
///
/// The moment is in clock ticks since the machine was started, and nothing where the system does
/// not tell it; a later process of the same number has another one.
#[must_use]
pub fn since(pid: u32) -> Option<Option<u64>> {
    let number = Pid::from_raw(i32::try_from(pid).ok()?)?;
    match test_kill_process(number) {
        Ok(()) | Err(Errno::PERM) => Some(started(pid)),
        Err(_) => None,
    }
}

/// The processes that this one descends from, the nearest first, as far as the system tells.
#[must_use]
pub fn ancestors() -> Vec<u32> {
    let nearest = getppid().and_then(|pid| u32::try_from(pid.as_raw_nonzero().get()).ok());
    let above = |pid: &u32| field(*pid, 4).filter(|above| *above > 0);
    iter::successors(nearest, above).take(MOST).collect()
}

fn started(pid: u32) -> Option<u64> {
    field(pid, 22)
}

/// The nth field of what Linux tells of a process; the second is a name that can hold blanks and brackets.
#[expect(
    clippy::disallowed_methods,
    reason = "it is the system that is read, and no file"
)]
fn field<T: FromStr>(pid: u32, nth: usize) -> Option<T> {
    let text = fs::read_to_string(format!("/proc/{pid}/stat")).ok()?;
    let (_, fields) = text.rsplit_once(')')?;
    fields
        .split_whitespace()
        .nth(nth.checked_sub(3)?)?
        .parse()
        .ok()
}

#[cfg(test)]
mod tests {
    use std::process::Command;

    use super::{ancestors, since};

    #[test]
    fn a_process_lives_until_it_has_ended_and_was_waited_for() {
        let mut child = Command::new("sleep").arg("60").spawn().unwrap();
        let pid = child.id();
        assert!(since(pid).is_some());
        assert_eq!(since(pid), since(pid));
        child.kill().unwrap();
        child.wait().unwrap();
        assert_eq!(since(pid), None);
    }

    #[test]
    fn no_number_of_a_process_is_alive() {
        assert_eq!(since(0), None);
        assert_eq!(since(u32::MAX), None);
    }

    #[test]
    fn the_processes_above_this_one_live() {
        let above = ancestors();
        assert!(!above.is_empty());
        assert!(above.iter().all(|pid| since(*pid).is_some()), "{above:?}");
    }
}
