//! Names and paths that are longer than a system takes: answered plainly, and kept where that can be done.
#![expect(
    clippy::unwrap_used,
    clippy::panic,
    reason = "a test fails by panicking"
)]

use std::fs;

use serde_json::{Value, json};
use stage::{Ran, Stage, prompt, tree};

const PROGRAM: &str = env!("CARGO_BIN_EXE_pre-compact-backup");

/// Makes folders in folders, too deep for one path, and runs the program in the last.
const DEEP: &str = r#"
cd -P "$1" || exit 99
deep=0
while [ $deep -lt 25 ]; do
  mkdir "$2" && cd -P "$2" || exit 99
  deep=$((deep + 1))
done
exec "$0"
"#;

#[test]
fn a_transcript_whose_path_is_too_long_is_named() {
    let (name, path) = ("x".repeat(256), "/x".repeat(3_000));
    for transcript in [format!("/{name}.jsonl"), path] {
        for (language, reason) in [
            ("C.UTF-8", "File name too long"),
            ("ja_JP.UTF-8", "名前またはパスが長すぎます"),
        ] {
            let stage = Stage::new().with("LANG", language);
            let ran = compacting(&stage, &json!({ "transcript_path": transcript }));
            check_named(&ran, &transcript, reason);
        }
    }
}

#[test]
fn a_transcript_whose_path_no_system_takes_is_named() {
    let ran = compacting(&Stage::new(), &json!({"transcript_path": "/a\0b"}));
    check_named(&ran, "/a␀b", "NUL");
    let japanese = Stage::new().with("LANG", "ja_JP.UTF-8");
    let ran = compacting(&japanese, &json!({"transcript_path": "/a\0b"}));
    check_named(&ran, "/a␀b", "使えない値です");
}

#[test]
fn a_folder_whose_path_is_too_long_is_passed_over() {
    let (name, path) = ("x".repeat(256), "/x".repeat(3_000));
    for folder in [format!("/{name}"), path, "/a\0b".to_owned()] {
        let stage = Stage::new();
        stage.transcript(prompt("Fix it"));
        let stage = if folder.contains('\0') {
            stage
        } else {
            stage.with("CLAUDE_PROJECT_DIR", &folder)
        };
        let ran = compacting(&stage, &json!({ "cwd": folder }));
        assert_eq!((ran.code, ran.stderr.as_str()), (Some(0), ""));
        assert_eq!(stage.kept().len(), 1, "it is kept where the program runs");
    }
}

#[test]
fn names_as_long_as_they_may_be_are_kept() {
    let stage = Stage::new();
    let (root, name) = ("r".repeat(255), "t".repeat(249));
    let transcript = stage.write(format!("{name}.jsonl"), prompt("Fix it"));
    let root = stage.home().join(root);
    fs::create_dir_all(root.join(".git")).unwrap();
    let fields = json!({"cwd": root, "transcript_path": transcript});
    let ran = compacting(&stage, &fields);
    assert_eq!((ran.code, ran.stderr.as_str()), (Some(0), ""));
    assert_eq!(backups_in(&root.join(".claude/backups")), 1);
}

#[test]
fn below_a_checkout_no_folder_is_too_deep() {
    let stage = Stage::new();
    stage.transcript(prompt("Fix it"));
    let ran = deep(&stage, "project");
    assert_eq!((ran.code, ran.stderr.as_str()), (Some(0), ""));
    assert_eq!(stage.kept().len(), 1);
}

#[test]
fn a_root_whose_path_is_too_long_is_named_and_nothing_is_kept() {
    let stage = Stage::new();
    stage.transcript(prompt("Fix it"));
    let ran = deep(&stage, "");
    check_named(&ran, &"x".repeat(200), "File name too long");
}

/// The path of a backup fits, and that of an unfinished copy, whose name is longer, does not.
#[test]
fn a_root_that_leaves_room_for_short_names_only_has_its_backup() {
    let stage = Stage::new();
    stage.transcript(prompt("Fix it"));
    let longest = 4_095 - "/.claude/backups/transcript-2026-11-30T09-31-27.jsonl".len();
    let mut root = stage.home();
    while root.as_os_str().len() + 1 < longest {
        let left = longest - root.as_os_str().len() - 1;
        // A rest of one byte would be a separator without a name.
        let next = if left == 201 { 199 } else { left.min(200) };
        root.push("x".repeat(next));
    }
    assert_eq!(root.as_os_str().len(), longest);
    fs::create_dir_all(&root).unwrap();
    let ran = compacting(&stage, &json!({ "cwd": root }));
    assert_eq!((ran.code, ran.stderr.as_str()), (Some(0), ""));
    assert_eq!(backups_in(&root.join(".claude/backups")), 1);
}

/// Runs the program below a folder of the home, deeper than a path may be long.
fn deep(stage: &Stage, folder: &str) -> Ran {
    let at = stage.home().join(folder);
    let event = stage.event("PreCompact", &json!({"trigger": "auto", "cwd": null}));
    let arguments = ["-c", DEEP, PROGRAM, at.to_str().unwrap(), &"x".repeat(200)];
    let ran = stage.run("/bin/sh", &arguments, event.to_string());
    assert_ne!(ran.code, Some(99), "{}", ran.stderr);
    ran
}

#[track_caller]
fn check_named(ran: &Ran, path: &str, reason: &str) {
    assert_eq!(ran.code, Some(0));
    let [line] = ran.complaints()[..] else {
        panic!("{}", ran.stderr);
    };
    assert!(line.contains(path) && line.contains(reason), "{line}");
}

fn backups_in(folder: &std::path::Path) -> usize {
    let names = tree(folder).into_keys();
    names
        .filter(|name| name.to_string_lossy().starts_with("transcript-"))
        .count()
}

fn compacting(stage: &Stage, fields: &Value) -> Ran {
    stage.run(PROGRAM, &[], stage.event("PreCompact", fields).to_string())
}
