//! The event that a client gives a hook on standard input (client 2.1.332; unknown fields are ignored).

use std::path::{Path, PathBuf};

use crate::not_json::NotJson;
use crate::problem::{EventFault, Problem};
use crate::transcript::json::Object;

/// A hook event.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Event {
    /// The session's id, where the client named one.
    pub session: Option<String>,
    /// The session's transcript. It need not exist yet.
    pub transcript: Option<PathBuf>,
    /// The id of the subagent that the event happened in; nothing where it happened in the session itself.
    pub agent: Option<String>,
    /// The subagent's transcript, where the client names it.
    pub agent_transcript: Option<PathBuf>,
    /// The session's current folder.
    pub cwd: Option<PathBuf>,
    /// What happened.
    pub kind: Kind,
}

/// What happened in the client.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Kind {
    /// A compaction is about to begin. It may still not happen.
    PreCompact {
        /// `manual` or `auto`.
        trigger: String,
    },
    /// A compaction was completed; the transcript does not hold it yet.
    PostCompact {
        /// `manual` or `auto`.
        trigger: String,
        /// The summary that took the segment's place.
        summary: String,
    },
    /// A session begins or goes on.
    SessionStart(Source),
    /// A session ends.
    SessionEnd {
        /// Why, in the client's words.
        reason: String,
    },
    /// Somebody sent a prompt; the transcript does not hold it yet.
    UserPromptSubmit {
        /// The words.
        prompt: String,
    },
    /// An event that recall has nothing to do with, or a payload that names none.
    Other(String),
}

/// Why a session begins or goes on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Source {
    /// A new session.
    Startup,
    /// An earlier session is taken up again, with its history.
    Resume,
    /// The conversation was cleared.
    Clear,
    /// A compaction was completed.
    Compact,
    /// A session branched off another one, with its history.
    Fork,
}

impl Event {
    /// Reads the JSON that a client wrote. A field that is missing, null or of another shape is absent.
    ///
    /// # Errors
    /// Where the input is no JSON object.
    pub fn parse(input: &[u8]) -> Result<Self, Problem> {
        let text = String::from_utf8_lossy(input);
        let text = text.trim_start_matches('\u{feff}').trim();
        if text.is_empty() {
            return Err(Problem::Event(EventFault::Empty));
        }
        let Some(object) = Object::parse(text) else {
            let fault = NotJson::find(text).map_or(EventFault::NotAnObject, EventFault::NotJson);
            return Err(Problem::Event(fault));
        };
        let owned = |key| object.text(key).map(String::from);
        let path = |key| {
            owned(key)
                .filter(|path| !path.is_empty())
                .map(PathBuf::from)
        };
        Ok(Self {
            session: owned("session_id").filter(|id| !id.is_empty()),
            transcript: path("transcript_path"),
            agent: owned("agent_id").filter(|id| !id.is_empty()),
            agent_transcript: path("agent_transcript_path"),
            cwd: path("cwd"),
            kind: kind(&object),
        })
    }
}

impl Event {
    /// The transcript that the event names.
    ///
    /// # Errors
    /// Where it names none.
    pub fn named_transcript(&self) -> Result<&Path, Problem> {
        self.transcript
            .as_deref()
            .ok_or(Problem::Event(EventFault::NoTranscript))
    }
}

impl Kind {
    /// The event's name with its trigger, source or reason, for logs: `PreCompact auto`.
    #[must_use]
    pub fn label(&self) -> String {
        let (name, detail) = match self {
            Self::PreCompact { trigger } => ("PreCompact", trigger.as_str()),
            Self::PostCompact { trigger, .. } => ("PostCompact", trigger.as_str()),
            Self::SessionStart(source) => ("SessionStart", source.name()),
            Self::SessionEnd { reason } => ("SessionEnd", reason.as_str()),
            Self::UserPromptSubmit { .. } => ("UserPromptSubmit", ""),
            Self::Other(name) if name.is_empty() => ("unnamed event", ""),
            Self::Other(name) => (name.as_str(), ""),
        };
        format!("{name} {detail}").trim_end().to_owned()
    }
}

impl Source {
    /// The client's name of the source.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Startup => "startup",
            Self::Resume => "resume",
            Self::Clear => "clear",
            Self::Compact => "compact",
            Self::Fork => "fork",
        }
    }

    /// The source of a name. One that is not known counts as a new session.
    fn of(name: &str) -> Self {
        let known = [Self::Resume, Self::Clear, Self::Compact, Self::Fork];
        known
            .into_iter()
            .find(|source| source.name() == name)
            .unwrap_or(Self::Startup)
    }
}

fn kind(object: &Object<'_>) -> Kind {
    let text = |key| object.text(key).map(String::from).unwrap_or_default();
    let or_unknown = |key| {
        Some(text(key))
            .filter(|text| !text.is_empty())
            .unwrap_or_else(|| "unknown".to_owned())
    };
    let name = text("hook_event_name");
    match name.as_str() {
        "PreCompact" => Kind::PreCompact {
            trigger: or_unknown("trigger"),
        },
        "PostCompact" => Kind::PostCompact {
            trigger: or_unknown("trigger"),
            summary: text("compact_summary"),
        },
        "SessionStart" => Kind::SessionStart(Source::of(&text("source"))),
        "SessionEnd" => Kind::SessionEnd {
            reason: or_unknown("reason"),
        },
        "UserPromptSubmit" => Kind::UserPromptSubmit {
            prompt: text("prompt"),
        },
        _ => Kind::Other(name),
    }
}

#[cfg(test)]
mod tests {
    use super::{Event, Kind, Source};

    #[track_caller]
    fn check(input: &str, kind: &Kind) {
        let event = Event::parse(input.as_bytes()).unwrap();
        assert_eq!(event.kind, *kind, "{input}");
    }

    #[test]
    fn each_event_carries_what_recall_needs_of_it() {
        check(
            r#"{"hook_event_name":"PreCompact","trigger":"auto","custom_instructions":null}"#,
            &Kind::PreCompact {
                trigger: "auto".into(),
            },
        );
        check(
            r#"{"hook_event_name":"PostCompact","trigger":"manual","compact_summary":"s"}"#,
            &Kind::PostCompact {
                trigger: "manual".into(),
                summary: "s".into(),
            },
        );
        check(
            r#"{"hook_event_name":"SessionStart","source":"compact"}"#,
            &Kind::SessionStart(Source::Compact),
        );
        check(
            r#"{"hook_event_name":"SessionEnd","reason":"exit"}"#,
            &Kind::SessionEnd {
                reason: "exit".into(),
            },
        );
        check(
            r#"{"hook_event_name":"UserPromptSubmit","prompt":"p"}"#,
            &Kind::UserPromptSubmit { prompt: "p".into() },
        );
    }

    #[test]
    fn an_unknown_source_counts_as_a_new_session() {
        check(
            r#"{"hook_event_name":"SessionStart","source":"teleport"}"#,
            &Kind::SessionStart(Source::Startup),
        );
        check(
            r#"{"hook_event_name":"SessionStart"}"#,
            &Kind::SessionStart(Source::Startup),
        );
    }

    #[test]
    fn an_unknown_event_and_an_unnamed_one_are_other() {
        check(r#"{"hook_event_name":"Stop"}"#, &Kind::Other("Stop".into()));
        check(r#"{"hook_event_name":null}"#, &Kind::Other(String::new()));
    }

    #[test]
    fn null_missing_empty_and_misshapen_fields_are_absent() {
        for input in [
            "{}",
            r#"{"session_id":null,"transcript_path":null,"cwd":null}"#,
            r#"{"session_id":"","transcript_path":"","cwd":""}"#,
            r#"{"session_id":7,"transcript_path":["a"],"cwd":{}}"#,
        ] {
            let event = Event::parse(input.as_bytes()).unwrap();
            assert_eq!(
                (event.session, event.transcript, event.cwd),
                (None, None, None),
                "{input}"
            );
        }
    }

    #[track_caller]
    fn check_refused(input: &str, fault: &str) {
        let problem = Event::parse(input.as_bytes()).unwrap_err().to_string();
        assert!(problem.contains(fault), "{problem}");
    }

    #[test]
    fn what_is_no_event_is_refused_with_the_reason() {
        check_refused("", "it is empty");
        check_refused("  \n", "it is empty");
        check_refused(
            "hello",
            "it is not JSON (line 1, column 1: what stands there is not JSON)",
        );
        check_refused(r#"{"a":"#, "it is not JSON");
        check_refused("[1]", "it is JSON, but no object");
    }
}
