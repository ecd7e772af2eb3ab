//! A glance at a line, which tells whether it is worth reading, and the titles that stand in lines of their own.

use std::borrow::Cow;
use std::sync::LazyLock;

use aho_corasick::AhoCorasick;

use super::super::json::Object;

/// Names that stand in the lines that count; an escaped quote in a quoted text keeps it from looking like one.
const NAMES: [&str; 11] = [
    "\"user\"",
    "\"tool_result\"",
    "\"text\"",
    "\"assistant\"",
    "compact_boundary",
    "\"queue-operation\"",
    "\"queued_command\"",
    "\"local_command\"",
    "\"customTitle\"",
    "\"aiTitle\"",
    "\"summary\"",
];

static SEARCHER: LazyLock<Option<AhoCorasick>> = LazyLock::new(|| AhoCorasick::new(NAMES).ok());

/// What a line can hold, told without reading it; most lines of a transcript are what tools answered.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Glance {
    /// A prompt, a command, a compaction or a title.
    pub counts: bool,
    /// Something that the assistant said or did.
    pub answers: bool,
}

impl Glance {
    /// Looks at the bytes of a line.
    #[must_use]
    pub fn of(line: &[u8]) -> Self {
        let Some(searcher) = SEARCHER.as_ref() else {
            return Self {
                counts: true,
                answers: true,
            };
        };
        let mut seen = [false; NAMES.len()];
        for found in searcher.find_iter(line) {
            if let Some(seen) = seen.get_mut(found.pattern().as_usize()) {
                *seen = true;
            }
        }
        let [user, result, text, assistant, rest @ ..] = seen;
        // Beside a tool's result a person's words stand as a text of their own (client 2.1.19 to 2.1.37).
        let is_only_result = result && !text;
        Self {
            counts: rest.contains(&true) || (user && !is_only_result),
            answers: assistant,
        }
    }
}

/// A title that a session was given.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Title {
    /// The words.
    pub text: String,
    /// Whether the user gave it.
    pub by_user: bool,
}

/// The title in a line: `custom-title`, `ai-title`, or `summary` (before client 2.1.30).
#[must_use]
pub fn title(object: &Object<'_>) -> Option<Title> {
    let kind = object.text("type")?;
    let (field, by_user) = match kind.as_ref() {
        "custom-title" => ("customTitle", true),
        "ai-title" => ("aiTitle", false),
        "summary" => ("summary", false),
        _ => return None,
    };
    let text = object.text(field).map(Cow::into_owned)?;
    let text = text.trim().to_owned();
    (!text.is_empty()).then_some(Title { text, by_user })
}
