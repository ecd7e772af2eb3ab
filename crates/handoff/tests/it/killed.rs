//! The program is killed at every call that changes the disk: the handoff is never lost, and what was taken and not recorded can be seen and given back.

use serde_json::{Value, json};
use stage::Stage;

use crate::{PROGRAM, lay, shell};

const ID: &str = "20261130-093101-0f3a9c";
const CALLS: [&str; 6] = [
    "write",
    "fsync",
    "fdatasync",
    "fchmod",
    "renameat2",
    "?rename",
];
/// More calls of one kind than the program makes.
const MOST: usize = 50;

#[test]
fn a_handoff_survives_a_kill_at_any_step_of_its_acceptance() {
    let probe = [
        "-qq",
        "-e",
        "inject=fsync:signal=KILL",
        PROGRAM,
        "--version",
    ];
    if !Stage::new().can("strace", &probe) {
        return;
    }
    let mut claimed = 0;
    for call in CALLS {
        for nth in 1..=MOST {
            let stage = Stage::new();
            lay(&stage, ID, &json!({}));
            if !is_killed(&stage, call, nth) {
                break;
            }
            let place = format!("{call} {nth}");
            let found = state(&stage);
            assert!(
                ["open", "claimed", "accepted"].contains(&found.as_str()),
                "{place}: {found}"
            );
            if found == "claimed" {
                claimed += 1;
                check_claimed(&stage, &place);
            }
            check_again(&stage, &place);
        }
    }
    assert!(
        claimed >= 2,
        "only {claimed} kills between claim and record"
    );
}

/// Expects that one which was taken and never recorded is shown so and given to nobody.
#[track_caller]
fn check_claimed(stage: &Stage, place: &str) {
    let listed = shell(stage, &["list"]);
    assert!(
        listed
            .stdout
            .contains("claimed by a process that ended too early"),
        "{place}: {listed:?}"
    );
    let asked = shell(stage, &["accept", ID]);
    assert_eq!(asked.code, Some(1), "{place}");
    assert!(
        asked
            .stdout
            .contains(&format!("`handoff give-back {ID}` opens it again")),
        "{place}: {asked:?}"
    );
}

/// Expects that it can be given back and accepted, once.
#[track_caller]
fn check_again(stage: &Stage, place: &str) {
    assert_eq!(shell(stage, &["give-back", ID]).code, Some(0), "{place}");
    assert_eq!(state(stage), "open", "{place}");
    let accepted = shell(stage, &["accept", "--json"]).json();
    assert_eq!(accepted["status"], "claimed", "{place}");
    assert_eq!(
        accepted["handoff"]["summary"], "The import works",
        "{place}"
    );
}

fn state(stage: &Stage) -> String {
    let ran = shell(stage, &["show", ID, "--json"]);
    let told: Value = serde_json::from_str(&ran.stdout).unwrap_or_default();
    told["state"].as_str().unwrap_or("lost").to_owned()
}

fn is_killed(stage: &Stage, call: &str, nth: usize) -> bool {
    let inject = format!("inject={call}:signal=KILL:when={nth}");
    let arguments = [
        "-qq",
        "-f",
        "-o",
        "/dev/null",
        "-e",
        &inject,
        PROGRAM,
        "accept",
    ];
    stage.run("strace", &arguments, "").code.is_none()
}
