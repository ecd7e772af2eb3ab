//! Whether a process lives, and since when.

use std::fs;

use rustix::io::Errno;
use rustix::process::{Pid, getppid, test_kill_process};

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

/// The process that started this one.
#[must_use]
pub fn parent() -> Option<u32> {
    getppid().and_then(|pid| u32::try_from(pid.as_raw_nonzero().get()).ok())
}

/// The 22nd field of what Linux tells of a process; its second is a name that can hold blanks and brackets.
#[expect(
    clippy::disallowed_methods,
    reason = "it is the system that is read, and no file"
)]
fn started(pid: u32) -> Option<u64> {
    let text = fs::read_to_string(format!("/proc/{pid}/stat")).ok()?;
    let (_, fields) = text.rsplit_once(')')?;
    fields.split_whitespace().nth(19)?.parse().ok()
}

#[cfg(test)]
mod tests {
    use std::process::Command;

    use super::{parent, since};

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
    fn the_parent_of_a_process_lives() {
        assert!(parent().and_then(since).is_some());
    }
}
