//! Folders and disks that take nothing: the one problem is named, the rest is done, nothing is lost.
#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

use std::fs::{self, Permissions};
use std::os::unix::fs::PermissionsExt;
use std::sync::LazyLock;

use serde_json::json;
use stage::{Disk, Ran, Stage, backup_of, prompt, tree};

const PROGRAM: &str = env!("CARGO_BIN_EXE_pre-compact-backup");

#[test]
fn a_file_in_the_place_of_the_backups_folder_is_named_and_left() {
    let stage = staged();
    stage.write(stage.backups(), "mine");
    let ran = compacting(&stage);
    check(
        &ran,
        &format!(
            "{} is a file where recall needs a folder",
            stage.backups().display()
        ),
    );
    assert_eq!(fs::read(stage.backups()).unwrap(), b"mine");
}

#[test]
fn a_file_in_the_place_of_the_folder_above_is_named_and_left() {
    let stage = staged();
    let above = stage.write("project/.claude", "mine");
    check(
        &compacting(&stage),
        &format!("{} is a file where recall needs a folder", above.display()),
    );
    assert_eq!(fs::read(above).unwrap(), b"mine");
}

#[test]
fn a_log_that_is_a_folder_is_named_and_the_backup_is_made() {
    let stage = staged();
    fs::create_dir_all(stage.backups().join("compaction-log.md")).unwrap();
    check(
        &compacting(&stage),
        &format!(
            "{}/compaction-log.md is not a regular file",
            stage.backups().display()
        ),
    );
    assert_eq!(stage.kept().len(), 1);
}

#[test]
fn a_full_disk_is_named_once_and_the_old_backups_stay() {
    check_full(3_000);
}

#[test]
fn a_full_disk_is_named_once_for_a_long_transcript_whose_places_are_chosen_at_once() {
    check_full(9 * 1024 * 1024 / prompt("Fix it").len());
}

#[track_caller]
fn check_full(prompts: usize) {
    let stage = staged();
    let before = with_an_old_backup(&stage, "old");
    stage.transcript(prompt("Fix it").repeat(prompts));
    if let Some(ran) = stage.run_on(Disk::Full, &stage.backups(), PROGRAM, &event(&stage)) {
        check(
            &ran,
            &format!("could not write {}/transcript-", stage.backups().display()),
        );
        assert!(
            ran.stderr.contains("No space left on device"),
            "{}",
            ran.stderr
        );
        check_nothing_lost(&stage, &before);
    }
}

#[test]
fn a_disk_that_fills_up_while_a_backup_grows_leaves_it_exact() {
    let stage = staged();
    let held = prompt("Fix it").repeat(100);
    let before = with_an_old_backup(&stage, &held);
    let whole = held + &prompt("Fix me").repeat(3_000);
    stage.transcript(&whole);
    if let Some(ran) = stage.run_on(Disk::Full, &stage.backups(), PROGRAM, &event(&stage)) {
        check(&ran, "No space left on device");
        check_nothing_lost(&stage, &before);
        let kept = &stage.kept_bytes()[0];
        assert!(whole.as_bytes().starts_with(kept), "a backup is half");
        let next = stage.run(PROGRAM, &[], event(&stage));
        assert_eq!(next.stderr, "");
        assert_eq!(stage.kept_bytes(), [whole.as_bytes()]);
    }
}

#[test]
fn a_line_of_the_log_that_a_full_disk_cuts_is_taken_back() {
    let stage = staged();
    with_an_old_backup(&stage, "old");
    let page = "# Compaction log\n\n- ".to_owned() + &"x".repeat(4_096 - 31) + "\n";
    assert_eq!(page.len(), 4_086);
    stage.backup("compaction-log.md", &page);
    if let Some(ran) = stage.run_on(Disk::Full, &stage.backups(), PROGRAM, &event(&stage)) {
        check(&ran, "No space left on device");
        assert_eq!(stage.log(), page);
    }
}

#[test]
fn a_full_disk_without_a_folder_yet_is_named_once() {
    let stage = staged();
    let claude = stage.project().join(".claude");
    fs::create_dir(&claude).unwrap();
    if let Some(ran) = stage.run_on(Disk::Full, &claude, PROGRAM, &event(&stage)) {
        check(&ran, "No space left on device");
        assert!(
            ran.stderr.contains(claude.to_str().unwrap()),
            "{}",
            ran.stderr
        );
        assert_eq!(stage.kept(), Vec::<String>::new());
        assert_eq!(stage.unfinished(), Vec::<String>::new());
    }
}

#[test]
fn a_read_only_disk_is_named_once_and_the_old_backups_stay() {
    let stage = staged();
    let before = with_an_old_backup(&stage, "old");
    if let Some(ran) = stage.run_on(Disk::ReadOnly, &stage.backups(), PROGRAM, &event(&stage)) {
        check(
            &ran,
            &format!("could not write {}/transcript-", stage.backups().display()),
        );
        assert!(
            ran.stderr.contains("Read-only file system"),
            "{}",
            ran.stderr
        );
        check_nothing_lost(&stage, &before);
        assert_eq!(tree(&stage.backups()), before);
    }
}

#[test]
fn a_disk_that_is_full_for_everything_is_named_once() {
    for disk in [Disk::Full, Disk::ReadOnly] {
        let stage = staged();
        let before = with_an_old_backup(&stage, "old");
        let event = event(&stage);
        if let Some(ran) = stage.run_on(disk, &stage.home(), PROGRAM, &event) {
            check(
                &ran,
                &format!("could not write {}/transcript-", stage.backups().display()),
            );
            check_nothing_lost(&stage, &before);
        }
    }
}

#[test]
fn a_receipt_that_cannot_be_left_is_named_and_the_backup_is_made() {
    let stage = staged();
    let receipts = stage.write(".claude/recall", "mine");
    check(
        &compacting(&stage),
        &format!(
            "{} is a file where recall needs a folder",
            receipts.display()
        ),
    );
    assert_eq!(stage.kept().len(), 1);
}

/// Expects this one problem, and that the summariser was told all the same.
#[track_caller]
fn check(ran: &Ran, problem: &str) {
    assert_eq!(ran.code, Some(0));
    assert_eq!(ran.complaints().len(), 1, "{}", ran.stderr);
    assert!(
        ran.stderr.starts_with("pre-compact-backup: "),
        "{}",
        ran.stderr
    );
    assert!(ran.stderr.contains(problem), "{}", ran.stderr);
    assert!(ran.stdout.contains("in the summary"), "{}", ran.stdout);
}

#[track_caller]
fn check_nothing_lost(stage: &Stage, before: &Tree) {
    let after = tree(&stage.backups());
    for (path, held) in before {
        let still = after.get(path).is_some_and(|now| now.starts_with(held));
        assert!(still, "{} is lost or changed", path.display());
    }
    assert_eq!(stage.kept(), [OLD.as_str()]);
    assert_eq!(stage.unfinished(), Vec::<String>::new());
}

type Tree = std::collections::BTreeMap<std::path::PathBuf, Vec<u8>>;

static OLD: LazyLock<String> = LazyLock::new(|| backup_of(1));

fn with_an_old_backup(stage: &Stage, held: &str) -> Tree {
    stage.backup(&OLD, held);
    stage.backup(".gitignore", "*\n");
    stage.backup("compaction-log.md", "# Compaction log\n\n- old\n");
    fs::set_permissions(stage.backups(), Permissions::from_mode(0o700)).unwrap();
    tree(&stage.backups())
}

fn staged() -> Stage {
    let stage = Stage::new();
    stage.transcript(prompt("Fix it").repeat(100));
    stage
}

fn event(stage: &Stage) -> String {
    stage
        .event("PreCompact", &json!({"trigger": "auto"}))
        .to_string()
}

fn compacting(stage: &Stage) -> Ran {
    stage.run(PROGRAM, &[], event(stage))
}
