//! A made-up session in a temporary home, on which an installed program shows whether it works.

use std::fs::{self, File};
use std::io::{Seek, Write};
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::time::Duration;

use recall_core::backup;
use recall_core::config::Handover;
use recall_core::problem::{Deed, Problem};
use recall_core::process::side_by_side::{Ended, start_reading};
use recall_core::store::places;
use serde_json::{Value, json};
use tempfile::TempDir;

use super::expected::{Expected, GREETS, KEEPS, RESTORES};

/// How long a program may take with a session of two lines.
pub(crate) const LIMIT: Duration = Duration::from_secs(10);

/// What stands in the session, and must come back of it.
const WORD: &str = "recall-doctor-sample";

/// What is wrong with an answer.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Fault {
    /// It was not started, for this reason.
    NotStarted(String),
    /// The file, or the interpreter that it names, is not there.
    Missing,
    /// It took too long.
    Late,
    /// It ended with this code, or by a signal.
    Code(Option<i32>),
    /// No backup of the transcript was there afterwards.
    NothingKept,
    /// What it printed is not what the client and the session need.
    Answer,
}

/// A home with a session in it, gone with the value.
pub(crate) struct Sample {
    folder: TempDir,
}

impl Sample {
    pub(crate) fn new() -> Result<Self, Problem> {
        let place = std::env::temp_dir();
        let folder = tempfile::Builder::new().prefix("recall-doctor-").tempdir();
        let sample = Self {
            folder: folder.map_err(Problem::io(Deed::Create, &place))?,
        };
        let memory = format!("{}\n{WORD}\n", Handover::default().start);
        let files = [
            (sample.transcript(), transcript()),
            (sample.project().join("memory/MEMORY.md"), memory),
            (sample.project().join(".git/HEAD"), String::new()),
        ];
        for (path, text) in files {
            let folder = path.parent().unwrap_or(&place);
            fs::create_dir_all(folder).map_err(Problem::io(Deed::Create, folder))?;
            fs::write(&path, text).map_err(Problem::io(Deed::Write, &path))?;
        }
        Ok(sample)
    }

    /// Gives a command the event of an entry, and looks at what came of it.
    pub(crate) fn try_out(
        &self,
        expected: &Expected,
        command: Command,
        search: Option<&Path>,
    ) -> Result<Option<Fault>, Problem> {
        let input = self.input(expected)?;
        let command = self.confined(command, search);
        let [ended] = start_reading([(command, input)], LIMIT).end();
        Ok(match ended {
            Ended::Done(output) => fault(expected, &output, self.has_kept()),
            Ended::Late => Some(Fault::Late),
            Ended::Missing => Some(Fault::Missing),
            Ended::Refused(why) => Some(Fault::NotStarted(why)),
        })
    }

    /// A command with nothing of the user's around it but where programs are found.
    pub(crate) fn confined(&self, mut command: Command, search: Option<&Path>) -> Command {
        command
            .env_clear()
            .env("HOME", self.home())
            .env("LANG", "C.UTF-8")
            .env("CLAUDE_PROJECT_DIR", self.project())
            .env("CLAUDECODE", "1")
            .envs(search.map(|search| ("PATH", search)))
            .current_dir(self.project());
        command
    }

    fn home(&self) -> PathBuf {
        self.folder.path().join("home")
    }

    fn project(&self) -> PathBuf {
        self.folder.path().join("project")
    }

    fn transcript(&self) -> PathBuf {
        self.home()
            .join(format!(".claude/projects/sample/{WORD}.jsonl"))
    }

    fn input(&self, expected: &Expected) -> Result<Stdio, Problem> {
        let path = self.folder.path().join("event.json");
        let failed = |error| Problem::io(Deed::Write, &path)(error);
        let open = File::options()
            .read(true)
            .write(true)
            .create(true)
            .truncate(true)
            .open(&path);
        let mut file = open.map_err(failed)?;
        let event = self.event(expected).to_string();
        file.write_all(event.as_bytes()).map_err(failed)?;
        file.rewind().map_err(failed)?;
        Ok(Stdio::from(file))
    }

    fn event(&self, expected: &Expected) -> Value {
        let mut event = json!({
            "hook_event_name": expected.event,
            "session_id": WORD,
            "transcript_path": self.transcript().to_string_lossy(),
            "cwd": self.project().to_string_lossy(),
        });
        let more = match expected.event {
            "PreCompact" => json!({"trigger": "auto", "custom_instructions": null}),
            "PostCompact" => json!({"trigger": "auto", "compact_summary": WORD}),
            "SessionStart" if expected.program == RESTORES => json!({"source": "compact"}),
            "SessionStart" => json!({"source": "startup"}),
            "SessionEnd" => json!({"reason": "other"}),
            _ => json!({"prompt": WORD}),
        };
        if let (Some(event), Value::Object(more)) = (event.as_object_mut(), more) {
            event.extend(more);
        }
        event
    }

    fn has_kept(&self) -> bool {
        let backups = backup::list(&places::backups(&self.project())).unwrap_or_default();
        let transcript = fs::read(self.transcript()).unwrap_or_default();
        let is_same = |path: &Path| fs::read(path).is_ok_and(|bytes| bytes == transcript);
        backups.iter().any(|backup| is_same(&backup.path))
    }
}

/// What is wrong with what a program did for an entry's event.
fn fault(expected: &Expected, output: &Output, kept: bool) -> Option<Fault> {
    if output.status.code() != Some(0) {
        return Some(Fault::Code(output.status.code()));
    }
    if expected.program == KEEPS && !kept {
        return Some(Fault::NothingKept);
    }
    let text = String::from_utf8_lossy(&output.stdout);
    let is_right = match (expected.event, expected.program) {
        ("PreCompact", _) => !text.trim().is_empty() && !text.starts_with('{'),
        ("SessionStart", RESTORES | GREETS) => has_context(&text),
        // With `--system-message` it answers there as well.
        ("PostCompact", _) => true,
        _ => text.is_empty(),
    };
    (!is_right).then_some(Fault::Answer)
}

/// Whether an answer is JSON that gives the model what stands in the session.
fn has_context(text: &str) -> bool {
    let answer: Value = serde_json::from_str(text).unwrap_or_default();
    let context = answer.pointer("/hookSpecificOutput/additionalContext");
    context
        .and_then(Value::as_str)
        .is_some_and(|context| context.contains(WORD))
}

fn transcript() -> String {
    let line = |kind: &str, content: Value| {
        let line = json!({
            "type": kind, "sessionId": WORD, "isSidechain": false, "permissionMode": "default",
            "promptSource": "typed", "timestamp": "2026-01-01T00:00:00.000Z",
            "message": {"role": kind, "content": content},
        });
        format!("{line}\n")
    };
    let reply = json!([{"type": "text", "text": WORD}]);
    line("user", json!(WORD)) + &line("assistant", reply)
}

#[cfg(test)]
mod tests {
    use std::os::unix::process::ExitStatusExt;
    use std::process::{ExitStatus, Output};

    use super::super::expected::ENTRIES;
    use super::{Fault, fault};

    #[track_caller]
    fn check(event: &str, code: i32, printed: &str, kept: bool, expected: Option<&Fault>) {
        let entry = ENTRIES.iter().find(|entry| entry.name() == event).unwrap();
        let output = Output {
            status: ExitStatus::from_raw(code << 8),
            stdout: printed.as_bytes().to_vec(),
            stderr: Vec::new(),
        };
        assert_eq!(
            fault(entry, &output, kept).as_ref(),
            expected,
            "{event} {printed}"
        );
    }

    #[test]
    fn each_event_has_an_answer_that_the_client_and_the_session_need() {
        let context = r#"{"hookSpecificOutput":{"additionalContext":"... recall-doctor-sample"}}"#;
        check("SessionStart(compact)", 0, context, false, None);
        check("SessionStart", 0, context, false, None);
        check("PreCompact", 0, "Keep it", true, None);
        check("SessionEnd", 0, "", true, None);
        check("PostCompact", 0, "", false, None);
        check("UserPromptSubmit", 0, "", false, None);
    }

    #[test]
    fn every_other_answer_is_a_fault() {
        let empty = r#"{"hookSpecificOutput":{"additionalContext":"nothing of it"}}"#;
        let notice = r#"{"systemMessage":"recall-doctor-sample"}"#;
        for printed in ["", "recall-doctor-sample", empty, notice] {
            check(
                "SessionStart(compact)",
                0,
                printed,
                false,
                Some(&Fault::Answer),
            );
        }
        check("PreCompact", 0, "", true, Some(&Fault::Answer));
        check("PreCompact", 0, "{}", true, Some(&Fault::Answer));
        check("PreCompact", 0, "Keep it", false, Some(&Fault::NothingKept));
        check(
            "PreCompact",
            2,
            "Keep it",
            true,
            Some(&Fault::Code(Some(2))),
        );
        check(
            "UserPromptSubmit",
            0,
            "a prompt",
            false,
            Some(&Fault::Answer),
        );
    }
}
