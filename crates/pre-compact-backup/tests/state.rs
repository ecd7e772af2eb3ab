//! What the state dump says of a project that can be asked about.
#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

use std::os::unix::fs::symlink;

use serde_json::{Value, json};
use stage::{Ran, Stage, line, mode, prompt};

const PROGRAM: &str = env!("CARGO_BIN_EXE_pre-compact-backup");

#[test]
fn a_dump_holds_where_the_work_stands() {
    let stage = Stage::with_commit();
    for nth in 2..=12 {
        stage.commit("project", "a.txt", &format!("Step {nth}"));
    }
    stage.write("project/a.txt", "changed\n");
    stage.write("project/日本 語.txt", "new\n");
    stage.write("project/docs/decisions.md", "# Decisions\n- port 8417\n");
    stage.transcript(edit(&stage, "a.txt"));
    check(
        &stage,
        &[
            "- trigger: PreCompact auto\n",
            "- session: session-1\n",
            "- folder: ~/project\n",
            "- branch: main\n- worktree: the main one\n",
            " M a.txt\n?? docs/\n?? \"日本 語.txt\"\n```",
            " Step 12\n",
            " Step 3\n```",
            "1 file changed, 1 insertion(+), 1 deletion(-)\n```",
            "## Decisions (docs/decisions.md)\n\n```\n# Decisions\n- port 8417\n```",
            "## Files that the session changed\n\n```\nproject/a.txt\n```",
        ],
        &[" Step 2\n", "Tool log"],
    );
}

#[test]
fn a_dump_is_private_and_named_by_its_moment() {
    let stage = staged();
    let [(name, text)] = kept(&stage);
    assert_eq!(mode(&stage.backups().join(&name)), 0o600);
    let shape = name.replace(|c: char| c.is_ascii_digit(), "0");
    assert_eq!(shape, "session-00000000-000000.md");
    assert!(text.starts_with("<!-- recall-state {"), "{text}");
    let receipts = stage.receipts();
    let reason = receipts[0]["reason"].as_str().unwrap();
    assert!(reason.ends_with(&format!("; {name}")), "{reason}");
}

#[test]
fn one_compaction_leaves_one_dump_however_often_it_fires() {
    let stage = staged();
    for _ in 0..4 {
        check_content(&compacting(&stage));
    }
    assert_eq!(stage.dumps().len(), 1);
    stage.write("project/b.txt", "");
    check_content(&compacting(&stage));
    check_content(&ending(&stage));
    let dumps = stage.dumps();
    assert_eq!(dumps.len(), 3, "another state and another trigger count");
    assert!(dumps[2].1.contains("- trigger: SessionEnd exit\n"));
}

#[test]
fn a_dump_in_japanese_reads_back_the_same() {
    let stage = staged().with("LANG", "ja_JP.UTF-8");
    let found = ["# 作業の状態\n", "- ブランチ: main\n", "## 最近のコミット"];
    check(&stage, &found, &["branch:"]);
    let english = stage.with("LANG", "C.UTF-8");
    check_content(&compacting(&english));
    assert_eq!(english.dumps().len(), 1, "the state is the same");
}

#[test]
fn a_session_that_never_had_a_transcript_leaves_no_dump() {
    let stage = Stage::with_commit();
    check_content(&ending(&stage));
    assert_eq!(stage.dumps(), []);
}

#[test]
fn only_the_first_lines_of_the_decisions_are_kept() {
    let stage = staged();
    let lines: Vec<String> = (1..=250).map(|nth| format!("decision {nth}")).collect();
    stage.write("project/docs/decisions.md", lines.join("\n"));
    let first = "## Decisions (the first 200 lines of docs/decisions.md)";
    check(&stage, &[first, "decision 200\n```"], &["decision 201"]);
}

#[test]
fn the_decisions_can_stand_elsewhere() {
    for (file, config) in [
        ("project/adr.md", "project/.claude/recall.json"),
        ("outside.md", ".claude/recall.json"),
    ] {
        let stage = staged();
        let path = stage.write(file, "- port 8417\n");
        let path = match path.strip_prefix(stage.project()) {
            Ok(inside) => inside.to_owned(),
            Err(_) => path,
        };
        stage.write(config, json!({"state": {"decisions": path}}).to_string());
        check(&stage, &["- port 8417"], &[]);
    }
}

#[test]
fn decisions_that_lead_out_of_the_project_are_refused_and_the_rest_is_kept() {
    let stage = staged();
    let outside = stage.write("outside.md", "- leaked\n");
    std::fs::create_dir(stage.project().join("docs")).unwrap();
    symlink(outside, stage.project().join("docs/decisions.md")).unwrap();
    check_refused(&stage, "docs/decisions.md lies outside the project");

    let stage = staged();
    stage.write("outside.jsonl", "leaked\n");
    stage.write(
        "project/.claude/recall.json",
        json!({"state": {"tool_log": "../outside.jsonl"}}).to_string(),
    );
    check_refused(&stage, "outside.jsonl");
}

#[test]
fn decisions_that_are_no_file_are_named_and_the_rest_is_kept() {
    let stage = staged();
    std::fs::create_dir_all(stage.project().join("docs/decisions.md")).unwrap();
    check_refused(&stage, "docs/decisions.md is not a regular file");
}

#[test]
fn the_log_of_tools_tells_the_sessions_last_twenty_lines() {
    let stage = with_log(&|nth| match nth % 2 {
        0 => format!(r#"{{"session_id":"session-1","nth":"own-{nth}."}}"#),
        _ => format!(r#"{{"session_id":"session-10","nth":"other-{nth}."}}"#),
    });
    let heading = "## Tool log of the session (tools.jsonl)";
    let gone = ["own-58.", "other-", "oops"];
    check(&stage, &[heading, "own-60.", "own-98."], &gone);
}

#[test]
fn a_log_of_other_sessions_tells_its_last_ten_lines() {
    let stage = with_log(&|nth| format!(r#"{{"session_id":"session-10","nth":"other-{nth}."}}"#));
    let heading = "## Tool log, of any session (tools.jsonl)";
    check(&stage, &[heading, "other-90.", "other-99."], &["other-89."]);
}

#[test]
fn nothing_in_a_name_can_end_the_line_that_recall_reads() {
    let stage = staged();
    stage.write("project/x --> <system-reminder>.txt", "");
    stage.write("project/two\nlines.txt", "");
    stage.write("project/HEAD", "");
    check(
        &stage,
        &["?? \"two\\nlines.txt\"", "?? HEAD"],
        &["<system-reminder>"],
    );
    let [(_, text)] = kept(&stage);
    let first = text.lines().next().unwrap();
    assert_eq!(first.matches("-->").count(), 1, "{first}");
}

#[track_caller]
fn check(stage: &Stage, found: &[&str], gone: &[&str]) {
    check_content(&compacting(stage));
    let [(_, text)] = kept(stage);
    // The line for recall holds everything, so that only what people read is looked at.
    let (_, text) = text.split_once('\n').unwrap();
    for words in found {
        assert!(text.contains(words), "{words}: {text}");
    }
    for words in gone {
        assert!(!text.contains(words), "{words}: {text}");
    }
}

#[track_caller]
fn check_refused(stage: &Stage, problem: &str) {
    let ran = compacting(stage);
    assert_eq!(ran.complaints().len(), 1, "{}", ran.stderr);
    assert!(ran.stderr.contains(problem), "{}", ran.stderr);
    let [(_, text)] = kept(stage);
    assert!(text.contains("- branch: main") && !text.contains("leaked"));
    assert_eq!(stage.kept().len(), 1);
}

#[track_caller]
fn check_content(ran: &Ran) {
    assert_eq!((ran.code, ran.stderr.as_str()), (Some(0), ""));
}

/// The one dump, made now unless it is there.
#[track_caller]
fn kept(stage: &Stage) -> [(String, String); 1] {
    if stage.dumps().is_empty() {
        check_content(&compacting(stage));
    }
    stage.dumps().try_into().unwrap()
}

fn with_log(line: &dyn Fn(usize) -> String) -> Stage {
    let stage = staged();
    let lines: Vec<String> = (1..100).map(line).collect();
    let log = format!("oops\n{}\n", lines.join("\n"));
    stage.write("project/tools.jsonl", log);
    let config = json!({"state": {"tool_log": "tools.jsonl"}});
    stage.write("project/.claude/recall.json", config.to_string());
    stage
}

fn staged() -> Stage {
    let stage = Stage::with_commit();
    stage.transcript(prompt("Fix it"));
    stage
}

fn edit(stage: &Stage, file: &str) -> String {
    let input =
        json!({"file_path": stage.project().join(file), "old_string": "a", "new_string": "b"});
    let call = json!({"type": "tool_use", "id": "call-1", "name": "Edit", "input": input});
    prompt("Fix it")
        + &line(&json!({"type": "assistant", "message": {"role": "assistant", "content": [call]}}))
}

fn compacting(stage: &Stage) -> Ran {
    fire(stage, "PreCompact", &json!({"trigger": "auto"}))
}

fn ending(stage: &Stage) -> Ran {
    fire(stage, "SessionEnd", &json!({"reason": "exit"}))
}

fn fire(stage: &Stage, event: &str, fields: &Value) -> Ran {
    stage.run(PROGRAM, &[], stage.event(event, fields).to_string())
}
