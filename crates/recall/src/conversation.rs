//! How a conversation is told: who said what, and what the tools did.

use anstyle::Style;
use recall_core::clock::moment;
use recall_core::process::Surroundings;
use recall_core::project::Project;
use recall_core::transcript::turn::{Opening, Part, Turn};
use recall_core::{budget, say};
use serde_json::{Map, Value};
use time::OffsetDateTime;

use crate::options::{Role, Tools};
use crate::palette::{ASSISTANT, FAILED, FAINT, USER};
use crate::plain::shown;

/// The most UTF-16 code units of a tool call's arguments in its short form.
const CALL: usize = 80;
/// The width of the rules, in columns.
pub(crate) const WIDTH: usize = 72;

/// Whose words are told, and how much of what the tools did.
#[derive(Clone, Debug, Default)]
pub(crate) struct Manner {
    /// Who is told; everybody where it is empty.
    pub(crate) roles: Vec<Role>,
    pub(crate) tools: Tools,
}

impl Manner {
    pub(crate) fn tells(&self, role: Role) -> bool {
        self.roles.is_empty() || self.roles.contains(&role)
    }

    fn tells_calls(&self) -> bool {
        self.tells(Role::Tool) && self.tools != Tools::Off
    }

    /// Whether a part of an answer is told; a compaction is nobody's word.
    pub(crate) fn tells_part(&self, part: &Part<'_>) -> bool {
        match part {
            Part::Reply(_) => self.tells(Role::Assistant),
            Part::Call { .. } => self.tells_calls(),
            Part::Compaction => true,
        }
    }
}

/// A turn, between the rules; empty where nothing of it is told.
pub(crate) fn told(
    turn: &Turn<'_>,
    manner: &Manner,
    project: &Project,
    here: &Surroundings,
) -> String {
    let mut text = String::new();
    if let Some(Opening::Prompt(words) | Opening::Command(words)) = turn.opening
        && manner.tells(Role::User)
    {
        text.push_str(&asked(words, turn.at, turn.taken_back, project, here));
    }
    let answer: Vec<&Part<'_>> = turn
        .answer
        .iter()
        .filter(|it| manner.tells_part(it))
        .collect();
    if !answer.is_empty() {
        text.push_str(&answers(project));
    }
    for part in answer {
        match part {
            Part::Reply(words) => text.push_str(&replied(words)),
            Part::Call {
                name,
                input,
                failed,
                outcome,
            } => match manner.tools {
                Tools::Full => text.push_str(&in_full(name, input, *failed, *outcome, project)),
                Tools::Off | Tools::Short => text.push_str(&call(name, input, *failed, project)),
            },
            Part::Compaction => text.push_str(&compaction(project)),
        }
    }
    if text.is_empty() {
        return text;
    }
    format!("\n{text}{}", rule())
}

/// The rule below a turn.
pub(crate) fn rule() -> String {
    format!("{FAINT}{}{FAINT:#}\n", "─".repeat(WIDTH))
}

/// What the user asked.
pub(crate) fn asked(
    words: &str,
    at: Option<OffsetDateTime>,
    taken_back: bool,
    project: &Project,
    here: &Surroundings,
) -> String {
    let you = || say!(project.language, "You", "あなた");
    let user = project.config.user.clone().unwrap_or_else(you);
    let at = at.map(|at| moment(at, here.zone())).unwrap_or_default();
    let back = if taken_back {
        say!(project.language, "  taken back", "  取り消し")
    } else {
        String::new()
    };
    format!("{USER}┌ {user}{USER:#}  {FAINT}{at}{back}{FAINT:#}\n") + &quoted(words, USER)
}

/// The line above what the assistant said and did.
pub(crate) fn answers(project: &Project) -> String {
    let assistant = project.assistant().unwrap_or("Claude");
    format!("{ASSISTANT}├ {assistant}{ASSISTANT:#}\n")
}

/// What the assistant said.
pub(crate) fn replied(words: &str) -> String {
    quoted(words, ASSISTANT)
}

/// What a tool was called for, on one line.
pub(crate) fn call(name: &str, input: &str, failed: bool, project: &Project) -> String {
    let input = budget::clip(input, CALL);
    let line = shown(&format!("[{name}] {input}")).replace('\n', " ");
    format!("{FAINT}│  {line}{FAINT:#}{}\n", mark(failed, project))
}

/// The line where a compaction took place.
pub(crate) fn compaction(project: &Project) -> String {
    let mark = say!(project.language, "compacted here", "ここで圧縮されました");
    format!("{FAINT}╞══ {mark}{FAINT:#}\n")
}

/// What a tool was called for and what it answered, whole.
pub(crate) fn in_full(
    name: &str,
    input: &str,
    failed: bool,
    outcome: Option<&str>,
    project: &Project,
) -> String {
    let name = shown(name).replace('\n', " ");
    let head = format!("{FAINT}│  [{name}]{FAINT:#}{}\n", mark(failed, project));
    head + &arguments(input) + &outcome.map(answered).unwrap_or_default()
}

/// What a tool answered, whole.
pub(crate) fn answered(outcome: &str) -> String {
    indented(&format!("→ {}", outcome.trim_end()))
}

fn arguments(input: &str) -> String {
    let Ok(fields) = serde_json::from_str::<Map<String, Value>>(input) else {
        return indented(input);
    };
    let lines = fields.iter().map(|(name, value)| match value {
        Value::String(text) => format!("{name}: {}", text.trim_end()).replace('\n', "\n  "),
        other => format!("{name}: {other}"),
    });
    lines.map(|line| indented(&line)).collect()
}

fn indented(text: &str) -> String {
    let text = shown(text);
    text.lines()
        .map(|line| format!("{FAINT}│    {line}{FAINT:#}\n"))
        .collect()
}

fn mark(failed: bool, project: &Project) -> String {
    let mark = if failed {
        say!(project.language, "  failed", "  失敗")
    } else {
        String::new()
    };
    format!("{FAILED}{mark}{FAILED:#}")
}

fn quoted(words: &str, bar: Style) -> String {
    let words = shown(words.trim());
    words
        .lines()
        .map(|line| format!("{bar}│{bar:#}  {line}\n"))
        .collect()
}
