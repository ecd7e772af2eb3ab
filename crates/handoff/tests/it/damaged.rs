//! Files in the folder that are damaged or not recall's: reported, and the others count.

use std::fs::{self, Permissions};
use std::os::unix::fs::{PermissionsExt, symlink};

use serde_json::json;
use stage::{Disk, Stage};

use crate::{PROGRAM, call, lay, session, shelf, shell};

const GOOD: &str = "20261130-093101-0f3a9c";
const BAD: &str = "20261130-093102-0f3a9c";

fn spoil(stage: &Stage, name: &str, bytes: &[u8]) {
    stage.write(shelf(stage).join(name), bytes);
}

#[test]
fn a_damaged_handoff_is_told_and_the_others_count() {
    for bytes in [
        &b""[..],
        b"{",
        b"[]",
        b"{\"id\": 5}",
        b"\xff\xfe",
        &[b'x'; 300_000],
    ] {
        let stage = session(Stage::new(), "now");
        lay(&stage, GOOD, &json!({}));
        spoil(&stage, &format!("{BAD}.open.json"), bytes);
        let found = call(&stage, "memory_handoff_list", json!({}));
        assert_eq!(found.told["handoffs"].as_array().unwrap().len(), 1);
        let problem = found.told["problems"][0].as_str().unwrap();
        assert!(problem.contains(BAD), "{problem}");
        assert!(found.text.contains(BAD));
        let ran = shell(&stage, &["list"]);
        assert_eq!(ran.code, Some(0));
        assert!(
            ran.stdout.contains(GOOD) && ran.stderr.contains(BAD),
            "{ran:?}"
        );
        let taken = call(&stage, "memory_handoff_accept", json!({}));
        assert_eq!(taken.told["handoff"]["handoff_id"], GOOD);
    }
}

#[test]
fn asking_for_a_damaged_one_by_its_id_changes_nothing() {
    let stage = session(Stage::new(), "now");
    let name = format!("{BAD}.open.json");
    spoil(&stage, &name, b"{");
    let taken = call(&stage, "memory_handoff_accept", json!({"handoff_id": BAD}));
    assert_eq!(taken.told["status"], "none_pending", "{taken:?}");
    let cancelled = call(&stage, "memory_handoff_cancel", json!({"handoff_id": BAD}));
    assert!(cancelled.is_error, "{cancelled:?}");
    assert_eq!(fs::read(shelf(&stage).join(name)).unwrap(), b"{");
}

#[test]
fn what_is_not_recalls_is_left_alone() {
    let stage = session(Stage::new(), "now");
    lay(&stage, GOOD, &json!({}));
    for name in ["notes.txt", ".hidden", "x.json", "README.md"] {
        spoil(&stage, name, b"mine");
    }
    fs::create_dir(shelf(&stage).join(format!("{BAD}.open.json"))).unwrap();
    symlink(
        "/etc/passwd",
        shelf(&stage).join("20261130-093103-0f3a9c.open.json"),
    )
    .unwrap();
    let found = call(&stage, "memory_handoff_list", json!({}));
    assert_eq!(
        found.told["handoffs"].as_array().unwrap().len(),
        1,
        "{found:?}"
    );
    assert!(!format!("{found:?}").contains("root:"), "{found:?}");
    assert_eq!(fs::read(shelf(&stage).join("notes.txt")).unwrap(), b"mine");
}

#[test]
fn fields_that_a_later_version_writes_are_passed_over() {
    let stage = session(Stage::new(), "now");
    lay(
        &stage,
        GOOD,
        &json!({"mood": "good", "accepted_through": "telepathy"}),
    );
    let found = call(&stage, "memory_handoff_list", json!({}));
    assert_eq!(found.told["handoffs"][0]["accepted_through"], "other");
}

#[test]
fn a_folder_where_the_lock_belongs_is_a_tool_error_and_no_crash() {
    let stage = session(Stage::new(), "now");
    lay(&stage, GOOD, &json!({}));
    fs::create_dir(shelf(&stage).join(".lock")).unwrap();
    let taken = call(&stage, "memory_handoff_accept", json!({}));
    assert!(taken.is_error && taken.text.contains(".lock"), "{taken:?}");
}

/// Expects of a deed on a disk that takes nothing that the handoff waits as before, and that the person is told.
#[track_caller]
fn check_on(disk: Disk, deed: &str) {
    let stage = Stage::new();
    lay(&stage, GOOD, &json!({}));
    stage.write(shelf(&stage).join(".lock"), "");
    let script = format!("#!/bin/sh\nexec '{PROGRAM}' {deed} {GOOD}\n");
    let script = stage.write("deed", script);
    fs::set_permissions(&script, Permissions::from_mode(0o700)).unwrap();
    let Some(ran) = stage.run_on(disk, &shelf(&stage), script.to_str().unwrap(), "") else {
        return;
    };
    assert_eq!((ran.code, ran.stdout.as_str()), (Some(2), ""), "{disk:?}");
    assert!(
        ran.stderr.starts_with("handoff: could not write"),
        "{disk:?}: {}",
        ran.stderr
    );
    let shown = shell(&stage, &["show", GOOD, "--json"]).json();
    assert_eq!(shown["state"], "open", "{disk:?}: {deed}");
}

#[test]
fn a_disk_that_takes_nothing_neither_swallows_a_handoff_nor_leaves_it_claimed() {
    for disk in [Disk::Full, Disk::ReadOnly] {
        check_on(disk, "accept");
        check_on(disk, "cancel");
    }
}
