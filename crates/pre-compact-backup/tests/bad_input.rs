//! Events and transcripts that are not as they should be: the one problem is named, the rest is done.
#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

use std::fs::{self, Permissions};
use std::os::unix::fs::PermissionsExt;
use std::sync::LazyLock;

use serde_json::{Value, json};
use stage::{Ran, Stage, backup_of, bad, prompt};

const PROGRAM: &str = env!("CARGO_BIN_EXE_pre-compact-backup");

#[test]
fn what_is_no_event_is_named_and_nothing_is_touched() {
    for (what, input, fault) in bad::NO_EVENT {
        let stage = staged();
        let ran = stage.run(PROGRAM, &[], input);
        check(
            what,
            &ran,
            "",
            &[&format!(
                "could not use the hook event on standard input: {fault}"
            )],
        );
        assert_eq!(stage.kept(), [OLD.as_str()], "{what}");
        assert_eq!(stage.receipts()[0]["result"], "problem", "{what}");
    }
}

#[test]
fn an_object_that_says_nothing_is_named() {
    for (what, input) in bad::UNNAMED {
        let stage = staged();
        let ran = stage.run(PROGRAM, &[], input);
        check(
            what,
            &ran,
            "",
            &["could not use the hook event on standard input: it names no hook_event_name"],
        );
        assert_eq!(stage.kept(), [OLD.as_str()], "{what}");
    }
}

#[test]
fn a_transcript_is_kept_whatever_the_event_is_called() {
    let stage = staged();
    stage.transcript(prompt("Fix it"));
    let ran = stage.run(
        PROGRAM,
        &[],
        stage
            .event("x", &json!({"hook_event_name": null}))
            .to_string(),
    );
    check(
        "no name",
        &ran,
        "",
        &["could not use the hook event on standard input: it names no hook_event_name"],
    );
    assert_eq!(stage.kept().len(), 2);
}

#[test]
fn an_event_without_a_transcript_is_named_and_logged_and_the_summariser_is_told() {
    for path in [json!(null), json!(""), json!(7), json!(["a"]), json!({})] {
        let stage = staged();
        let ran = compacting(&stage, &json!({"transcript_path": path}));
        let what = format!("transcript_path {path}");
        check(
            &what,
            &ran,
            SUMMARISER,
            &["could not use the hook event on standard input: it names no transcript_path"],
        );
        check_nothing_kept(&what, &stage);
    }
}

#[test]
fn fields_that_are_missing_or_of_another_type_cost_only_themselves() {
    for (key, value) in [
        ("session_id", json!(null)),
        ("session_id", json!({"a": 1})),
        ("session_id", json!("a\nb\u{1b}[31m")),
        ("cwd", json!(null)),
        ("cwd", json!(3)),
        ("cwd", json!("/nonexistent/\u{0}")),
        ("trigger", json!(null)),
        ("trigger", json!([])),
        ("hologram", json!("a field of a release to come")),
    ] {
        let stage = staged();
        stage.transcript(prompt("Fix it"));
        let ran = compacting(&stage, &json!({ key: value }));
        let what = format!("{key} {value}");
        check(&what, &ran, SUMMARISER, &[]);
        assert_eq!(stage.kept().len(), 2, "{what}");
        assert_eq!(stage.log().lines().count(), 3, "{what}: {}", stage.log());
    }
}

#[test]
fn a_transcript_that_cannot_be_read_is_named_and_logged_and_the_summariser_is_told() {
    for (what, lay) in bad::no_transcripts() {
        let stage = staged();
        lay(&stage);
        let ran = compacting(&stage, &json!({}));
        check(
            what,
            &ran,
            SUMMARISER,
            &[stage.transcript_path().to_str().unwrap()],
        );
        check_nothing_kept(what, &stage);
    }
}

#[test]
fn a_transcript_that_modes_forbid_is_named_and_logged_and_the_summariser_is_told() {
    let stage = staged();
    stage.transcript(prompt("Fix it"));
    fs::set_permissions(stage.transcript_path(), Permissions::from_mode(0o000)).unwrap();
    let event = stage
        .event("PreCompact", &json!({"trigger": "auto"}))
        .to_string();
    if let Some(ran) = stage.run_bound_by_modes(PROGRAM, &event) {
        let fault = format!(
            "could not read {}: Permission denied",
            stage.transcript_path().display()
        );
        check("mode 000", &ran, SUMMARISER, &[&fault]);
        check_nothing_kept("mode 000", &stage);
    }
}

#[test]
fn a_session_that_ends_beside_an_unreadable_transcript_is_named_too() {
    for (what, lay) in bad::no_transcripts().into_iter().skip(1).take(3) {
        let stage = staged();
        lay(&stage);
        let ran = stage.run(
            PROGRAM,
            &[],
            stage
                .event("SessionEnd", &json!({"reason": "exit"}))
                .to_string(),
        );
        check(what, &ran, "", &[stage.transcript_path().to_str().unwrap()]);
        check_nothing_kept(what, &stage);
    }
}

#[test]
fn whatever_is_in_a_transcript_is_kept_as_it_is() {
    for (what, held) in bad::odd_transcripts()
        .into_iter()
        .chain(bad::damaged_transcripts())
    {
        let stage = staged();
        stage.transcript(&held);
        let ran = compacting(&stage, &json!({}));
        check(what, &ran, SUMMARISER, &[]);
        assert!(stage.kept_bytes().last() == Some(&held), "{what}");
        assert_eq!(stage.kept().len(), 2, "{what}");
    }
}

/// Words of the text for the summariser.
const SUMMARISER: &str = "in the summary";
/// A backup of an earlier day, which no bad input may cost.
static OLD: LazyLock<String> = LazyLock::new(|| backup_of(1));

/// Expects one line for each problem, with this in it, and an answer with this in it.
#[track_caller]
fn check(what: &str, ran: &Ran, answer: &str, problems: &[&str]) {
    assert_eq!(ran.code, Some(0), "{what}");
    assert_eq!(
        ran.complaints().len(),
        problems.len(),
        "{what}: {}",
        ran.stderr
    );
    for (said, problem) in ran.complaints().iter().zip(problems) {
        assert!(
            said.starts_with("pre-compact-backup: ") && said.contains(problem),
            "{what}: {said}"
        );
    }
    assert!(ran.stdout.contains(answer), "{what}: {}", ran.stdout);
    assert_eq!(
        ran.stdout.is_empty(),
        answer.is_empty(),
        "{what}: {}",
        ran.stdout
    );
}

#[track_caller]
fn check_nothing_kept(what: &str, stage: &Stage) {
    assert_eq!(stage.kept(), [OLD.as_str()], "{what}");
    assert_eq!(stage.kept_bytes(), [b"old"], "{what}");
    assert_eq!(stage.unfinished(), Vec::<String>::new(), "{what}");
    let log = stage.log();
    assert!(
        log.trim_end()
            .ends_with("| session: session-1 | nothing kept"),
        "{what}: {log}"
    );
    assert_eq!(log.lines().count(), 3, "{what}: {log}");
}

fn staged() -> Stage {
    let stage = Stage::new();
    stage.backup(&OLD, "old");
    stage
}

fn compacting(stage: &Stage, fields: &Value) -> Ran {
    let mut event = stage.event("PreCompact", &json!({"trigger": "auto"}));
    event
        .as_object_mut()
        .unwrap()
        .extend(fields.as_object().unwrap().clone());
    stage.run(PROGRAM, &[], event.to_string())
}
