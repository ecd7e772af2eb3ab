//! How `recall verify` tells a backup that is well from one that is not.

use serde_json::json;
use stage::{Ran, Stage, backup_of, line, prompt, reply};

#[test]
fn a_backup_that_its_transcript_begins_with_is_well() {
    let stage = Stage::new();
    stage.backup(&backup_of(0), prompt("one"));
    stage.transcript(prompt("one") + &reply("two"));
    check(&stage, 0, "1 line; its transcript begins with these bytes.");
    check(
        &stage,
        0,
        "1 backup in ~/project/.claude/backups, all well\n",
    );
}

#[test]
fn the_shape_for_programs() {
    let stage = Stage::new();
    let path = stage.backup(&backup_of(0), prompt("one"));
    let bad = stage.backup(&backup_of(1), prompt("one") + "nonsense\n");
    let transcript = stage.transcript(prompt("one"));
    let expected = json!({
        "root": stage.project(),
        "backups": [
            {
                "path": path, "bytes": prompt("one").len(), "well": true, "transcript": transcript,
                "differs": null, "lines": 1, "damaged": 0, "torn": false, "problem": null,
            },
            {
                "path": bad, "bytes": prompt("one").len() + 9, "well": false,
                "transcript": transcript, "differs": prompt("one").len(), "lines": 2, "damaged": 1,
                "torn": false, "problem": null,
            },
        ],
    });
    let ran = stage.run(env!("CARGO_BIN_EXE_recall"), &["verify", "--json"], "");
    assert_eq!((ran.json(), ran.code), (expected, Some(1)));
}

#[test]
fn a_backup_whose_transcript_is_gone_is_read_line_by_line() {
    let stage = Stage::new();
    stage.backup(&backup_of(0), prompt("one") + &reply("two"));
    check(&stage, 0, "2 lines; there is no transcript any more");
    stage.backup(&backup_of(1), prompt("one") + "nonsense\n" + &reply("two"));
    check(&stage, 1, "1 line cannot be read, the first is line 2");
    check(
        &stage,
        1,
        "2 backups in ~/project/.claude/backups, 1 not well\n",
    );
}

#[test]
fn a_transcript_that_says_something_else_is_named_with_the_place() {
    let stage = Stage::new();
    stage.backup(&backup_of(0), prompt("one") + &prompt("two"));
    stage.transcript(prompt("one") + &prompt("2"));
    let place = prompt("one").len() + prompt("two").find("two").unwrap_or_default();
    let said = format!("from byte {place} on");
    check(&stage, 1, &said);
}

#[test]
fn a_transcript_that_is_shorter_than_its_backup_is_not_well() {
    let stage = Stage::new();
    stage.backup(&backup_of(0), prompt("one") + &prompt("two"));
    stage.transcript(prompt("one"));
    check(&stage, 1, "not well");
}

#[test]
fn a_line_that_the_transcript_itself_has_torn_is_no_fault_of_the_backup() {
    let stage = Stage::new();
    let torn = prompt("one") + "{\"type\":\"us\n" + &prompt("two");
    stage.backup(&backup_of(0), &torn);
    stage.transcript(torn);
    check(&stage, 0, "1 line cannot be read");
}

#[test]
fn a_last_line_that_was_still_being_written_is_normal() {
    let stage = Stage::new();
    stage.backup(&backup_of(0), prompt("one") + "{\"type\":\"us");
    check(&stage, 0, "still writing the last line");
}

#[test]
fn an_agents_transcript_is_not_compared_with_its_sessions() {
    let stage = Stage::new();
    let agents = line(&json!({"type": "user", "isSidechain": true, "agentId": "a1"}));
    stage.backup(&backup_of(0), agents);
    stage.transcript(prompt("one"));
    check(&stage, 0, "there is no transcript any more");
}

#[test]
fn a_subagents_backup_is_read_too() {
    let stage = Stage::new();
    let agents = backup_of(0).replace("transcript-", "agent-");
    stage.backup(&agents, prompt("one") + "nonsense\n" + &reply("two"));
    check(&stage, 1, "1 line cannot be read, the first is line 2");
    check(&stage, 1, &agents);
}

#[test]
fn a_session_cannot_name_a_file_elsewhere() {
    let stage = Stage::new();
    let elsewhere = line(&json!({"type": "user", "sessionId": "../../../secret"}));
    stage.backup(&backup_of(0), elsewhere);
    stage.write(".claude/projects/-p/x.jsonl", "");
    stage.write("secret.jsonl", "secret");
    check(&stage, 0, "there is no transcript any more");
}

#[test]
fn without_a_backup_nothing_is_wrong() {
    check(
        &Stage::new(),
        0,
        "no backup in ~/project/.claude/backups yet",
    );
    let japanese = Stage::new().with("LANG", "ja_JP.UTF-8");
    check(&japanese, 0, "まだバックアップがありません");
}

/// Expects the exit code, and a text without regard to where its lines end.
#[track_caller]
fn check(stage: &Stage, code: i32, said: &str) {
    let ran = verify(stage);
    let words = |text: &str| text.split_whitespace().collect::<Vec<_>>().join(" ");
    assert_eq!(
        (ran.code, ran.stderr.as_str()),
        (Some(code), ""),
        "{}",
        ran.stdout
    );
    assert!(words(&ran.stdout).contains(&words(said)), "{}", ran.stdout);
}

fn verify(stage: &Stage) -> Ran {
    stage.run(env!("CARGO_BIN_EXE_recall"), &["verify"], "")
}
