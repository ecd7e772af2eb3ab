//! A conversation as it is exported: who said what when, each call with its answer.

use std::borrow::Cow;
use std::collections::HashMap;

use recall_core::frame;
use recall_core::redact::{self, redact};
use recall_core::transcript::entry::{Action, Ending, Entry, What};
use serde_json::{Value, json};
use time::OffsetDateTime;
use time::format_description::well_known::Rfc3339;

use crate::arguments;

/// A conversation, oldest first.
pub(crate) struct Talk {
    pub(crate) items: Vec<Item>,
}

/// One thing that was said or done.
pub(crate) struct Item {
    pub(crate) at: Option<OffsetDateTime>,
    pub(crate) what: Said,
}

/// What was said or done.
pub(crate) enum Said {
    /// A person said something.
    Prompt {
        kind: Kind,
        text: String,
        /// Whether it was asked anew and does not count any more.
        taken_back: bool,
    },
    /// The person interrupted the assistant.
    Interrupt,
    /// The assistant said something.
    Reply(String),
    /// The assistant used a tool.
    Call {
        tool: String,
        input: String,
        result: Option<(Ended, String)>,
    },
    /// A compaction took place.
    Compaction,
    /// The summary that took the place of what stands before it.
    Summary(String),
}

/// How a person said something.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Kind {
    Prompt,
    Command,
    Shell,
    Note,
}

/// How a call ended.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Ended {
    Done,
    Failed,
    Refused,
}

impl Talk {
    /// The conversation of these entries, with or without the secrets in it.
    pub(crate) fn of(entries: &[Entry], redacted: bool) -> Self {
        let clean = |text: &str| {
            if redacted {
                without_secrets(text)
            } else {
                text.to_owned()
            }
        };
        let results = results(entries, clean);
        let items = entries.iter().filter_map(|entry| {
            let what = said(entry, &results, clean)?;
            Some(Item { at: entry.at, what })
        });
        Self {
            items: items.collect(),
        }
    }
}

impl Item {
    /// It for programs.
    pub(crate) fn value(&self) -> Value {
        let mut value = match &self.what {
            Said::Prompt {
                kind,
                text,
                taken_back,
            } => json!({"kind": kind.name(), "text": text, "taken_back": taken_back}),
            Said::Interrupt => json!({"kind": "interrupt"}),
            Said::Reply(text) => json!({"kind": "reply", "text": text}),
            Said::Call {
                tool,
                input,
                result,
            } => {
                let result = result.as_ref();
                let result =
                    result.map(|(ended, text)| json!({"ended": ended.name(), "text": text}));
                json!({"kind": "call", "tool": tool, "input": input, "result": result})
            }
            Said::Compaction => json!({"kind": "compaction"}),
            Said::Summary(text) => json!({"kind": "summary", "text": text}),
        };
        if let Value::Object(fields) = &mut value {
            let at = self.at.and_then(|at| at.format(&Rfc3339).ok());
            fields.insert("time".to_owned(), at.into());
        }
        value
    }
}

impl Kind {
    fn name(self) -> &'static str {
        match self {
            Self::Prompt => "prompt",
            Self::Command => "command",
            Self::Shell => "shell",
            Self::Note => "note",
        }
    }
}

impl Ended {
    fn name(self) -> &'static str {
        match self {
            Self::Done => "done",
            Self::Failed => "failed",
            Self::Refused => "refused",
        }
    }
}

type Results<'e> = HashMap<&'e str, (Ended, String)>;

/// What each call was answered, by its id.
fn results(entries: &[Entry], clean: impl Fn(&str) -> String) -> Results<'_> {
    let results = entries.iter().filter_map(|entry| match &entry.what {
        What::Outcome { call, ending, text } => {
            let ended = match ending {
                Ending::Done => Ended::Done,
                Ending::Failed => Ended::Failed,
                Ending::Refused(_) => Ended::Refused,
            };
            Some((call.as_str(), (ended, clean(text))))
        }
        _ => None,
    });
    results.collect()
}

fn said(entry: &Entry, results: &Results<'_>, clean: impl Fn(&str) -> String) -> Option<Said> {
    let prompt = |kind, text: &str| Said::Prompt {
        kind,
        text: clean(text),
        taken_back: entry.taken_back,
    };
    Some(match &entry.what {
        What::Prompt { text, .. } => prompt(Kind::Prompt, text),
        What::Action(Action::Command(text)) => prompt(Kind::Command, text),
        What::Action(Action::Shell(text)) => prompt(Kind::Shell, text),
        What::Action(Action::Note(text)) => prompt(Kind::Note, text),
        What::Action(Action::Interrupt) => Said::Interrupt,
        What::Reply(text) => Said::Reply(clean(text)),
        What::Call {
            id, name, input, ..
        } => Said::Call {
            tool: name.clone(),
            input: clean(&arguments::text(input)),
            result: results.get(id.as_str()).cloned(),
        },
        What::Boundary => Said::Compaction,
        What::Summary(text) => Said::Summary(clean(text)),
        What::Outcome { .. } => return None,
    })
}

/// A text without its secrets, also where a control sequence stands in the middle of one.
fn without_secrets(text: &str) -> String {
    let kept = redact(text);
    let plain = frame::plain(text);
    let marks = |text: &Cow<'_, str>| text.matches(redact::MARK).count();
    // The sequences are worth showing, unless they hide a secret.
    if marks(&plain) > marks(&kept) {
        plain.into_owned()
    } else {
        kept.into_owned()
    }
}

#[cfg(test)]
mod tests {
    use super::without_secrets;

    #[test]
    fn a_secret_with_a_colour_in_its_middle_is_one_too() {
        let token = format!("ghp_{}", "a1B2c3D4e5".repeat(4));
        let (start, end) = token.split_at(12);
        for text in [token.clone(), format!("{start}\u{1b}[0m{end}")] {
            let clean = without_secrets(&text);
            assert!(clean.contains("[redacted by recall]"), "{clean}");
            assert!(!clean.contains(end), "{clean}");
        }
        assert_eq!(without_secrets("\u{1b}[1mbold"), "\u{1b}[1mbold");
    }
}
