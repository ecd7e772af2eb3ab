//! What a whole transcript comes to, counted in one pass: its title, its turns and its compactions.

use std::io::{self, BufRead};

use super::claude::{self, Glance, Part, Record, Title};
use super::entry::{Action, Entry, What};
use super::turn::{Opening, Turn};
use super::{compactions, line, turns};

/// What a transcript comes to.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Survey {
    /// The last title that the user gave it, else the last that the client did.
    pub title: Option<String>,
    /// What was asked first; the first command where nothing but commands was given.
    pub first_prompt: Option<String>,
    /// Its turns.
    pub turns: usize,
    /// Its compactions.
    pub compactions: usize,
}

/// Counts a transcript from its start; the memory follows what people typed, not the size.
///
/// # Errors
/// Where the source cannot be read.
pub fn survey<R: BufRead>(mut source: R) -> io::Result<Survey> {
    let mut found = Found::default();
    let mut offset = 0;
    let mut bytes = Vec::new();
    loop {
        bytes.clear();
        let length = source.read_until(b'\n', &mut bytes)?;
        if length == 0 {
            return Ok(found.survey());
        }
        let glance = Glance::of(&bytes);
        if glance.counts || (glance.answers && found.wants_answer()) {
            line::read_opened(&bytes, &claude::SAID, |object| {
                found.title(claude::title(object));
                found.record(claude::record(object, offset));
            });
        }
        offset += length as u64;
    }
}

/// What was found so far.
#[derive(Default)]
struct Found {
    title: Option<Title>,
    records: Vec<Record>,
    /// Whether something was answered since the last thing that is a turn, or ends one, only if answered.
    is_answered: bool,
}

impl Found {
    fn wants_answer(&self) -> bool {
        !self.is_answered
    }

    fn title(&mut self, title: Option<Title>) {
        let is_users = self.title.as_ref().is_some_and(|title| title.by_user);
        if let Some(title) = title.filter(|title| title.by_user || !is_users) {
            self.title = Some(title);
        }
    }

    fn record(&mut self, record: Option<Record>) {
        let Some(mut record) = record else {
            return;
        };
        record.parts.retain(|part| match part {
            Part::Entry(entry) => self.is_answered_by(entry),
            _ => true,
        });
        if !record.parts.is_empty() {
            self.records.push(record);
        }
    }

    /// Whether an entry counts; of what answers, only the first thing does.
    fn is_answered_by(&mut self, entry: &Entry) -> bool {
        match &entry.what {
            What::Prompt { .. } => true,
            What::Action(Action::Command(_)) | What::Boundary | What::Summary(_) => {
                self.is_answered = false;
                true
            }
            What::Reply(_) | What::Call { .. } => !std::mem::replace(&mut self.is_answered, true),
            What::Action(_) | What::Outcome { .. } => false,
        }
    }

    fn survey(self) -> Survey {
        let entries = claude::entries(self.records);
        let turns = turns(&entries);
        let prompt = |turn: &Turn<'_>| match turn.opening {
            Some(Opening::Prompt(text)) => Some(text.to_owned()),
            _ => None,
        };
        let asked = |turn: &Turn<'_>| turn.asked().map(str::to_owned);
        let first = turns.iter().find_map(prompt);
        Survey {
            title: self.title.map(|title| title.text),
            first_prompt: first.or_else(|| turns.iter().find_map(asked)),
            turns: turns.len(),
            compactions: compactions::positions(&entries).len(),
        }
    }
}

#[cfg(test)]
mod tests {
    use std::io::Cursor;

    use super::super::{compactions, segment, turns};
    use super::{Survey, survey};

    #[track_caller]
    fn check(lines: &[&str], title: Option<&str>, turns_and_compactions: (usize, usize)) {
        let text = lines.join("\n");
        let found = survey(text.as_bytes()).unwrap();
        assert_eq!(found.title.as_deref(), title);
        assert_eq!((found.turns, found.compactions), turns_and_compactions);
        let all = segment::whole(Cursor::new(&text)).unwrap().entries;
        let by_reading = (turns(&all).len(), compactions::positions(&all).len());
        assert_eq!(by_reading, turns_and_compactions, "{text}");
    }

    const ASK: &str = r#"{"type":"user","message":{"content":"ask"}}"#;
    const REPLY: &str =
        r#"{"type":"assistant","message":{"content":[{"type":"text","text":"a"}]}}"#;
    const RESULT: &str = r#"{"type":"user","message":{"content":[{"type":"tool_result","tool_use_id":"t","content":"type user"}]}}"#;
    const COMMAND: &str =
        r#"{"type":"user","message":{"content":"<command-name>/review</command-name>"}}"#;
    const BOUNDARY: &str = r#"{"type":"system","subtype":"compact_boundary"}"#;
    const SUMMARY: &str =
        r#"{"type":"user","isCompactSummary":true,"message":{"content":"This session"}}"#;

    #[test]
    fn prompts_are_turns_and_what_tools_answered_is_none() {
        check(&[ASK, REPLY, RESULT, REPLY, ASK], None, (2, 0));
        check(&[], None, (0, 0));
    }

    #[test]
    fn a_command_is_a_turn_where_the_assistant_answered_it() {
        check(&[ASK, REPLY, COMMAND, ASK], None, (2, 0));
        check(
            &[ASK, REPLY, COMMAND, REPLY, RESULT, REPLY, ASK],
            None,
            (3, 0),
        );
        check(&[COMMAND], None, (0, 0));
    }

    #[test]
    fn an_answer_whose_prompt_is_not_there_is_a_turn() {
        check(&[REPLY, REPLY, ASK], None, (2, 0));
    }

    #[test]
    fn each_compaction_counts_once_whichever_client_wrote_it() {
        check(&[ASK, BOUNDARY, SUMMARY, REPLY, SUMMARY, ASK], None, (2, 2));
        check(
            &[ASK, REPLY, BOUNDARY, REPLY, BOUNDARY, SUMMARY],
            None,
            (1, 2),
        );
    }

    #[test]
    fn what_was_typed_beside_a_result_or_into_the_queue_is_a_turn() {
        let beside = r#"{"type":"user","message":{"content":[{"type":"tool_result","tool_use_id":"t","content":"r"},{"type":"text","text":"stop"}]}}"#;
        let attached = r#"{"type":"attachment","attachment":{"type":"queued_command","commandMode":"prompt","prompt":"wait"}}"#;
        let queued = r#"{"type":"queue-operation","operation":"enqueue","content":"also"}"#;
        let taken = r#"{"type":"queue-operation","operation":"remove","content":"also"}"#;
        check(&[ASK, beside, attached, queued, taken], None, (4, 0));
    }

    #[test]
    fn the_users_title_stands_over_the_clients_and_the_last_over_those_before() {
        let ai = r#"{"type":"ai-title","aiTitle":"one"}"#;
        let later = r#"{"type":"ai-title","aiTitle":" two "}"#;
        let custom = r#"{"type":"custom-title","customTitle":"mine"}"#;
        let old = r#"{"type":"summary","summary":"old","leafUuid":"u"}"#;
        check(&[old], Some("old"), (0, 0));
        check(&[ai, later], Some("two"), (0, 0));
        check(&[custom, later, ASK], Some("mine"), (1, 0));
    }

    #[test]
    fn the_first_prompt_is_what_somebody_typed_first() {
        let noise = r#"{"type":"user","isMeta":true,"message":{"content":"Caveat: x"}}"#;
        let found = survey([noise, ASK].join("\n").as_bytes()).unwrap();
        let expected = Survey {
            first_prompt: Some("ask".to_owned()),
            turns: 1,
            ..Survey::default()
        };
        assert_eq!(found, expected);
        let first = |lines: &[&str]| survey(lines.join("\n").as_bytes()).unwrap().first_prompt;
        assert_eq!(first(&[COMMAND, REPLY, ASK]).as_deref(), Some("ask"));
        assert_eq!(first(&[COMMAND, REPLY]).as_deref(), Some("/review"));
        assert_eq!(first(&[REPLY]), None);
    }
}
