//! A hook's program, run as after a compaction.

use std::ffi::OsStr;
use std::fs;
use std::io::{ErrorKind, Write};
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

use anyhow::{Context, Result, bail};
use serde_json::{Value, json};

use super::compactions::Compaction;
use crate::programs;
use retention::text::trim;

/// A hook to measure.
pub(super) enum Program {
    /// An executable.
    File(PathBuf),
    /// A command for the shell.
    Shell(String),
}

/// The hook that is measured where none is named.
const HOOK: &str = "post-compact-recall";

impl Program {
    /// This workspace's, built.
    pub(super) fn built() -> Result<Program> {
        let mut built = programs::build()?.into_iter();
        let hook = built.find(|(name, _)| *name == HOOK);
        let (_, path) = hook.with_context(|| format!("cargo built no program {HOOK}"))?;
        Ok(Program::File(path))
    }

    /// What the program says in a home of its own that holds only what there was at that moment.
    pub(super) fn answer(&self, compaction: &Compaction<'_>) -> Result<String> {
        let home =
            tempfile::tempdir().context("cannot make a folder for a run; is the disk full?")?;
        let project = home.path().join("project");
        let transcript = home.path().join("t.jsonl");
        let bytes: Vec<u8> = compaction
            .before
            .iter()
            .flat_map(|line| line.bytes)
            .copied()
            .collect();
        fs::create_dir(&project).with_context(|| format!("cannot make {}", project.display()))?;
        fs::write(&transcript, bytes)
            .with_context(|| format!("cannot write {}", transcript.display()))?;
        let session = compaction
            .before
            .iter()
            .rev()
            .find_map(|line| line.session());
        let event = json!({
            "session_id": session.unwrap_or("s"),
            "transcript_path": transcript,
            "cwd": project,
            "hook_event_name": "SessionStart",
            "source": "compact",
        });
        let output = self.run(home.path(), &project, &event.to_string())?;
        Ok(told(&output.stdout))
    }

    fn run(&self, home: &Path, project: &Path, event: &str) -> Result<Output> {
        let mut command = self.command();
        command
            .current_dir(project)
            .env_clear()
            .envs(std::env::var_os("PATH").map(|path| ("PATH", path)))
            .env("HOME", home)
            .env("CLAUDE_PROJECT_DIR", project)
            .env("CLAUDE_CONFIG_DIR", home.join(".claude"))
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped());
        let cannot = || {
            format!(
                "cannot run {}; name a command that is there",
                self.name().display()
            )
        };
        let mut child = command.spawn().with_context(cannot)?;
        if let Some(mut input) = child.stdin.take()
            && let Err(error) = input.write_all(event.as_bytes())
            // A program need not read what it is told.
            && error.kind() != ErrorKind::BrokenPipe
        {
            return Err(error).with_context(cannot);
        }
        let output = child.wait_with_output().with_context(cannot)?;
        if !output.status.success() {
            let said = String::from_utf8_lossy(&output.stderr);
            let (name, status) = (self.name().display(), output.status);
            bail!(
                "{name} ended with {status}, where a hook ends with 0; it said: {}",
                said.trim()
            );
        }
        Ok(output)
    }

    fn command(&self) -> Command {
        match self {
            Program::File(path) => Command::new(path),
            Program::Shell(line) => {
                let mut command = Command::new("/bin/sh");
                command.args(["-c", line]);
                command
            }
        }
    }

    fn name(&self) -> &OsStr {
        match self {
            Program::File(path) => path.as_os_str(),
            Program::Shell(line) => line.as_ref(),
        }
    }
}

/// What the model is told by what a hook printed.
fn told(printed: &[u8]) -> String {
    let printed = String::from_utf8_lossy(printed);
    let printed = trim(&printed);
    let reply: Option<Value> = serde_json::from_str(printed).ok();
    let context = reply
        .as_ref()
        .and_then(|it| it.pointer("/hookSpecificOutput/additionalContext"));
    context
        .and_then(Value::as_str)
        .unwrap_or(printed)
        .to_owned()
}
