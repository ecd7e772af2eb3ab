//! The reply that a hook gives on standard output, in the one form that each event takes.

use serde_json::json;

use super::event::Kind;

/// What a hook says to its client.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Reply {
    /// Plain text: at PreCompact it reaches the summariser (client 2.1.332).
    Plain(String),
    /// Text for the model, and one line for the person at the terminal.
    Context {
        /// Added to the model's context.
        context: String,
        /// Shown to the person.
        notice: Option<String>,
    },
    /// One line for the person only.
    Notice(String),
}

impl Reply {
    /// The bytes that the client understands as an answer to this event.
    #[must_use]
    pub fn encode(&self, event: &Kind) -> String {
        match self {
            Self::Plain(text) => text.clone(),
            Self::Notice(notice) => json!({ "systemMessage": notice }).to_string(),
            Self::Context { context, notice } => {
                let name = match event {
                    Kind::UserPromptSubmit { .. } => "UserPromptSubmit",
                    _ => "SessionStart",
                };
                let output = json!({ "hookEventName": name, "additionalContext": context });
                match notice {
                    Some(notice) => {
                        json!({ "systemMessage": notice, "hookSpecificOutput": output }).to_string()
                    }
                    None => json!({ "hookSpecificOutput": output }).to_string(),
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Reply;
    use crate::hook::{Kind, Source};

    #[track_caller]
    fn check(reply: &Reply, event: &Kind, expected: &str) {
        assert_eq!(reply.encode(event), expected);
    }

    #[test]
    fn a_session_start_takes_context_and_notice_in_one_object() {
        let reply = Reply::Context {
            context: "c".into(),
            notice: Some("n".into()),
        };
        check(
            &reply,
            &Kind::SessionStart(Source::Compact),
            r#"{"hookSpecificOutput":{"additionalContext":"c","hookEventName":"SessionStart"},"systemMessage":"n"}"#,
        );
    }

    #[test]
    fn context_is_answered_under_the_name_of_its_event() {
        let reply = Reply::Context {
            context: "c".into(),
            notice: None,
        };
        check(
            &reply,
            &Kind::UserPromptSubmit {
                prompt: String::new(),
            },
            r#"{"hookSpecificOutput":{"additionalContext":"c","hookEventName":"UserPromptSubmit"}}"#,
        );
    }

    #[test]
    fn text_for_the_summariser_is_plain() {
        check(
            &Reply::Plain("keep".into()),
            &Kind::PreCompact {
                trigger: "auto".into(),
            },
            "keep",
        );
    }

    #[test]
    fn a_notice_alone_is_no_context() {
        let event = Kind::PostCompact {
            trigger: "manual".into(),
            summary: String::new(),
        };
        check(
            &Reply::Notice("n".into()),
            &event,
            r#"{"systemMessage":"n"}"#,
        );
    }
}
