//! From where a starting session is told: its own project's folders, which are its user's own.
#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

use std::ffi::OsStr;
use std::fs;
use std::os::unix::ffi::OsStrExt;
use std::os::unix::fs::symlink;
use std::path::Path;

use serde_json::{Value, json};
use stage::{Ran, Stage, backup_of, prompt, tree};

const PROGRAM: &str = env!("CARGO_BIN_EXE_session-start-greeting");
const SAID: &str = "Rename the table";

#[test]
fn the_words_of_another_user_are_not_told() {
    for (language, words) in [
        ("C.UTF-8", "belongs to another user"),
        ("ja_JP.UTF-8", "所有者は別のユーザーです"),
    ] {
        let stage = Stage::new().with("LANG", language);
        keep(&stage.project());
        if stage.give_away(&stage.backups()) {
            let before = tree(&stage.project());
            check_refused(&started(&stage, &json!({})), words);
            assert!(tree(&stage.project()) == before, "{language}");
        }
    }
}

#[test]
fn what_a_link_leads_to_outside_the_project_is_not_told() {
    for (place, target) in [
        ("project/.claude", "other/.claude"),
        ("project/.claude/backups", "other/.claude/backups"),
    ] {
        let stage = Stage::new();
        keep(&stage.home().join("other"));
        let link = stage.home().join(place);
        fs::create_dir_all(link.parent().unwrap()).unwrap();
        symlink(stage.home().join(target), &link).unwrap();
        let words = format!("{} is a symbolic link", link.display());
        check_refused(&started(&stage, &json!({})), &words);
    }
}

#[test]
fn a_link_in_the_place_of_the_receipts_costs_the_receipt_only() {
    for target in ["elsewhere", "elsewhere/mine.txt", "nowhere"] {
        let stage = Stage::new();
        keep(&stage.project());
        stage.write("elsewhere/mine.txt", "mine");
        let link = stage.home().join(".claude/recall");
        symlink(stage.home().join(target), &link).unwrap();
        let ran = started(&stage, &json!({}));
        check_named(&ran, &format!("{} is a symbolic link", link.display()));
        assert!(ran.context().contains(SAID), "{target}");
        assert_eq!(tree(&stage.home().join("elsewhere")).len(), 1, "{target}");
        assert!(!stage.home().join("nowhere").exists());
    }
}

#[test]
fn the_receipt_is_its_owners_whatever_the_umask() {
    for umask in ["000", "022", "077"] {
        let stage = Stage::new();
        let event = stage.event("SessionStart", &json!({"source": "startup"}));
        let ran = stage.run_under(umask, PROGRAM, &[], &event.to_string());
        assert_eq!(ran.stderr, "", "{umask}");
        let receipts = stage.home().join(".claude/recall");
        assert_eq!(stage.receipts().len(), 1, "{umask}");
        assert_eq!(stage.open_to_others(&receipts), [], "{umask}");
    }
}

#[test]
fn the_words_of_a_project_are_told_wherever_it_lies() {
    for name in [b"two\nlines".as_slice(), b"caf\xe9", b"it's \"$HOME\" `id`"] {
        let stage = Stage::new();
        let root = stage.home().join(OsStr::from_bytes(name));
        fs::create_dir_all(root.join(".git")).unwrap();
        keep(&root);
        let stage = stage.with("CLAUDE_PROJECT_DIR", &root);
        let ran = started(&stage, &json!({}));
        assert_eq!(ran.stderr, "", "{}", root.display());
        assert!(ran.context().contains(SAID), "{}", root.display());
    }
}

#[test]
fn a_worktree_is_told_its_own_words_and_not_those_of_its_repository() {
    let stage = Stage::with_commit();
    stage.git(
        "project",
        &["worktree", "add", "--quiet", "-b", "feature", "../tree"],
    );
    keep(&stage.project());
    let tree = stage.home().join("tree");
    let here = started(&stage, &json!({}));
    assert!(here.context().contains(SAID), "{}", here.stdout);
    let there = started(&stage, &json!({ "cwd": tree }));
    assert_eq!((there.code, there.stderr.as_str()), (Some(0), ""));
    assert!(!there.stdout.contains(SAID), "{}", there.stdout);
}

#[test]
fn paths_that_are_too_long_are_passed_over() {
    for path in [
        format!("/{}", "x".repeat(256)),
        "/x".repeat(3_000),
        "/\0".to_owned(),
    ] {
        let stage = Stage::new();
        keep(&stage.project());
        let ran = started(&stage, &json!({"cwd": path, "transcript_path": path}));
        assert_eq!((ran.code, ran.stderr.as_str()), (Some(0), ""));
        assert!(
            ran.context().contains(SAID),
            "it starts where the program runs"
        );
    }
}

/// Keeps the words of another session in a project.
fn keep(root: &Path) {
    let folder = root.join(".claude/backups");
    fs::create_dir_all(&folder).unwrap();
    let words = prompt(SAID).replace("session-1", "session-2");
    fs::write(folder.join(backup_of(1)), words).unwrap();
}

#[track_caller]
fn check_refused(ran: &Ran, words: &str) {
    check_named(ran, words);
    assert!(!ran.stdout.contains(SAID), "{}", ran.stdout);
}

#[track_caller]
fn check_named(ran: &Ran, words: &str) {
    assert_eq!(
        (ran.code, ran.complaints().len()),
        (Some(0), 1),
        "{}",
        ran.stderr
    );
    assert!(ran.stderr.contains(words), "{}", ran.stderr);
}

fn started(stage: &Stage, fields: &Value) -> Ran {
    stage.run(
        PROGRAM,
        &[],
        stage.event("SessionStart", fields).to_string(),
    )
}
