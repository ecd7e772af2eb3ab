//! What is too old by its name goes when something new is kept, and nothing else.

use std::fs::{self, File};
use std::time::SystemTime;

use serde_json::json;
use stage::{Stage, prompt};

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
