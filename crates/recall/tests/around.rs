//! The turn with a line, and those beside it.

use serde_json::json;
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

fn recall(stage: &Stage, arguments: &[&str]) -> Ran {
    stage.run(env!("CARGO_BIN_EXE_recall"), arguments, "")
}
