//! What can be the matter with the hook event on standard input.

use std::io;

use super::cause::cause;
use crate::language::Language;
use crate::not_json::NotJson;
use crate::say;

/// What can be the matter with a hook event.
#[derive(Debug)]
pub enum EventFault {
    /// Standard input cannot be read.
    Unread(io::Error),
    /// It is empty.
    Empty,
    /// It is not JSON.
    NotJson(NotJson),
    /// It is JSON, and no object.
    NotAnObject,
    /// It does not say which event it is.
    Nameless,
    /// It names no transcript.
    NoTranscript,
}

impl EventFault {
    /// The sentence for a person.
    pub(super) fn text(&self, language: Language) -> String {
        let fault = match self {
            Self::Unread(error) => cause(error, language),
            Self::Empty => say!(language, "it is empty", "空です"),
            Self::NotJson(fault) => {
                let fault = fault.text(language);
                say!(
                    language,
                    "it is not JSON ({fault})",
                    "JSONとして読めません（{fault}）"
                )
            }
            Self::NotAnObject => say!(
                language,
                "it is JSON, but no object",
                "JSONですがオブジェクトではありません",
            ),
            Self::Nameless => say!(
                language,
                "it names no hook_event_name",
                "hook_event_nameがありません",
            ),
            Self::NoTranscript => say!(
                language,
                "it names no transcript_path",
                "transcript_pathがありません",
            ),
        };
        say!(
            language,
            "could not use the hook event on standard input: {fault}",
            "標準入力のフックイベントを使えません: {fault}",
        )
    }
}
