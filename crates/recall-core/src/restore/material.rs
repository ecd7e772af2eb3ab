//! What a segment holds that could be worth restoring, sorted by kind.

use std::borrow::Cow;
use std::collections::{HashMap, HashSet};
use std::path::Path;

use serde_json::Value;

use super::lines::Source;
use crate::frame::quote_line;
use crate::language::Language;
use crate::redact::redact;
use crate::say;
use crate::transcript::entry::{Deed, Todo};
use crate::transcript::{Entry, What};

/// The folders that paths are told from, and the home folder.
#[derive(Clone, Copy, Debug)]
pub struct Folders<'a> {
    /// The project's root.
    pub root: &'a Path,
    /// The folder that the session was in.
    pub cwd: Option<&'a str>,
}

/// The names under which the two sides of the conversation are told.
#[derive(Clone, Copy, Debug)]
pub struct Speakers<'a> {
    /// The user's.
    pub user: &'a str,
    /// The assistant's.
    pub assistant: &'a str,
}

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

/// Things to do that are still open, and the plan.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Open<'a> {
    /// What is not done yet.
    pub todos: Vec<Todo>,
    /// The plan that was proposed last.
    pub plan: Option<&'a str>,
}

/// Files of the work, most recent first.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Files {
    /// Those that were changed.
    pub changed: Vec<String>,
    /// Those that were only read, or looked through.
    pub read: Vec<String>,
}

/// The files that were changed, and those that were only read.
#[must_use]
pub fn files(entries: &[Entry], folders: Folders<'_>) -> Files {
    let mut files = Files::default();
    let mut seen = HashSet::new();
    for deed in deeds(entries).rev() {
        if let Deed::Edit(path) = deed
            && seen.insert(path)
        {
            files.changed.push(told(path, folders));
        }
    }
    for deed in deeds(entries).rev() {
        if let Deed::Read(path) = deed
            && path.contains(SEPARATORS)
            && seen.insert(path)
        {
            files.read.push(told(path, folders));
        }
    }
    files
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
        let failure = failures.get(id.as_str()).map(|text| failure(text));
        commands.push(Command {
            text,
            runs: 1,
            failure,
        });
    }
    commands
}

/// What was still to do when the segment ended, and the plan that was proposed last.
#[must_use]
pub fn open(entries: &[Entry]) -> Open<'_> {
    let mut tasks: Vec<(String, Todo)> = Vec::new();
    let mut plan = None;
    let answers = answers(entries);
    for entry in entries {
        let What::Call { id, deed, .. } = &entry.what else {
            continue;
        };
        match deed {
            Deed::Plan(text) => plan = Some(text.as_str()),
            Deed::Todos(todos) => {
                tasks = todos
                    .iter()
                    .map(|todo| (String::new(), todo.clone()))
                    .collect();
            }
            Deed::NewTask(text) => {
                let number = answers.get(id.as_str()).and_then(|answer| number(answer));
                let number = number.unwrap_or_else(|| (tasks.len() + 1).to_string());
                tasks.push((
                    number,
                    Todo {
                        text: text.clone(),
                        status: "pending".to_owned(),
                    },
                ));
            }
            Deed::Task { id, status } => {
                if let Some((_, task)) = tasks.iter_mut().find(|(number, _)| number == id) {
                    task.status.clone_from(status);
                }
            }
            _ => {}
        }
    }
    let is_open =
        |todo: &Todo| !matches!(todo.status.as_str(), "completed" | "deleted" | "cancelled");
    Open {
        todos: tasks
            .into_iter()
            .map(|(_, todo)| todo)
            .filter(is_open)
            .collect(),
        plan,
    }
}

/// What the user decided beside the prompts: refusals with their words, and answers to questions; newest first.
#[must_use]
pub fn rulings(entries: &[Entry], language: Language) -> Vec<String> {
    let calls = calls(entries);
    let mut rulings = Vec::new();
    for entry in entries.iter().rev() {
        let What::Outcome { call, text, .. } = &entry.what else {
            continue;
        };
        let Some((name, deed)) = calls.get(call.as_str()) else {
            continue;
        };
        if let Some(words) = refusal(text) {
            let what = subject(name, deed);
            rulings.push(say!(
                language,
                "refused {what}: {words}",
                "拒否 {what}: {words}"
            ));
        } else if **deed == Deed::Ask {
            rulings.push(text.trim().to_owned());
        }
    }
    rulings
}

/// What the assistant found out or settled, in its own lines; newest first.
#[must_use]
pub fn findings(entries: &[Entry]) -> Vec<String> {
    let replies = entries.iter().rev().filter_map(|entry| match &entry.what {
        What::Reply(text) => Some(text.as_str()),
        _ => None,
    });
    let lines = replies
        .flat_map(|text| text.lines().rev())
        .map(|line| line.trim().trim_start_matches(['-', '*', ' ']));
    let mut seen = HashSet::new();
    lines
        .filter(|line| is_finding(line) && seen.insert(*line))
        .map(str::to_owned)
        .collect()
}

/// The texts that lines can be taken from, without their secrets, oldest first.
#[must_use]
pub fn sources<'a>(
    entries: &'a [Entry],
    folders: Folders<'_>,
    speakers: Speakers<'_>,
) -> Vec<Source<'a>> {
    let calls = calls(entries);
    let total = entries.len() as u64;
    let of_call = |name: &str, deed: &Deed| match deed {
        Deed::Edit(path) | Deed::Read(path) => quote_line(&tail(&told(path, folders))),
        Deed::Run(command) => quote_line(&format!("$ {}", clipped(first_line(command)))),
        _ => quote_line(name),
    };
    let source = |(entry, position): (&'a Entry, u64)| {
        let (label, text, own) = match &entry.what {
            What::Prompt { text, .. } => (speakers.user.to_owned(), redact(text), true),
            What::Reply(text) => (speakers.assistant.to_owned(), redact(text), true),
            What::Call {
                name, input, deed, ..
            } => {
                let text = strings(input);
                (
                    of_call(name, deed),
                    Cow::Owned(redact(&text).into_owned()),
                    true,
                )
            }
            What::Outcome { call, text, .. } => {
                let call = calls.get(call.as_str());
                (
                    call.map_or_else(String::new, |(name, deed)| of_call(name, deed)),
                    redact(text),
                    false,
                )
            }
            _ => return None,
        };
        Some(Source {
            label,
            text,
            ago: total - position,
            own,
        })
    };
    entries.iter().zip(1..).filter_map(source).collect()
}

/// A path from the project's root, or from the session's folder; one that lies outside stays as it is.
#[must_use]
pub fn told(path: &str, folders: Folders<'_>) -> String {
    let root = folders.root.to_string_lossy();
    let bases = [Some(root.as_ref()), folders.cwd];
    let inside = bases.into_iter().flatten().find_map(|base| {
        let base = base.trim_end_matches(SEPARATORS);
        let rest = path.strip_prefix(base)?.strip_prefix(SEPARATORS)?;
        let folder = base.rsplit(SEPARATORS).next().unwrap_or("");
        // A bare name says too little about a file at the root: its folder stays with it.
        let whole = if rest.contains(SEPARATORS) {
            rest.to_owned()
        } else {
            format!("{folder}/{rest}")
        };
        Some(whole.replace('\\', "/"))
    });
    inside.unwrap_or_else(|| path.to_owned())
}

/// What parts a path; a session on Windows has both.
const SEPARATORS: [char; 2] = ['/', '\\'];

/// The last two parts of a path, which say enough where the whole path stands nearby.
fn tail(path: &str) -> String {
    let mut parts = path.rsplitn(3, SEPARATORS);
    match (parts.next(), parts.next(), parts.next()) {
        (Some(last), Some(before), Some(_)) => format!("{before}/{last}"),
        _ => path.to_owned(),
    }
}

fn deeds(entries: &[Entry]) -> impl DoubleEndedIterator<Item = &Deed> {
    entries.iter().filter_map(|entry| match &entry.what {
        What::Call { deed, .. } => Some(deed),
        _ => None,
    })
}

fn calls(entries: &[Entry]) -> HashMap<&str, (&str, &Deed)> {
    let calls = entries.iter().filter_map(|entry| match &entry.what {
        What::Call { id, name, deed, .. } => Some((id.as_str(), (name.as_str(), deed))),
        _ => None,
    });
    calls.collect()
}

fn answers(entries: &[Entry]) -> HashMap<&str, &str> {
    let answers = entries.iter().filter_map(|entry| match &entry.what {
        What::Outcome { call, text, .. } => Some((call.as_str(), text.as_str())),
        _ => None,
    });
    answers.collect()
}

fn failures(entries: &[Entry]) -> HashMap<&str, &str> {
    let failures = entries.iter().filter_map(|entry| match &entry.what {
        What::Outcome {
            call,
            text,
            failed: true,
        } => Some((call.as_str(), text.as_str())),
        _ => None,
    });
    failures.collect()
}

/// The first line of a command that does something: no comment, no change of folder before it.
fn first_line(command: &str) -> &str {
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

fn clipped(text: &str) -> String {
    let cut = crate::budget::cut(text, 36);
    let dots = if cut.dropped > 0 { "…" } else { "" };
    format!("{}{dots}", cut.kept)
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

fn failure(text: &str) -> Failure {
    if text.starts_with(REFUSED) {
        Failure::Refused
    } else {
        Failure::Error(error_line(text).to_owned())
    }
}

/// How the client begins the answer to a call that the user refused (client 2.1.332).
const REFUSED: &str = "The user doesn't want to proceed with this tool use";

/// What a user said when refusing a tool.
fn refusal(text: &str) -> Option<&str> {
    let refused = text.starts_with(REFUSED);
    let (_, words) = text.split_once("the user said:").filter(|_| refused)?;
    Some(words.trim()).filter(|words| !words.is_empty())
}

fn subject(name: &str, deed: &Deed) -> String {
    match deed {
        Deed::Edit(path) | Deed::Read(path) => format!("{name} {path}"),
        Deed::Run(command) => format!("`{}`", clipped(first_line(command))),
        _ => name.to_owned(),
    }
}

/// Words by which a line says that something was settled, found out or ruled out.
const FINDINGS: [&str; 20] = [
    "decided",
    "decision",
    "instead of",
    "rather than",
    "ruled out",
    "rejected",
    "root cause",
    "turns out",
    "doesn't work",
    "does not work",
    "won't work",
    "because of",
    "決定",
    "決め",
    "却下",
    "採用",
    "方針",
    "見送",
    "原因は",
    "判明",
];

fn is_finding(line: &str) -> bool {
    let length = line.chars().count();
    let lower = line.to_lowercase();
    (24..=400).contains(&length) && FINDINGS.iter().any(|word| lower.contains(word))
}

/// The number in an answer such as `Task #3 created successfully`.
fn number(answer: &str) -> Option<String> {
    let (_, rest) = answer.split_once('#')?;
    let digits: String = rest.chars().take_while(char::is_ascii_digit).collect();
    (!digits.is_empty()).then_some(digits)
}

/// All texts in the arguments of a call, one below the other.
fn strings(input: &str) -> String {
    let mut texts = String::new();
    if let Ok(value) = serde_json::from_str::<Value>(input) {
        gather(&value, &mut texts);
    }
    texts
}

fn gather(value: &Value, texts: &mut String) {
    match value {
        Value::String(text) => {
            texts.push_str(text);
            texts.push('\n');
        }
        Value::Array(values) => values.iter().for_each(|value| gather(value, texts)),
        Value::Object(fields) => fields.values().for_each(|value| gather(value, texts)),
        _ => {}
    }
}
