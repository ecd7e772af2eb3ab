//! Whether a process lives, and since when.

use std::fs;
use std::iter;

use rustix::io::Errno;
use rustix::process::{Pid, getppid, test_kill_process};

/// The most processes that are looked at above this one.
const MOST: usize = 16;

/// A process that lives.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Living {
    /// When it was started, in clock ticks since the machine was, where the system tells.
    ///
    /// A later process of the same number has another one.
    pub since: Option<u64>,
}

/// The process of a number, or nothing where there is none that lives.
#[must_use]
pub fn process(pid: u32) -> Option<Living> {
    let number = Pid::from_raw(i32::try_from(pid).ok()?)?;
    let is_known = matches!(test_kill_process(number), Ok(()) | Err(Errno::PERM));
    if !is_known {
        return None;
    }
    let Some(stat) = stat(pid) else {
        return Some(Living { since: None });
    };
    // One that has ended keeps its number until somebody has asked how it ended.
    (!matches!(stat.state, 'Z' | 'X')).then_some(Living { since: stat.since })
}

/// The processes that this one descends from, the nearest first, as far as the system tells.
#[must_use]
pub fn ancestors() -> Vec<u32> {
    let nearest = getppid().and_then(|pid| u32::try_from(pid.as_raw_nonzero().get()).ok());
    let above = |pid: &u32| stat(*pid).map(|stat| stat.parent).filter(|pid| *pid > 0);
    iter::successors(nearest, above).take(MOST).collect()
}

/// The nearest process of a name that this one descends from.
#[must_use]
pub fn ancestor(name: &str) -> Option<u32> {
    let is_named = |pid: &u32| stat(*pid).is_some_and(|stat| stat.name == name);
    ancestors().into_iter().find(is_named)
}

struct Stat {
    name: String,
    state: char,
    parent: u32,
    since: Option<u64>,
}

#[expect(
    clippy::disallowed_methods,
    reason = "it is the system that is read, and no file"
)]
fn stat(pid: u32) -> Option<Stat> {
    parsed(&fs::read_to_string(format!("/proc/{pid}/stat")).ok()?)
}

/// The second to fourth and the 22nd field of what Linux tells of a process; the second is a name that can hold blanks and brackets.
fn parsed(text: &str) -> Option<Stat> {
    let (start, fields) = text.rsplit_once(')')?;
    let (_, name) = start.split_once('(')?;
    let mut fields = fields.split_whitespace();
    Some(Stat {
        name: name.to_owned(),
        state: fields.next()?.chars().next()?,
        parent: fields.next()?.parse().ok()?,
        since: fields.nth(17).and_then(|field| field.parse().ok()),
    })
}

#[cfg(test)]
mod tests {
    use std::process::Command;
    use std::thread;
    use std::time::Duration;

    use super::{ancestor, ancestors, parsed, process};

    #[test]
    fn a_process_lives_until_it_has_ended_also_where_nobody_waited_for_it() {
        let mut child = Command::new("sleep").arg("60").spawn().unwrap();
        let living = process(child.id());
        assert!(living.is_some());
        assert_eq!(living, process(child.id()));
        child.kill().unwrap();
        while process(child.id()).is_some() {
            thread::sleep(Duration::from_millis(1));
        }
        child.wait().unwrap();
        assert_eq!(process(child.id()), None);
    }

    #[test]
    fn no_number_of_a_process_is_alive() {
        assert_eq!(process(0), None);
        assert_eq!(process(u32::MAX), None);
    }

    #[test]
    fn the_processes_above_this_one_live() {
        let above = ancestors();
        assert!(!above.is_empty());
        assert!(above.iter().all(|pid| process(*pid).is_some()), "{above:?}");
    }

    #[test]
    fn a_process_of_an_odd_name_is_told_like_any_other() {
        let text = "7 (a) (b c) S 6 7 7 0 -1 4194560 1 0 0 0 1 2 0 0 20 0 1 0 1486059 9 9\n";
        let stat = parsed(text).unwrap();
        assert_eq!(
            (stat.name.as_str(), stat.state, stat.parent),
            ("a) (b c", 'S', 6)
        );
        assert_eq!(stat.since, Some(1_486_059));
        assert_eq!(ancestor("a) (b c"), None);
    }
}
