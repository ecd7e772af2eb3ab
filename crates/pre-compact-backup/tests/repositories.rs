//! The honest line of the state dump for every kind of repository, and for a git that does not answer.
#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::time::SystemTime;

use serde_json::{Value, json};
use stage::{Ran, Stage, prompt};

const PROGRAM: &str = env!("CARGO_BIN_EXE_pre-compact-backup");

#[test]
fn a_detached_head_is_no_branch() {
    let stage = staged();
    stage.git("project", &["checkout", "--quiet", "--detach"]);
    let head = stage.git("project", &["rev-parse", "--short", "HEAD"]);
    let line = format!("- branch: none (detached head at {head})\n");
    check(&stage, "project", &[&line, " Begin\n"], &[]);
}

#[test]
fn an_unborn_branch_has_no_commit() {
    let stage = Stage::with_repository();
    stage.write("project/new.txt", "");
    check(
        &stage,
        "project",
        &[
            "- branch: main, unborn (no commit yet)\n",
            "?? new.txt\n",
            "There is no commit yet.",
        ],
        &["git diff", "failed"],
    );
}

#[test]
fn a_bare_repository_has_no_files() {
    let stage = staged();
    stage.git("", &["clone", "--quiet", "--bare", "project", "bare.git"]);
    check(
        &stage,
        "bare.git",
        &[
            "- branch: main\n",
            "- a bare repository, which has no files\n",
            " Begin\n",
        ],
        &["git status", "git diff", "worktree"],
    );
}

#[test]
fn a_submodule_names_the_checkout_around_it() {
    let stage = staged();
    let allowed = "protocol.file.allow=always";
    stage.git("", &["init", "--quiet", "--initial-branch=main", "lib"]);
    stage.commit("lib", "b.txt", "Begin the library");
    stage.git(
        "project",
        &[
            "-c",
            allowed,
            "submodule",
            "--quiet",
            "add",
            "../lib",
            "libs/lib",
        ],
    );
    let around = format!("- a submodule of {}\n", stage.project().display());
    let found = ["- branch: main\n", &around, " Begin the library\n"];
    check(&stage, "project/libs/lib", &found, &[]);
}

#[test]
fn a_worktree_names_the_repository_that_it_belongs_to() {
    let stage = staged();
    stage.git(
        "project",
        &["worktree", "add", "--quiet", "-b", "feature", "../tree"],
    );
    stage.write("tree/new.txt", "");
    let owner = format!(
        "- worktree: a linked one of {}\n",
        stage.project().display()
    );
    let found = [
        "- folder: ~/tree\n- branch: feature\n",
        &owner,
        "?? new.txt\n",
    ];
    check(&stage, "tree", &found, &[]);
}

#[test]
fn a_merge_in_progress_is_told_with_its_conflict() {
    let stage = forked();
    assert_ne!(
        stage.try_git("project", &["merge", "feature"]).code,
        Some(0)
    );
    let found = ["- branch: main\n", "- in progress: merge\n", "AA b.txt\n"];
    check(&stage, "project", &found, &[]);
}

#[test]
fn a_rebase_in_progress_names_its_branch() {
    let stage = forked();
    assert_ne!(
        stage.try_git("project", &["rebase", "feature"]).code,
        Some(0)
    );
    let found = [
        "- branch: none (detached head at ",
        "- in progress: rebase main\n",
    ];
    check(&stage, "project", &found, &[]);
}

#[test]
fn a_folder_outside_every_checkout_says_so() {
    let stage = Stage::new();
    stage.write("notes/a.txt", "");
    check(
        &stage,
        "notes",
        &["- git: this folder is in no checkout\n"],
        &["branch", "git status"],
    );
}

#[test]
fn a_home_that_is_a_checkout_is_not_asked_about_what_lies_below_it() {
    let stage = staged();
    stage.git("", &["init", "--quiet"]);
    stage.commit("", ".profile", "Private");
    stage.write("notes/a.txt", "");
    let line = "- git: this folder is in no checkout\n";
    check(&stage, "notes", &[line], &["Private"]);
}

#[test]
fn without_the_program_the_dump_says_so() {
    let stage = staged();
    stage.write("project/docs/decisions.md", "- port 8417\n");
    let stage = stage.with("PATH", "/nonexistent");
    let found = ["- git: the program was not found\n", "- port 8417\n"];
    check(&stage, "project", &found, &["branch"]);
}

#[test]
fn a_repository_that_git_refuses_is_told_with_gits_reason() {
    let stage = staged();
    stage.write("project/.git/config", "[core\n");
    let reason = "git status failed: fatal: bad config line 1 in file .git/config";
    check(&stage, "project", &[reason], &[]);
}

#[test]
fn a_git_that_is_too_slow_leaves_its_section_saying_so() {
    let slow = r#"case "$*" in *porcelain*) sleep 600 ;; esac"#;
    let stage = staged().with_git_that(slow);
    let found = [
        "- branch: main\n",
        "\n\ngit status took more than 2 s\n",
        " Begin\n",
    ];
    check(&stage, "project", &found, &[]);
}

#[test]
fn at_the_end_of_a_session_git_has_less_time() {
    let stage = staged().with_git_that("sleep 600");
    let ran = fire(&stage, "SessionEnd", &json!({"reason": "exit"}));
    assert_eq!((ran.code, ran.stderr.as_str()), (Some(0), ""));
    let [(_, text)] = stage.dumps().try_into().unwrap();
    for line in [
        "- branch: unknown (git symbolic-ref took more than 0.8 s)\n",
        "- worktree: unknown (git rev-parse took more than 0.8 s)\n",
        "git status took more than 0.8 s\n",
        "git log took more than 0.8 s\n",
        "git diff took more than 0.8 s\n",
    ] {
        assert!(text.contains(line), "{line}: {text}");
    }
    assert_eq!(stage.kept().len(), 1);
}

#[test]
fn nothing_that_a_repository_names_is_run() {
    let stage = staged();
    let mark = stage.home().join("mark");
    let payload = format!("touch {} #", mark.display());
    let payload_file = stage.write("bin/payload", format!("#!/bin/sh\n{payload}\n"));
    fs::set_permissions(&payload_file, fs::Permissions::from_mode(0o755)).unwrap();
    let payload = payload_file.to_str().unwrap();
    for name in [
        "core.fsmonitor",
        "core.pager",
        "core.sshCommand",
        "diff.external",
        "diff.x.command",
        "diff.x.textconv",
        "gpg.program",
    ] {
        stage.git("project", &["config", name, payload]);
    }
    stage.git("project", &["config", "log.showSignature", "true"]);
    stage.write("project/.gitattributes", "*.txt diff=x\n");
    for hook in ["post-index-change", "fsmonitor-watchman"] {
        let hook = stage.write(
            format!("project/.git/hooks/{hook}"),
            fs::read(&payload_file).unwrap(),
        );
        fs::set_permissions(hook, fs::Permissions::from_mode(0o755)).unwrap();
    }
    stage.write("project/a.txt", "changed\n");
    check(&stage, "project", &[" M a.txt\n", "1 file changed"], &[]);
    assert!(!mark.exists());
    let _ = stage.try_git("project", &["diff", "HEAD"]);
    assert!(mark.exists(), "a plain git would have run it");
}

#[test]
fn a_git_hook_that_starts_the_session_does_not_lead_git_astray() {
    let stage = staged();
    stage.git("", &["init", "--quiet", "--initial-branch=other", "other"]);
    let other = stage.home().join("other/.git");
    let stage = stage.with("GIT_DIR", other).with("GIT_WORK_TREE", "/");
    check(&stage, "project", &["- branch: main\n", " Begin\n"], &[]);
}

#[test]
fn nothing_is_written_into_the_repository() {
    let stage = staged();
    let index = || fs::read(stage.project().join(".git/index")).unwrap();
    // The same words at another time: git would look again, and note in the index that it did.
    let path = stage.write("project/a.txt", "Begin\n");
    let file = fs::File::options().write(true).open(path).unwrap();
    file.set_modified(SystemTime::UNIX_EPOCH).unwrap();
    let before = index();
    check(&stage, "project", &["- branch: main\n"], &[]);
    assert!(index() == before, "the index was refreshed");
}

#[track_caller]
fn check(stage: &Stage, folder: &str, found: &[&str], gone: &[&str]) {
    stage.transcript(prompt("Fix it"));
    let cwd = stage.home().join(folder);
    let fields = json!({"trigger": "auto", "cwd": cwd});
    let ran = fire(stage, "PreCompact", &fields);
    assert_eq!((ran.code, ran.stderr.as_str()), (Some(0), ""));
    let backups = cwd.join(".claude/backups");
    let mut dumps = stage::tree(&backups)
        .into_iter()
        .filter(|(path, _)| path.to_string_lossy().starts_with("session-"));
    let (_, text) = dumps.next().unwrap();
    let text = String::from_utf8(text).unwrap();
    let (_, text) = text.split_once('\n').unwrap();
    for words in found {
        assert!(text.contains(words), "{words}: {text}");
    }
    for words in gone {
        assert!(!text.contains(words), "{words}: {text}");
    }
}

fn staged() -> Stage {
    let stage = Stage::with_commit();
    stage.transcript(prompt("Fix it"));
    stage
}

/// A project whose branches `main` and `feature` hold different words in one new file.
fn forked() -> Stage {
    let stage = staged();
    stage.git("project", &["checkout", "--quiet", "-b", "feature"]);
    stage.commit("project", "b.txt", "Feature");
    stage.git("project", &["checkout", "--quiet", "main"]);
    stage.commit("project", "b.txt", "Main");
    stage
}

fn fire(stage: &Stage, event: &str, fields: &Value) -> Ran {
    stage.run(PROGRAM, &[], stage.event(event, fields).to_string())
}
