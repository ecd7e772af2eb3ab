//! The report as a whole, for people and for programs.

use std::ffi::OsStr;
use std::fs;
use std::os::unix::ffi::OsStrExt;

use serde_json::json;
use stage::Stage;

use super::{VERSION, WORKS, check, doctor, findings, hooks, installed, private, program, receipt};

#[test]
fn where_all_is_well_it_ends_with_zero_and_touches_nothing() {
    let stage = installed();
    for (event, program) in [
        ("PreCompact auto", "pre-compact-backup"),
        ("PostCompact auto", "post-compact-recall"),
        ("SessionStart startup", "session-start-greeting"),
        ("SessionStart compact", "post-compact-recall"),
        ("SessionEnd other", "pre-compact-backup"),
    ] {
        receipt(&stage, event, program, "ok");
    }
    let stage = with_recall_on_path(stage);
    private(&stage.home().join(".claude/recall"));
    let before = stage::tree(&stage.home());
    let ran = stage.run(env!("CARGO_BIN_EXE_recall"), &["doctor"], "");
    assert_eq!((ran.code, ran.stderr.as_str()), (Some(0), ""));
    assert!(ran.stdout.ends_with("\nAll is well.\n"), "{}", ran.stdout);
    assert!(!ran.stdout.contains('→'), "{}", ran.stdout);
    assert_eq!(stage::tree(&stage.home()), before);
}

#[test]
fn where_nothing_is_installed_it_says_how_to() {
    let ran = doctor(&Stage::new());
    check(&ran, "not-installed", "no settings file starts recall");
    assert!(findings(&ran.json(), "never-ran").is_empty());
}

#[test]
fn programs_read_it_as_json() {
    let stage = installed();
    receipt(&stage, "SessionStart compact", "post-compact-recall", "ok");
    private(&stage.home().join(".claude/recall"));
    let ran = doctor(&stage);
    assert_eq!((ran.code, ran.stderr.as_str()), (Some(0), ""));
    let found = ran.json();
    let names: Vec<&str> = found
        .as_object()
        .unwrap()
        .keys()
        .map(String::as_str)
        .collect();
    assert_eq!(
        names,
        [
            "claude_dir",
            "findings",
            "hooks",
            "recall",
            "result",
            "root"
        ]
    );
    assert_eq!(found["recall"], VERSION);
    assert_eq!(found["root"], json!(stage.project()));
    assert_eq!(found["result"], "note");
    let first = json!({"area": "settings", "code": "entries", "severity": "well", "mend": null,
        "what": "~/.claude/settings.json: all 6 entries of recall are there"});
    assert_eq!(found["findings"][0], first);
    let hooks = found["hooks"].as_array().unwrap();
    assert_eq!(hooks.len(), 6);
    assert_eq!(
        hooks[0],
        json!({"hook": "PreCompact", "program": "pre-compact-backup", "last": null})
    );
    assert_eq!(hooks[3]["hook"], "SessionStart(compact)");
    assert_eq!(hooks[3]["last"]["event"], "SessionStart compact");
    assert_eq!(hooks[3]["last"]["result"], "ok");
    assert_eq!(hooks[3]["last"]["reason"], "the reason");
    for finding in found["findings"].as_array().unwrap() {
        let is_well = finding["severity"] == "well";
        assert_eq!(finding["mend"].is_null(), is_well, "{finding}");
    }
}

#[test]
fn a_path_that_is_no_text_is_shown_as_well_as_it_can_be() {
    let stage = installed();
    let root = stage.home().join(OsStr::from_bytes(b"\xff-root"));
    fs::create_dir_all(root.join(".git")).unwrap();
    let script = "cd ~/*-root && exec \"$0\" \"$@\"";
    for command in ["doctor", "config"] {
        let recall = env!("CARGO_BIN_EXE_recall");
        let ran = stage.run("/bin/sh", &["-c", script, recall, command, "--json"], "");
        assert_eq!(ran.code, Some(0), "{}", ran.stderr);
        let shown = ran.json()["root"].as_str().unwrap().to_owned();
        assert!(shown.ends_with("/\u{fffd}-root"), "{shown}");
    }
}

#[test]
fn without_a_home_it_is_trouble() {
    let ran = installed().with("HOME", "");
    let ran = ran.run(env!("CARGO_BIN_EXE_recall"), &["doctor"], "");
    assert_eq!(ran.code, Some(2));
    assert!(
        ran.stderr.contains("neither HOME nor CLAUDE_CONFIG_DIR"),
        "{}",
        ran.stderr
    );
}

#[test]
fn it_speaks_japanese_in_lines_that_fit_a_terminal() {
    let stage = Stage::new().with("LANG", "ja_JP.UTF-8");
    let ran = stage.run(env!("CARGO_BIN_EXE_recall"), &["doctor"], "");
    assert_eq!(ran.code, Some(1));
    assert!(ran.stdout.starts_with("設定ファイル\n"), "{}", ran.stdout);
    assert!(
        ran.stdout
            .contains("recallを起動する設定がどこにもありません"),
        "{}",
        ran.stdout
    );
    assert!(
        ran.stdout.ends_with("直すべきもの1件、お知らせ0件。\n"),
        "{}",
        ran.stdout
    );
    let columns = |line: &str| {
        line.chars()
            .map(|c| if c < '\u{1100}' { 1 } else { 2 })
            .sum::<usize>()
    };
    assert!(
        ran.stdout.lines().all(|line| columns(line) <= 82),
        "{}",
        ran.stdout
    );
}

fn with_recall_on_path(stage: Stage) -> Stage {
    program(&stage, "recall", &WORKS.replace("VERSION", VERSION));
    let path = format!("{}:/usr/bin:/bin", hooks(&stage).display());
    stage.with("PATH", path)
}
