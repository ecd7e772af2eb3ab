//! A session that goes on under a new id: whose words come back, and whose never do.

use std::fs::{self, File};
use std::os::unix::fs::symlink;
use std::path::PathBuf;
use std::process::Command;
use std::time::{Duration, SystemTime};

use crate::compacted;
use serde_json::{Value, json};
use stage::{Ran, Stage, compaction, line, prompt, reply};

#[test]
fn a_new_transcript_brings_back_what_the_one_that_says_it_continues_there_holds() {
    let metadata = line(&json!({"type": "mode", "mode": "normal"}));
    for own in [None, Some(""), Some(&*metadata), Some(&*compaction("s"))] {
        let stage = Stage::new();
        if let Some(own) = own {
            stage.transcript(own);
        }
        let earlier = turn("earlier") + &compaction("s");
        lay(
            &stage,
            "before",
            &(earlier + &turn("wanted") + &handed_over("session-1")),
        );
        let ran = compacted(&stage, &[]);
        check_told(&ran, &["wanted"], &["earlier"]);
        let named = "from ~/.claude/projects/-home-project/before.jsonl";
        assert!(ran.context().contains(named), "{}", ran.context());
        assert_eq!(ran.stderr, "", "{own:?}");
    }
}

#[test]
fn a_new_transcript_that_begins_with_the_compaction_of_another_brings_back_what_it_took_away() {
    let records = |word: &str| with_id(&prompt(word), word) + &with_id(&reply(word), "end");
    for shared in [
        json!({"logicalParentUuid": "end"}),
        json!({"uuid": "border"}),
    ] {
        let stage = Stage::new();
        let (boundary, summary) = parted(&compaction("s"));
        stage.transcript(with(&boundary, &shared) + &summary);
        let old = records("wanted") + &with_id(&boundary, "border") + &summary + &turn("elsewhere");
        lay(&stage, "before", &old);
        check_told(&compacted(&stage, &[]), &["wanted"], &["elsewhere"]);
    }
}

#[test]
fn a_new_transcript_that_begins_with_copies_brings_back_what_stands_above_them() {
    let stage = Stage::new();
    let copied = line(&json!({"type": "attachment", "uuid": "copied", "attachment": {}}));
    stage.transcript(&copied);
    lay(
        &stage,
        "before",
        &(turn("wanted") + &copied + &turn("elsewhere")),
    );
    check_told(&compacted(&stage, &[]), &["wanted"], &["elsewhere"]);
}

#[test]
fn what_a_session_said_after_it_was_continued_elsewhere_is_not_told() {
    let stage = Stage::new();
    lay(
        &stage,
        "before",
        &(turn("wanted") + &handed_over("session-1") + &turn("elsewhere")),
    );
    check_told(&compacted(&stage, &[]), &["wanted"], &["elsewhere"]);
}

#[test]
fn a_transcript_with_a_segment_of_its_own_is_not_left_for_another() {
    let stage = Stage::new();
    lay(
        &stage,
        "before",
        &(turn("foreign") + &handed_over("session-1")),
    );
    stage.transcript(compaction("s") + &turn("own"));
    check_told(&compacted(&stage, &[]), &["own"], &["foreign"]);
}

#[test]
fn a_backup_of_the_session_itself_comes_before_its_predecessor() {
    let stage = Stage::new();
    lay(
        &stage,
        "before",
        &(turn("foreign") + &handed_over("session-1")),
    );
    stage.backup("transcript-2026-01-01T00-00-00.jsonl", turn("own"));
    check_told(&compacted(&stage, &[]), &["own"], &["foreign"]);
}

#[test]
fn a_predecessor_whose_transcript_is_gone_is_read_from_its_backup() {
    let stage = Stage::new();
    stage.transcript(compaction("s"));
    let lines = turn("wanted") + &handed_over("session-1");
    stage.backup("transcript-2026-01-01T00-00-00.jsonl", of("before", &lines));
    stage.backup(
        "transcript-2026-01-02T00-00-00.jsonl",
        of("other", &turn("foreign")),
    );
    let ran = compacted(&stage, &[]);
    check_told(&ran, &["wanted"], &["foreign"]);
    assert!(
        ran.context()
            .contains("transcript-2026-01-01T00-00-00.jsonl")
    );
}

#[test]
fn without_proof_no_file_of_the_folder_is_told() {
    let said = handed_over("session-1");
    let quoted = prompt(&said) + &reply(&format!("{said}\n{said}"));
    let nested: Value = serde_json::from_str(&said).unwrap_or_default();
    for (why, lines) in [
        ("it is just there, and the newest", turn("foreign")),
        ("it quotes the record", turn("foreign") + &quoted),
        (
            "a tool's answer holds the record",
            turn("foreign") + &line(&json!({"type": "user", "toolUseResult": nested})),
        ),
        (
            "it is continued in another session",
            turn("foreign") + &handed_over("session-2"),
        ),
        (
            "the record is another session's",
            turn("foreign") + &of("third", &said),
        ),
        (
            "the record is torn",
            turn("foreign") + said.get(..40).unwrap_or_default(),
        ),
        (
            "the record is a subagent's",
            turn("foreign") + &with(&said, &json!({"isSidechain": true})),
        ),
    ] {
        let stage = Stage::new();
        stage.transcript(compaction("s"));
        let lines = if lines.contains("third") {
            lines
        } else {
            of("before", &lines)
        };
        stage.write(place(&stage, "before"), lines);
        check_nothing(&stage, why);
    }
}

#[test]
fn what_is_no_file_of_the_folder_is_not_followed() {
    let proven = of("before", &(turn("foreign") + &handed_over("session-1")));
    let cases: [(&str, Lay); 5] = [
        ("a link to a file elsewhere", |stage, proven| {
            let elsewhere = stage.write("elsewhere.jsonl", proven);
            symlink(elsewhere, place(stage, "before")).unwrap_or_default();
        }),
        ("a link in a circle", |stage, _| {
            symlink(place(stage, "before"), place(stage, "before")).unwrap_or_default();
        }),
        ("a pipe, which nobody writes to", |stage, _| {
            let made = Command::new("mkfifo").arg(place(stage, "before")).status();
            assert!(made.is_ok_and(|made| made.success()));
        }),
        ("a folder", |stage, _| {
            fs::create_dir_all(place(stage, "before")).unwrap_or_default();
        }),
        ("a subagent's transcript", |stage, proven| {
            stage.write(place(stage, "agent-before"), proven);
        }),
    ];
    for (why, lay) in cases {
        let stage = Stage::new();
        stage.transcript(compaction("s"));
        lay(&stage, &proven);
        check_nothing(&stage, why);
    }
}

#[test]
fn a_damaged_predecessor_is_told_as_far_as_it_can_be_read() {
    let stage = Stage::new();
    stage.transcript(compaction("s"));
    let damaged = turn("wanted") + "{\"type\":\"as\n\0\0\0\n" + &handed_over("session-1") + "{\"to";
    lay(&stage, "before", &damaged);
    lay(&stage, "noise", "\u{fffd}{]\n");
    let ran = compacted(&stage, &[]);
    check_told(&ran, &["wanted"], &[]);
    assert!(ran.stderr.contains("before.jsonl"), "{}", ran.stderr);
}

#[test]
fn eight_predecessors_are_followed_and_no_ninth() {
    for (hops, told) in [(1, true), (8, true), (9, false)] {
        let stage = Stage::new();
        lay_chain(&stage, hops);
        let ran = compacted(&stage, &[]);
        assert_eq!(
            ran.stdout.contains("wanted asked"),
            told,
            "{hops}: {}",
            ran.stdout
        );
    }
}

#[test]
fn a_chain_that_misses_a_link_ends_there() {
    let stage = Stage::new();
    lay_chain(&stage, 4);
    fs::remove_file(place(&stage, "hop-2")).unwrap_or_default();
    check_nothing(&stage, "the second of four is gone");
}

#[test]
fn a_circle_ends() {
    let stage = Stage::new();
    stage.transcript(compaction("s") + &handed_over("before"));
    lay(
        &stage,
        "before",
        &(compaction("s") + &handed_over("session-1")),
    );
    check_nothing(&stage, "two sessions that name each other");
    let stage = Stage::new();
    stage.transcript(handed_over("session-1"));
    check_nothing(&stage, "a session that names itself");
}

#[test]
fn of_several_the_same_one_is_always_taken() {
    // The one that says so itself comes before one that only shares a record.
    let (boundary, summary) = parted(&compaction("s"));
    let stage = Stage::new();
    stage.transcript(with(&boundary, &json!({"logicalParentUuid": "end"})) + &summary);
    lay(&stage, "a", &with_id(&prompt("foreign asked"), "end"));
    lay(&stage, "b", &(turn("wanted") + &handed_over("session-1")));
    check_told(&compacted(&stage, &[]), &["wanted"], &["foreign"]);
    // Then a transcript before a backup, and the first by name, whichever was written last.
    for last in ["a", "b"] {
        let stage = Stage::new();
        stage.transcript(compaction("s"));
        let lines = |word| turn(word) + &handed_over("session-1");
        lay(&stage, "a", &lines("wanted"));
        lay(&stage, "b", &lines("foreign"));
        stage.backup(
            "transcript-2026-01-01T00-00-00.jsonl",
            of("0", &lines("kept")),
        );
        touch(&place(&stage, last), Duration::from_secs(9));
        check_told(&compacted(&stage, &[]), &["wanted"], &["foreign", "kept"]);
    }
}

#[test]
fn a_transcript_that_is_there_and_cannot_be_read_is_not_left_for_another() {
    let stage = Stage::new();
    fs::create_dir_all(stage.transcript_path()).unwrap_or_default();
    lay(
        &stage,
        "before",
        &(turn("foreign") + &handed_over("session-1")),
    );
    let ran = compacted(&stage, &[]);
    assert!(!ran.stdout.contains("foreign"), "{}", ran.stdout);
    assert!(ran.stderr.contains("session-1.jsonl"), "{}", ran.stderr);
}

#[test]
fn a_folder_of_many_transcripts_is_looked_at_from_the_one_written_last() {
    let stage = Stage::new();
    stage.transcript(compaction("s"));
    lay(&stage, "zz", &(turn("wanted") + &handed_over("session-1")));
    touch(&place(&stage, "zz"), Duration::from_secs(9));
    for nth in 0..300 {
        lay(&stage, &format!("other-{nth}"), &turn("foreign"));
    }
    check_told(&compacted(&stage, &[]), &["wanted"], &["foreign"]);
}

#[test]
fn a_proof_far_from_the_end_is_not_looked_for() {
    let stage = Stage::new();
    stage.transcript(compaction("s"));
    let much = turn(&"foreign ".repeat(1_000)).repeat(40);
    lay(
        &stage,
        "before",
        &(turn("foreign") + &handed_over("session-1") + &much),
    );
    check_nothing(&stage, "it was continued long ago and went on");
}

#[test]
fn reload_context_follows_too() {
    // The compaction stands at the start of the new transcript, which has gone on since.
    let (boundary, summary) = parted(&compaction("s"));
    let begins = with(&boundary, &json!({"logicalParentUuid": "end"})) + &summary;
    let old = turn("wanted") + &with_id(&reply("wanted answered"), "end") + &turn("elsewhere");
    check_reloaded(&(begins + &turn("later")), &old, true);
    // It stands in the old one, and the new one goes on from there.
    let old = turn("wanted") + &compaction("s") + &turn("later") + &handed_over("session-1");
    check_reloaded(&turn("newest"), &old, true);
    check_reloaded("", &old, true);
    // There was none yet, or nothing proves anything.
    check_reloaded("", &(turn("later") + &handed_over("session-1")), false);
    check_reloaded("", &(turn("elsewhere") + &compaction("s")), false);
}

/// Puts a case in its place on a stage; it is given the lines of a proven predecessor.
type Lay = fn(&Stage, &str);

#[track_caller]
fn check_reloaded(own: &str, old: &str, told: bool) {
    let stage = Stage::new();
    stage.transcript(own);
    lay(&stage, "before", old);
    let event = stage.event("UserPromptSubmit", &json!({"prompt": "reload context"}));
    let program = env!("CARGO_BIN_EXE_post-compact-recall");
    let ran = stage.run(program, &[], event.to_string());
    let context = ran.context();
    assert_eq!(context.contains("wanted asked"), told, "{context}");
    for other in ["later", "newest", "elsewhere"] {
        assert!(!context.contains(other), "{other}: {context}");
    }
    assert_eq!(context.contains("has not been compacted yet"), !told);
}

#[track_caller]
fn check_told(ran: &Ran, told: &[&str], not: &[&str]) {
    let context = ran.context();
    for word in told {
        assert!(context.contains(word), "{word}: {context}");
    }
    for word in not {
        assert!(!ran.stdout.contains(word), "{word}: {context}");
    }
}

#[track_caller]
fn check_nothing(stage: &Stage, why: &str) {
    let ran = compacted(stage, &[]);
    let answer = (ran.code, ran.stdout.as_str(), ran.stderr.as_str());
    assert_eq!(answer, (Some(0), "", ""), "{why}");
}

/// A chain of as many hops, of which the first session alone said something.
fn lay_chain(stage: &Stage, hops: usize) {
    stage.transcript(compaction("s"));
    for hop in 1..=hops {
        let next = match hop {
            1 => "session-1".to_owned(),
            hop => format!("hop-{}", hop - 1),
        };
        let said = if hop == hops {
            turn("wanted")
        } else {
            String::new()
        };
        lay(stage, &format!("hop-{hop}"), &(said + &handed_over(&next)));
    }
}

/// Writes the transcript of another session where the client has it.
fn lay(stage: &Stage, session: &str, lines: &str) {
    stage.write(place(stage, session), of(session, lines));
}

fn place(stage: &Stage, session: &str) -> PathBuf {
    stage
        .transcript_path()
        .with_file_name(format!("{session}.jsonl"))
}

/// The same lines, written by another session.
fn of(session: &str, lines: &str) -> String {
    let own = r#""sessionId":"session-1""#;
    lines.replace(own, &format!(r#""sessionId":"{session}""#))
}

/// The record with which a client hands a session over (client 2.1.278).
fn handed_over(to: &str) -> String {
    line(&json!({"type": "continued-in", "continuedInSessionId": to}))
}

fn with_id(text: &str, id: &str) -> String {
    with(text, &json!({"uuid": id}))
}

/// A line with more fields.
fn with(text: &str, fields: &Value) -> String {
    let mut object: Value = serde_json::from_str(text).unwrap_or_default();
    if let (Some(object), Some(fields)) = (object.as_object_mut(), fields.as_object()) {
        object.extend(fields.clone());
    }
    format!("{object}\n")
}

/// The boundary and the summary of a compaction.
fn parted(compaction: &str) -> (String, String) {
    let (boundary, summary) = compaction.split_once('\n').unwrap_or_default();
    (format!("{boundary}\n"), summary.to_owned())
}

/// Makes a file one that was written so much later than now.
fn touch(path: &std::path::Path, later: Duration) {
    let file = File::options().append(true).open(path);
    let touched = file.and_then(|file| file.set_modified(SystemTime::now() + later));
    assert!(touched.is_ok(), "{}", path.display());
}

fn turn(word: &str) -> String {
    prompt(&format!("{word} asked")) + &reply(&format!("{word} answered"))
}
