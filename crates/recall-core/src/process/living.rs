//! Whether a process lives, and since when.

use std::fs;
use std::iter;

use rustix::io::Errno;
use rustix::process::{Pid, getppid, test_kill_process};

/// The most processes that are looked at above this one.
const MOST: usize = 16;
/// The names of shells, one of which can stand between a client and what it starts.
const SHELLS: [&str; 5] = ["sh", "bash", "dash", "zsh", "fish"];

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
    above().take(MOST).collect()
}

/// The process that started this one, by itself or through a shell, if it has one of these names.
#[must_use]
pub fn starter(names: &[&str]) -> Option<u32> {
    let is_shell = |pid: &u32| name(*pid).is_some_and(|name| SHELLS.contains(&name.as_str()));
    let starter = above().take(2).find(|pid| !is_shell(pid))?;
    names.contains(&name(starter)?.as_str()).then_some(starter)
}

fn above() -> impl Iterator<Item = u32> {
    let nearest = getppid().and_then(|pid| u32::try_from(pid.as_raw_nonzero().get()).ok());
    let above = |pid: &u32| {
        stat(*pid)
            .map(|stat| stat.parent)
            .filter(|above| *above > 0)
    };
    iter::successors(nearest, above)
}

#[expect(
    clippy::disallowed_methods,
    reason = "it is the system that is read, and no file"
)]
fn name(pid: u32) -> Option<String> {
    let name = fs::read_to_string(format!("/proc/{pid}/comm")).ok()?;
    Some(name.trim_end().to_owned())
}

struct Stat {
    state: char,
    parent: u32,
    since: Option<u64>,
}

/// The third, the fourth and the 22nd field of what Linux tells of a process; the second is a name that can hold blanks and brackets.
#[expect(
    clippy::disallowed_methods,
    reason = "it is the system that is read, and no file"
)]
fn stat(pid: u32) -> Option<Stat> {
    let text = fs::read_to_string(format!("/proc/{pid}/stat")).ok()?;
    let (_, fields) = text.rsplit_once(')')?;
    let mut fields = fields.split_whitespace();
    let state = fields.next()?.chars().next()?;
    let parent = fields.next()?.parse().ok()?;
    let since = fields.nth(17).and_then(|field| field.parse().ok());
    Some(Stat {
        state,
        parent,
        since,
    })
}

#[cfg(test)]
mod tests {
    use std::process::Command;
    use std::thread;
    use std::time::Duration;

    use super::{ancestors, process, starter};

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
    fn a_starter_is_known_by_its_name() {
        let above = ancestors();
        let own = super::name(above[0]).unwrap();
        let is_shell = super::SHELLS.contains(&own.as_str());
        assert_eq!(starter(&[&own]), (!is_shell).then_some(above[0]));
        assert_eq!(starter(&["nobody"]), None);
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
}
