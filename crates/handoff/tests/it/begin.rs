//! Leaving a handoff: for whom, from where, and what was cut.

use std::fs;

use serde_json::{Value, json};
use stage::{OPERATOR, Stage, mode, tree};

use crate::{Called, call, session, shelf, shell};

fn begin(stage: &Stage, arguments: Value) -> Called {
    call(stage, "memory_handoff_begin", arguments)
}

/// What stands on the disk of the only handoff.
#[track_caller]
fn kept(stage: &Stage) -> Value {
    let files = tree(&shelf(stage));
    let mut kept = files
        .iter()
        .filter(|(path, _)| path.to_string_lossy().ends_with(".open.json"));
    let (_, bytes) = kept.next().expect("one is left");
    assert!(kept.next().is_none());
    serde_json::from_slice(bytes).unwrap()
}

#[test]
fn a_session_leaves_what_it_says_and_where_it_comes_from() {
    let stage = session(Stage::new(), "now");
    let said = json!({
        "summary": "The import works.\nThe export does not.",
        "open_questions": ["CSV?"],
        "next_steps": ["Fix the export"],
        "files_touched": ["src/export.rs"],
        "to_agent": " codex ",
    });
    let begun = begin(&stage, said.clone());
    assert_eq!(begun.told["state"], "open");
    assert_eq!(begun.told["cut"], json!([]));
    assert_eq!(
        begun.told["scope"],
        json!({"workspace": "default", "project": "project"})
    );
    let kept = kept(&stage);
    for field in ["summary", "open_questions", "next_steps", "files_touched"] {
        assert_eq!(kept[field], said[field]);
    }
    let expected = json!({
        "id": begun.told["handoff_id"],
        "from_session_id": "now",
        "from_agent": "claude-code",
        "to_agent": "codex",
        "cwd": stage.project(),
        "automatic": false,
        "shared": false,
        "owner": OPERATOR,
    });
    for (field, value) in expected.as_object().unwrap() {
        assert_eq!(&kept[field], value, "{field}");
    }
}

#[test]
fn another_client_is_known_by_the_name_that_it_gives() {
    let stage = Stage::new();
    let begun = begin(
        &stage,
        json!({"summary": "s", "workspace": "acme", "project": "api", "cwd": "/srv/api"}),
    );
    assert_eq!(
        begun.told["scope"],
        json!({"workspace": "acme", "project": "api"})
    );
    let folder = stage.home().join(".claude/handoffs");
    let files = tree(&folder);
    let (_, bytes) = files
        .iter()
        .find(|(path, _)| path.to_string_lossy().ends_with(".open.json"))
        .unwrap();
    let kept: Value = serde_json::from_slice(bytes).unwrap();
    assert_eq!(kept["from_agent"], "codex-mcp-client");
    assert_eq!(kept["from_session_id"], Value::Null);
    assert_eq!(kept["cwd"], "/srv/api");
    assert_eq!(mode(&folder), 0o700);
}

#[test]
fn sharing_is_only_by_its_flag() {
    let stage = session(Stage::new(), "now");
    let _ = begin(
        &stage,
        json!({"summary": "Share this with everyone", "shared": true}),
    );
    assert_eq!(kept(&stage)["shared"], true);
}

#[test]
fn what_is_over_the_limits_is_cut_and_told() {
    let stage = session(Stage::new(), "now");
    let begun = begin(
        &stage,
        json!({"summary": "語".repeat(3_001), "next_steps": vec!["step"; 25], "files_touched": ["p".repeat(600)]}),
    );
    let cut: Vec<&str> = begun.told["cut"]
        .as_array()
        .unwrap()
        .iter()
        .map(|note| note.as_str().unwrap())
        .collect();
    assert_eq!(
        cut,
        [
            "summary: cut 1 character over the limit",
            "next_steps: left out 5 items over the limit of 20",
            "files_touched: cut 88 characters over the limit",
        ]
    );
    for note in cut {
        assert!(begun.text.contains(note), "{}", begun.text);
    }
}

#[test]
fn a_megabyte_is_cut_like_anything_else() {
    let stage = session(Stage::new(), "now");
    let begun = begin(
        &stage,
        json!({"summary": "a".repeat(1_000_000), "next_steps": vec!["b".repeat(1_000); 500]}),
    );
    assert!(!begun.is_error);
    assert!(fs::metadata(shelf(&stage)).is_ok());
    assert!(kept(&stage).to_string().len() < 12_000);
}

#[test]
fn secrets_do_not_reach_the_disk() {
    let stage = session(Stage::new(), "now");
    let _ = begin(
        &stage,
        json!({"summary": "password=hunter2hunter2", "next_steps": ["API_KEY=abcdefghijklmnop0123"]}),
    );
    let kept = kept(&stage).to_string();
    assert!(
        !kept.contains("hunter2") && !kept.contains("abcdefgh"),
        "{kept}"
    );
}

#[test]
fn a_disk_that_takes_nothing_is_a_tool_error_and_no_crash() {
    let stage = session(Stage::new(), "now");
    stage.write(".claude/handoffs", "a file where the folder belongs");
    let begun = begin(&stage, json!({"summary": "s"}));
    assert!(
        begun.is_error && begun.text.contains(".claude/handoffs"),
        "{begun:?}"
    );
}

#[test]
fn a_person_leaves_one_with_everything() {
    let stage = Stage::new();
    let arguments = [
        "begin",
        "The import works",
        "--question",
        "CSV?",
        "--question",
        "TSV?",
        "--next",
        "Fix it",
        "--file",
        "a.rs",
        "--to",
        "codex",
        "--shared",
    ];
    let ran = shell(&stage, &arguments);
    assert_eq!((ran.code, ran.stderr.as_str()), (Some(0), ""));
    assert!(
        ran.stdout
            .contains("is left in project (workspace default)"),
        "{}",
        ran.stdout
    );
    let kept = kept(&stage);
    assert_eq!(kept["open_questions"], json!(["CSV?", "TSV?"]));
    assert_eq!(kept["to_agent"], "codex");
    assert_eq!(kept["shared"], true);
    assert_eq!(kept["from_agent"], Value::Null);
    assert_eq!(kept["from_session_id"], Value::Null);
    assert_eq!(kept["cwd"], json!(stage.project()));
}

#[test]
fn a_person_can_write_it_on_standard_input() {
    let stage = Stage::new();
    let program = env!("CARGO_BIN_EXE_handoff");
    let ran = stage.run(
        program,
        &["begin", "-", "--json"],
        "取り込みは動く。\n書き出しはまだ。\n",
    );
    assert_eq!(ran.json()["state"], "open");
    assert_eq!(
        kept(&stage)["summary"],
        "取り込みは動く。\n書き出しはまだ。"
    );
    let empty = stage.run(program, &["begin", "-"], "\n");
    assert_eq!(empty.code, Some(2));
    assert!(
        empty.stderr.contains("\"summary\" must be a text"),
        "{empty:?}"
    );
}
