//! The receipts read: when each hook ran last, and what came of it.

use recall_core::problem::Problem;
use recall_core::store::read;
use serde::Deserialize;
use time::OffsetDateTime;
use time::format_description::well_known::Rfc3339;

use super::expected::ENTRIES;
use super::finding::At;

/// When each of [`ENTRIES`] ran last.
#[derive(Debug, Default)]
pub(crate) struct Runs {
    pub(crate) last: Vec<Option<Run>>,
    /// The latest run that had a problem.
    pub(crate) problem: Option<Run>,
    /// How far the receipts go back.
    pub(crate) since: Option<OffsetDateTime>,
}

/// A run of a hook.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Run {
    pub(crate) at: OffsetDateTime,
    pub(crate) event: String,
    pub(crate) result: String,
    pub(crate) reason: String,
}

#[derive(Deserialize)]
struct Line {
    time: String,
    program: String,
    event: String,
    result: String,
    #[serde(default)]
    reason: String,
}

/// The receipts of the client's folder, whatever project they are of.
pub(crate) fn gather(at: &At<'_>) -> Result<Runs, Problem> {
    let is_receipts = |name: &str| name.starts_with("receipts-") && name.ends_with(".jsonl");
    let mut text = String::new();
    for path in read::files(&at.claude_dir.join("recall"))? {
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        if is_receipts(&name) {
            text.push_str(&read::text_if_there(&path)?.unwrap_or_default());
            text.push('\n');
        }
    }
    Ok(runs(&text))
}

/// Reads receipts, a JSON object a line in any order; other lines are passed over.
pub(crate) fn runs(text: &str) -> Runs {
    let mut runs = Runs {
        last: vec![None; ENTRIES.len()],
        ..Runs::default()
    };
    for line in text.lines() {
        let Ok(line) = serde_json::from_str::<Line>(line) else {
            continue;
        };
        let Ok(at) = OffsetDateTime::parse(&line.time, &Rfc3339) else {
            continue;
        };
        let mut entries = ENTRIES.iter().zip(&mut runs.last);
        let own = entries.find(|(entry, _)| entry.is_told_by(&line.program, &line.event));
        let run = Run {
            at,
            event: line.event,
            result: line.result,
            reason: line.reason,
        };
        runs.since = Some(runs.since.map_or(at, |since| since.min(at)));
        if run.result == "problem" {
            keep_later(&mut runs.problem, &run);
        }
        if let Some((_, last)) = own {
            keep_later(last, &run);
        }
    }
    runs
}

fn keep_later(last: &mut Option<Run>, run: &Run) {
    if last.as_ref().is_none_or(|last| last.at <= run.at) {
        *last = Some(run.clone());
    }
}

impl Runs {
    /// The last run of an entry, by its name.
    pub(crate) fn last_of(&self, name: &str) -> Option<&Run> {
        let mut entries = ENTRIES.iter().zip(&self.last);
        let own = entries.find(|(entry, _)| entry.name() == name);
        own.and_then(|(_, last)| last.as_ref())
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::runs;

    fn receipt(minute: u8, program: &str, event: &str, result: &str) -> String {
        let time = format!("2026-11-30T09:{minute:02}:00.5Z");
        let line = json!({"time": time, "program": program, "version": "0.1.0", "event": event,
            "session": "s", "result": result, "bytes": 1, "ms": 2, "reason": format!("{minute}")});
        format!("{line}\n")
    }

    #[test]
    fn the_last_run_of_each_entry_is_told_by_program_and_event() {
        let text = [
            receipt(5, "pre-compact-backup", "PreCompact auto", "ok"),
            receipt(3, "pre-compact-backup", "PreCompact manual", "problem"),
            receipt(
                6,
                "session-start-greeting",
                "SessionStart compact",
                "nothing",
            ),
            receipt(7, "post-compact-recall", "SessionStart compact", "ok"),
            receipt(8, "session-start-greeting", "SessionStart startup", "ok"),
            "nonsense\n{}\n{\"time\":\"yesterday\"}\n".to_owned(),
        ];
        let runs = runs(&text.concat());
        let told = runs
            .last
            .iter()
            .map(|run| run.as_ref().map(|run| run.reason.as_str()));
        let told: Vec<_> = told.collect();
        assert_eq!(told, [Some("5"), None, Some("8"), Some("7"), None, None]);
        assert_eq!(runs.problem.unwrap().event, "PreCompact manual");
        assert_eq!(runs.since.unwrap().minute(), 3);
    }

    #[test]
    fn without_receipts_there_are_no_runs() {
        let runs = runs("");
        assert!(runs.last.iter().all(Option::is_none) && runs.since.is_none());
    }
}
