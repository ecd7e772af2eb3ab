//! What is kept of a transcript, under which name and with which rights.
#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

use std::fs::{self, Permissions};
use std::os::unix::fs::PermissionsExt;

use serde_json::json;
use stage::{Ran, Stage, backup_of, mode, prompt};

const PROGRAM: &str = env!("CARGO_BIN_EXE_pre-compact-backup");

#[test]
fn a_backup_is_the_transcript_byte_for_byte() {
    check_exact("an ordinary line", prompt("Fix it").as_bytes());
    check_exact("no bytes at all", b"");
    check_exact("bytes that are no UTF-8", b"{\"a\":\"\xff\xfe\x80\"}\n");
    check_exact("a torn last line", b"{\"type\":\"user\"}\n{\"type\":\"us");
    check_exact(
        "a run of NUL bytes",
        &[b"{}\n".as_slice(), &[0; 9000], b"\n{}\n"].concat(),
    );
    check_exact("line ends of another system", b"{}\r\n{}\r\n");
    check_exact(
        "more than one buffer",
        "日本語🦀\n".repeat(40_000).as_bytes(),
    );
}

#[test]
fn the_end_of_a_session_keeps_it_too() {
    let stage = Stage::new();
    stage.transcript(prompt("Fix it"));
    let ran = ended(&stage);
    assert_eq!((ran.stdout.as_str(), ran.stderr.as_str()), ("", ""));
    assert_eq!(stage.kept_bytes(), [prompt("Fix it").into_bytes()]);
}

#[test]
fn nothing_is_opened_before_the_event_is_read() {
    let stage = Stage::new();
    stage.transcript(prompt("Fix it"));
    let event = stage.event("SessionEnd", &json!({"reason": "exit"}));
    if let Some(calls) = stage.calls(PROGRAM, &event.to_string()) {
        assert!(calls.before_event.is_empty(), "{calls:?}");
        assert!(!calls.after_event.is_empty());
    }
}

#[test]
fn the_name_says_the_moment_in_utc() {
    for zone in ["UTC", "Asia/Tokyo", "America/St_Johns"] {
        let stage = Stage::new().with("TZ", zone);
        stage.transcript(prompt("Fix it"));
        let before = utc_now();
        let _ = compacting(&stage);
        let after = utc_now();
        let names = stage.kept();
        let stamp = names[0]
            .strip_prefix("transcript-")
            .unwrap()
            .strip_suffix(".jsonl")
            .unwrap();
        assert!(
            (before.as_str()..=after.as_str()).contains(&stamp),
            "{zone}: {stamp} is not from {before} to {after}"
        );
    }
}

#[test]
fn only_the_owner_may_read_whatever_the_umask() {
    for umask in ["000", "022", "077", "777"] {
        let stage = Stage::new();
        if umask == "777" {
            fs::create_dir(stage.project().join(".claude")).unwrap();
        }
        for said in ["Fix it", "Fix it all"] {
            stage.transcript(prompt(said));
            let event = stage.event("PreCompact", &json!({"trigger": "auto"}));
            let ran = stage.run_under(umask, PROGRAM, &[], &event.to_string());
            assert_eq!(ran.stderr, "", "{umask}");
        }
        assert_eq!(stage.kept().len(), 2, "{umask}");
        let above = mode(&stage.project().join(".claude"));
        assert_eq!(above & 0o022, 0, "{umask}: others could replace the folder");
        for folder in [stage.backups(), stage.home().join(".claude/recall")] {
            assert_eq!(stage.open_to_others(&folder), [], "{umask}");
        }
    }
}

#[test]
fn a_folder_that_others_could_enter_is_closed() {
    let stage = Stage::new();
    stage.backup(".gitignore", "*\n");
    stage.transcript(prompt("Fix it"));
    let _ = compacting(&stage);
    assert_eq!(mode(&stage.backups()), 0o700);
}

#[test]
fn each_event_is_a_line_of_the_log() {
    let stage = Stage::new();
    stage.transcript(prompt("Fix it"));
    let _ = compacting(&stage);
    let _ = ended(&stage);
    let log = stage.log();
    let lines: Vec<&str> = log.lines().collect();
    let (kept, bytes) = (&stage.kept()[0], prompt("Fix it").len());
    assert_eq!(lines[..2], ["# Compaction log", ""]);
    let told = |line: &str| line.split_once(" | ").unwrap().1.to_owned();
    assert_eq!(
        told(lines[2]),
        format!("PreCompact | trigger: manual | session: session-1 | {kept} ({bytes} bytes)")
    );
    assert_eq!(
        told(lines[3]),
        format!("SessionEnd | reason: exit | session: session-1 | {kept} holds it already")
    );
    assert_eq!(lines.len(), 4);
}

#[test]
fn what_a_sessions_newest_backup_holds_already_is_not_kept_twice() {
    let stage = Stage::new();
    stage.transcript(prompt("Fix it"));
    let _ = compacting(&stage);
    let _ = compacting(&stage);
    assert_eq!(stage.kept().len(), 1);
}

#[test]
fn where_another_sessions_backup_is_newer_the_own_one_stands() {
    let stage = Stage::new();
    stage.transcript(prompt("Fix it"));
    stage.backup(&backup_of(1), "other");
    stage.backup(&backup_of(2), prompt("Fix it"));
    let _ = compacting(&stage);
    assert_eq!(stage.kept(), [backup_of(2), backup_of(1)]);
}

#[test]
fn a_name_that_would_soon_be_too_old_is_made_new() {
    for days_ago in [8, 20, -2] {
        let stage = Stage::new();
        stage.transcript(prompt("Fix it"));
        stage.backup(&backup_of(days_ago), prompt("Fix it"));
        let _ = compacting(&stage);
        assert_eq!(stage.kept_bytes(), [prompt("Fix it").into_bytes()]);
        assert!(
            stage.kept()[0] < backup_of(-1) && stage.kept()[0] > backup_of(1),
            "{:?}",
            stage.kept()
        );
    }
}

#[test]
fn a_session_costs_its_own_size_once() {
    let (other, stage) = (prompt("Other"), Stage::new());
    stage.backup(&backup_of(1), &other);
    let mut held = String::new();
    for nth in 0..5 {
        held.push_str(&prompt(&format!("Fix {nth}")));
        stage.transcript(&held);
        let ran = if nth % 2 == 0 {
            compacting(&stage)
        } else {
            ended(&stage)
        };
        assert_eq!(ran.stderr, "");
        assert_eq!(stage.kept_bytes(), [other.as_bytes(), held.as_bytes()]);
        assert_eq!(mode(&stage.backups().join(&stage.kept()[1])), 0o600);
    }
}

#[test]
fn what_was_changed_and_not_continued_is_kept_beside() {
    let (one, two) = (prompt("Fix it"), prompt("Fix me"));
    let stage = Stage::new();
    for held in [one.clone(), two.clone(), two.clone() + &one, two.clone()] {
        stage.transcript(&held);
        let _ = compacting(&stage);
        assert_eq!(stage.kept_bytes().last(), Some(&held.into_bytes()));
    }
    let expected = [one.clone(), two.clone() + &one, two].map(String::into_bytes);
    assert_eq!(stage.kept_bytes(), expected);
}

#[test]
fn a_session_that_goes_on_from_another_does_not_take_its_backup() {
    let stage = Stage::new();
    let theirs = prompt("Fix it");
    let own = theirs.clone() + &prompt("Fix me").replace("session-1", "session-2");
    stage.backup(&backup_of(1), &theirs);
    stage.transcript(&own);
    let _ = compacting(&stage);
    assert_eq!(stage.kept_bytes(), [theirs, own].map(String::into_bytes));
}

#[test]
fn a_backup_that_may_not_be_written_stays_beside_the_next() {
    let stage = Stage::new();
    let (old, new) = (prompt("Fix it"), prompt("Fix it").repeat(2));
    let path = stage.backup(&backup_of(1), &old);
    fs::set_permissions(path, Permissions::from_mode(0o400)).unwrap();
    stage.transcript(&new);
    let event = stage.event("PreCompact", &json!({"trigger": "auto"}));
    if let Some(ran) = stage.run_bound_by_modes(PROGRAM, &event.to_string()) {
        assert_eq!(ran.stderr, "");
        assert_eq!(stage.kept_bytes(), [old, new].map(String::into_bytes));
    }
}

#[test]
fn an_end_that_a_power_cut_left_empty_is_not_built_upon() {
    let stage = Stage::new();
    let whole = prompt("Fix it").repeat(100);
    let mut damaged = whole.clone().into_bytes();
    damaged[9_000..].fill(0);
    stage.backup(&backup_of(1), &damaged);
    let held = whole + &prompt("Fix me");
    stage.transcript(&held);
    let _ = compacting(&stage);
    assert_eq!(stage.kept_bytes(), [damaged, held.into_bytes()]);
}

#[test]
fn a_session_that_never_had_a_transcript_ends_without_a_trace_or_a_word() {
    let stage = Stage::new();
    let ran = ended(&stage);
    assert_eq!(
        (ran.code, ran.stdout.as_str(), ran.stderr.as_str()),
        (Some(0), "", "")
    );
    assert!(!stage.project().join(".claude").exists());
}

#[track_caller]
fn check_exact(what: &str, held: &[u8]) {
    let stage = Stage::new();
    stage.transcript(held);
    let ran = compacting(&stage);
    assert_eq!(ran.stderr, "", "{what}");
    assert!(stage.kept_bytes() == [held], "{what}");
    assert_eq!(stage.unfinished(), Vec::<String>::new(), "{what}");
    assert!(fs::read(stage.transcript_path()).unwrap() == held, "{what}");
}

fn compacting(stage: &Stage) -> Ran {
    run(stage, "PreCompact", "trigger", "manual")
}

fn ended(stage: &Stage) -> Ran {
    run(stage, "SessionEnd", "reason", "exit")
}

fn run(stage: &Stage, name: &str, key: &str, value: &str) -> Ran {
    stage.run(
        PROGRAM,
        &[],
        stage.event(name, &json!({ key: value })).to_string(),
    )
}

fn utc_now() -> String {
    let stage = Stage::new();
    let now = stage.run("date", &["-u", "+%Y-%m-%dT%H-%M-%S"], "");
    now.stdout.trim().to_owned()
}
