//! Events and transcripts that are not as they should be: the one problem is named, the rest is done.

use std::fs::{self, Permissions};
use std::os::unix::fs::PermissionsExt;

use serde_json::{Value, json};
use stage::{Ran, Stage, bad, prompt, reply};

pub(crate) const PROGRAM: &str = env!("CARGO_BIN_EXE_post-compact-recall");

#[test]
fn what_is_no_event_is_named_and_nothing_is_printed() {
    for (what, input, fault) in bad::NO_EVENT {
        let ran = Stage::new().run(PROGRAM, &[], input);
        check(
            what,
            &ran,
            &format!("could not use the hook event on standard input: {fault}"),
        );
        assert_eq!(ran.stdout, "", "{what}");
    }
}

#[test]
fn an_object_that_says_nothing_is_named_and_nothing_is_printed() {
    for (what, input) in bad::UNNAMED {
        let ran = Stage::new().run(PROGRAM, &[], input);
        check(
            what,
            &ran,
            "could not use the hook event on standard input: it names no hook_event_name",
        );
        assert_eq!(ran.stdout, "", "{what}");
    }
}

#[test]
fn an_event_without_a_transcript_is_named_and_the_sessions_backup_counts() {
    for path in [json!(null), json!(""), json!(7), json!({})] {
        let what = format!("transcript_path {path}");
        let fault = "could not use the hook event on standard input: it names no transcript_path";
        let ran = run(
            &staged(),
            "SessionStart",
            &json!({"source": "compact", "transcript_path": path}),
        );
        check(&what, &ran, fault);
        check_back(&what, &ran);
        let ran = run(
            &staged(),
            "UserPromptSubmit",
            &json!({"prompt": "reload context", "transcript_path": path}),
        );
        check(&what, &ran, fault);
        assert_eq!(ran.stdout, "", "{what}");
    }
}

#[test]
fn fields_that_are_missing_or_of_another_type_cost_only_themselves() {
    for (key, value) in [
        ("session_id", json!(null)),
        ("session_id", json!([1])),
        ("cwd", json!(null)),
        ("cwd", json!(3)),
        ("cwd", json!("/\u{0}")),
        ("hologram", json!(1)),
    ] {
        let what = format!("{key} {value}");
        let stage = staged();
        stage.transcript(prompt(bad::ASKED) + &reply(bad::ANSWERED));
        let ran = run(
            &stage,
            "SessionStart",
            &json!({"source": "compact", key: value}),
        );
        assert_eq!(ran.stderr, "", "{what}");
        check_back(&what, &ran);
        let ran = run(
            &stage,
            "PostCompact",
            &json!({"trigger": 7, "compact_summary": {}, key: value}),
        );
        assert_eq!(
            (ran.stdout.as_str(), ran.stderr.as_str()),
            ("", ""),
            "{what}"
        );
        assert!(stage.log().contains("trigger: unknown"), "{what}");
    }
}

#[test]
fn a_transcript_that_cannot_be_read_is_named_and_the_sessions_backup_counts() {
    for (what, lay) in bad::no_transcripts() {
        let stage = staged();
        lay(&stage);
        let ran = run(&stage, "SessionStart", &json!({"source": "compact"}));
        check(what, &ran, stage.transcript_path().to_str().unwrap());
        check_back(what, &ran);
    }
}

#[test]
fn a_transcript_that_modes_forbid_is_named_and_the_sessions_backup_counts() {
    let stage = staged();
    stage.transcript(prompt("not to be read"));
    fs::set_permissions(stage.transcript_path(), Permissions::from_mode(0o000)).unwrap();
    let event = stage
        .event("SessionStart", &json!({"source": "compact"}))
        .to_string();
    if let Some(ran) = stage.run_bound_by_modes(PROGRAM, &event) {
        check(
            "mode 000",
            &ran,
            &format!(
                "could not read {}: Permission denied",
                stage.transcript_path().display()
            ),
        );
        check_back("mode 000", &ran);
    }
}

#[test]
fn what_is_odd_in_a_transcript_costs_nothing_and_needs_no_word() {
    for (what, held) in bad::odd_transcripts() {
        let stage = Stage::new();
        stage.transcript(held);
        let ran = run(&stage, "SessionStart", &json!({"source": "compact"}));
        assert_eq!((ran.code, ran.stderr.as_str()), (Some(0), ""), "{what}");
        check_back(what, &ran);
        assert!(!ran.context().contains("could not be read"), "{what}");
    }
}

#[test]
fn a_damaged_line_costs_only_itself_and_is_named() {
    for (what, held) in bad::damaged_transcripts() {
        let stage = Stage::new();
        stage.transcript(held);
        let ran = run(&stage, "SessionStart", &json!({"source": "compact"}));
        check(
            what,
            &ran,
            "could not read all of ~/.claude/projects/-home-project/session-1.jsonl: 1 ",
        );
        check_back(what, &ran);
        assert!(
            ran.context()
                .contains("Some lines of the transcript could not be read"),
            "{what}"
        );
    }
}

#[test]
fn a_prompt_of_15_mb_is_cut_and_the_rest_comes_back() {
    let stage = Stage::new();
    stage.transcript(prompt(bad::ASKED) + &prompt(&"x".repeat(15_000_000)) + &reply(bad::ANSWERED));
    let ran = run(&stage, "SessionStart", &json!({"source": "compact"}));
    assert_eq!(ran.stderr, "");
    check_back("15 MB", &ran);
    assert!(ran.context().encode_utf16().count() < 10_000);
}

/// Expects one line for the one problem, with this in it.
#[track_caller]
pub(crate) fn check(what: &str, ran: &Ran, problem: &str) {
    assert_eq!(ran.code, Some(0), "{what}");
    assert_eq!(ran.complaints().len(), 1, "{what}: {}", ran.stderr);
    assert!(
        ran.stderr.starts_with("post-compact-recall: ") && ran.stderr.contains(problem),
        "{what}: {}",
        ran.stderr
    );
}

#[track_caller]
pub(crate) fn check_back(what: &str, ran: &Ran) {
    let context = ran.context();
    for words in [bad::ASKED, bad::ANSWERED] {
        assert!(context.contains(words), "{what}: {words}: {context}");
    }
}

pub(crate) const KEPT: &str = "transcript-2026-01-01T00-00-00.jsonl";

/// A stage with a backup of the session, and no transcript.
pub(crate) fn staged() -> Stage {
    let stage = Stage::new();
    stage.backup(KEPT, prompt(bad::ASKED) + &reply(bad::ANSWERED));
    stage
}

pub(crate) fn run(stage: &Stage, event: &str, fields: &Value) -> Ran {
    stage.run(PROGRAM, &[], stage.event(event, fields).to_string())
}
