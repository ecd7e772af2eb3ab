//! Accepting: claimed, consumed by the hook for this very session, or nothing, with the honest reason.

use recall_core::handoff::session::Client as Process;
use recall_core::process::living;
use serde_json::{Value, json};
use stage::Stage;

use crate::{Called, call, consume, lay, note, session, shell};

const FIRST: &str = "20261130-093101-0f3a9c";
const SECOND: &str = "20261130-093102-0f3a9c";

fn accept(stage: &Stage, arguments: Value) -> Called {
    call(stage, "memory_handoff_accept", arguments)
}

/// Expects a status, the id that comes with it, and words of the message.
#[track_caller]
fn check(stage: &Stage, arguments: Value, status: &str, id: Option<&str>, words: &str) {
    let answer = accept(stage, arguments);
    assert!(!answer.is_error, "{answer:?}");
    assert_eq!(answer.told["status"], status, "{answer:?}");
    assert_eq!(
        answer.told["handoff"]["handoff_id"].as_str(),
        id,
        "{answer:?}"
    );
    let message = answer.told["message"].as_str().unwrap();
    assert!(message.contains(words), "{words}: {message}");
    assert!(
        answer.text.starts_with(&format!("{status}: {message}")),
        "{}",
        answer.text
    );
}

fn two(stage: &Stage) {
    lay(stage, FIRST, &json!({"created_at": "2026-11-30T09:31:01Z"}));
    lay(
        stage,
        SECOND,
        &json!({"created_at": "2026-11-30T09:31:02Z"}),
    );
}

#[test]
fn the_first_of_the_queue_is_claimed_and_comes_once() {
    let stage = session(Stage::new(), "now");
    two(&stage);
    check(
        &stage,
        json!({}),
        "claimed",
        Some(SECOND),
        "nobody else will get it",
    );
    check(
        &stage,
        json!({}),
        "claimed",
        Some(FIRST),
        "nobody else will get it",
    );
    check(
        &stage,
        json!({}),
        "none_pending",
        None,
        "No handoff is pending here",
    );
}

#[test]
fn one_that_is_claimed_is_whole_and_says_whose_it_is_now() {
    let stage = session(Stage::new(), "now");
    let fields = json!({"next_steps": ["Export"], "open_questions": ["CSV?"], "files_touched": ["a.rs"], "cut": ["summary: cut 1 character over the limit"]});
    lay(&stage, FIRST, &fields);
    let answer = accept(&stage, json!({"handoff_id": FIRST}));
    let told = &answer.told["handoff"];
    for field in ["next_steps", "open_questions", "files_touched", "cut"] {
        assert_eq!(told[field], fields[field]);
        let words = fields[field][0].as_str().unwrap();
        assert!(answer.text.contains(words), "{}", answer.text);
    }
    assert_eq!(told["state"], "accepted");
    assert_eq!(told["accepted_by"], "claude-code");
    assert_eq!(told["accepted_by_session"], "now");
    assert_eq!(told["accepted_through"], "tool");
}

#[test]
fn what_the_hook_gave_to_this_very_session_is_consumed_and_no_second_one_is_taken() {
    let stage = session(Stage::new(), "now");
    two(&stage);
    consume(&stage, SECOND, "now");
    check(
        &stage,
        json!({}),
        "consumed_by_hook",
        Some(SECOND),
        "answer from that block",
    );
    check(
        &stage,
        json!({"handoff_id": SECOND}),
        "consumed_by_hook",
        Some(SECOND),
        "answer from that block",
    );
    check(
        &stage,
        json!({"handoff_id": FIRST}),
        "claimed",
        Some(FIRST),
        "nobody else",
    );
}

#[test]
fn what_the_hook_gave_to_another_session_is_not_pending() {
    let stage = session(Stage::new(), "now");
    lay(&stage, FIRST, &json!({}));
    consume(&stage, FIRST, "other-session");
    check(
        &stage,
        json!({}),
        "none_pending",
        None,
        "No handoff is pending here",
    );
    check(
        &stage,
        json!({"handoff_id": FIRST}),
        "none_pending",
        None,
        "went to claude-code, session other-se (less than a minute ago",
    );
}

#[test]
fn a_client_without_a_session_never_hears_that_it_consumed_one() {
    let stage = Stage::new();
    lay(&stage, FIRST, &json!({}));
    consume(&stage, FIRST, "now");
    let both = json!({"workspace": "default", "project": "project", "handoff_id": FIRST});
    check(&stage, both, "none_pending", None, "went to claude-code");
}

#[test]
fn a_session_that_asks_again_hears_that_it_has_it_and_what_it_says() {
    let stage = session(Stage::new(), "now");
    lay(&stage, FIRST, &json!({}));
    check(&stage, json!({}), "claimed", Some(FIRST), "yours now");
    check(
        &stage,
        json!({"handoff_id": FIRST}),
        "none_pending",
        Some(FIRST),
        "This session has handoff",
    );
}

#[test]
fn after_a_clear_the_session_that_was_told_at_the_start_is_not_taken_for_this_one() {
    let stage = session(Stage::new(), "now");
    two(&stage);
    consume(&stage, SECOND, "now");
    note(&stage, "now", None, true);
    check(
        &stage,
        json!({"handoff_id": SECOND}),
        "none_pending",
        None,
        "went to claude-code, session now",
    );
    check(&stage, json!({}), "claimed", Some(FIRST), "yours now");
}

#[test]
fn after_a_clear_the_next_session_is_known_by_its_client() {
    let stage = session(Stage::new(), "now");
    two(&stage);
    consume(&stage, SECOND, "next");
    let pid = std::process::id();
    let since = living::process(pid).unwrap().since;
    note(&stage, "now", Some(Process { pid, since }), true);
    note(&stage, "next", Some(Process { pid, since }), false);
    check(
        &stage,
        json!({}),
        "consumed_by_hook",
        Some(SECOND),
        "answer from that block",
    );
    check(
        &stage,
        json!({"handoff_id": FIRST}),
        "claimed",
        Some(FIRST),
        "yours now",
    );
}

#[test]
fn a_client_that_tells_only_its_hooks_is_known_by_having_started_the_server() {
    let stage = Stage::new();
    let project = stage.project();
    let stage = stage.with("CLAUDE_PROJECT_DIR", project);
    two(&stage);
    consume(&stage, SECOND, "now");
    let pid = std::process::id();
    let since = living::process(pid).unwrap().since;
    note(&stage, "now", Some(Process { pid, since }), false);
    check(
        &stage,
        json!({}),
        "consumed_by_hook",
        Some(SECOND),
        "answer from that block",
    );
}

#[test]
fn nobody_is_given_their_own() {
    let stage = session(Stage::new(), "now");
    lay(&stage, FIRST, &json!({"from_session_id": "now"}));
    lay(
        &stage,
        SECOND,
        &json!({"from_session_id": "now", "automatic": true}),
    );
    check(&stage, json!({}), "none_pending", None, "2 open for others");
    check(
        &stage,
        json!({"handoff_id": FIRST}),
        "none_pending",
        None,
        "this session left it itself",
    );
}

#[test]
fn one_for_another_agent_waits_for_it() {
    let stage = session(Stage::new(), "now");
    lay(&stage, FIRST, &json!({"to_agent": "codex"}));
    check(&stage, json!({}), "none_pending", None, "1 open for others");
    check(
        &stage,
        json!({"handoff_id": FIRST}),
        "none_pending",
        None,
        "it is for the agent codex",
    );
    let codex = stage
        .with("CLAUDE_CODE_SESSION_ID", "")
        .with("CLAUDE_PROJECT_DIR", "");
    let both = json!({"workspace": "default", "project": "project"});
    check(&codex, both, "claimed", Some(FIRST), "yours now");
}

#[test]
fn an_automatic_one_of_another_folder_comes_to_who_names_it() {
    let stage = session(Stage::new(), "now");
    lay(
        &stage,
        FIRST,
        &json!({"automatic": true, "cwd": "/elsewhere"}),
    );
    check(&stage, json!({}), "none_pending", None, "1 open for others");
    check(
        &stage,
        json!({"handoff_id": FIRST}),
        "claimed",
        Some(FIRST),
        "yours now",
    );
}

#[test]
fn an_automatic_one_of_a_session_that_may_go_on_is_withheld() {
    let stage = session(Stage::new(), "now");
    let pid = std::process::id();
    let since = living::process(pid).unwrap().since;
    note(&stage, "before", Some(Process { pid, since }), false);
    lay(&stage, FIRST, &json!({"automatic": true}));
    check(&stage, json!({}), "none_pending", None, "1 open for others");
    check(
        &stage,
        json!({"handoff_id": FIRST}),
        "none_pending",
        None,
        "may still be going on",
    );
}

#[test]
fn one_of_another_operator_is_for_the_administrator_who_asks_for_it() {
    let stage = session(Stage::new(), "now");
    lay(&stage, FIRST, &json!({"owner": "somebody"}));
    lay(
        &stage,
        SECOND,
        &json!({"owner": "somebody", "shared": true}),
    );
    check(&stage, json!({}), "claimed", Some(SECOND), "yours now");
    check(
        &stage,
        json!({"handoff_id": FIRST}),
        "none_pending",
        None,
        "another operator",
    );
    check(
        &stage,
        json!({"handoff_id": FIRST, "any_owner": true}),
        "claimed",
        Some(FIRST),
        "yours now",
    );
    let member = stage.with("RECALL_OPERATOR", "other");
    let refused = accept(&member, json!({"any_owner": true}));
    assert!(
        refused.is_error && refused.text.contains("RECALL_OPERATOR"),
        "{refused:?}"
    );
}

#[test]
fn an_id_that_is_not_here_is_told_so() {
    let stage = session(Stage::new(), "now");
    check(
        &stage,
        json!({"handoff_id": FIRST}),
        "none_pending",
        None,
        "take the id from memory_handoff_list",
    );
}

#[test]
fn one_that_expired_is_told_with_the_reason_and_the_way_back() {
    let stage = session(Stage::new(), "now");
    lay(
        &stage,
        FIRST,
        &json!({"state": "expired", "reason": "superseded"}),
    );
    let words = "has expired (superseded); `handoff give-back";
    check(
        &stage,
        json!({"handoff_id": FIRST}),
        "none_pending",
        None,
        words,
    );
}

#[test]
fn a_person_accepts_and_reads_it_whole() {
    let stage = Stage::new();
    lay(
        &stage,
        FIRST,
        &json!({"to_agent": "codex", "next_steps": ["Export\u{1b}[31m"]}),
    );
    let ran = shell(&stage, &["accept"]);
    assert_eq!(ran.code, Some(0), "{ran:?}");
    for words in [
        FIRST,
        "yours now",
        "The import works",
        "Next steps:\n- Export",
        "accepted by a person",
    ] {
        assert!(ran.stdout.contains(words), "{words}: {}", ran.stdout);
    }
    assert!(!ran.stdout.contains('\u{1b}'));
    let again = shell(&stage, &["accept"]);
    assert_eq!(again.code, Some(1));
    let by_id = shell(&stage, &["accept", FIRST, "--json"]);
    assert_eq!(by_id.code, Some(1));
    let message = by_id.json()["message"].as_str().unwrap().to_owned();
    assert!(message.contains("went to a person"), "{message}");
}
