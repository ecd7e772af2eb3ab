//! A session for programs.

use recall_core::transcript::turn::{Opening, Part, Turn};
use serde_json::{Value, json};
use time::format_description::well_known::Rfc3339;

use super::Shown;
use crate::answer;
use crate::conversation::Manner;
use crate::options::Role;
use crate::sessions::Listed;

/// What is shown. README.md documents it and tests/session.rs insists on it.
pub(super) fn text(listed: &Listed, shown: &Shown, turns: &[Turn<'_>], manner: &Manner) -> String {
    let all = json!({
        "path": listed.path.to_string_lossy(),
        "session": listed.session,
        "compactions": shown.compaction.map(|(_, of)| of),
        "damaged": shown.reading.damaged,
        "turns": turns.iter().map(|turn| turn_json(turn, manner)).collect::<Vec<_>>(),
    });
    answer::json(&all)
}

fn turn_json(turn: &Turn<'_>, manner: &Manner) -> Value {
    let (kind, words) = match turn.opening {
        Some(Opening::Prompt(words)) => (Some("prompt"), Some(words)),
        Some(Opening::Command(words)) => (Some("command"), Some(words)),
        None => (None, None),
    };
    let answer = turn.answer.iter().filter(|part| manner.tells_part(part));
    json!({
        "time": turn.at.and_then(|at| at.format(&Rfc3339).ok()),
        "kind": kind,
        "asked": words.filter(|_| manner.tells(Role::User)),
        "taken_back": turn.taken_back,
        "answer": answer.map(part_json).collect::<Vec<_>>(),
    })
}

fn part_json(part: &Part<'_>) -> Value {
    match part {
        Part::Reply(text) => json!({"kind": "reply", "text": text}),
        Part::Call {
            name,
            input,
            failed,
            outcome,
        } => {
            let input: Value = serde_json::from_str(input).unwrap_or(Value::Null);
            json!({"kind": "tool", "name": name, "input": input, "failed": failed, "outcome": outcome})
        }
        Part::Compaction => json!({"kind": "compaction"}),
    }
}
