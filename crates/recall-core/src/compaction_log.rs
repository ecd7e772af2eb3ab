//! The compaction log: a line for each event that kept or completed something, for people to read.

use std::path::Path;

use time::format_description::well_known::Rfc3339;
use time::{OffsetDateTime, UtcOffset};

use crate::hook::{Event, Kind};
use crate::problem::Problem;
use crate::store::{log, places};

/// How a new log begins.
const HEADER: &str = "# Compaction log\n\n";

/// Adds an event to the log of a project; its backups folder must be there.
///
/// # Errors
/// Where the log cannot be written.
pub fn add(root: &Path, event: &Event, now: OffsetDateTime, what: &str) -> Result<(), Problem> {
    log::append(
        &places::compaction_log(root),
        HEADER,
        &line(event, now, what),
    )
}

/// The line of an event: when, what happened and why, in which session, and what came of it.
#[must_use]
pub fn line(event: &Event, now: OffsetDateTime, what: &str) -> String {
    let whole_second = now
        .to_offset(UtcOffset::UTC)
        .replace_nanosecond(0)
        .unwrap_or(now);
    let time = whole_second.format(&Rfc3339).unwrap_or_default();
    let session = event.session.as_deref().unwrap_or("unknown");
    let (name, detail) = match &event.kind {
        Kind::PreCompact { trigger } => ("PreCompact", format!("trigger: {trigger}")),
        Kind::PostCompact { trigger, .. } => ("PostCompact", format!("trigger: {trigger}")),
        Kind::SessionEnd { reason } => ("SessionEnd", format!("reason: {reason}")),
        other => ("Other", other.label()),
    };
    let parts = [
        time,
        name.to_owned(),
        detail,
        format!("session: {session}"),
        what.to_owned(),
    ];
    format!("- {}", parts.map(|part| one_line(&part)).join(" | "))
}

fn one_line(text: &str) -> String {
    text.chars()
        .map(|c| if c.is_control() { ' ' } else { c })
        .collect()
}

#[cfg(test)]
mod tests {
    use time::macros::datetime;

    use super::line;
    use crate::hook::Event;

    #[track_caller]
    fn check(event: &str, expected: &str) {
        let event = Event::parse(event.as_bytes()).unwrap();
        assert_eq!(
            line(&event, datetime!(2026-11-30 18:31:27.5 +9), "kept"),
            expected
        );
    }

    #[test]
    fn a_line_says_when_what_why_and_in_which_session() {
        check(
            r#"{"hook_event_name":"PreCompact","trigger":"auto","session_id":"s"}"#,
            "- 2026-11-30T09:31:27Z | PreCompact | trigger: auto | session: s | kept",
        );
        check(
            r#"{"hook_event_name":"SessionEnd","reason":"exit","session_id":"s"}"#,
            "- 2026-11-30T09:31:27Z | SessionEnd | reason: exit | session: s | kept",
        );
    }

    #[test]
    fn what_is_missing_is_unknown() {
        check(
            r#"{"hook_event_name":"PreCompact"}"#,
            "- 2026-11-30T09:31:27Z | PreCompact | trigger: unknown | session: unknown | kept",
        );
        check(
            "{}",
            "- 2026-11-30T09:31:27Z | Other | unnamed event | session: unknown | kept",
        );
    }

    #[test]
    fn nothing_in_an_event_can_break_a_line_in_two() {
        check(
            r#"{"hook_event_name":"PreCompact","trigger":"a\nb","session_id":"s\r\n- x"}"#,
            "- 2026-11-30T09:31:27Z | PreCompact | trigger: a b | session: s  - x | kept",
        );
    }
}
