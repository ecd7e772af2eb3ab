//! From which file and which part of it the words come back.

use std::fs;

use crate::compacted;
use serde_json::json;
use stage::{Ran, Stage, compaction, line, prompt, reply};

#[test]
fn a_second_compaction_brings_back_the_second_segment_only() {
    let lines = turn("first") + &compaction("s") + &turn("second");
    check(
        &lines,
        &["second"],
        &["first asked", "first answered", "continued"],
    );
}

#[test]
fn a_compaction_that_the_transcript_holds_already_brings_back_the_segment_before_it() {
    check(
        &(turn("first") + &compaction("s")),
        &["first"],
        &["continued"],
    );
    check(
        &(turn("first") + &compaction("s") + &turn("second") + &compaction("s")),
        &["second"],
        &["first"],
    );
    let only_said_by_the_client =
        line(&json!({"type": "attachment", "attachment": {"type": "hook_success"}}));
    check(
        &(turn("first") + &compaction("s") + &only_said_by_the_client),
        &["first"],
        &[],
    );
}

#[test]
fn two_compactions_in_a_row_bring_back_what_was_said_before_both() {
    check(
        &(turn("first") + &compaction("s") + &compaction("s")),
        &["first"],
        &[],
    );
}

#[test]
fn a_prompt_that_a_compaction_parted_from_its_answer_comes_back_with_it() {
    let interrupted = turn("first") + &prompt("second asked") + &compaction("s");
    check(
        &(interrupted.clone() + &reply("second answered") + &turn("third")),
        &["second", "third"],
        &["first"],
    );
    check(
        &(interrupted + &reply("second answered") + &compaction("s") + &turn("third")),
        &["third"],
        &["first", "second"],
    );
}

#[test]
fn a_summary_without_its_boundary_is_the_border_too() {
    let summary = compaction("s")
        .lines()
        .nth(1)
        .unwrap_or_default()
        .to_owned()
        + "\n";
    check(
        &(turn("first") + &summary + &turn("second")),
        &["second"],
        &["first"],
    );
}

#[test]
fn without_a_transcript_the_newest_backup_of_the_session_counts() {
    let stage = Stage::new();
    stage.backup("transcript-2026-01-01T00-00-00.jsonl", turn("older"));
    stage.backup("transcript-2026-01-02T00-00-00.jsonl", turn("newer"));
    stage.backup(
        "transcript-2026-01-03T00-00-00.jsonl",
        turn("foreign").replace("session-1", "session-2"),
    );
    older_by_its_time(&stage, "transcript-2026-01-02T00-00-00.jsonl");
    let ran = compacted(&stage, &[]);
    let context = ran.context();
    assert!(context.contains("newer asked"), "{context}");
    assert!(
        !context.contains("older asked") && !context.contains("foreign asked"),
        "{context}"
    );
    assert!(
        context.contains("/project/.claude/backups/transcript-2026-01-02T00-00-00.jsonl"),
        "{context}"
    );
    check_complaint(&stage, &ran);
}

#[test]
fn a_session_that_was_branched_off_another_is_told_by_its_last_lines() {
    let stage = Stage::new();
    let copied = turn("copied").replace("session-1", "session-0");
    stage.backup(
        "transcript-2026-01-01T00-00-00.jsonl",
        copied + &turn("own"),
    );
    assert!(compacted(&stage, &[]).context().contains("own asked"));
}

#[test]
fn a_backup_of_another_session_is_never_used() {
    let stage = Stage::new();
    stage.backup(
        "transcript-2026-01-01T00-00-00.jsonl",
        turn("foreign").replace("session-1", "session-2"),
    );
    let ran = compacted(&stage, &[]);
    assert!(!ran.stdout.contains("foreign"), "{}", ran.stdout);
    assert_eq!(ran.context(), "");
    let notice = ran.json()["systemMessage"]
        .as_str()
        .unwrap_or_default()
        .to_owned();
    assert!(
        notice.starts_with("recall: could not read "),
        "the user is told: {notice}"
    );
    check_complaint(&stage, &ran);
}

#[test]
fn a_file_that_no_backup_is_named_like_is_never_used() {
    let stage = Stage::new();
    for name in [
        "transcript-2026-01-01T00-00-00_.jsonl",
        "transcript-2026-01-01T00-00-00_<x>.jsonl",
        "transcript-now.jsonl",
        ".unfinished-7-0",
    ] {
        stage.backup(name, turn("foreign"));
    }
    assert!(!compacted(&stage, &[]).stdout.contains("foreign"));
}

#[test]
fn the_transcript_comes_before_any_backup() {
    let stage = Stage::new();
    stage.transcript(turn("live"));
    stage.backup("transcript-2026-01-02T00-00-00.jsonl", turn("kept"));
    let ran = compacted(&stage, &[]);
    assert!(ran.context().contains("live asked") && !ran.stdout.contains("kept"));
    assert_eq!(ran.stderr, "");
}

#[test]
fn where_nothing_was_said_nothing_is_printed() {
    let client_only =
        line(&json!({"type": "user", "isMeta": true, "message": {"role": "user", "content": "x"}}));
    for lines in [
        "",
        "\n",
        &client_only,
        &compaction("s"),
        &line(&json!({"type": "mode", "mode": "normal"})),
    ] {
        let stage = Stage::new();
        stage.transcript(lines);
        let ran = compacted(&stage, &[]);
        assert_eq!(
            (ran.code, ran.stdout.as_str(), ran.stderr.as_str()),
            (Some(0), "", ""),
            "{lines}"
        );
    }
}

/// Expects these words back from a transcript, and no others.
#[track_caller]
fn check(lines: &str, back: &[&str], gone: &[&str]) {
    let stage = Stage::new();
    stage.transcript(lines);
    let context = compacted(&stage, &[]).context();
    for word in back {
        for said in [format!("{word} asked"), format!("{word} answered")] {
            assert!(context.contains(&said), "{said}: {context}");
        }
    }
    for word in gone {
        assert!(!context.contains(word), "{word}: {context}");
    }
}

#[track_caller]
fn check_complaint(stage: &Stage, ran: &Ran) {
    let start = format!(
        "post-compact-recall: could not read {}: ",
        stage.transcript_path().display()
    );
    assert_eq!(ran.complaints().len(), 1, "{}", ran.stderr);
    assert!(ran.stderr.starts_with(&start), "{}", ran.stderr);
}

/// Makes a file the oldest by its time, against what its name says.
#[track_caller]
fn older_by_its_time(stage: &Stage, name: &str) {
    let file = fs::File::options()
        .append(true)
        .open(stage.backups().join(name));
    assert!(
        file.and_then(|file| file.set_modified(std::time::UNIX_EPOCH))
            .is_ok()
    );
}

fn turn(word: &str) -> String {
    prompt(&format!("{word} asked")) + &reply(&format!("{word} answered"))
}
