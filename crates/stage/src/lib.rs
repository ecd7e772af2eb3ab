//! A private stage for tests: an own home, an own project, one program run on it with nothing inherited.
#![expect(
    clippy::indexing_slicing,
    clippy::missing_panics_doc,
    clippy::unwrap_used,
    clippy::panic,
    reason = "it serves tests only, and a test fails by panicking"
)]

use std::collections::BTreeMap;
use std::ffi::OsStr;
use std::fs;
use std::io::Write;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use serde_json::{Value, json};
use tempfile::TempDir;

/// A home folder with a project in it, gone with the value.
#[derive(Debug)]
pub struct Stage {
    folder: TempDir,
    environment: BTreeMap<String, PathBuf>,
}

/// What a program came to.
#[must_use]
#[derive(Debug)]
pub struct Ran {
    /// The exit code, or nothing where a signal ended it.
    pub code: Option<i32>,
    /// Standard output.
    pub stdout: String,
    /// Standard error.
    pub stderr: String,
}

impl Stage {
    /// A new stage, whose project is a folder `project` with a `.git` in it.
    pub fn new() -> Self {
        let stage = Self {
            folder: tempfile::tempdir().unwrap(),
            environment: BTreeMap::new(),
        };
        fs::create_dir_all(stage.project().join(".git")).unwrap();
        fs::create_dir_all(stage.home().join(".claude")).unwrap();
        stage
    }

    /// Sets a variable for the programs that are run.
    pub fn with(mut self, name: &str, value: impl AsRef<OsStr>) -> Self {
        self.environment
            .insert(name.to_owned(), PathBuf::from(value.as_ref()));
        self
    }

    /// The home folder, with its links followed.
    pub fn home(&self) -> PathBuf {
        fs::canonicalize(self.folder.path()).unwrap().join("home")
    }

    /// The project's folder.
    pub fn project(&self) -> PathBuf {
        self.home().join("project")
    }

    /// The project's backups folder.
    pub fn backups(&self) -> PathBuf {
        self.project().join(".claude/backups")
    }

    /// Writes a file, with its parents.
    pub fn write(&self, path: impl AsRef<Path>, bytes: impl AsRef<[u8]>) -> PathBuf {
        let path = self.home().join(path);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(&path, bytes).unwrap();
        path
    }

    /// Writes the session's transcript where the client has it, and returns its path.
    pub fn transcript(&self, bytes: impl AsRef<[u8]>) -> PathBuf {
        self.write(".claude/projects/-home-project/session-1.jsonl", bytes)
    }

    /// An event of session `session-1` in this project, with more fields or others.
    pub fn event(&self, name: &str, fields: &Value) -> Value {
        let mut event = json!({
            "hook_event_name": name,
            "session_id": "session-1",
            "transcript_path": self.home().join(".claude/projects/-home-project/session-1.jsonl"),
            "cwd": self.project(),
        });
        let fields = fields.as_object().unwrap().clone();
        event.as_object_mut().unwrap().extend(fields);
        event
    }

    /// Runs a program in the project, with this input and nothing of the caller's environment.
    pub fn run(&self, program: &str, arguments: &[&str], input: impl AsRef<[u8]>) -> Ran {
        let mut child = Command::new(program)
            .args(arguments)
            .env_clear()
            .env("HOME", self.home())
            .env("LANG", "C.UTF-8")
            .env("TZ", "UTC")
            .envs(&self.environment)
            .current_dir(self.project())
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        // A program need not read its input to the end.
        let _ = child.stdin.take().unwrap().write_all(input.as_ref());
        let output = child.wait_with_output().unwrap();
        Ran {
            code: output.status.code(),
            stdout: String::from_utf8(output.stdout).unwrap(),
            stderr: String::from_utf8(output.stderr).unwrap(),
        }
    }

    /// The names of the finished backups, oldest first.
    pub fn kept(&self) -> Vec<String> {
        let Ok(listing) = fs::read_dir(self.backups()) else {
            return Vec::new();
        };
        let names = listing.map(|entry| entry.unwrap().file_name().into_string().unwrap());
        let mut names: Vec<String> = names
            .filter(|name| name.starts_with("transcript-"))
            .collect();
        names.sort();
        names
    }

    /// The compaction log, or nothing where there is none.
    pub fn log(&self) -> String {
        fs::read_to_string(self.backups().join("compaction-log.md")).unwrap_or_default()
    }
}

impl Default for Stage {
    fn default() -> Self {
        Self::new()
    }
}

impl Ran {
    /// The answer as JSON; fails where standard output is anything else.
    #[track_caller]
    pub fn json(&self) -> Value {
        serde_json::from_str(&self.stdout)
            .unwrap_or_else(|error| panic!("{error}: {:?} (stderr: {})", self.stdout, self.stderr))
    }

    /// The text for the model in the answer, or nothing.
    #[track_caller]
    pub fn context(&self) -> String {
        let answer = self.json();
        answer["hookSpecificOutput"]["additionalContext"]
            .as_str()
            .unwrap_or_default()
            .to_owned()
    }

    /// The lines on standard error.
    #[must_use]
    pub fn complaints(&self) -> Vec<&str> {
        self.stderr.lines().collect()
    }
}

/// The permission bits of a path.
pub fn mode(path: &Path) -> u32 {
    fs::symlink_metadata(path).unwrap().permissions().mode() & 0o777
}

/// A prompt's line of a transcript, as client 2.1.332 writes it.
pub fn prompt(text: &str) -> String {
    line(&json!({
        "type": "user", "isSidechain": false, "permissionMode": "default", "promptSource": "typed",
        "message": {"role": "user", "content": text},
    }))
}

/// A reply's line of a transcript.
pub fn reply(text: &str) -> String {
    let content = json!([{"type": "text", "text": text}]);
    line(
        &json!({"type": "assistant", "isSidechain": false, "message": {"role": "assistant", "content": content}}),
    )
}

/// The two lines that a completed compaction writes.
pub fn compaction(summary: &str) -> String {
    let boundary = json!({"type": "system", "subtype": "compact_boundary", "isSidechain": false});
    let text = format!("This session is being continued from a previous conversation.\n{summary}");
    let told = json!({
        "type": "user", "isSidechain": false, "isCompactSummary": true, "isVisibleInTranscriptOnly": true,
        "message": {"role": "user", "content": text},
    });
    line(&boundary) + &line(&told)
}

/// A line of session `session-1` at half past nine, with its line end.
pub fn line(fields: &Value) -> String {
    let mut line = json!({"sessionId": "session-1", "timestamp": "2026-11-30T09:30:00.000Z"});
    line.as_object_mut()
        .unwrap()
        .extend(fields.as_object().unwrap().clone());
    format!("{line}\n")
}
