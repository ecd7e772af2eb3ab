//! What the receipts tell of each hook: ran well, ran with a problem, never ran.

use recall_core::clock;
use recall_core::language::Language;
use recall_core::say;
use time::{Duration, OffsetDateTime};

use super::expected::{ENTRIES, Expected};
use super::finding::{Area, At, Finding};
use super::receipts::{Run, Runs};

/// What runs before and after one compaction lies less than this apart.
const ONE_COMPACTION: Duration = Duration::hours(1);

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
    findings.extend(not_restored(runs, at));
    let is_last = |problem: &Run| runs.last.iter().flatten().any(|run| run == problem);
    let passed = runs.problem.as_ref().filter(|problem| !is_last(problem));
    findings.extend(passed.map(|problem| passed_by(problem, at)));
    findings
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
        clock::age(at.here.now - run.at, at.language()),
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
    let (event, since) = (entry.name(), since.to_offset(at.here.zone()).date());
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

/// A compaction after which nothing came back, though it once did: what restores runs before what logs.
fn not_restored(runs: &Runs, at: &At<'_>) -> Option<Finding> {
    let (language, now) = (at.language(), at.here.now);
    let compacted = runs.last_of("PostCompact")?;
    let restored = runs.last_of("SessionStart(compact)")?;
    if compacted.at - restored.at < ONE_COMPACTION {
        return None;
    }
    let when = clock::age(now - compacted.at, language);
    let last = clock::age(now - restored.at, language);
    let what = say!(
        language,
        "the compaction that was completed {when} gave nothing back: SessionStart(compact) ran last {last}",
        "{when}完了した圧縮では何も復元されていません。SessionStart(compact)は{last}動いたのが最後です"
    );
    let mend = say!(
        language,
        "see the entry in /hooks in Claude Code; if it is there, type /compact in a new session and run this again",
        "Claude Codeの/hooksで登録を確かめてください。あれば、新しいセッションで/compactを実行し、もう一度調べてください"
    );
    Some(Area::Runs.note("not-restored", what, mend))
}

fn passed_by(run: &Run, at: &At<'_>) -> Finding {
    let (event, reason) = (&run.event, &run.reason);
    let age = clock::age(at.here.now - run.at, at.language());
    let what = say!(
        at.language(),
        "the last problem, {age}, has not come again: {event}: {reason}",
        "最後の問題は{age}起き、その後は起きていません: {event}: {reason}"
    );
    Area::Runs.well("last-problem", what)
}
