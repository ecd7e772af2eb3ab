//! The receipts read: when each hook ran last, and what came of it.

use recall_core::language::Language;
use recall_core::problem::Problem;
use recall_core::say;
use recall_core::state::replay;
use recall_core::store::read;
use serde::Deserialize;
use time::OffsetDateTime;
use time::format_description::well_known::Rfc3339;

use super::expected::{ENTRIES, Expected};
use super::finding::{Area, At, Finding};

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

/// What the receipts tell of each hook.
pub(crate) fn findings(runs: &Runs, at: &At<'_>) -> Vec<Finding> {
    let Some(since) = runs.since else {
        return vec![none_at_all(at)];
    };
    let compacted = runs.last_of("PostCompact").is_some();
    let entries = ENTRIES.iter().zip(&runs.last);
    let mut findings: Vec<Finding> = entries
        .filter_map(|(entry, last)| match last {
            Some(run) => Some(ran(entry, run, at)),
            None => never(entry, since, compacted, at),
        })
        .collect();
    let is_last = |problem: &Run| runs.last.iter().flatten().any(|run| run == problem);
    let passed = runs.problem.as_ref().filter(|problem| !is_last(problem));
    findings.extend(passed.map(|problem| passed_by(problem, at)));
    findings
}

impl Runs {
    fn last_of(&self, event: &str) -> Option<&Run> {
        let mut entries = ENTRIES.iter().zip(&self.last);
        let own = entries.find(|(entry, _)| entry.event == event);
        own.and_then(|(_, last)| last.as_ref())
    }
}

fn none_at_all(at: &At<'_>) -> Finding {
    let folder = at.shown(&at.claude_dir.join("recall"));
    Area::Runs.note(
        "never-ran",
        say!(
            at.language(),
            "no hook has ever run: {folder} holds no receipts",
            "フックが動いた記録は{folder}にありません"
        ),
        say!(
            at.language(),
            "start a new session and run this again; if it stays so, look at /hooks in Claude Code",
            "新しいセッションを始めてからもう一度実行してください。変わらなければClaude Codeの/hooksを確認してください"
        ),
    )
}

fn ran(entry: &Expected, run: &Run, at: &At<'_>) -> Finding {
    let (event, age) = (
        entry.name(),
        replay::age(at.here.now - run.at, at.language()),
    );
    if run.result != "problem" {
        let result = result(&run.result, at.language());
        let what = say!(
            at.language(),
            "{event}: {age}, {result}",
            "{event}: {age}実行、{result}"
        );
        return Area::Runs.well("ran", what);
    }
    let reason = &run.reason;
    Area::Runs.broken(
        "ran-with-a-problem",
        say!(
            at.language(),
            "{event}: {age}, with a problem: {reason}",
            "{event}: {age}実行、問題あり: {reason}"
        ),
        say!(
            at.language(),
            "mend what it names; the next run shows whether that was all",
            "示された箇所を直してください。次の実行で結果が分かります"
        ),
    )
}

fn result(result: &str, language: Language) -> String {
    match result {
        "nothing" => say!(language, "nothing to say", "伝えることなし"),
        "ok" => say!(language, "ok", "正常"),
        other => other.to_owned(),
    }
}

/// A hook that never ran; what only answers "reload context" may well never have been asked.
fn never(entry: &Expected, since: OffsetDateTime, compacted: bool, at: &At<'_>) -> Option<Finding> {
    let (event, since) = (entry.name(), since.to_offset(at.here.zone).date());
    let what = say!(
        at.language(),
        "{event}: never, in the receipts since {since}",
        "{event}: {since}以降の記録では一度も動いていません"
    );
    let restores = entry.values == ["compact"];
    if restores && compacted {
        let mend = say!(
            at.language(),
            "compactions were completed and nothing came back: see the entry in /hooks in Claude Code, then start a new session",
            "圧縮は行われたのに何も復元されていません。Claude Codeの/hooksで登録を確認し、新しいセッションを始めてください"
        );
        return Some(Area::Runs.broken("never-restored", what, mend));
    }
    let mend = match entry.event {
        "UserPromptSubmit" => return None,
        "SessionEnd" => say!(
            at.language(),
            "it runs when a session ends: end one, and run this again",
            "セッションの終わりに動きます。一度終えてから、もう一度実行してください"
        ),
        "SessionStart" if !restores => say!(
            at.language(),
            "it runs when a session starts: start one, and run this again",
            "セッションの始まりに動きます。一つ始めてから、もう一度実行してください"
        ),
        _ => say!(
            at.language(),
            "it runs at a compaction: type /compact in a session, and run this again",
            "圧縮のときに動きます。セッションで/compactを実行してから、もう一度実行してください"
        ),
    };
    Some(Area::Runs.note("never", what, mend))
}

fn passed_by(run: &Run, at: &At<'_>) -> Finding {
    let (event, reason) = (&run.event, &run.reason);
    let age = replay::age(at.here.now - run.at, at.language());
    let what = say!(
        at.language(),
        "the last problem, {age}, has not come again: {event}: {reason}",
        "最後の問題は{age}起き、その後は起きていません: {event}: {reason}"
    );
    Area::Runs.well("last-problem", what)
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
