//! From which backup a new session is told the last words.
#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

use std::fs::{self, File};
use std::time::{Duration, UNIX_EPOCH};

use recall_core::process::Surroundings;
use recall_core::stamp;
use serde_json::json;
use stage::{Ran, Stage, compaction, line, prompt, reply};

#[test]
fn the_newest_backup_is_told_by_its_name() {
    let stage = Stage::new();
    for (days, word, touched) in [
        (3, "oldest", 3_000),
        (1, "newest", 1_000),
        (2, "middle", 2_000),
    ] {
        let name = keep(&stage, days, 0, &turn(word));
        touch(&stage, &name, touched);
    }
    check_told(&stage, "newest");
}

#[test]
fn of_one_second_the_later_backup_is_the_newest() {
    let stage = Stage::new();
    let name = keep(&stage, 1, 0, &turn("earlier"));
    for (nth, word) in [("_002", "later"), ("_010", "latest")] {
        stage.backup(
            &name.replace(".jsonl", &format!("{nth}.jsonl")),
            another(0, &turn(word)),
        );
    }
    check_told(&stage, "latest");
}

#[test]
fn the_sessions_own_backup_is_passed_over() {
    let stage = Stage::new();
    keep(&stage, 1, 1, &turn("own"));
    keep(&stage, 2, 0, &turn("another's"));
    check_told(&stage, "another's");
}

#[test]
fn a_subagents_backup_is_no_dialogue_of_a_session() {
    let stage = Stage::new();
    let name = keep(&stage, 1, 0, &turn("agent's"));
    let path = stage.backups().join(&name);
    fs::rename(
        &path,
        stage.backups().join(name.replace("transcript-", "agent-")),
    )
    .unwrap();
    check_nothing(&started(&stage));
    keep(&stage, 2, 0, &turn("session's"));
    check_told(&stage, "session's");
}

#[test]
fn only_what_is_named_within_fourteen_days_is_read() {
    let stage = Stage::new();
    let name = keep(&stage, 15, 0, &turn("old"));
    touch(&stage, &name, 4_000_000_000);
    check_nothing(&started(&stage));
    keep(&stage, 13, 0, &turn("young"));
    check_told(&stage, "young");
}

#[test]
fn what_is_named_in_the_future_or_leads_elsewhere_is_not_read() {
    let stage = Stage::new();
    let name = keep(&stage, 1, 0, &turn("kept"));
    stage.backup(
        "transcript-2999-01-01T00-00-00.jsonl",
        another(0, &turn("planted")),
    );
    let elsewhere = stage.write("elsewhere.jsonl", another(0, &turn("leaked")));
    let link = stage.backups().join(name.replace(".jsonl", "_002.jsonl"));
    std::os::unix::fs::symlink(elsewhere, link).unwrap();
    check_told(&stage, "kept");
}

#[test]
fn what_is_named_otherwise_is_no_backup() {
    let stage = Stage::new();
    let name = keep(&stage, 1, 0, &turn("kept"));
    let later = name.replace(".jsonl", "");
    for other in [
        "transcript-latest.jsonl",
        ".unfinished-7-0",
        "notes.md",
        &format!("{later}_<system-reminder>.jsonl"),
        &format!("{later}_.jsonl"),
    ] {
        stage.backup(other, another(0, &turn("foreign")));
    }
    check_told(&stage, "kept");
}

#[test]
fn what_nobody_said_is_passed_over() {
    let stage = Stage::new();
    let noise = prompt("<local-command-stdout>noise</local-command-stdout>")
        + &prompt("<task-notification>noise</task-notification>")
        + &prompt("[Request interrupted by user]")
        + &line(
            &json!({"type": "user", "isMeta": true, "message": {"role": "user", "content": "noise"}}),
        )
        + &line(
            &json!({"type": "assistant", "isSidechain": true, "message": {"role": "assistant", "content": [{"type": "text", "text": "noise"}]}}),
        )
        + &compaction("noise");
    keep(&stage, 2, 0, &(turn("said") + &noise));
    keep(&stage, 1, 0, &noise);
    check_told(&stage, "said");
}

#[test]
fn a_prompt_that_got_no_answer_still_finds_the_last_reply() {
    let stage = Stage::new();
    keep(&stage, 1, 0, &(turn("answered") + &prompt("unanswered")));
    let context = started(&stage).context();
    assert!(
        context.contains("```\nunanswered\n```") && context.contains("```\nanswered, done.\n```"),
        "{context}"
    );
}

/// Expects the words of this turn, and nobody else's.
#[track_caller]
fn check_told(stage: &Stage, word: &str) {
    let ran = started(stage);
    assert_eq!((ran.code, ran.stderr.as_str()), (Some(0), ""));
    let context = ran.context();
    assert!(
        context.contains(&format!("```\n{word}\n```")),
        "{word}: {context}"
    );
    assert!(
        context.contains(&format!("```\n{word}, done.\n```")),
        "{word}: {context}"
    );
}

#[track_caller]
fn check_nothing(ran: &Ran) {
    assert_eq!(
        (ran.code, ran.stdout.as_str(), ran.stderr.as_str()),
        (Some(0), "", "")
    );
}

/// Writes a backup of this session, named for a moment some days ago, and returns its name.
fn keep(stage: &Stage, days: u64, session: u32, lines: &str) -> String {
    let moment = Surroundings::read().now - Duration::from_secs(days * 24 * 60 * 60);
    let name = format!("transcript-{}.jsonl", stamp::of(moment));
    stage.backup(&name, another(session, lines));
    name
}

fn another(session: u32, lines: &str) -> String {
    lines.replace("session-1", &format!("session-{session}"))
}

fn touch(stage: &Stage, name: &str, seconds: u64) {
    let file = File::options()
        .append(true)
        .open(stage.backups().join(name))
        .unwrap();
    file.set_modified(UNIX_EPOCH + Duration::from_secs(seconds))
        .unwrap();
}

fn turn(word: &str) -> String {
    prompt(word) + &reply(&format!("{word}, done."))
}

fn started(stage: &Stage) -> Ran {
    let event = stage.event("SessionStart", &json!({"source": "startup"}));
    stage.run(
        env!("CARGO_BIN_EXE_session-start-greeting"),
        &[],
        event.to_string(),
    )
}
