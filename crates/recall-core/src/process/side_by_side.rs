//! Other programs, run side by side and each within one limit of time.

use std::io::ErrorKind;
use std::os::unix::process::CommandExt;
use std::process::{Command, Output, Stdio};
use std::sync::mpsc::{self, Receiver};
use std::thread;
use std::time::{Duration, Instant};

use rustix::process::{Pid, Signal, kill_process_group};

/// How a program ended.
#[derive(Debug)]
pub enum Ended {
    /// By itself.
    Done(Output),
    /// It was killed at the limit, or there was no time left to start it.
    Late,
    /// There is no such program.
    Missing,
    /// It could not be run, for this reason.
    Refused(String),
}

/// Programs that were started and not waited for yet.
#[derive(Debug)]
pub struct Running<const N: usize> {
    deadline: Instant,
    children: [Result<Child, Ended>; N],
}

#[derive(Debug)]
struct Child {
    group: Option<Pid>,
    ended: Receiver<Ended>,
}

/// Starts programs that read nothing; at the limit each is killed with everything that it started.
#[must_use]
pub fn start<const N: usize>(commands: [Command; N], limit: Duration) -> Running<N> {
    start_reading(commands.map(|command| (command, Stdio::null())), limit)
}

/// Starts programs as [`start`] does, each with what it reads.
#[must_use]
pub fn start_reading<const N: usize>(
    commands: [(Command, Stdio); N],
    limit: Duration,
) -> Running<N> {
    let deadline = Instant::now() + limit;
    let children = commands.map(|(command, input)| {
        if limit.is_zero() {
            Err(Ended::Late)
        } else {
            start_one(command, input)
        }
    });
    Running { deadline, children }
}

impl<const N: usize> Running<N> {
    /// How each of them ended, in their order.
    #[must_use]
    pub fn end(self) -> [Ended; N] {
        let deadline = self.deadline;
        self.children
            .map(|child| child.map_or_else(|ended| ended, |child| child.end(deadline)))
    }
}

impl Child {
    fn end(self, deadline: Instant) -> Ended {
        let left = deadline.saturating_duration_since(Instant::now());
        self.ended.recv_timeout(left).unwrap_or_else(|_| {
            self.kill();
            Ended::Late
        })
    }

    fn kill(&self) {
        if let Some(group) = self.group {
            // One that has just ended by itself needs no killing.
            let _ = kill_process_group(group, Signal::KILL);
        }
    }
}

fn start_one(mut command: Command, input: Stdio) -> Result<Child, Ended> {
    command
        .stdin(input)
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .process_group(0);
    let child = command.spawn().map_err(|error| match error.kind() {
        ErrorKind::NotFound => Ended::Missing,
        _ => Ended::Refused(error.to_string()),
    })?;
    let group = i32::try_from(child.id()).ok().and_then(Pid::from_raw);
    let (tell, ended) = mpsc::channel();
    let read = move || {
        let output = child.wait_with_output();
        let how = output.map_or_else(|error| Ended::Refused(error.to_string()), Ended::Done);
        // Nobody listens any more after the limit.
        let _ = tell.send(how);
    };
    let child = Child { group, ended };
    match thread::Builder::new().spawn(read) {
        Ok(_) => Ok(child),
        Err(error) => {
            child.kill();
            Err(Ended::Refused(error.to_string()))
        }
    }
}

#[cfg(test)]
mod tests {
    use std::process::Command;
    use std::time::Duration;

    use super::{Ended, start};

    const AMPLE: Duration = Duration::from_secs(60);

    fn shell(script: &str) -> Command {
        let mut command = Command::new("/bin/sh");
        command.args(["-c", script]);
        command
    }

    #[test]
    fn each_says_what_it_printed_in_its_own_place() {
        let ended = start(
            [shell("echo a; echo b >&2"), shell("echo c; exit 3")],
            AMPLE,
        )
        .end();
        let [Ended::Done(first), Ended::Done(second)] = ended else {
            panic!("{ended:?}");
        };
        assert_eq!((&*first.stdout, &*first.stderr), (&b"a\n"[..], &b"b\n"[..]));
        assert_eq!(
            (&*second.stdout, second.status.code()),
            (&b"c\n"[..], Some(3))
        );
    }

    #[test]
    fn more_than_a_pipe_holds_comes_through_whole() {
        let flood = "head -c 300000 /dev/zero; head -c 300000 /dev/zero >&2";
        let [ended] = start([shell(flood)], AMPLE).end();
        let Ended::Done(output) = ended else {
            panic!("{ended:?}");
        };
        assert_eq!(
            (output.stdout.len(), output.stderr.len()),
            (300_000, 300_000)
        );
    }

    #[test]
    fn one_that_is_late_is_killed_with_what_it_started_and_the_others_count() {
        let folder = tempfile::tempdir().unwrap();
        let pid = folder.path().join("pid");
        let slow = format!("sleep 600 & echo $! > {}; wait", pid.display());
        let ended = start([shell(&slow), shell("echo a")], Duration::from_secs(2)).end();
        assert!(matches!(ended, [Ended::Late, Ended::Done(_)]), "{ended:?}");
        let started = std::fs::read_to_string(pid).unwrap();
        let is_there = || {
            let state = std::fs::read_to_string(format!("/proc/{}/stat", started.trim()));
            state.is_ok_and(|state| !state.contains(") Z "))
        };
        while is_there() {
            std::thread::sleep(Duration::from_millis(5));
        }
    }

    #[test]
    fn without_time_nothing_is_started() {
        let folder = tempfile::tempdir().unwrap();
        let mark = folder.path().join("mark");
        let [ended] = start(
            [shell(&format!("touch {}", mark.display()))],
            Duration::ZERO,
        )
        .end();
        assert!(matches!(ended, Ended::Late), "{ended:?}");
        assert!(!mark.exists());
    }

    #[test]
    fn a_program_that_is_not_there_is_missing() {
        let [ended] = start([Command::new("/nonexistent/git")], AMPLE).end();
        assert!(matches!(ended, Ended::Missing), "{ended:?}");
    }
}
