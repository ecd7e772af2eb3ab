//! Which project a call is about: told by the client, and never guessed.

use serde_json::{Value, json};
use stage::Stage;

use crate::{Called, call, session};

const MARKER: &str = "workspace = \"acme\"\nproject = \"api\"\n";

fn list(stage: &Stage, arguments: Value) -> Called {
    call(stage, "memory_handoff_list", arguments)
}

#[track_caller]
fn check(stage: &Stage, arguments: Value, workspace: &str, project: &str) {
    let listed = list(stage, arguments);
    let expected = json!({"workspace": workspace, "project": project});
    assert_eq!(listed.told["scope"], expected, "{listed:?}");
}

#[track_caller]
fn check_refused(stage: &Stage, arguments: Value, expected: &[&str]) {
    let listed = list(stage, arguments);
    assert!(listed.is_error, "{listed:?}");
    for words in expected {
        assert!(listed.text.contains(words), "{words}: {}", listed.text);
    }
}

#[test]
fn a_session_leaves_both_names_out() {
    let stage = session(Stage::new(), "now");
    check(&stage, json!({}), "default", "project");
    stage.write(stage.project().join(".ai-memory.toml"), MARKER);
    check(&stage, json!({}), "acme", "api");
}

#[test]
fn a_session_in_a_subfolder_is_of_the_checkout() {
    let stage = Stage::new();
    stage.write(stage.project().join("src/a.rs"), "");
    let folder = stage.project().join("src");
    let stage = session(stage, "now").with("CLAUDE_PROJECT_DIR", folder);
    check(&stage, json!({}), "default", "project");
}

#[test]
fn another_client_passes_both_names() {
    let stage = Stage::new();
    let both = json!({"workspace": "acme", "project": "api"});
    check(&stage, both.clone(), "acme", "api");
    check(&session(stage, "now"), both, "acme", "api");
}

#[test]
fn one_name_without_the_other_is_refused() {
    for stage in [Stage::new(), session(Stage::new(), "now")] {
        check_refused(
            &stage,
            json!({"workspace": "acme"}),
            &["\"workspace\" came without \"project\"", "pass both"],
        );
        check_refused(
            &stage,
            json!({"project": "api"}),
            &["\"project\" came without \"workspace\"", "pass both"],
        );
    }
}

#[test]
fn a_client_without_a_session_is_told_how_to_derive_both() {
    let told = [
        ".ai-memory.toml",
        "upstream",
        "origin",
        "acme-api",
        "folder's name",
    ];
    check_refused(&Stage::new(), json!({}), &told);
    let half = Stage::new().with("CLAUDE_CODE_SESSION_ID", "now");
    check_refused(&half, json!({}), &told);
    let stage = Stage::new();
    let project = stage.project();
    check_refused(&stage.with("CLAUDE_PROJECT_DIR", project), json!({}), &told);
    let gone = session(Stage::new(), "now").with("CLAUDE_PROJECT_DIR", "/no/such/folder");
    check_refused(&gone, json!({}), &told);
}

#[test]
fn the_last_project_is_not_remembered() {
    let stage = Stage::new();
    check(
        &stage,
        json!({"workspace": "acme", "project": "api"}),
        "acme",
        "api",
    );
    check_refused(&stage, json!({}), &["\"workspace\" and \"project\""]);
}

#[test]
fn names_that_are_no_names_are_refused() {
    for name in ["a/b", "..\\b", "a\u{202e}b"] {
        let arguments = json!({"workspace": "acme", "project": name});
        check_refused(&Stage::new(), arguments, &["\"project\" must be"]);
    }
}

#[test]
fn names_reach_the_project_that_sessions_have_met() {
    let stage = session(Stage::new(), "now");
    let left = call(&stage, "memory_handoff_begin", json!({"summary": "Go on"}));
    let id = left.told["handoff_id"].clone();
    let other = stage
        .with("CLAUDE_CODE_SESSION_ID", "")
        .with("CLAUDE_PROJECT_DIR", "");
    let listed = list(
        &other,
        json!({"workspace": "default", "project": "project"}),
    );
    assert_eq!(listed.told["handoffs"][0]["handoff_id"], id);
}

#[test]
fn without_a_home_folder_the_mend_is_told() {
    let stage = session(Stage::new(), "now").with("HOME", "");
    check_refused(&stage, json!({}), &["HOME or CLAUDE_CONFIG_DIR"]);
}

#[test]
fn a_marker_that_does_not_count_is_told_and_the_next_rule_holds() {
    let stage = session(Stage::new(), "now");
    stage.write(stage.project().join(".ai-memory.toml"), "project = 5");
    let listed = list(&stage, json!({}));
    assert_eq!(listed.told["scope"]["project"], "project");
    let problem = listed.told["problems"][0].as_str().unwrap();
    assert!(
        problem.contains(".ai-memory.toml does not count"),
        "{problem}"
    );
}
