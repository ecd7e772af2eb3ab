//! The turn with a line, and the command below each hit of `recall search`, which shows it.
#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

use std::path::Path;

use serde_json::{Value, json};
use stage::{Ran, Stage, line};

#[track_caller]
fn check_around(arguments: &[&str], expected: &[usize]) {
    let ran = recall(&ten_turns(), &[&["show", "--around"], arguments].concat());
    let asked = (0..10).filter(|nth| ran.stdout.contains(&format!("ask <{nth}>")));
    assert_eq!(
        asked.collect::<Vec<_>>(),
        expected,
        "{}{}",
        ran.stdout,
        ran.stderr
    );
    assert_eq!(ran.code, Some(0));
}

#[test]
fn the_turn_with_a_line_is_shown_with_a_few_beside_it() {
    check_around(&["b0000004"], &[2, 3, 4, 5, 6]);
    check_around(&["a0000004-p", "1"], &[2, 3, 4, 5, 6]);
    check_around(&["b0000004", "--turns", "1"], &[3, 4, 5]);
    check_around(&["a0000009", "--turns", "3"], &[6, 7, 8, 9]);
    check_around(&["a0000000"], &[0, 1, 2]);
    check_around(
        &["b0000004", "--turns", "100"],
        &[0, 1, 2, 3, 4, 5, 6, 7, 8, 9],
    );
}

#[test]
fn the_turn_with_the_line_is_marked_and_it_is_told_whether_there_is_more() {
    let shown = recall(&ten_turns(), &["show", "--around", "b0000004"]).stdout;
    let marked = "▼ line b0000004 is in this turn\n\n┌ You  2026-11-30 09:30 +00:00\n│  ask <4>\n";
    assert!(
        shown.contains(marked) && shown.matches('▼').count() == 1,
        "{shown}"
    );
    assert!(shown.contains("5 turns around line b0000004\n"), "{shown}");
    assert!(
        shown.contains("There is more before or after that: `--turns 10` shows it."),
        "{shown}"
    );
    let all = recall(
        &ten_turns(),
        &["show", "--around", "b0000004", "--turns", "9"],
    )
    .stdout;
    assert!(!all.contains("There is more"), "{all}");
    let json = recall(
        &ten_turns(),
        &["show", "--json", "--around", "b0000004", "--turns", "1"],
    )
    .json();
    assert_eq!(json["turns"].as_array().unwrap().len(), 3);
}

#[test]
fn a_line_that_is_not_there_is_said() {
    for id in ["c", "", "\u{1b}[2J"] {
        let ran = recall(&ten_turns(), &["show", "--around", id]);
        assert_eq!((ran.code, ran.stdout.as_str()), (Some(1), ""), "{id:?}");
        assert!(
            ran.stderr.contains("nothing is said in ~/project/.claude/backups/transcript-2026-11-30T09-31-00.jsonl in a line")
                && !ran.stderr.contains('\u{1b}'),
            "{}",
            ran.stderr
        );
    }
}

/// Runs the command that is printed below each hit, as a shell does, and expects the words of that hit in what it shows.
#[track_caller]
fn check_opens(stage: &Stage, arguments: &[&str], expected: &[&str]) {
    let page = recall(stage, &[&["search"], arguments].concat()).stdout;
    let commands = page
        .lines()
        .filter(|line| line.starts_with("  recall show "));
    let folder = Path::new(env!("CARGO_BIN_EXE_recall")).parent().unwrap();
    let shown: Vec<Ran> = commands
        .map(|command| {
            let command = format!("PATH={}:$PATH; {command}", folder.display());
            stage.run("/bin/sh", &["-c", &command], "")
        })
        .collect();
    assert_eq!(shown.len(), expected.len(), "{page}");
    for (ran, words) in shown.iter().zip(expected) {
        assert_eq!(ran.code, Some(0), "{page}{}", ran.stderr);
        assert!(ran.stdout.contains(words), "{words}: {page}{}", ran.stdout);
    }
}

#[test]
fn the_command_below_each_hit_opens_it_there() {
    let stage = with_session();
    check_opens(
        &stage,
        &["retry"],
        &["no retry after that", "Use the Retry cap"],
    );
    check_opens(
        &stage,
        &["retry", "--role", "tool"],
        &["→ retry = 5", "command: grep retry pool.rs"],
    );
}

#[test]
fn a_hit_that_only_an_older_file_holds_is_opened_in_that_file() {
    let stage = with_session();
    let older = said(
        "user",
        "99999999-9",
        "08:00",
        &json!("the Retry of long ago"),
    );
    stage.backup("transcript-2026-11-30T08-31-27.jsonl", older);
    stage.backup("transcript-2026-11-30T09-31-27.jsonl", session());
    check_opens(
        &stage,
        &["Retry"],
        &["Use the Retry cap", "the Retry of long ago"],
    );
}

#[test]
fn a_hit_of_another_project_is_opened_from_here_whatever_its_folder_is_called() {
    let stage = with_session();
    let other = stage.home().join("the other's");
    let of_session = |session: &str, words: &str| {
        line(
            &json!({"type": "user", "uuid": "ffffffff-1", "sessionId": session, "cwd": other,
            "message": {"content": words}}),
        )
    };
    let long = "0a1b2c3d-1111-4222-8333-444455556666";
    stage.write(
        format!(".claude/projects/-other/{long}.jsonl"),
        of_session(long, "Retry there"),
    );
    stage.write(
        "the other's/.claude/backups/transcript-2026-11-29T09-31-27.jsonl",
        of_session("s-1", "Retry in a file"),
    );
    let page = recall(&stage, &["search", "Retry", "there", "--all"]).stdout;
    assert!(
        page.contains("  recall show 0a1b2c3d --around ffffffff\n"),
        "{page}"
    );
    check_opens(&stage, &["Retry there", "--all"], &["Retry there"]);
    check_opens(&stage, &["Retry in", "--all"], &["Retry in a file"]);
}

#[test]
fn what_is_in_no_turn_is_opened_at_the_next_one() {
    let stage = Stage::new();
    let lines = [
        said(
            "user",
            "aaaaaaaa-1",
            "09:00",
            &json!("<bash-input>ls the-pool</bash-input>"),
        ),
        said("user", "bbbbbbbb-2", "09:01", &json!("Fix it")),
        said(
            "user",
            "cccccccc-3",
            "09:02",
            &json!("<command-name>/model</command-name><command-args>the-pool</command-args>"),
        ),
    ];
    stage.write(stage.live_path("s-1"), lines.concat());
    check_opens(&stage, &["the-pool"], &["Fix it", "Fix it"]);
}

/// A session of ten turns, whose prompts and replies have the ids `a0000001-p` and `b0000001-r`, and so on.
fn ten_turns() -> Stage {
    let stage = Stage::new();
    let turn = |nth: usize| {
        let asked = json!({"type": "user", "uuid": format!("a000000{nth}-p"), "message": {"content": format!("ask <{nth}>")}});
        let answered = json!({"type": "assistant", "uuid": format!("b000000{nth}-r"),
            "message": {"content": [{"type": "text", "text": "Yes."}]}});
        line(&asked) + &line(&answered)
    };
    let turns: String = (0..10).map(turn).collect();
    stage.backup("transcript-2026-11-30T09-31-00.jsonl", turns);
    stage
}

/// A line of session `s-1`, said at a time of one day.
fn said(role: &str, uuid: &str, time: &str, content: &Value) -> String {
    line(&json!({
        "type": role, "uuid": uuid, "sessionId": "s-1",
        "timestamp": format!("2026-11-30T{time}:00Z"), "message": {"content": content},
    }))
}

fn session() -> String {
    [
        said("user", "aaaaaaaa-1", "09:00", &json!("Use the Retry cap\nof five")),
        said("assistant", "bbbbbbbb-2", "09:01", &json!([{"type": "text", "text": "接続数を5にします"}])),
        said("assistant", "cccccccc-3", "09:02", &json!([
            {"type": "tool_use", "id": "t", "name": "Bash", "input": {"command": "grep retry pool.rs"}}])),
        said("user", "dddddddd-4", "09:03", &json!([
            {"type": "tool_result", "tool_use_id": "t", "content": "retry = 5"}])),
        said("user", "eeeeeeee-5", "09:04", &json!("no retry after that")),
    ]
    .concat()
}

fn with_session() -> Stage {
    let stage = Stage::new();
    stage.write(stage.live_path("s-1"), session());
    stage
}

fn recall(stage: &Stage, arguments: &[&str]) -> Ran {
    stage.run(env!("CARGO_BIN_EXE_recall"), arguments, "")
}
