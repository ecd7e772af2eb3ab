//! In which folder a backup is kept.
#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

use std::ffi::OsStr;
use std::fs;
use std::os::unix::ffi::OsStrExt;
use std::path::{Path, PathBuf};

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
fn a_path_may_hold_line_ends_quotes_and_bytes_that_are_no_text() {
    for name in ODD {
        let stage = Stage::new();
        let root = stage.home().join(OsStr::from_bytes(name));
        let start = root.join("src");
        fs::create_dir_all(root.join(".git")).unwrap();
        fs::create_dir(&start).unwrap();
        check_at(&stage.with("CLAUDE_PROJECT_DIR", &start), "", &root);
    }
}

/// JSON holds text only, so an event cannot name such a folder. The client starts its hooks in it.
#[test]
fn where_the_event_cannot_hold_the_path_the_current_folder_counts() {
    for name in ODD {
        let stage = Stage::new();
        let root = stage.home().join(OsStr::from_bytes(name));
        fs::create_dir_all(root.join(".git")).unwrap();
        fs::create_dir(root.join("src")).unwrap();
        let said = prompt("Fix it");
        stage.transcript(&said);
        let cwd = root.join("src").to_string_lossy().into_owned();
        let event = stage.event("PreCompact", &json!({"trigger": "auto", "cwd": cwd}));
        let ran = stage.run_in(&root.join("src"), PROGRAM, &[], &event.to_string());
        assert_eq!((ran.code, ran.stderr.as_str()), (Some(0), ""));
        assert_eq!(folders_of(&stage, &said), [root.join(".claude/backups")]);
    }
}

#[test]
fn a_real_worktree_is_a_root_of_its_own_wherever_it_lies() {
    for folder in ["tree", "project/trees/feature", "tree\nof two lines"] {
        let stage = Stage::with_commit();
        let path = stage.home().join(folder);
        let path = path.to_str().unwrap();
        stage.git(
            "project",
            &["worktree", "add", "--quiet", "-b", "feature", path],
        );
        check(&stage, &format!("{folder}/src"), folder);
        check(&stage, "project/src", "project");
    }
}

#[test]
fn a_real_submodule_is_a_root_of_its_own_also_in_another() {
    let stage = Stage::with_commit();
    let allowed = [
        "-c",
        "protocol.file.allow=always",
        "submodule",
        "--quiet",
        "add",
    ];
    for (folder, name) in [("inner", "a.txt"), ("outer", "b.txt")] {
        stage.git("", &["init", "--quiet", "--initial-branch=main", folder]);
        stage.commit(folder, name, "Begin");
    }
    let inner = stage.home().join("inner");
    let outer = stage.home().join("outer");
    stage.git(
        "outer",
        &[&allowed[..], &[inner.to_str().unwrap(), "inner"]].concat(),
    );
    stage.git("outer", &["commit", "--quiet", "-m", "Take the inner one"]);
    stage.git(
        "project",
        &[&allowed[..], &[outer.to_str().unwrap(), "libs/outer"]].concat(),
    );
    let all = [
        "-c",
        "protocol.file.allow=always",
        "submodule",
        "--quiet",
        "update",
    ];
    stage.git("project", &[&all[..], &["--init", "--recursive"]].concat());
    check(&stage, "project/libs/outer/src", "project/libs/outer");
    check(
        &stage,
        "project/libs/outer/inner/src",
        "project/libs/outer/inner",
    );
    check(&stage, "project/libs", "project");
}

#[test]
fn a_bare_repository_is_no_checkout() {
    let stage = Stage::with_commit();
    stage.git("", &["clone", "--quiet", "--bare", "project", "bare.git"]);
    check(&stage, "bare.git", "bare.git");
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

/// Names that a path may hold and a sentence or a shell trips over.
const ODD: [&[u8]; 4] = [
    b"two\nlines",
    b"caf\xe9",
    b"it's \"$HOME\" `id`",
    b"-rf --all \x1b[31m",
];

/// Keeps a transcript for a session in `cwd`, and expects it in the backups folder of `root` and nowhere else.
#[track_caller]
fn check(stage: &Stage, cwd: &str, root: &str) {
    check_at(stage, cwd, &stage.home().join(root));
}

#[track_caller]
fn check_at(stage: &Stage, cwd: &str, root: &Path) {
    let said = prompt(&format!("in {cwd}"));
    stage.transcript(&said);
    let ran = compacting(stage, &folder(stage, cwd));
    assert_eq!((ran.code, ran.stderr.as_str()), (Some(0), ""));
    let backups = root.join(".claude/backups");
    assert_eq!(folders_of(stage, &said), std::slice::from_ref(&backups));
    let dumps = tree(&backups).into_keys();
    let dumps = dumps.filter(|path| path.to_string_lossy().starts_with("session-"));
    assert_eq!(dumps.count(), 1, "{}", backups.display());
}

/// The folders with a backup that holds just these words.
fn folders_of(stage: &Stage, said: &str) -> Vec<PathBuf> {
    let kept = tree(&stage.home()).into_iter().filter(|(path, bytes)| {
        let name = path.file_name().unwrap().to_string_lossy();
        name.starts_with("transcript-") && *bytes == said.as_bytes()
    });
    kept.map(|(path, _)| stage.home().join(path.parent().unwrap()))
        .collect()
}

fn compacting(stage: &Stage, cwd: &Path) -> Ran {
    let event = stage.event("PreCompact", &json!({"trigger": "auto", "cwd": cwd}));
    stage.run(PROGRAM, &[], event.to_string())
}

fn folder(stage: &Stage, path: &str) -> PathBuf {
    let folder = stage.home().join(path);
    fs::create_dir_all(&folder).unwrap();
    folder
}
