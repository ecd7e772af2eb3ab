//! What `recall` shows a person, and how it ends.
#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

use std::fs;
use std::process::{Command, Stdio};

use serde_json::json;
use stage::{Ran, Stage, backup_of, compaction, line, prompt, reply};

#[test]
fn a_subagents_backup_is_not_the_newest() {
    let stage = Stage::new();
    stage.backup(&backup_of(1), prompt("session's"));
    stage.backup(
        &backup_of(0).replace("transcript-", "agent-"),
        prompt("agent's"),
    );
    let ran = stage.run(env!("CARGO_BIN_EXE_recall"), &[], "");
    assert!(
        ran.stdout.contains("session's") && !ran.stdout.contains("agent's"),
        "{}",
        ran.stdout
    );
}

#[test]
fn the_newest_backup_by_name_is_shown() {
    let stage = Stage::new();
    keep(&stage, "2026-11-30T09-31-27", &prompt("newer"));
    keep(&stage, "2026-11-29T09-31-27", &prompt("older"));
    let shown = recall(&stage, &[]);
    assert_eq!(shown.code, Some(0));
    assert!(
        shown.stdout.contains("newer") && !shown.stdout.contains("older\n"),
        "{}",
        shown.stdout
    );
    assert!(
        shown
            .stdout
            .contains("1 older backup: `recall --from 2` shows the one before.")
    );
    assert!(recall(&stage, &["--from", "2"]).stdout.contains("older"));
}

#[test]
fn a_turn_is_shown_with_its_tools_and_where_it_was_compacted() {
    let stage = Stage::new();
    let call = json!({"type": "assistant", "message": {"content": [
        {"type": "tool_use", "id": "t1", "name": "Bash", "input": {"command": "cargo test"}}]}});
    let result = json!({"type": "user", "message": {"content": [
        {"type": "tool_result", "tool_use_id": "t1", "is_error": true, "content": "red"}]}});
    let lines = [
        prompt("Fix it"),
        line(&call),
        line(&result),
        compaction("s"),
        reply("Done.\nAll of it."),
    ];
    keep(&stage, "2026-11-30T09-31-27", &lines.concat());
    let expected = "
════════════════════════════════════════════════════════════════════════
  project: the last 1 turn
  ~/project/.claude/backups/transcript-2026-11-30T09-31-27.jsonl
════════════════════════════════════════════════════════════════════════

┌ You  2026-11-30 09:30 +00:00
│  Fix it
├ Claude
│  [Bash] {\"command\":\"cargo test\"}  failed
╞══ compacted here
│  Done.
│  All of it.
────────────────────────────────────────────────────────────────────────
";
    assert_eq!(recall(&stage, &[]).stdout, expected.trim_start());
}

#[test]
fn the_last_thirty_turns_are_shown_or_as_many_as_asked() {
    let stage = Stage::new();
    let turns: String = (1..=40)
        .map(|nth| prompt(&format!("turn <{nth}>")))
        .collect();
    keep(&stage, "2026-11-30T09-31-27", &turns);
    check_first_and_count(&recall(&stage, &[]), "turn <11>", 30);
    check_first_and_count(&recall(&stage, &["--turns", "3"]), "turn <38>", 3);
    check_first_and_count(&recall(&stage, &["--turns", "100"]), "turn <1>", 40);
}

#[test]
fn piped_it_is_plain_and_colours_follow_the_conventions() {
    let stage = Stage::new();
    keep(&stage, "2026-11-30T09-31-27", &prompt("Fix it"));
    assert!(!recall(&stage, &[]).stdout.contains('\u{1b}'));
    let forced = Stage::new().with("CLICOLOR_FORCE", "1");
    keep(&forced, "2026-11-30T09-31-27", &prompt("Fix it"));
    assert!(
        recall(&forced, &[])
            .stdout
            .contains("\u{1b}[1m\u{1b}[33m┌ You")
    );
    assert!(!recall(&forced, &["--no-color"]).stdout.contains('\u{1b}'));
    let refused = forced.with("NO_COLOR", "1");
    assert!(!recall(&refused, &[]).stdout.contains('\u{1b}'));
}

#[test]
fn control_sequences_in_a_transcript_are_shown_and_not_obeyed() {
    let stage = Stage::new();
    keep(
        &stage,
        "2026-11-30T09-31-27",
        &prompt("\u{1b}]0;title\u{7}\u{1b}[2J"),
    );
    assert!(recall(&stage, &[]).stdout.contains("␛]0;title␇␛[2J"));
}

#[test]
fn without_a_backup_the_live_transcript_is_shown_and_it_says_where_it_looked() {
    let stage = Stage::new();
    let slug = stage.project().to_string_lossy().replace(['/', '.'], "-");
    stage.write(
        format!(".claude/projects/{slug}/session-1.jsonl"),
        prompt("Fix it"),
    );
    stage.write(
        format!(".claude/projects/{slug}/agent-1.jsonl"),
        prompt("not this"),
    );
    let shown = recall(&stage, &[]);
    assert_eq!(shown.code, Some(0));
    assert!(shown.stdout.contains("Fix it"), "{}", shown.stdout);
    let expected = format!(
        "recall: no backup in ~/project/.claude/backups yet: this is the project's live transcript ~/.claude/projects/{slug}/session-1.jsonl\n"
    );
    assert_eq!(shown.stderr, expected);
}

#[test]
fn with_nothing_to_show_it_says_where_it_looked_and_ends_with_one() {
    let stage = Stage::new();
    let shown = recall(&stage, &[]);
    assert_eq!((shown.code, shown.stdout.as_str()), (Some(1), ""));
    assert!(shown.stderr.starts_with("recall: nothing was kept here yet; looked in ~/project/.claude/backups, ~/.claude/projects/"));
}

#[test]
fn a_backup_that_is_not_there_is_answered_with_how_many_there_are() {
    let stage = Stage::new();
    keep(&stage, "2026-11-30T09-31-27", &prompt("Fix it"));
    let shown = recall(&stage, &["--from", "2"]);
    assert_eq!((shown.code, shown.stdout.as_str()), (Some(1), ""));
    assert_eq!(
        shown.stderr,
        "recall: there is no backup number 2: this project has 1, and --from 1 is the newest\n"
    );
}

#[test]
fn a_member_is_shown_from_anywhere_under_its_label() {
    let stage = Stage::new();
    stage.write(
        "scout/.claude/backups/transcript-2026-11-30T09-31-27.jsonl",
        prompt("for Scout"),
    );
    stage.write(
        ".claude/recall.json",
        r#"{"members": [{"key": "scout", "label": "斥候", "folder": "~/scout"}]}"#,
    );
    let shown = recall(&stage, &["--member", "SCOUT"]);
    assert!(
        shown.stdout.contains("  斥候 · scout: the last 1 turn\n"),
        "{}",
        shown.stdout
    );
    assert!(shown.stdout.contains("for Scout"));
    let unknown = recall(&stage, &["--member", "scot"]);
    assert_eq!(unknown.code, Some(2));
    assert_eq!(
        unknown.stderr,
        "recall: there is no member \"scot\"; did you mean \"scout\"? recall.json knows: scout\n"
    );
}

#[test]
fn what_is_typed_wrong_is_trouble() {
    let stage = Stage::new();
    for arguments in [
        ["--turns", "0"],
        ["--turns", "ten"],
        ["--from", "0"],
        ["--frm", "1"],
    ] {
        assert_eq!(recall(&stage, &arguments).code, Some(2), "{arguments:?}");
    }
}

#[test]
fn a_backups_folder_that_is_a_file_is_named() {
    let stage = Stage::new();
    stage.write("project/.claude/backups", "");
    let shown = recall(&stage, &[]);
    assert_eq!(shown.code, Some(2));
    assert!(
        shown
            .stderr
            .contains("/project/.claude/backups is a file where recall needs a folder"),
        "{}",
        shown.stderr
    );
}

#[test]
fn a_closed_pipe_is_no_trouble() {
    let stage = Stage::new();
    let long: String = (0..5_000)
        .map(|nth| prompt(&format!("{nth} {}", "x".repeat(200))))
        .collect();
    keep(&stage, "2026-11-30T09-31-27", &long);
    let mut child = Command::new(env!("CARGO_BIN_EXE_recall"))
        .args(["--turns", "5000"])
        .env_clear()
        .env("HOME", stage.home())
        .current_dir(stage.project())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    drop(child.stdout.take());
    let output = child.wait_with_output().unwrap();
    assert_eq!(
        (output.status.code(), output.stderr.as_slice()),
        (Some(0), [].as_slice())
    );
}

#[test]
fn it_speaks_japanese_where_the_locale_does() {
    let stage = Stage::new().with("LC_ALL", "ja_JP.UTF-8");
    keep(&stage, "2026-11-30T09-31-27", &prompt("直して"));
    let shown = recall(&stage, &[]).stdout;
    assert!(
        shown.contains("  project: 直近の1ターン\n") && shown.contains("┌ あなた"),
        "{shown}"
    );
}

fn keep(stage: &Stage, stamp: &str, transcript: &str) {
    fs::create_dir_all(stage.backups()).unwrap();
    fs::write(
        stage.backups().join(format!("transcript-{stamp}.jsonl")),
        transcript,
    )
    .unwrap();
}

fn recall(stage: &Stage, arguments: &[&str]) -> Ran {
    stage.run(env!("CARGO_BIN_EXE_recall"), arguments, "")
}

#[track_caller]
fn check_first_and_count(shown: &Ran, first: &str, count: usize) {
    let asked: Vec<&str> = shown
        .stdout
        .lines()
        .filter(|line| line.contains("turn <"))
        .collect();
    assert_eq!(asked.len(), count);
    assert!(
        asked.first().is_some_and(|line| line.contains(first)),
        "{asked:?}"
    );
}
