//! On a file system that can share bytes between files the first backup of a session takes no room.
//! The kernel sees to it where a piece is copied by copy_file_range and its ends lie between blocks.

use serde_json::json;
use stage::{Stage, prompt};

/// Bytes that the backup, the state dump, the log and what the file system notes of them may take.
const LITTLE: u64 = 4 * 1024 * 1024;

#[test]
fn a_first_backup_shares_the_bytes_of_its_transcript() {
    let stage = Stage::new();
    let line = prompt(&"Fix it ".repeat(1_000));
    let words = line.repeat(48 * 1024 * 1024 / line.len());
    stage.transcript(&words);
    let event = stage.event("PreCompact", &json!({"trigger": "auto"}));
    let program = env!("CARGO_BIN_EXE_pre-compact-backup");
    let Some((ran, taken)) = stage.run_on_sharing_disk(program, &event.to_string()) else {
        return;
    };
    assert_eq!((ran.code, ran.stderr.as_str()), (Some(0), ""));
    assert!(stage.kept_bytes() == [words.as_bytes()]);
    assert!(taken < LITTLE, "{taken} bytes were taken");
}
