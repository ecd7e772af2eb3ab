//! The shell commands that were run, and how they failed.

use foldhash::{HashMap, HashMapExt};

use crate::budget;
use crate::transcript::entry::{Deed, Ending};
use crate::transcript::{Entry, What};

/// The most UTF-16 code units of a command where it names something else.
const LABEL: usize = 36;

/// A shell command that was run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Command {
    /// Its first line, without a change of folder before it.
    pub text: String,
    /// How often it was run.
    pub runs: u32,
    /// How it failed when it was run last, or nothing where it went well.
    pub failure: Option<Failure>,
}

/// How a command failed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Failure {
    /// The user did not let it run.
    Refused,
    /// It said so in this line.
    Error(String),
}

/// The commands that were run, most recent first, each once.
#[must_use]
pub fn commands(entries: &[Entry]) -> Vec<Command> {
    let failures = failures(entries);
    let mut places: HashMap<String, usize> = HashMap::new();
    let mut commands: Vec<Command> = Vec::new();
    for entry in entries.iter().rev() {
        let What::Call {
            id,
            deed: Deed::Run(command),
            ..
        } = &entry.what
        else {
            continue;
        };
        let text = told_command(command);
        if text.is_empty() {
            continue;
        }
        let place = *places.entry(text.clone()).or_insert(commands.len());
        if let Some(command) = commands.get_mut(place) {
            command.runs += 1;
            continue;
        }
        let failure = failures.get(id.as_str()).cloned();
        commands.push(Command {
            text,
            runs: 1,
            failure,
        });
    }
    commands
}

/// The first line of a command that does something: no comment, no change of folder before it.
pub(super) fn first_line(command: &str) -> &str {
    telling_lines(command).next().unwrap_or("")
}

/// A command as it is told: its first line, and the next one where there is more.
fn told_command(command: &str) -> String {
    let mut lines = telling_lines(command);
    let first = lines.next().unwrap_or("");
    match lines.next() {
        Some(second) => format!("{first} ⏎ {second}"),
        None => first.to_owned(),
    }
}

fn telling_lines(command: &str) -> impl Iterator<Item = &str> {
    let lines = command.lines().map(str::trim);
    let lines = lines.filter(|line| !line.is_empty() && !line.starts_with('#'));
    lines.map(|line| {
        let moved = line
            .strip_prefix("cd ")
            .and_then(|rest| rest.split_once("&&"));
        match moved {
            Some((folder, rest)) if !folder.trim().contains(' ') => rest.trim(),
            _ => line,
        }
    })
}

pub(super) fn clipped(text: &str) -> String {
    budget::clip(text, LABEL)
}

fn failures(entries: &[Entry]) -> HashMap<&str, Failure> {
    let failures = entries.iter().filter_map(|entry| match &entry.what {
        What::Outcome { call, ending, text } => {
            let failure = match ending {
                Ending::Done => return None,
                Ending::Refused(_) => Failure::Refused,
                Ending::Failed => Failure::Error(error_line(text).to_owned()),
            };
            Some((call.as_str(), failure))
        }
        _ => None,
    });
    failures.collect()
}

/// The line of a failure that says most: the first that speaks of an error, else the first of all.
fn error_line(text: &str) -> &str {
    let lines = || text.lines().map(str::trim).filter(|line| !line.is_empty());
    let telling = |line: &&str| {
        let line = line.to_lowercase();
        [
            "error",
            "fail",
            "panic",
            "fatal",
            "denied",
            "not found",
            "no such",
        ]
        .iter()
        .any(|word| line.contains(word))
    };
    lines()
        .find(telling)
        .or_else(|| lines().next())
        .unwrap_or("")
}

#[cfg(test)]
mod tests {
    use super::{error_line, told_command};

    #[track_caller]
    fn check(command: &str, expected: &str) {
        assert_eq!(told_command(command), expected);
    }

    #[test]
    fn a_command_is_told_by_what_it_does_first() {
        check("cargo test", "cargo test");
        check("# run them all\n\ncargo test", "cargo test");
        check("cd /a/b && cargo test", "cargo test");
        check("cd 'a b' && cargo test", "cd 'a b' && cargo test");
        check(
            "git commit -m \"$(cat <<'EOF'\nFix the pool\nEOF\n)\"",
            "git commit -m \"$(cat <<'EOF' ⏎ Fix the pool",
        );
        check("# nothing", "");
    }

    #[track_caller]
    fn check_error(text: &str, expected: &str) {
        assert_eq!(error_line(text), expected);
    }

    #[test]
    fn a_failure_is_told_by_the_line_that_says_why() {
        check_error(
            "Exit code 101\n   Compiling a\nerror[E0425]: no x",
            "error[E0425]: no x",
        );
        check_error(
            "Exit code 1\nls: /x: No such file or directory",
            "ls: /x: No such file or directory",
        );
        check_error("\n  Exit code 1\nquiet", "Exit code 1");
        check_error("", "");
    }
}
