//! Cancelling, which can be done again, and giving back, which undoes it.

use serde_json::{Value, json};
use stage::Stage;

use crate::{Called, call, consume, lay, left, session, shell};

const ID: &str = "20261130-093101-0f3a9c";

fn cancel(stage: &Stage, arguments: Value) -> Called {
    call(stage, "memory_handoff_cancel", arguments)
}

#[track_caller]
fn check(stage: &Stage, found: &str, state: &str, reason: Option<&str>, words: &str) {
    let answer = cancel(stage, json!({"handoff_id": ID}));
    let expected = json!({"handoff_id": ID, "found": found, "state": state, "reason": reason});
    assert_eq!(answer.told, expected, "{answer:?}");
    assert!(answer.text.contains(words), "{}", answer.text);
}

#[test]
fn one_that_waits_is_cancelled_and_stays_so() {
    let stage = session(Stage::new(), "now");
    lay(&stage, ID, &json!({"from_session_id": "now"}));
    check(&stage, "open", "expired", Some("cancelled"), "is cancelled");
    check(
        &stage,
        "expired",
        "expired",
        Some("cancelled"),
        "nothing to cancel",
    );
    let asked = call(&stage, "memory_handoff_accept", json!({}));
    assert_eq!(asked.told["status"], "none_pending");
}

#[test]
fn one_that_was_accepted_or_has_expired_stays_as_it_is() {
    let stage = session(Stage::new(), "now");
    lay(&stage, ID, &json!({}));
    consume(&stage, ID, "other");
    check(&stage, "accepted", "accepted", None, "nothing to cancel");
    let stage = session(Stage::new(), "now");
    lay(&stage, ID, &json!({"state": "expired", "reason": "stale"}));
    check(
        &stage,
        "expired",
        "expired",
        Some("stale"),
        "nothing to cancel",
    );
}

#[test]
fn one_that_is_not_here_or_of_another_operator_is_a_tool_error() {
    let stage = session(Stage::new(), "now");
    let refused = cancel(&stage, json!({"handoff_id": ID}));
    assert!(
        refused.is_error && refused.text.contains("memory_handoff_list"),
        "{refused:?}"
    );
    lay(&stage, ID, &json!({"owner": "somebody"}));
    assert!(cancel(&stage, json!({"handoff_id": ID})).is_error);
    let any = cancel(&stage, json!({"handoff_id": ID, "any_owner": true}));
    assert_eq!(any.told["reason"], "cancelled");
}

#[test]
fn a_person_cancels_by_the_beginning_of_an_id_and_gives_it_back() {
    let stage = Stage::new();
    lay(&stage, ID, &json!({}));
    let ran = shell(&stage, &["cancel", "20261130", "--json"]);
    assert_eq!(ran.json()["reason"], "cancelled");
    let back = shell(&stage, &["give-back", "20261130-0931"]);
    assert_eq!((back.code, back.stderr.as_str()), (Some(0), ""));
    assert!(back.stdout.contains("is open again"), "{}", back.stdout);
    let again = shell(&stage, &["give-back", ID]);
    assert!(
        again.stdout.contains("is open as it was"),
        "{}",
        again.stdout
    );
    assert_eq!(
        shell(&stage, &["list", "--json"]).json()["handoffs"][0]["state"],
        "open"
    );
}

#[test]
fn one_that_was_accepted_can_be_given_back() {
    let stage = Stage::new();
    let id = left(&stage, &["Go on"]);
    assert_eq!(shell(&stage, &["accept"]).code, Some(0));
    assert_eq!(shell(&stage, &["cancel", &id]).code, Some(1));
    assert_eq!(shell(&stage, &["give-back", &id]).code, Some(0));
    let again = shell(&stage, &["accept", "--json"]).json();
    assert_eq!(again["status"], "claimed");
}
