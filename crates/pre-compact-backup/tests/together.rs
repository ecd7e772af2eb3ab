//! Many sessions of one project that compact in the same second; `RECALL_STRESS=N` lets them do so N times as often.
#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

use std::collections::BTreeSet;
use std::process::Child;

use serde_json::json;
use stage::{Ran, Stage, prompt, rounds};

/// More processes than the machine has cores, so that they do meet.
const SESSIONS: usize = 40;
/// How many processes keep each session at once.
const EACH: usize = 5;

#[test]
fn sessions_that_compact_at_once_do_not_disturb_each_other() {
    let stage = Stage::new();
    let mut said = vec![String::new(); SESSIONS];
    let all = rounds(2);
    for round in all.clone() {
        for (nth, said) in said.iter_mut().enumerate() {
            let more = prompt(&format!("round {round}")).repeat(500);
            said.push_str(&more.replace("session-1", &format!("session-{nth}")));
        }
        let events = said.iter().enumerate().flat_map(|(nth, said)| {
            let path = stage.write(format!("transcripts/{nth}.jsonl"), said);
            let fields = json!({"trigger": "auto", "transcript_path": path, "session_id": format!("session-{nth}")});
            vec![stage.event("PreCompact", &fields).to_string(); EACH]
        });
        for ran in at_once(&stage, events.collect()) {
            assert_eq!((ran.code, ran.stderr.as_str()), (Some(0), ""));
            assert!(ran.stdout.contains("in the summary"), "{}", ran.stdout);
        }
        let expected: BTreeSet<&[u8]> = said.iter().map(String::as_bytes).collect();
        let kept = stage.kept_bytes();
        assert!(
            kept.iter().map(Vec::as_slice).collect::<BTreeSet<_>>() == expected,
            "every backup is one session's, byte for byte"
        );
        assert_eq!(kept.len(), SESSIONS, "a session costs its own size once");
        assert_eq!(stage.unfinished(), Vec::<String>::new());
        check_log(&stage, runs(round + 1));
    }
    assert_eq!(stage.receipts().len(), runs(all.end));
}

#[test]
fn an_event_that_fires_many_times_at_once_keeps_what_is_there_and_loses_no_line() {
    let stage = Stage::new();
    stage.transcript(prompt("Fix it"));
    let event = stage
        .event("PreCompact", &json!({"trigger": "auto"}))
        .to_string();
    for ran in at_once(&stage, vec![event; SESSIONS]) {
        assert_eq!((ran.code, ran.stderr.as_str()), (Some(0), ""));
    }
    let kept = stage.kept_bytes();
    assert!(
        !kept.is_empty()
            && kept
                .iter()
                .all(|bytes| *bytes == prompt("Fix it").as_bytes())
    );
    assert_eq!(stage.unfinished(), Vec::<String>::new());
    check_log(&stage, SESSIONS);
}

/// The runs of the program in so many rounds.
fn runs(rounds: u64) -> usize {
    usize::try_from(rounds).unwrap() * SESSIONS * EACH
}

/// Expects a log of one header and whole lines.
#[track_caller]
fn check_log(stage: &Stage, lines: usize) {
    let log = stage.log();
    let events = log.strip_prefix("# Compaction log\n\n").unwrap().lines();
    assert_eq!(events.clone().count(), lines, "{log}");
    for line in events {
        assert_eq!(line.split(" | ").count(), 5, "{line}");
        assert!(
            line.starts_with("- 20")
                && line.contains(" | PreCompact | trigger: auto | session: session-"),
            "{line}"
        );
    }
}

fn at_once(stage: &Stage, events: Vec<String>) -> Vec<Ran> {
    let program = env!("CARGO_BIN_EXE_pre-compact-backup");
    let children: Vec<Child> = events
        .into_iter()
        .map(|event| stage.begin(program, &[], event))
        .collect();
    children.into_iter().map(Ran::of).collect()
}
