//! The program is killed at every call that changes the disk: no backup is half, and the next run has it
//! all. `RECALL_STRESS=N` tries N times as many series of kills.
#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

use std::fs;

use serde_json::json;
use stage::{Numbers, Ran, Stage, backup_of, prompt, rounds, tree};

const PROGRAM: &str = env!("CARGO_BIN_EXE_pre-compact-backup");

/// The calls that change what is on a disk, or when it is there for good; each file that is opened anew
/// is then changed by one of them.
const CALLS: [&str; 14] = [
    "write",
    "pwrite64",
    "copy_file_range",
    "sendfile",
    "splice",
    "fsync",
    "fdatasync",
    "?fadvise64",
    "ftruncate",
    "fchmod",
    "renameat2",
    "?rename",
    "?unlink",
    "?mkdir",
];

/// Those of them that the program makes on this system, and most often.
const USUAL: [&str; 6] = [
    "write",
    "copy_file_range",
    "fsync",
    "fdatasync",
    "fchmod",
    "renameat2",
];

/// More calls of one kind than the program makes.
const MOST: u64 = 500;

#[test]
fn a_first_backup_that_is_killed_is_made_by_the_next_run() {
    check(|stage| {
        stage.transcript(said(2_000));
    });
}

#[test]
fn an_extension_that_is_killed_leaves_what_was_kept_and_a_part_of_the_rest() {
    check(|stage| {
        stage.backup(&backup_of(1), said(1_000));
        stage.backup(
            &backup_of(2),
            prompt("Other").replace("session-1", "session-2"),
        );
        stage.transcript(said(2_000));
    });
}

#[test]
fn a_copy_that_was_interrupted_before_is_not_lost_by_the_next_kill() {
    check(|stage| {
        stage.transcript(said(2_000));
        let _ = killed(stage, "copy_file_range", 1);
        for name in stage.unfinished() {
            fs::write(stage.backups().join(name), said(700)).unwrap();
        }
    });
}

#[test]
fn a_long_extension_can_be_killed_between_any_two_of_its_steps() {
    check_calls(&["copy_file_range", "fdatasync"], 5, |stage| {
        let long = prompt(&"Fix it ".repeat(30_000));
        stage.backup(&backup_of(1), &long);
        stage.transcript(long.repeat(50));
    });
}

/// A session goes on while one run after another is killed, whatever is there and wherever that happens.
#[test]
fn a_series_of_kills_while_a_session_goes_on_loses_nothing_either() {
    if !can_kill() {
        return;
    }
    let mut kills = 0;
    for round in rounds(4) {
        let mut numbers = Numbers::of(round);
        let stage = Stage::new();
        let mut lines = numbers.below(1_500) + 1;
        if numbers.below(2) == 0 {
            stage.backup(&backup_of(1), said(numbers.below(lines)));
        }
        for _ in 0..=numbers.below(5) {
            stage.transcript(said(lines));
            let before = stage.kept_bytes();
            let (call, nth) = (numbers.one_of(&USUAL), numbers.below(4) + 1);
            kills += u64::from(killed(&stage, call, nth).code.is_none());
            check_exact(&stage, &before, &format!("round {round}: {call}"), nth);
            lines += numbers.below(800);
        }
        check_next(&stage, &format!("round {round}"), 0);
    }
    let rounds = rounds(4).end;
    assert!(kills >= rounds / 2, "only {kills} kills in {rounds} rounds");
}

/// Kills the program at each call in turn, each time on a stage of its own, and lets the next run finish.
#[track_caller]
fn check(lay: impl Fn(&Stage)) {
    check_calls(&CALLS, 20, lay);
}

#[track_caller]
fn check_calls(calls: &[&str], least: usize, lay: impl Fn(&Stage)) {
    if !can_kill() {
        return;
    }
    let mut kills = 0;
    for call in calls {
        for nth in 1..=MOST {
            let stage = Stage::new();
            lay(&stage);
            let before = stage.kept_bytes();
            if killed(&stage, call, nth).code.is_some() {
                break;
            }
            kills += 1;
            check_exact(&stage, &before, call, nth);
            check_next(&stage, call, nth);
        }
    }
    assert!(kills >= least, "only {kills} kills");
}

fn can_kill() -> bool {
    let probe = [
        "-qq",
        "-e",
        "inject=fsync:signal=KILL",
        PROGRAM,
        "--version",
    ];
    Stage::new().can("strace", &probe)
}

/// Expects of what a killed run left that every finished backup is exact and none has become shorter.
#[track_caller]
fn check_exact(stage: &Stage, before: &[Vec<u8>], call: &str, nth: u64) {
    let transcript = fs::read(stage.transcript_path()).unwrap();
    let kept = stage.kept_bytes();
    for held in before {
        let still = kept.iter().any(|now| now.starts_with(held));
        assert!(still, "{call} {nth}: a backup is lost or shorter");
    }
    for held in kept {
        let is_exact = before.contains(&held) || transcript.starts_with(&held);
        assert!(is_exact, "{call} {nth}: a backup is half");
    }
}

/// Expects of the run after it that it keeps everything once and leaves nothing unfinished of the transcript.
#[track_caller]
fn check_next(stage: &Stage, call: &str, nth: u64) {
    let ran = stage.run(PROGRAM, &[], event(stage));
    assert_eq!(
        (ran.code, ran.stderr.as_str()),
        (Some(0), ""),
        "{call} {nth}"
    );
    let transcript = fs::read(stage.transcript_path()).unwrap();
    let whole = stage
        .kept_bytes()
        .into_iter()
        .filter(|held| *held == transcript);
    assert_eq!(whole.count(), 1, "{call} {nth}");
    let names = tree(&stage.backups()).into_keys();
    let left = names.filter(|name| name.to_string_lossy().starts_with(".unfinished-transcript"));
    assert_eq!(left.count(), 0, "{call} {nth}");
    for line in stage.log().lines().filter(|line| line.starts_with('-')) {
        assert_eq!(line.split(" | ").count(), 5, "{call} {nth}: {line}");
    }
    // Each line of the receipts is parsed.
    assert!(!stage.receipts().is_empty());
}

fn killed(stage: &Stage, call: &str, nth: u64) -> Ran {
    let inject = format!("inject={call}:signal=KILL:when={nth}");
    let arguments = ["-qq", "-o", "/dev/null", "-e", &inject, PROGRAM];
    stage.run("strace", &arguments, event(stage))
}

fn said(lines: u64) -> String {
    let lines = (0..lines).map(|nth| prompt(&format!("Fix {nth}")));
    lines.collect()
}

fn event(stage: &Stage) -> String {
    stage
        .event("SessionEnd", &json!({"reason": "exit"}))
        .to_string()
}
