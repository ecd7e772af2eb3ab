//! What `recall restore` writes, and where it refuses to.

use std::fs;
use std::os::unix::fs::symlink;

use stage::{Ran, Stage, mode, prompt};

const NEWEST: &str = "transcript-2026-11-30T09-31-27.jsonl";
const OLDER: &str = "transcript-2026-11-29T09-31-27.jsonl";

#[test]
fn the_copy_is_private_and_holds_the_very_bytes() {
    let stage = kept();
    let ran = restore(&stage, &["1"]);
    assert_eq!((ran.code, ran.stderr.as_str()), (Some(0), ""));
    let copy = stage.project().join(NEWEST);
    assert_eq!(fs::read_to_string(&copy).unwrap(), prompt("newest"));
    assert_eq!(mode(&copy), 0o600);
    let said = format!("~/project/{NEWEST}\n  is a copy of backup 1 of 2, ");
    assert!(ran.stdout.starts_with(&said), "{}", ran.stdout);
}

#[test]
fn an_older_one_goes_to_the_path_that_was_named() {
    let stage = kept();
    assert_eq!(restore(&stage, &["2", "../copy.jsonl"]).code, Some(0));
    let copy = stage.home().join("copy.jsonl");
    assert_eq!(fs::read_to_string(copy).unwrap(), prompt("older"));
    let folder = stage.home().join("folder");
    fs::create_dir(&folder).unwrap();
    assert_eq!(restore(&stage, &["2", "../folder"]).code, Some(0));
    assert!(folder.join(OLDER).is_file());
}

#[test]
fn it_never_goes_over_anything() {
    let stage = kept();
    let there = stage.write("project/there", "mine");
    symlink("nowhere", stage.project().join("link")).unwrap();
    for name in ["there", "link"] {
        let ran = restore(&stage, &["1", name]);
        assert_eq!((ran.code, ran.stdout.as_str()), (Some(2), ""));
        assert!(ran.stderr.contains("is there already"), "{}", ran.stderr);
    }
    assert_eq!(fs::read_to_string(there).unwrap(), "mine");
    assert!(!stage.project().join("nowhere").exists());
}

#[test]
fn it_never_goes_among_the_transcripts_or_the_backups() {
    let stage = kept();
    stage.transcript(prompt("live"));
    let projects = stage.home().join(".claude/projects");
    symlink(&projects, stage.home().join("way")).unwrap();
    let before = stage::tree(&projects);
    for path in [
        "../.claude/projects/-home-project/x.jsonl",
        "../way/x.jsonl",
        "../.claude/projects",
        ".claude/backups/transcript-2026-11-28T09-31-27.jsonl",
    ] {
        let ran = restore(&stage, &["1", path]);
        assert_eq!(ran.code, Some(2), "{path}");
        assert!(ran.stderr.contains("name another path"), "{}", ran.stderr);
    }
    assert_eq!(stage::tree(&projects), before);
    assert_eq!(stage.kept().len(), 2);
}

#[test]
fn what_it_says_takes_the_session_up_again() {
    let stage = kept();
    let gone = restore(&stage, &["1"]).stdout;
    let commands: Vec<&str> = gone
        .lines()
        .filter_map(|line| line.strip_prefix("  "))
        .skip(1)
        .collect();
    let [folder, copy, resume] = commands.as_slice() else {
        panic!("{gone}");
    };
    assert!(resume.ends_with("&& claude --resume session-1"), "{resume}");
    let script = format!("{folder} && {copy}");
    let ran = stage.run(
        "/bin/sh",
        &["-c", &format!("PATH=/usr/bin:/bin; {script}")],
        "",
    );
    assert_eq!(ran.code, Some(0), "{}", ran.stderr);
    let again = restore(&stage, &["1", "again.jsonl"]).stdout;
    assert!(again.contains("still has its own transcript"), "{again}");
}

#[test]
fn a_folder_that_is_not_there_is_named() {
    let ran = restore(&kept(), &["1", "nowhere/x.jsonl"]);
    assert_eq!(ran.code, Some(2));
    assert!(ran.stderr.contains("nowhere/x.jsonl"), "{}", ran.stderr);
}

#[test]
fn a_number_that_there_is_not_is_answered_with_how_many_there_are() {
    let ran = restore(&kept(), &["3"]);
    assert_eq!((ran.code, ran.stdout.as_str()), (Some(1), ""));
    assert!(
        ran.stderr.contains("there is no backup number 3"),
        "{}",
        ran.stderr
    );
    assert_eq!(restore(&kept(), &["0"]).code, Some(2));
    let japanese = kept().with("LANG", "ja_JP.UTF-8");
    assert!(restore(&japanese, &["1"]).stdout.contains("コピーです"));
}

fn kept() -> Stage {
    let stage = Stage::new();
    stage.backup(OLDER, prompt("older"));
    stage.backup(NEWEST, prompt("newest"));
    stage
}

fn restore(stage: &Stage, arguments: &[&str]) -> Ran {
    let arguments = [&["restore"], arguments].concat();
    stage.run(env!("CARGO_BIN_EXE_recall"), &arguments, "")
}
