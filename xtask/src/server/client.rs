//! `claude mcp`: what it is asked, what its answers mean, and how long it may take.

use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;
use std::{env, fs};

use recall_core::process::side_by_side::{self, Ended};

use super::NAME;
use crate::places::Places;

/// How long one call of the client may take, in seconds; then it is killed with everything it started.
pub(crate) const LIMIT: u64 = 20;

/// How long the client may wait for a server that it tries out, in milliseconds: well within [`LIMIT`].
const TRIAL: &str = "5000";

/// The client, and whose sessions it is asked about.
pub(crate) struct Client {
    /// Its executable, if it is on PATH.
    pub(crate) program: Option<PathBuf>,
    /// Its folder, if a variable has moved it.
    folder: Option<PathBuf>,
    /// The project, unless it is about every project of the user's.
    project: Option<PathBuf>,
    /// Where it is started: outside of a project, whose servers would hide the user's.
    start: PathBuf,
    limit: Duration,
}

/// What the client has under the server's name.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Registered {
    Nothing,
    /// A program, by its path.
    Command(String),
    /// No program, such as an address.
    Other,
}

/// Why the client could not do it.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Why {
    NoClient,
    Late,
    /// In the client's own words.
    Failed(String),
}

impl Client {
    pub(crate) fn of(places: &Places) -> Client {
        Client {
            program: on_path("claude"),
            folder: places.is_moved.then(|| places.claude.clone()),
            project: places.project.clone(),
            start: places.project.as_ref().unwrap_or(&places.claude).clone(),
            limit: Duration::from_secs(LIMIT),
        }
    }

    /// What the client has under the server's name, in this scope.
    pub(crate) fn registered(&self) -> Result<Registered, Why> {
        match self.ask(&["mcp", "get", NAME]) {
            Ok(answer) => Ok(understood(&answer, self.scope())),
            Err(Why::Failed(answer)) if answer.contains("No MCP server") => Ok(Registered::Nothing),
            Err(why) => Err(why),
        }
    }

    pub(crate) fn add(&self, program: &str) -> Result<(), Why> {
        self.ask(&adding(self.scope(), program)).map(|_| ())
    }

    pub(crate) fn remove(&self) -> Result<(), Why> {
        self.ask(&removing(self.scope())).map(|_| ())
    }

    /// What a person types to add the server.
    pub(crate) fn line_to_add(&self, program: &str) -> String {
        self.line(&adding(self.scope(), program))
    }

    /// What a person types to remove it.
    pub(crate) fn line_to_remove(&self) -> String {
        self.line(&removing(self.scope()))
    }

    fn scope(&self) -> &'static str {
        match self.project {
            None => "user",
            Some(_) => "local",
        }
    }

    fn ask(&self, arguments: &[&str]) -> Result<String, Why> {
        let program = self.program.as_ref().ok_or(Why::NoClient)?;
        let mut command = Command::new(program);
        command
            .args(arguments)
            .current_dir(&self.start)
            .env("MCP_TIMEOUT", TRIAL);
        if let Some(folder) = &self.folder {
            command.env("CLAUDE_CONFIG_DIR", folder);
        }
        let [ended] = side_by_side::start([command], self.limit).end();
        match ended {
            Ended::Done(output) => {
                let said = [output.stdout, output.stderr].map(|it| text(&it));
                let [stdout, stderr] = said;
                if output.status.success() {
                    return Ok(stdout);
                }
                let said = [stderr, stdout].into_iter().find(|it| !it.is_empty());
                Err(Why::Failed(
                    said.unwrap_or_else(|| output.status.to_string()),
                ))
            }
            Ended::Late => Err(Why::Late),
            Ended::Missing => Err(Why::NoClient),
            Ended::Refused(reason) => Err(Why::Failed(reason)),
        }
    }

    fn line(&self, arguments: &[&str]) -> String {
        let quoted = arguments.iter().map(|it| quoted(it));
        let mut line = format!("claude {}", quoted.collect::<Vec<_>>().join(" "));
        if let Some(folder) = &self.folder {
            let folder = quote_path(folder);
            line = format!("CLAUDE_CONFIG_DIR={folder} {line}");
        }
        if let Some(project) = &self.project {
            let project = quote_path(project);
            line = format!("cd {project} && {line}");
        }
        line
    }
}

/// A word as a shell takes it.
pub(crate) fn quoted(text: &str) -> String {
    let is_plain = |it: char| it.is_ascii_alphanumeric() || "/._-+@%:,".contains(it);
    if !text.is_empty() && text.chars().all(is_plain) {
        return text.to_owned();
    }
    format!("'{}'", text.replace('\'', r"'\''"))
}

fn quote_path(path: &Path) -> String {
    quoted(&path.display().to_string())
}

fn adding<'a>(scope: &'a str, program: &'a str) -> [&'a str; 8] {
    ["mcp", "add", "--scope", scope, NAME, "--", program, "mcp"]
}

fn removing(scope: &str) -> [&str; 5] {
    ["mcp", "remove", "--scope", scope, NAME]
}

/// The answer to `claude mcp get`; a server of another scope is none of this one.
fn understood(answer: &str, scope: &str) -> Registered {
    let value = |name: &str| {
        let mut values = answer
            .lines()
            .filter_map(|line| line.trim_start().strip_prefix(name));
        values.next().map(str::trim_start)
    };
    let found = value("Scope:").unwrap_or_default().to_lowercase();
    if !found.starts_with(scope) {
        return Registered::Nothing;
    }
    let command = value("Command:").map(str::to_owned);
    command.map_or(Registered::Other, Registered::Command)
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).trim().to_owned()
}

/// The program that a shell would start by this name.
fn on_path(name: &str) -> Option<PathBuf> {
    let path = env::var_os("PATH")?;
    let is_program = |it: &PathBuf| {
        let about = fs::metadata(it);
        about.is_ok_and(|it| it.is_file() && it.permissions().mode() & 0o111 != 0)
    };
    let mut found = env::split_paths(&path)
        .filter(|it| it.is_absolute())
        .map(|it| it.join(name));
    found.find(is_program)
}

#[cfg(test)]
mod tests;
