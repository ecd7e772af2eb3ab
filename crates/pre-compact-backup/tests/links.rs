//! Links and folders of other users, wherever the program writes: none is followed, each is named, nothing behind it changes.
#![expect(
    clippy::unwrap_used,
    clippy::panic,
    reason = "a test fails by panicking"
)]

use std::fs;
use std::os::unix::fs::symlink;
use std::path::{Path, PathBuf};

use serde_json::json;
use stage::{Ran, Stage, backup_of, prompt, tree};

const PROGRAM: &str = env!("CARGO_BIN_EXE_pre-compact-backup");

/// What a link leads to, below the home folder.
const TARGETS: [&str; 3] = ["elsewhere", "elsewhere/mine.txt", "nowhere"];

/// A transcript whose path, as the event gives it, is the same on every stage.
const SAME: &str = "../session-1.jsonl";

/// What is left of the transcript where a link stands in a place.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Kept {
    Whole,
    Nothing,
}

#[test]
fn a_link_in_the_place_of_the_folder_above_leads_nothing_out_of_the_project() {
    check("project/.claude", Kept::Nothing);
}

#[test]
fn a_link_in_the_place_of_the_backups_folder_is_not_followed() {
    check("project/.claude/backups", Kept::Nothing);
}

#[test]
fn where_the_file_that_git_passes_over_is_a_link_nothing_is_kept() {
    check("project/.claude/backups/.gitignore", Kept::Nothing);
}

#[test]
fn a_log_that_is_a_link_costs_its_line_only() {
    check("project/.claude/backups/compaction-log.md", Kept::Whole);
}

#[test]
fn a_link_in_the_place_of_the_receipts_costs_the_receipt_only() {
    check(".claude/recall", Kept::Whole);
    let month = backup_of(0);
    let month = month.trim_start_matches("transcript-").get(..7).unwrap();
    check(
        &format!(".claude/recall/receipts-{month}.jsonl"),
        Kept::Whole,
    );
}

#[test]
fn a_link_in_the_place_of_an_unfinished_copy_costs_nothing() {
    let Some(name) = unfinished_name() else {
        return;
    };
    for target in TARGETS {
        let stage = staged();
        let link = linked(&stage, &format!("project/.claude/backups/{name}"), target);
        check_kept_beside(&stage, &link);
    }
    for what in ["mkfifo", "mkdir"] {
        let stage = staged();
        let path = stage.backups().join(&name);
        fs::create_dir_all(stage.backups()).unwrap();
        let made = stage.run(what, &[path.to_str().unwrap()], "");
        assert_eq!(made.code, Some(0), "{}", made.stderr);
        check_kept_beside(&stage, &path);
    }
}

#[test]
fn a_link_that_has_the_name_of_a_backup_is_no_backup() {
    let stage = staged();
    let name = backup_of(1);
    let link = linked(
        &stage,
        &format!("project/.claude/backups/{name}"),
        "elsewhere/mine.txt",
    );
    stage.write("elsewhere/mine.txt", prompt("Fix it").repeat(10));
    let ran = compacting(&stage);
    assert_eq!(ran.stderr, "");
    assert_eq!(stage.kept().len(), 2, "the link, and the copy beside it");
    assert!(link.symlink_metadata().unwrap().is_symlink());
    assert_eq!(
        fs::read(stage.home().join("elsewhere/mine.txt")).unwrap(),
        prompt("Fix it").repeat(10).as_bytes()
    );
}

#[test]
fn a_link_that_stays_in_the_project_is_a_way_like_any_other() {
    let stage = staged();
    fs::create_dir_all(stage.project().join("conf/claude")).unwrap();
    symlink("conf/claude", stage.project().join(".claude")).unwrap();
    assert_eq!(compacting(&stage).stderr, "");
    assert_eq!(stage.kept().len(), 1);
}

#[test]
fn a_clients_folder_may_be_a_link() {
    let stage = staged();
    fs::rename(stage.home().join(".claude"), stage.home().join("dotfiles")).unwrap();
    symlink("dotfiles", stage.home().join(".claude")).unwrap();
    assert_eq!(compacting(&stage).stderr, "");
    assert_eq!(stage.receipts().len(), 1);
}

#[test]
fn settings_of_the_project_that_are_a_link_out_of_it_are_not_read() {
    let stage = staged();
    stage.write("secret.json", r#"{"language": "ja"}"#);
    fs::create_dir(stage.project().join(".claude")).unwrap();
    let link = stage.project().join(".claude/recall.json");
    symlink("../../secret.json", &link).unwrap();
    check_named(
        &compacting(&stage),
        &link,
        "is a symbolic link that leads out",
    );
    assert_eq!(stage.kept().len(), 1);
}

#[test]
fn a_backups_folder_of_another_user_is_refused_in_the_readers_language() {
    for (language, words) in [
        ("C.UTF-8", ["belongs to another user", "move it away"]),
        ("ja_JP.UTF-8", ["所有者は別のユーザーです", "移すか"]),
    ] {
        let stage = staged().with("LANG", language);
        stage.backup(&backup_of(30), prompt("theirs"));
        if !stage.give_away(&stage.backups()) {
            return;
        }
        let before = tree(&stage.project());
        let ran = compacting(&stage);
        for words in words {
            check_named(&ran, &stage.backups(), words);
        }
        assert!(tree(&stage.project()) == before, "{language}");
        let summary = ["in the summary", "要約"];
        assert!(
            summary.iter().any(|it| ran.stdout.contains(it)),
            "{}",
            ran.stdout
        );
        let receipts = stage.receipts();
        let reason = receipts[0]["reason"].as_str().unwrap();
        assert!(reason.contains("belongs to another user"), "{reason}");
    }
}

#[test]
fn receipts_in_a_folder_of_another_user_are_refused_and_the_backup_is_made() {
    let stage = staged();
    let receipts = stage.home().join(".claude/recall");
    fs::create_dir(&receipts).unwrap();
    if stage.give_away(&receipts) {
        check_named(&compacting(&stage), &receipts, "belongs to another user");
        assert_eq!(tree(&receipts).len(), 0);
        assert_eq!(stage.kept().len(), 1);
    }
}

/// Runs the program with a link in a place, to each target in turn.
#[track_caller]
fn check(place: &str, kept: Kept) {
    for target in TARGETS {
        let stage = staged();
        let link = linked(&stage, place, target);
        let before = tree(&stage.home().join("elsewhere"));
        let ran = compacting(&stage);
        check_named(&ran, &link, "is a symbolic link");
        assert!(
            ran.stdout.contains("in the summary"),
            "{target}: {}",
            ran.stdout
        );
        assert!(link.symlink_metadata().unwrap().is_symlink(), "{target}");
        assert!(tree(&stage.home().join("elsewhere")) == before, "{target}");
        assert!(!stage.home().join("nowhere").exists(), "{target}");
        let copies = tree(&stage.home())
            .into_iter()
            .filter(|(path, bytes)| is_backup(path) && *bytes == said().as_bytes());
        assert_eq!(copies.count(), usize::from(kept == Kept::Whole), "{target}");
    }
}

#[track_caller]
fn check_named(ran: &Ran, path: &Path, fault: &str) {
    assert_eq!(ran.code, Some(0));
    let [line] = ran.complaints()[..] else {
        panic!("{}", ran.stderr);
    };
    let path = path.display().to_string();
    assert!(line.contains(&path) && line.contains(fault), "{line}");
}

/// Expects a whole backup beside what stands in the place of its unfinished copy, and that untouched.
#[track_caller]
fn check_kept_beside(stage: &Stage, path: &Path) {
    let before = tree(&stage.home().join("elsewhere"));
    let kind = path.symlink_metadata().unwrap().file_type();
    let ran = compacting(stage);
    assert_eq!((ran.code, ran.stderr.as_str()), (Some(0), ""));
    assert_eq!(stage.kept_bytes(), [said().as_bytes()]);
    assert_eq!(path.symlink_metadata().unwrap().file_type(), kind);
    assert!(tree(&stage.home().join("elsewhere")) == before);
    assert!(!stage.home().join("nowhere").exists());
}

fn is_backup(path: &Path) -> bool {
    let name = path.file_name().unwrap().to_string_lossy();
    name.starts_with("transcript-")
}

/// Puts a link in a place, both below the home folder.
fn linked(stage: &Stage, place: &str, target: &str) -> PathBuf {
    let link = stage.home().join(place);
    stage.write("elsewhere/mine.txt", "mine");
    fs::create_dir_all(link.parent().unwrap()).unwrap();
    symlink(stage.home().join(target), &link).unwrap();
    link
}

/// The name that an unfinished copy of [`SAME`] has, on every stage: a run that is killed leaves it.
fn unfinished_name() -> Option<String> {
    let stage = staged();
    let inject = "inject=copy_file_range:signal=KILL:when=1";
    if !stage.can("strace", &["-qq", "-e", inject, PROGRAM, "--version"]) {
        return None;
    }
    let ran = stage.run(
        "strace",
        &["-qq", "-o", "/dev/null", "-e", inject, PROGRAM],
        event(&stage),
    );
    assert_eq!(ran.code, None, "{}", ran.stderr);
    let names = stage.unfinished();
    let name = names
        .iter()
        .find(|name| name.starts_with(".unfinished-transcript-"));
    Some(name.unwrap().clone())
}

fn said() -> String {
    prompt("Fix it").repeat(100)
}

fn staged() -> Stage {
    let stage = Stage::new();
    stage.write("session-1.jsonl", said());
    stage
}

fn event(stage: &Stage) -> String {
    let fields = json!({"trigger": "auto", "transcript_path": SAME});
    stage.event("PreCompact", &fields).to_string()
}

fn compacting(stage: &Stage) -> Ran {
    stage.run(PROGRAM, &[], event(stage))
}
