//! What `recall doctor` finds, from the settings files to the programs and the receipts.
#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

mod around;
mod programs;
mod report;
mod runs;
mod server;
mod settings;

use std::fs::{self, Permissions};
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};

use serde_json::{Value, json};
use stage::{Ran, Stage};

const VERSION: &str = env!("CARGO_PKG_VERSION");

/// A hook that does the least that a working one does.
const WORKS: &str = r#"
[ "$1" = --version ] && { echo "$(basename "$0") VERSION"; exit; }
event=$(cat)
case $(basename "$0") in
  pre-compact-backup)
    folder=$CLAUDE_PROJECT_DIR/.claude/backups
    mkdir -p "$folder"
    cp "$HOME"/.claude/projects/sample/*.jsonl "$folder/transcript-2026-11-30T09-31-27.jsonl"
    case $event in *PreCompact*) echo 'Keep it.' ;; esac ;;
  *) case $event in
    *'"SessionStart"'*) echo '{"hookSpecificOutput":{"additionalContext":"recall-doctor-sample"}}' ;;
  esac ;;
esac
"#;

/// A stage with working hooks and the entries of install.
fn installed() -> Stage {
    let stage = Stage::new();
    for name in [
        "pre-compact-backup",
        "post-compact-recall",
        "session-start-greeting",
    ] {
        program(&stage, name, &WORKS.replace("VERSION", VERSION));
    }
    settings(&stage, |_| {});
    stage
}

fn hooks(stage: &Stage) -> PathBuf {
    stage.home().join(".claude/hooks")
}

fn program(stage: &Stage, name: &str, script: &str) {
    let path = stage.write(hooks(stage).join(name), format!("#!/bin/sh\n{script}\n"));
    fs::set_permissions(path, Permissions::from_mode(0o755)).unwrap();
}

/// Writes the user's settings as install does, with a change.
fn settings(stage: &Stage, change: impl FnOnce(&mut Value)) {
    let example = include_str!("../../../../hooks.example.json");
    let own = example.replace("/home/you/.claude/hooks", hooks(stage).to_str().unwrap());
    let mut tree: Value = serde_json::from_str(&own).unwrap();
    change(&mut tree);
    stage.write(".claude/settings.json", tree.to_string());
}

/// Adds the receipt of a run that has just been.
fn receipt(stage: &Stage, event: &str, program: &str, result: &str) {
    let folder = stage.home().join(".claude/recall");
    let path = folder.join("receipts-2026-11.jsonl");
    let time = stage
        .run("/bin/date", &["-u", "+%Y-%m-%dT%H:%M:%S.%NZ"], "")
        .stdout;
    let line = json!({"time": time.trim_end(), "program": program, "version": VERSION, "event": event,
        "session": "session-1", "result": result, "bytes": 0, "ms": 1, "reason": "the reason"});
    let before = fs::read_to_string(&path).unwrap_or_default();
    stage.write(path, format!("{before}{line}\n"));
}

/// Takes a folder and its files from everybody else.
fn private(folder: &Path) {
    fs::set_permissions(folder, Permissions::from_mode(0o700)).unwrap();
    for entry in fs::read_dir(folder).unwrap() {
        fs::set_permissions(entry.unwrap().path(), Permissions::from_mode(0o600)).unwrap();
    }
}

fn doctor(stage: &Stage) -> Ran {
    stage.run(env!("CARGO_BIN_EXE_recall"), &["doctor", "--json"], "")
}

/// What the findings of a code say.
fn findings(found: &Value, code: &str) -> Vec<String> {
    let all = found["findings"].as_array().unwrap().iter();
    let own = all.filter(|finding| finding["code"] == code);
    own.map(|finding| finding["what"].as_str().unwrap().to_owned())
        .collect()
}

fn worst(found: &Value) -> &str {
    found["result"].as_str().unwrap()
}

/// Expects that something is broken, and a finding of this code that says this and how it is mended.
#[track_caller]
fn check(ran: &Ran, code: &str, said: &str) {
    let found = ran.json();
    let told = findings(&found, code);
    assert_eq!((ran.code, worst(&found)), (Some(1), "broken"), "{found:#}");
    assert!(
        told.iter().any(|told| told.contains(said)),
        "{code}: {found:#}"
    );
}
