//! What the receipts tell.

use serde_json::json;

use super::{check, doctor, findings, installed, private, receipt};

#[test]
fn the_receipts_tell_when_each_hook_ran_last() {
    let stage = installed();
    receipt(&stage, "PreCompact auto", "pre-compact-backup", "problem");
    receipt(&stage, "PostCompact auto", "post-compact-recall", "nothing");
    private(&stage.home().join(".claude/recall"));
    let ran = doctor(&stage);
    check(&ran, "ran-with-a-problem", "with a problem: the reason");
    check(
        &ran,
        "never-restored",
        "SessionStart(compact): never, in the receipts since",
    );
    let found = ran.json();
    assert!(
        findings(&found, "never")
            .iter()
            .any(|said| said.starts_with("SessionEnd: never"))
    );
    assert!(findings(&found, "ran")[0].starts_with("PostCompact: less than a minute ago"));
    receipt(&stage, "PreCompact auto", "pre-compact-backup", "ok");
    let found = doctor(&stage).json();
    assert!(findings(&found, "ran-with-a-problem").is_empty());
    assert_eq!(findings(&found, "last-problem").len(), 1);
}

#[test]
fn a_compaction_that_gave_nothing_back_is_noted_though_one_once_did() {
    let stage = installed();
    let then = json!({"time": "2026-01-01T09:00:00Z", "program": "post-compact-recall",
        "event": "SessionStart compact", "result": "ok"});
    stage.write(".claude/recall/receipts-2026-01.jsonl", format!("{then}\n"));
    receipt(&stage, "PostCompact auto", "post-compact-recall", "nothing");
    let said = findings(&doctor(&stage).json(), "not-restored");
    assert_eq!(said.len(), 1, "{said:?}");
    receipt(&stage, "SessionStart compact", "post-compact-recall", "ok");
    assert!(findings(&doctor(&stage).json(), "not-restored").is_empty());
}
