//! What reaches the summariser: at PreCompact all that is printed, and else nothing.

use serde_json::json;
use stage::{Ran, Stage, prompt};

#[test]
fn the_summariser_is_told_what_to_keep_and_nothing_else_is_printed() {
    let ran = compacting(&staged());
    assert!(ran.stdout.contains("in the summary"), "{}", ran.stdout);
    assert!(ran.stdout.encode_utf16().count() <= 1_200);
    assert_eq!((ran.code, ran.stderr.as_str()), (Some(0), ""));
}

#[test]
fn the_end_of_a_session_prints_nothing() {
    let stage = staged();
    let event = stage.event("SessionEnd", &json!({"reason": "exit"}));
    let ran = stage.run(
        env!("CARGO_BIN_EXE_pre-compact-backup"),
        &[],
        event.to_string(),
    );
    assert_eq!(
        (ran.code, ran.stdout.as_str(), ran.stderr.as_str()),
        (Some(0), "", "")
    );
}

#[test]
fn recall_json_replaces_the_text_or_switches_it_off() {
    check_setting(
        r#"{"summarizer": "Keep the tests."}"#,
        Some("Keep the tests."),
    );
    check_setting(r#"{"summarizer": "設計を残す"}"#, Some("設計を残す"));
    check_setting(r#"{"summarizer": false}"#, Some(""));
    check_setting(r#"{"summarizer": true}"#, None);
    check_setting("{}", None);
}

#[test]
fn the_projects_recall_json_lies_over_the_users() {
    let stage = staged();
    stage.write(".claude/recall.json", r#"{"summarizer": "the user's"}"#);
    assert_eq!(compacting(&stage).stdout, "the user's");
    stage.write(
        "project/.claude/recall.json",
        r#"{"summarizer": "the project's"}"#,
    );
    assert_eq!(compacting(&stage).stdout, "the project's");
}

#[test]
fn a_text_that_is_too_long_is_cut_and_the_cut_is_reported() {
    let stage = staged();
    stage.write(
        ".claude/recall.json",
        json!({"summarizer": "👩‍💻".repeat(300)}).to_string(),
    );
    let ran = compacting(&stage);
    assert_eq!(ran.stdout, "👩‍💻".repeat(240), "1,200 UTF-16 units");
    assert_eq!(
        ran.complaints(),
        [
            "pre-compact-backup: \"summarizer\" in recall.json is longer than 1200 characters: its last 180 are left out"
        ]
    );
}

#[test]
fn a_recall_json_that_is_not_usable_is_named_and_recalls_own_text_stands() {
    for (what, text) in [
        ("no JSON", "{ // comment"),
        ("another shape", "[]"),
        ("a wrong type", r#"{"summarizer": 7}"#),
        ("an empty text", r#"{"summarizer": " "}"#),
        ("an unknown name", r#"{"summariser": "x"}"#),
    ] {
        let stage = staged();
        let path = stage.write("project/.claude/recall.json", text);
        let ran = compacting(&stage);
        assert_eq!(ran.stdout, compacting(&staged()).stdout, "{what}");
        let start = format!("pre-compact-backup: {}:", path.display());
        assert_eq!(ran.complaints().len(), 1, "{what}: {}", ran.stderr);
        assert!(ran.stderr.starts_with(&start), "{what}: {}", ran.stderr);
        assert_eq!(stage.kept().len(), 1, "{what}");
    }
}

/// Expects this text at the summariser, or recall's own where there is nothing to expect.
#[track_caller]
fn check_setting(config: &str, expected: Option<&str>) {
    let stage = staged();
    stage.write(".claude/recall.json", config);
    let ran = compacting(&stage);
    let own = compacting(&staged()).stdout;
    assert_eq!(ran.stdout, expected.unwrap_or(&own), "{config}");
    assert_eq!(ran.stderr, "", "{config}");
}

fn staged() -> Stage {
    let stage = Stage::new();
    stage.transcript(prompt("Fix it"));
    stage
}

fn compacting(stage: &Stage) -> Ran {
    let event = stage.event(
        "PreCompact",
        &json!({"trigger": "manual", "custom_instructions": "mine"}),
    );
    stage.run(
        env!("CARGO_BIN_EXE_pre-compact-backup"),
        &[],
        event.to_string(),
    )
}
