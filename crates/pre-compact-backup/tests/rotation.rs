//! What is too old by its name goes when something new is kept, and nothing else.

use std::fs::{self, File};
use std::time::SystemTime;

use serde_json::json;
use stage::{Stage, backup_of, prompt};

#[test]
fn backups_and_dumps_older_than_fourteen_days_by_name_go() {
    let stage = Stage::new();
    stage.transcript(prompt("Fix it"));
    let old = [
        "transcript-2020-01-01T00-00-00.jsonl",
        "session-20200101-000000.md",
    ];
    let other = [
        "transcript-latest.jsonl",
        "session-notes.md",
        "notes-2020-01-01T00-00-00.jsonl",
        "compaction-log.md",
    ];
    for name in old.iter().chain(&other) {
        stage.backup(name, "kept");
        // However young a file's time is, its name decides.
        File::options()
            .append(true)
            .open(stage.backups().join(name))
            .unwrap()
            .set_modified(SystemTime::now())
            .unwrap();
    }
    let ran = compacting(&stage);
    assert_eq!(ran, "");
    for name in old {
        assert!(!stage.backups().join(name).exists(), "{name}");
    }
    for name in other {
        assert!(stage.backups().join(name).exists(), "{name}");
    }
    assert_eq!(stage.kept().len(), 2, "{:?}", stage.kept());
}

#[test]
fn where_nothing_new_could_be_kept_the_newest_old_one_stays() {
    let stage = Stage::new();
    for name in [
        "transcript-2020-01-01T00-00-00.jsonl",
        "transcript-2020-01-02T00-00-00.jsonl",
    ] {
        stage.backup(name, "kept");
    }
    let complaint = compacting(&stage);
    assert!(complaint.contains("session-1.jsonl"), "{complaint}");
    assert_eq!(stage.kept(), ["transcript-2020-01-02T00-00-00.jsonl"]);
}

#[test]
fn what_cannot_be_removed_is_named_and_the_rest_is_done() {
    let stage = Stage::new();
    stage.transcript(prompt("Fix it"));
    fs::create_dir_all(stage.backups().join("transcript-2020-01-01T00-00-00.jsonl")).unwrap();
    assert_eq!(compacting(&stage), "", "a folder is no backup");
}

#[test]
fn over_the_size_limit_the_oldest_go_and_each_sessions_newest_stays() {
    let stage = Stage::new();
    stage.write(".claude/recall.json", r#"{"keep": {"size": "1 KB"}}"#);
    let of = |session: &str| prompt(&"Fix it ".repeat(100)).replace("session-1", session);
    for (days_ago, session) in [(5, "a"), (4, "b"), (3, "a"), (2, "b")] {
        stage.backup(&backup_of(days_ago), of(session));
    }
    stage.transcript(prompt("Fix it"));
    assert_eq!(compacting(&stage), "");
    let kept = stage.kept();
    assert_eq!(kept[..2], [backup_of(3), backup_of(2)]);
    assert_eq!(kept.len(), 3, "{kept:?}");
}

#[test]
fn within_the_size_limit_nothing_goes_and_a_project_cannot_lower_it() {
    let stage = Stage::new();
    stage.write(
        "project/.claude/recall.json",
        r#"{"keep": {"size": "1 KB"}}"#,
    );
    for days_ago in 2..6 {
        stage.backup(
            &backup_of(days_ago),
            prompt(&"Fix it ".repeat(100)) + "torn",
        );
    }
    stage.transcript(prompt("Fix it"));
    let complaint = compacting(&stage);
    assert!(
        complaint.contains("your own recall.json only"),
        "{complaint}"
    );
    assert_eq!(stage.kept().len(), 5);
}

#[test]
fn the_days_that_files_stay_can_be_set() {
    let stage = Stage::new();
    stage.write(".claude/recall.json", r#"{"keep": {"days": 3}}"#);
    for days_ago in [2, 4] {
        stage.backup(&backup_of(days_ago), "kept");
    }
    stage.transcript(prompt("Fix it"));
    assert_eq!(compacting(&stage), "");
    assert_eq!(stage.kept().len(), 2);
    assert_eq!(stage.kept()[0], backup_of(2));
}

/// Keeps the transcript before a compaction, and returns what was said on standard error.
fn compacting(stage: &Stage) -> String {
    let event = stage.event("PreCompact", &json!({"trigger": "auto"}));
    let ran = stage.run(
        env!("CARGO_BIN_EXE_pre-compact-backup"),
        &[],
        event.to_string(),
    );
    assert_eq!(ran.code, Some(0));
    ran.stderr
}
