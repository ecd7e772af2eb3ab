//! Installed programs tried out, and those that are not.

use std::fs::{self, Permissions};
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::Command;

use serde_json::json;
use stage::Stage;

use super::{WORKS, check, doctor, findings, hooks, installed, program, settings, worst};

#[test]
fn the_real_programs_work_on_the_sample() {
    let stage = Stage::new();
    for name in [
        "pre-compact-backup",
        "post-compact-recall",
        "session-start-greeting",
    ] {
        let to = hooks(&stage).join(name);
        fs::create_dir_all(hooks(&stage)).unwrap();
        fs::copy(built(name), to).unwrap();
    }
    settings(&stage, |_| {});
    let found = doctor(&stage).json();
    let worked = findings(&found, "works");
    assert_eq!(worked.len(), 6, "{found:#}");
    assert_eq!(worst(&found), "note");
}

#[test]
fn a_program_that_is_gone_or_not_executable_is_broken() {
    let stage = installed();
    fs::remove_file(hooks(&stage).join("session-start-greeting")).unwrap();
    let locked = hooks(&stage).join("post-compact-recall");
    fs::set_permissions(locked, Permissions::from_mode(0o600)).unwrap();
    let ran = doctor(&stage);
    check(
        &ran,
        "program-missing",
        "~/.claude/hooks/session-start-greeting is not there",
    );
    check(
        &ran,
        "program-not-executable",
        "~/.claude/hooks/post-compact-recall may not be",
    );
    assert_eq!(findings(&ran.json(), "works").len(), 2);
}

#[test]
fn a_program_that_is_there_and_does_not_work_is_broken() {
    for (script, said) in [
        ("cat > /dev/null", "it kept no backup"),
        ("cat > /dev/null; exit 2", "it ended with 2"),
        ("kill -9 $$", "a signal ended it"),
    ] {
        let stage = installed();
        program(&stage, "pre-compact-backup", script);
        check(&doctor(&stage), "does-not-work", said);
    }
    let stage = installed();
    program(&stage, "post-compact-recall", "cat > /dev/null; echo '{}'");
    let ran = doctor(&stage);
    check(
        &ran,
        "does-not-work",
        "SessionStart(compact): ~/.claude/hooks/post-compact-recall",
    );
    check(&ran, "does-not-work", "its answer is not the right one");
}

#[test]
fn programs_of_different_versions_do_not_fit_together() {
    let stage = installed();
    let older = WORKS.replace("VERSION", "0.0.1");
    program(&stage, "pre-compact-backup", &older);
    check(
        &doctor(&stage),
        "versions-differ",
        "~/.claude/hooks/pre-compact-backup 0.0.1",
    );
    for name in ["post-compact-recall", "session-start-greeting"] {
        program(&stage, name, &older);
    }
    let found = doctor(&stage).json();
    assert_eq!(findings(&found, "versions-other").len(), 1, "{found:#}");
}

#[test]
fn what_only_a_projects_settings_name_is_not_started() {
    let stage = Stage::new();
    let mark = stage.home().join("started");
    let evil = stage.write(
        "project/pre-compact-backup",
        format!("#!/bin/sh\ntouch {}\n", mark.display()),
    );
    fs::set_permissions(&evil, Permissions::from_mode(0o755)).unwrap();
    for hook in [
        json!({"type": "command", "command": evil, "args": []}),
        json!({"type": "command", "command": evil}),
    ] {
        let entries = json!({"hooks": {"PreCompact": [{"hooks": [hook]}]}});
        for name in ["settings.json", "settings.local.json"] {
            let file = stage.write(format!("project/.claude/{name}"), entries.to_string());
            let found = doctor(&stage).json();
            assert_eq!(findings(&found, "program-not-run").len(), 1, "{found:#}");
            fs::remove_file(file).unwrap();
        }
    }
    assert!(!mark.exists());
}

#[test]
fn what_the_user_names_too_is_started() {
    let stage = installed();
    let other = stage.home().join("other");
    fs::rename(hooks(&stage), &other).unwrap();
    let all = fs::read_to_string(stage.home().join(".claude/settings.json")).unwrap();
    let moved = all.replace(hooks(&stage).to_str().unwrap(), other.to_str().unwrap());
    stage.write("project/.claude/settings.local.json", &moved);
    stage.write(".claude/settings.json", &moved);
    let found = doctor(&stage).json();
    assert_eq!(findings(&found, "works").len(), 6, "{found:#}");
    assert!(findings(&found, "program-not-run").is_empty(), "{found:#}");
}

#[test]
fn an_entry_for_a_shell_is_started_by_one() {
    for (command, code) in [
        ("\"$HOME/.claude/hooks/pre-compact-backup\"", "works"),
        ("~/.claude/hooks/pre-compact-backup --x", "works"),
        ("$CLAUDE_PROJECT_DIR/pre-compact-backup", "program-not-run"),
    ] {
        let stage = installed();
        settings(&stage, |tree| {
            let hook = &mut tree["hooks"]["PreCompact"][0]["hooks"][0];
            *hook = json!({"type": "command", "command": command});
        });
        let found = doctor(&stage).json();
        let said = findings(&found, code);
        let about = |said: &String| said.starts_with("PreCompact") || said.contains(command);
        assert!(said.iter().any(about), "{command}: {found:#}");
        assert_eq!(worst(&found), "note", "{found:#}");
    }
}

/// A program of another package, which a test of the whole workspace has built already.
fn built(name: &str) -> PathBuf {
    let beside = Path::new(env!("CARGO_BIN_EXE_recall")).with_file_name(name);
    if !beside.is_file() {
        let target = beside.ancestors().nth(2).unwrap();
        let mut cargo = Command::new(env!("CARGO"));
        cargo
            .args(["build", "--quiet", "--package", name, "--target-dir"])
            .arg(target);
        assert!(cargo.status().unwrap().success());
    }
    beside
}
