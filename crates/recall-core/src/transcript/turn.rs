//! Turns: a prompt with what answered it. A tool's result is not a turn.

use std::collections::HashMap;

use time::OffsetDateTime;

use super::entry::{Action, Ending, Entry, What};

/// A prompt with what answered it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Turn<'a> {
    /// When it began, where the transcript says so.
    pub at: Option<OffsetDateTime>,
    /// What began it, or nothing where the beginning lies before what was read.
    pub opening: Option<Opening<'a>>,
    /// What answered, in its order.
    pub answer: Vec<Part<'a>>,
    /// Whether the user took the prompt back and asked anew.
    pub taken_back: bool,
}

/// What begins a turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Opening<'a> {
    /// Somebody asked.
    Prompt(&'a str),
    /// Somebody gave a slash command that the assistant answered.
    Command(&'a str),
}

/// A part of an answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Part<'a> {
    /// What the assistant said.
    Reply(&'a str),
    /// What it did.
    Call {
        /// The tool.
        name: &'a str,
        /// Its arguments, as JSON.
        input: &'a str,
        /// Whether the tool reported a failure.
        failed: bool,
        /// What the tool answered, where it did.
        outcome: Option<&'a str>,
    },
    /// A compaction took place here; what follows still answers the same prompt.
    Compaction,
}

impl<'a> Turn<'a> {
    /// What the assistant said in this turn, in its order.
    pub fn replies(&self) -> impl Iterator<Item = &'a str> {
        self.answer.iter().filter_map(|part| match part {
            Part::Reply(text) => Some(*text),
            Part::Call { .. } | Part::Compaction => None,
        })
    }

    /// The words that began it.
    #[must_use]
    pub fn asked(&self) -> Option<&'a str> {
        match self.opening {
            Some(Opening::Prompt(text) | Opening::Command(text)) => Some(text),
            None => None,
        }
    }
}

/// Groups entries into turns, oldest first.
#[must_use]
pub fn turns(entries: &[Entry]) -> Vec<Turn<'_>> {
    let outcomes = outcomes(entries);
    let mut turns: Vec<Turn<'_>> = Vec::new();
    for entry in entries {
        match &entry.what {
            What::Prompt { text, .. } => turns.push(begun(entry, Some(Opening::Prompt(text)))),
            What::Action(Action::Command(text)) => {
                turns.push(begun(entry, Some(Opening::Command(text))));
            }
            What::Boundary if turns.is_empty() => {}
            What::Boundary => answer(&mut turns, entry, Part::Compaction),
            What::Reply(text) => answer(&mut turns, entry, Part::Reply(text)),
            What::Call {
                id, name, input, ..
            } => {
                let outcome = outcomes.get(id.as_str());
                answer(
                    &mut turns,
                    entry,
                    Part::Call {
                        name,
                        input,
                        failed: outcome.is_some_and(|(ending, _)| **ending != Ending::Done),
                        outcome: outcome.map(|(_, text)| *text),
                    },
                );
            }
            What::Action(_) | What::Outcome { .. } | What::Summary(_) => {}
        }
    }
    turns
        .retain(|turn| matches!(turn.opening, Some(Opening::Prompt(_))) || !turn.answer.is_empty());
    turns
}

/// How each call ended, and what the tool said, by the id of the call.
fn outcomes(entries: &[Entry]) -> HashMap<&str, (&Ending, &str)> {
    let outcomes = entries.iter().filter_map(|entry| match &entry.what {
        What::Outcome { call, ending, text } => Some((call.as_str(), (ending, text.as_str()))),
        _ => None,
    });
    outcomes.collect()
}

fn begun<'a>(entry: &Entry, opening: Option<Opening<'a>>) -> Turn<'a> {
    Turn {
        at: entry.at,
        opening,
        answer: Vec::new(),
        taken_back: entry.taken_back,
    }
}

fn answer<'a>(turns: &mut Vec<Turn<'a>>, entry: &Entry, part: Part<'a>) {
    match turns.last_mut() {
        Some(turn) => turn.answer.push(part),
        None => turns.push(Turn {
            at: entry.at,
            opening: None,
            answer: vec![part],
            taken_back: false,
        }),
    }
}
