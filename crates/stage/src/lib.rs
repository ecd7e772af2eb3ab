//! A private stage for tests: an own home, an own project, one program run on it with nothing inherited.
#![expect(
    clippy::indexing_slicing,
    clippy::missing_panics_doc,
    clippy::unwrap_used,
    clippy::panic,
    reason = "it serves tests only, and a test fails by panicking"
)]

pub mod bad;
mod calls;
mod confined;
mod git;
mod handoffs;
mod lines;
mod owned;
mod stress;
mod terminal;

pub use calls::Calls;
pub use confined::Disk;
pub use lines::{aside, compaction, line, prompt, reply};
pub use stress::{Numbers, rounds};
pub use terminal::InTerminal;

use std::collections::BTreeMap;
use std::ffi::OsStr;
use std::fs;
use std::io::Write;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::LazyLock;

use recall_core::stamp;
use serde_json::{Value, json};
use tempfile::TempDir;
use time::{Duration, OffsetDateTime};

/// The operator for whom the programs are run.
pub const OPERATOR: &str = "captain";

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
        self.write(self.transcript_path(), bytes)
    }

    /// Where the client has the session's transcript.
    pub fn transcript_path(&self) -> PathBuf {
        self.home()
            .join(".claude/projects/-home-project/session-1.jsonl")
    }

    /// Where the client has the transcript of a session that was started in the project.
    pub fn live_path(&self, session: &str) -> PathBuf {
        let slug = self.project().to_string_lossy().replace(['/', '.'], "-");
        let folder = self.home().join(".claude/projects").join(slug);
        folder.join(format!("{session}.jsonl"))
    }

    /// Writes a backup of this name, such as `transcript-2026-11-30T09-31-27.jsonl`.
    pub fn backup(&self, name: &str, bytes: impl AsRef<[u8]>) -> PathBuf {
        self.write(self.backups().join(name), bytes)
    }

    /// An event of session `session-1` in this project, with more fields or others.
    pub fn event(&self, name: &str, fields: &Value) -> Value {
        let mut event = json!({
            "hook_event_name": name,
            "session_id": "session-1",
            "transcript_path": self.transcript_path(),
            "cwd": self.project(),
        });
        let fields = fields.as_object().unwrap().clone();
        event.as_object_mut().unwrap().extend(fields);
        event
    }

    /// Runs a program in the project, with this input and nothing of the caller's environment.
    pub fn run(&self, program: &str, arguments: &[&str], input: impl AsRef<[u8]>) -> Ran {
        Ran::of(self.begin(program, arguments, input))
    }

    /// Starts a program as [`Stage::run`] does and does not wait for it.
    pub fn begin(&self, program: &str, arguments: &[&str], input: impl AsRef<[u8]>) -> Child {
        self.begin_in(&self.project(), program, arguments, input.as_ref())
    }

    /// Runs a program in another folder, whatever bytes its path holds.
    pub fn run_in(&self, folder: &Path, program: &str, arguments: &[&str], input: &str) -> Ran {
        Ran::of(self.begin_in(folder, program, arguments, input.as_bytes()))
    }

    fn begin_in(&self, folder: &Path, program: &str, arguments: &[&str], input: &[u8]) -> Child {
        let mut child = self
            .command(program, arguments)
            .current_dir(folder)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        // A program need not read its input to the end.
        let _ = child.stdin.take().unwrap().write_all(input);
        child
    }

    /// A program in the project, with nothing of the caller's environment.
    pub fn command(&self, program: &str, arguments: &[&str]) -> Command {
        let mut command = Command::new(program);
        command
            .args(arguments)
            .env_clear()
            .env("HOME", self.home())
            .env("LANG", "C.UTF-8")
            .env("TZ", "UTC")
            .env("USER", OPERATOR)
            .envs(&self.environment)
            .current_dir(self.project());
        command
    }

    /// The names of the finished backups of sessions, oldest first.
    pub fn kept(&self) -> Vec<String> {
        self.named("transcript-")
    }

    /// The names of the finished backups of subagents, oldest first.
    pub fn kept_of_agents(&self) -> Vec<String> {
        self.named("agent-")
    }

    fn named(&self, prefix: &str) -> Vec<String> {
        let Ok(listing) = fs::read_dir(self.backups()) else {
            return Vec::new();
        };
        let names = listing.map(|entry| entry.unwrap().file_name().into_string().unwrap());
        let mut names: Vec<String> = names.filter(|name| name.starts_with(prefix)).collect();
        names.sort();
        names
    }

    /// The state dumps, each with its name, oldest first.
    pub fn dumps(&self) -> Vec<(String, String)> {
        let files = tree(&self.backups()).into_iter();
        let named = files.map(|(path, bytes)| (path.display().to_string(), bytes));
        let dumps = named.filter(|(name, _)| name.starts_with("session-"));
        dumps
            .map(|(name, bytes)| (name, String::from_utf8(bytes).unwrap()))
            .collect()
    }

    /// What the finished backups hold, oldest first.
    pub fn kept_bytes(&self) -> Vec<Vec<u8>> {
        let kept = self.kept().into_iter();
        kept.map(|name| fs::read(self.backups().join(name)).unwrap())
            .collect()
    }

    /// The files in the backups folder that no finished deed leaves behind.
    pub fn unfinished(&self) -> Vec<String> {
        let known = |name: &str| {
            ["transcript-", "agent-", "session-"]
                .iter()
                .any(|kind| name.starts_with(kind))
                || [".gitignore", "compaction-log.md"].contains(&name)
        };
        let tree = tree(&self.backups());
        let names = tree.into_keys().map(|path| path.display().to_string());
        names.filter(|name| !known(name)).collect()
    }

    /// The receipts that the hooks left, as the lines of all months.
    pub fn receipts(&self) -> Vec<Value> {
        let files = tree(&self.home().join(".claude/recall"));
        let lines = files
            .values()
            .flat_map(|bytes| bytes.split(|byte| *byte == b'\n'));
        lines
            .filter(|line| !line.is_empty())
            .map(|line| serde_json::from_slice(line).unwrap())
            .collect()
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
    /// Waits for a program to end.
    pub fn of(child: Child) -> Self {
        let output = child.wait_with_output().unwrap();
        Self {
            code: output.status.code(),
            stdout: String::from_utf8(output.stdout).unwrap(),
            stderr: String::from_utf8(output.stderr).unwrap(),
        }
    }

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

/// Every file below a folder with what it holds, by its path in the folder; a folder holds nothing.
pub fn tree(folder: &Path) -> BTreeMap<PathBuf, Vec<u8>> {
    let mut found = BTreeMap::new();
    let mut folders = vec![folder.to_owned()];
    while let Some(next) = folders.pop() {
        for entry in fs::read_dir(next).into_iter().flatten() {
            let entry = entry.unwrap();
            let kind = entry.file_type().unwrap();
            let bytes = if kind.is_file() {
                fs::read(entry.path()).unwrap()
            } else {
                Vec::new()
            };
            found.insert(entry.path().strip_prefix(folder).unwrap().to_owned(), bytes);
            if kind.is_dir() {
                folders.push(entry.path());
            }
        }
    }
    found
}

/// When the tests began: a name that is told twice is the same, also when a second ends in between.
static BEGAN: LazyLock<OffsetDateTime> = LazyLock::new(OffsetDateTime::now_utc);

/// The name of a backup that was made so many days ago.
#[must_use]
pub fn backup_of(days_ago: i64) -> String {
    let at = *BEGAN - Duration::days(days_ago);
    format!("transcript-{}.jsonl", stamp::of(at))
}

/// The permission bits of a path.
pub fn mode(path: &Path) -> u32 {
    fs::symlink_metadata(path).unwrap().permissions().mode() & 0o777
}
