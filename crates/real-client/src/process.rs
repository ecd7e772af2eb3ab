//! Child processes with an empty environment and an end that is always reached.

use std::fs::{self, File};
use std::path::Path;
use std::process::{Child, Command, ExitStatus, Stdio};
use std::time::{Duration, Instant};

use anyhow::{Context, bail};

/// No child lives longer than this.
pub const LIMIT: Duration = Duration::from_secs(60);

const POLL: Duration = Duration::from_millis(20);

/// What a child left behind.
#[derive(Debug)]
#[must_use = "a child's exit status is to be looked at"]
pub struct Outcome {
    /// How it ended.
    pub status: ExitStatus,
    /// What it printed.
    pub stdout: String,
    /// What it complained about.
    pub stderr: String,
}

impl Outcome {
    /// The printed text of a child that succeeded.
    pub fn succeeded(self, deed: &str) -> anyhow::Result<String> {
        if self.status.success() {
            return Ok(self.stdout);
        }
        bail!(
            "could not {deed}: {}\nstdout: {}\nstderr: {}",
            self.status,
            self.stdout,
            self.stderr
        )
    }
}

/// Runs a command to its end or kills it at the limit; what it prints goes through files in `scratch`.
pub fn run(command: &mut Command, scratch: &Path) -> anyhow::Result<Outcome> {
    let stdout = tempfile::Builder::new()
        .prefix("out-")
        .tempfile_in(scratch)
        .with_context(|| format!("could not make a file in {}", scratch.display()))?;
    let stderr = tempfile::Builder::new()
        .prefix("err-")
        .tempfile_in(scratch)
        .with_context(|| format!("could not make a file in {}", scratch.display()))?;
    command
        .stdin(Stdio::null())
        .stdout(reopen(stdout.path())?)
        .stderr(reopen(stderr.path())?);
    let name = command.get_program().to_string_lossy().into_owned();
    let mut child = command
        .spawn()
        .with_context(|| format!("could not start {name}"))?;
    let status = wait(&mut child, &name)?;
    Ok(Outcome {
        status,
        stdout: read(stdout.path())?,
        stderr: read(stderr.path())?,
    })
}

/// Asks until there is an answer; none within the limit is `None`.
pub fn until<T>(mut ask: impl FnMut() -> anyhow::Result<Option<T>>) -> anyhow::Result<Option<T>> {
    let deadline = Instant::now() + LIMIT;
    loop {
        if let Some(answer) = ask()? {
            return Ok(Some(answer));
        }
        if Instant::now() > deadline {
            return Ok(None);
        }
        std::thread::sleep(POLL);
    }
}

fn wait(child: &mut Child, name: &str) -> anyhow::Result<ExitStatus> {
    let ended = until(|| {
        child
            .try_wait()
            .with_context(|| format!("could not wait for {name}"))
    })?;
    if let Some(status) = ended {
        return Ok(status);
    }
    child
        .kill()
        .with_context(|| format!("could not kill {name}"))?;
    child
        .wait()
        .with_context(|| format!("could not wait for {name}"))?;
    bail!(
        "{name} did not end within {} s and was killed",
        LIMIT.as_secs()
    )
}

fn reopen(path: &Path) -> anyhow::Result<File> {
    File::create(path).with_context(|| format!("could not open {}", path.display()))
}

fn read(path: &Path) -> anyhow::Result<String> {
    let bytes = fs::read(path).with_context(|| format!("could not read {}", path.display()))?;
    Ok(String::from_utf8_lossy(&bytes).into_owned())
}

#[cfg(test)]
mod tests {
    use std::path::Path;
    use std::process::Command;

    use super::{Outcome, run};

    fn shell(script: &str, scratch: &Path) -> anyhow::Result<Outcome> {
        run(Command::new("sh").args(["-c", script]), scratch)
    }

    #[test]
    fn gives_what_was_printed() {
        let scratch = tempfile::tempdir().unwrap();
        let outcome = shell("echo out; echo err >&2", scratch.path()).unwrap();
        assert_eq!(
            (outcome.stdout.as_str(), outcome.stderr.as_str()),
            ("out\n", "err\n")
        );
        assert_eq!(outcome.succeeded("speak").unwrap(), "out\n");
    }

    #[test]
    fn says_what_failed_and_how() {
        let scratch = tempfile::tempdir().unwrap();
        let outcome = shell("echo why >&2; exit 3", scratch.path()).unwrap();
        let error = outcome.succeeded("speak").unwrap_err().to_string();
        assert!(error.contains("could not speak: exit status: 3"), "{error}");
        assert!(error.contains("stderr: why"), "{error}");
    }
}
