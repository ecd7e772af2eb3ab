//! In which folder a backup is kept.
#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

use std::fs;
use std::path::Path;

use serde_json::json;
use stage::{Ran, Stage, prompt, tree};

const PROGRAM: &str = env!("CARGO_BIN_EXE_pre-compact-backup");

#[test]
fn a_session_in_a_subfolder_belongs_to_its_checkout() {
    check(&Stage::new(), "project/src/deep", "project");
}

#[test]
fn the_folder_that_the_client_was_started_in_comes_before_the_current_one() {
    let stage = Stage::new();
    let started = folder(&stage, "project/src");
    folder(&stage, "elsewhere/.git");
    check(
        &stage.with("CLAUDE_PROJECT_DIR", started),
        "elsewhere",
        "project",
    );
}

#[test]
fn a_worktree_is_a_root_of_its_own() {
    let stage = Stage::new();
    stage.write(
        "project/trees/feature/.git",
        "gitdir: /home/project/.git/worktrees/feature\n",
    );
    check(&stage, "project/trees/feature/src", "project/trees/feature");
}

#[test]
fn outside_a_checkout_the_starting_folder_is_the_root() {
    check(&Stage::new(), "notes/today", "notes/today");
}

#[test]
fn a_home_that_is_a_checkout_is_not_the_root_of_what_lies_below_it() {
    let stage = Stage::new();
    folder(&stage, ".git");
    check(&stage, "notes", "notes");
    check(&stage, "project/src", "project");
    check(&stage, "", "");
}

#[test]
fn a_path_may_hold_spaces_and_any_script() {
    let stage = Stage::new();
    folder(&stage, "私の 企画/.git");
    check(&stage, "私の 企画/資料 1", "私の 企画");
}

#[test]
fn a_folder_that_was_removed_is_not_made_again() {
    let stage = Stage::new();
    stage.transcript(prompt("Fix it"));
    let gone = stage.home().join("gone/deep");
    let ran = compacting(&stage, &gone);
    assert_eq!(ran.stderr, "");
    assert!(!gone.exists());
    assert_eq!(stage.kept().len(), 1, "it is kept where the program runs");
}

#[test]
fn git_sees_nothing_of_it() {
    let stage = Stage::new();
    let git = |arguments: &[&str]| {
        let git = "cd \"$HOME/project\" && GIT_CONFIG_GLOBAL=/dev/null GIT_CONFIG_NOSYSTEM=1 exec git \"$@\"";
        let ran = stage.run("/bin/sh", &[&["-c", git, "sh"], arguments].concat(), "");
        assert_eq!(ran.code, Some(0), "git {arguments:?}: {}", ran.stderr);
        ran.stdout
    };
    git(&["init", "--quiet"]);
    stage.transcript(prompt("Fix it"));
    let _ = compacting(&stage, &stage.project());
    assert_eq!(stage.kept().len(), 1);
    assert_eq!(git(&["status", "--porcelain", "--untracked-files=all"]), "");
    git(&["add", "--all"]);
    assert_eq!(git(&["status", "--porcelain"]), "");
    stage.write("project/seen.txt", "");
    assert_eq!(
        git(&["status", "--porcelain"]),
        "?? seen.txt\n",
        "git would see another file"
    );
}

/// Keeps a transcript for a session in `cwd`, and expects it in the backups folder of `root` and nowhere else.
#[track_caller]
fn check(stage: &Stage, cwd: &str, root: &str) {
    let said = prompt(&format!("in {cwd}"));
    stage.transcript(&said);
    let ran = compacting(stage, &folder(stage, cwd));
    assert_eq!(ran.stderr, "");
    let kept = tree(&stage.home()).into_iter().filter(|(path, bytes)| {
        let name = path.file_name().unwrap().to_string_lossy();
        name.starts_with("transcript-") && *bytes == said.as_bytes()
    });
    let folders: Vec<_> = kept
        .map(|(path, _)| path.parent().unwrap().to_owned())
        .collect();
    assert_eq!(folders, [Path::new(root).join(".claude/backups")]);
}

fn compacting(stage: &Stage, cwd: &Path) -> Ran {
    let event = stage.event("PreCompact", &json!({"trigger": "auto", "cwd": cwd}));
    stage.run(PROGRAM, &[], event.to_string())
}

fn folder(stage: &Stage, path: &str) -> std::path::PathBuf {
    let folder = stage.home().join(path);
    fs::create_dir_all(&folder).unwrap();
    folder
}
