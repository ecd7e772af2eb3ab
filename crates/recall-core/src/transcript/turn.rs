//! Turns: a prompt with what answered it. A tool's result is not a turn.

use std::ops::Range;

use foldhash::HashMap;
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
    /// The ids of the lines that it stands in, tools' answers included, and of lines before it that are in no turn.
    pub lines: Vec<&'a str>,
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

    /// Whether it stands in a line whose id begins so.
    #[must_use]
    pub fn has(&self, id: &str) -> bool {
        self.lines.iter().any(|line| line.starts_with(id))
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
    let mut before = Vec::new();
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
        let lines = turns.last_mut().map_or(&mut before, |turn| &mut turn.lines);
        let uuid = entry.uuid.as_deref();
        lines.extend(uuid.filter(|uuid| lines.last() != Some(uuid)));
    }
    kept(turns, before)
}

/// The turns without commands that nobody answered; the lines of those, and lines before all, belong to the next turn.
fn kept<'a>(turns: Vec<Turn<'a>>, mut before: Vec<&'a str>) -> Vec<Turn<'a>> {
    let mut kept: Vec<Turn<'a>> = Vec::new();
    for mut turn in turns {
        if matches!(turn.opening, Some(Opening::Prompt(_))) || !turn.answer.is_empty() {
            turn.lines.splice(0..0, before.drain(..));
            kept.push(turn);
        } else {
            before.append(&mut turn.lines);
        }
    }
    if let Some(last) = kept.last_mut() {
        last.lines.append(&mut before);
    }
    kept
}

/// The turn with a line whose id begins so, and up to `beside` turns before it and after it.
///
/// Nothing where no line's id begins so. Of several the newest counts.
#[must_use]
pub fn around(turns: &[Turn<'_>], uuid: &str, beside: usize) -> Option<Range<usize>> {
    let at = turns
        .iter()
        .rposition(|turn| turn.has(uuid))
        .filter(|_| !uuid.is_empty())?;
    Some(at.saturating_sub(beside)..turns.len().min(at + beside + 1))
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
        lines: Vec::new(),
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
            lines: Vec::new(),
        }),
    }
}

#[cfg(test)]
mod tests {
    use std::ops::Range;

    use super::{around, turns};
    use crate::transcript::{claude, json::Object};

    /// A prompt, a reply, a call and its answer, and another prompt, with ids `p1` to `p2`.
    const SESSION: &str = r#"
{"type":"user","uuid":"b1","message":{"content":"<bash-input>ls</bash-input>"}}
{"type":"user","uuid":"p1","message":{"content":"one"}}
{"type":"assistant","uuid":"r1","message":{"content":[{"type":"text","text":"done"},{"type":"text","text":"all"}]}}
{"type":"assistant","uuid":"c1","message":{"content":[{"type":"tool_use","id":"t","name":"Bash","input":{}}]}}
{"type":"user","uuid":"o1","message":{"content":[{"type":"tool_result","tool_use_id":"t","content":"ok"}]}}
{"type":"user","uuid":"p2","message":{"content":"two"}}
{"type":"user","uuid":"m1","message":{"content":"<command-name>/model</command-name>"}}
{"type":"user","uuid":"p3","message":{"content":"three"}}
{"type":"user","uuid":"m2","message":{"content":"<command-name>/clear</command-name>"}}
"#;

    #[track_caller]
    fn check(uuid: &str, beside: usize, expected: Option<&Range<usize>>) {
        let objects = SESSION.lines().filter_map(Object::parse);
        let records = objects.filter_map(|object| claude::record(&object, 0));
        let entries = claude::entries(records.collect());
        let turns = turns(&entries);
        assert_eq!(turns[0].lines, ["b1", "p1", "r1", "c1", "o1"]);
        assert_eq!(around(&turns, uuid, beside).as_ref(), expected, "{uuid}");
    }

    #[test]
    fn a_turn_is_found_by_the_id_of_any_of_its_lines() {
        check("p1", 0, Some(&(0..1)));
        check("o1", 0, Some(&(0..1)));
        check("p2", 0, Some(&(1..2)));
        check("c", 0, Some(&(0..1)));
    }

    #[test]
    fn a_line_that_is_in_no_turn_is_found_at_the_next_one() {
        check("b1", 0, Some(&(0..1)));
        check("m1", 0, Some(&(2..3)));
        check("m2", 0, Some(&(2..3)));
    }

    #[test]
    fn as_many_turns_stand_beside_it_as_there_are() {
        check("p2", 1, Some(&(0..3)));
        check("p1", 5, Some(&(0..3)));
        check("p3", 1, Some(&(1..3)));
    }

    #[test]
    fn an_id_that_is_nowhere_finds_nothing() {
        check("p4", 1, None);
        check("", 1, None);
    }

    #[test]
    fn of_several_turns_the_newest_is_meant() {
        check("p", 0, Some(&(2..3)));
    }
}
