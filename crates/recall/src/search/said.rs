//! What a line of a transcript says, and who says it.

use recall_core::transcript::claude::{self, Part, Record};
use recall_core::transcript::entry::{Action, Ending, Entry, What};
use time::OffsetDateTime;

use crate::arguments;
use crate::options::Role;

/// What somebody said in one line.
pub(crate) struct Message {
    pub(crate) role: Role,
    pub(crate) text: String,
    pub(crate) at: Option<OffsetDateTime>,
    /// Whether it stands in the queue of what was typed while the assistant was at work, and most likely elsewhere too.
    pub(crate) is_queued: bool,
}

/// The messages of a line, one for each of those who speak in it.
pub(crate) fn messages(record: &Record) -> Vec<Message> {
    let mut messages: Vec<Message> = Vec::new();
    for (said, is_queued) in record.parts.iter().filter_map(entry) {
        let Some((role, text)) = words(&said.what) else {
            continue;
        };
        if is_queued && !claude::is_typed(text.trim()) {
            continue;
        }
        match messages.iter_mut().find(|message| message.role == role) {
            Some(message) => {
                message.text.push('\n');
                message.text.push_str(&text);
            }
            None => messages.push(Message {
                role,
                text,
                at: said.at,
                is_queued,
            }),
        }
    }
    messages
}

fn entry(part: &Part) -> Option<(&Entry, bool)> {
    match part {
        Part::Entry(entry) => Some((entry, false)),
        Part::Enqueued(entry) => Some((entry, true)),
        Part::Dequeued | Part::Absorbed(_) | Part::Recalled => None,
    }
}

fn words(what: &What) -> Option<(Role, String)> {
    let said = match what {
        What::Prompt { text, .. }
        | What::Action(Action::Command(text) | Action::Shell(text) | Action::Note(text)) => {
            (Role::User, text.clone())
        }
        // The user's own words stand at the end of what the tool seems to answer.
        What::Outcome {
            ending: Ending::Refused(Some(words)),
            ..
        } => (Role::User, words.clone()),
        What::Reply(text) => (Role::Assistant, text.clone()),
        What::Call { name, input, .. } => {
            (Role::Tool, format!("{name}\n{}", arguments::text(input)))
        }
        What::Outcome { text, .. } => (Role::Tool, text.clone()),
        What::Action(Action::Interrupt) | What::Boundary | What::Summary(_) => return None,
    };
    Some(said)
}

#[cfg(test)]
mod tests {
    use recall_core::transcript::claude;
    use recall_core::transcript::json::Object;

    use super::messages;
    use crate::options::Role;

    #[track_caller]
    fn check(line: &str, expected: &[(Role, &str)]) {
        let record = claude::record(&Object::parse(line).unwrap(), 0);
        let said = record.map(|record| messages(&record)).unwrap_or_default();
        let said: Vec<_> = said.iter().map(|it| (it.role, it.text.as_str())).collect();
        assert_eq!(said, expected, "{line}");
    }

    #[test]
    fn people_and_the_model_say_what_they_say() {
        check(
            r#"{"type":"user","message":{"content":"fix \u65e5\u672c"}}"#,
            &[(Role::User, "fix 日本")],
        );
        check(
            r#"{"type":"assistant","message":{"content":[{"type":"text","text":"a"},{"type":"thinking","thinking":"b"},{"type":"text","text":"c"}]}}"#,
            &[(Role::Assistant, "a\nc")],
        );
        check(
            r#"{"type":"user","message":{"content":"<command-name>/review</command-name><command-args>x</command-args>"}}"#,
            &[(Role::User, "/review x")],
        );
    }

    #[test]
    fn tools_say_what_they_were_told_and_what_they_answered() {
        check(
            r#"{"type":"assistant","message":{"content":[{"type":"tool_use","name":"Bash","input":{"command":"ls\n-l","of":["\u65e5"]}}]}}"#,
            &[(Role::Tool, "Bash\ncommand: ls\n-l\nof: [\n  \"日\"\n]")],
        );
        check(
            r#"{"type":"user","message":{"content":[{"type":"tool_result","content":"out"}]}}"#,
            &[(Role::Tool, "out")],
        );
    }

    #[test]
    fn a_refusal_is_in_the_users_words() {
        check(
            r#"{"type":"user","message":{"content":[{"type":"tool_result","is_error":true,"content":"The user doesn't want to proceed with this tool use, and the user said: not there"}]}}"#,
            &[(Role::User, "not there")],
        );
    }

    #[test]
    fn what_the_client_wrote_nobody_said() {
        for line in [
            r#"{"type":"user","isMeta":true,"message":{"content":"Caveat"}}"#,
            r#"{"type":"user","isCompactSummary":true,"message":{"content":"so far"}}"#,
            r#"{"type":"user","isSidechain":true,"message":{"content":"to a subagent"}}"#,
            r#"{"type":"queue-operation","operation":"enqueue","content":"<task-notification>x"}"#,
            r#"{"type":"progress","data":{"message":"fix it"}}"#,
        ] {
            check(line, &[]);
        }
    }
}
