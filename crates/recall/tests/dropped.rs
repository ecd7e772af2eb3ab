//! What `recall dropped` tells of a compaction.
#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

use std::fs;

use serde_json::{Value, json};
use stage::{Ran, Stage, line};

fn said(role: &str, content: &Value) -> String {
    line(&json!({"type": role, "sessionId": "session-1", "message": {"content": content}}))
}

fn call(name: &str, input: &Value) -> String {
    said(
        "assistant",
        &json!([{"type": "tool_use", "name": name, "input": input}]),
    )
}

fn compaction(time: &str, summary: &str) -> String {
    let boundary = json!({"type": "system", "subtype": "compact_boundary", "sessionId": "session-1",
        "timestamp": format!("2026-11-30T{time}:00Z")});
    let summary =
        json!({"type": "user", "isCompactSummary": true, "message": {"content": summary}});
    line(&boundary) + &line(&summary)
}

/// Two compactions: the first lost a prompt, a file, a command and a name; the second nothing.
fn session() -> String {
    [
        said("user", &json!("never touch\nthe journal \u{1b}[2J")),
        call("Read", &json!({"file_path": "/p/src/pool.rs"})),
        call("Read", &json!({"file_path": "/p/src/main.rs"})),
        call("Bash", &json!({"command": "cargo test -p pool"})),
        said(
            "assistant",
            &json!([{"type": "text", "text": "it opens with maxIdle connections"}]),
        ),
        compaction("09:00", "It went on with src/main.rs."),
        call("Read", &json!({"file_path": "src/pool.rs"})),
        compaction("10:00", "src/pool.rs was read."),
    ]
    .concat()
}

fn with_session() -> Stage {
    let stage = Stage::new();
    stage.write(stage.live_path("session-1"), session());
    // The backup ends where the hook ran, before the last summary was written.
    let kept: Vec<String> = session()
        .split_inclusive('\n')
        .take(8)
        .map(str::to_owned)
        .collect();
    stage.backup("transcript-2026-11-30T09-31-27.jsonl", kept.concat());
    stage
}

/// Where the live transcript is, as a person writes it.
fn for_people(stage: &Stage) -> String {
    let path = stage.live_path("session-1");
    let path = path.strip_prefix(stage.home()).unwrap();
    format!("~/{}", path.display())
}

fn dropped(stage: &Stage, arguments: &[&str]) -> Ran {
    stage.run(
        env!("CARGO_BIN_EXE_recall"),
        &[&["dropped"], arguments].concat(),
        "",
    )
}

#[test]
fn a_person_reads_what_the_summary_lacks() {
    let expected = "\
What the summary of compaction 1 of 2 lacks  2026-11-30 09:00 +00:00
PATH

Prompts with words that are gone  1
  never touch  100 % gone
    the journal ␛[2J

Files  1
 * src/pool.rs

Commands  1
   cargo test -p pool

Names, each with its last line  1
   maxIdle  it opens with maxIdle connections

* came up again after the compaction
";
    let stage = with_session();
    let expected = expected.replace("PATH", &for_people(&stage));
    let ran = dropped(&stage, &["1"]);
    assert_eq!(
        (ran.stdout, ran.stderr.as_str(), ran.code),
        (expected, "", Some(0))
    );
}

#[test]
fn the_latest_is_told_where_none_is_named_and_a_whole_summary_is_nothing_lost() {
    let ran = dropped(&with_session(), &[]);
    assert!(
        ran.stdout
            .starts_with("What the summary of compaction 2 of 2 lacks"),
        "{}",
        ran.stdout
    );
    assert!(
        ran.stdout
            .ends_with("The summary has everything that is looked for.\n"),
        "{}",
        ran.stdout
    );
    assert_eq!(ran.code, Some(1));
}

#[test]
fn the_shape_for_programs_is_the_documented_one() {
    let stage = with_session();
    let told = dropped(&stage, &["1", "--json"]).json();
    let expected = json!({
        "path": stage.live_path("session-1"),
        "session": "session-1",
        "compaction": 1,
        "of": 2,
        "time": "2026-11-30T09:00:00Z",
        "prompts": [{"text": "never touch\nthe journal \u{1b}[2J", "gone": 3, "of": 3}],
        "files": [{"text": "src/pool.rs", "again": true}],
        "commands": [{"text": "cargo test -p pool", "again": false}],
        "names": [{"text": "maxIdle", "again": false, "line": "it opens with maxIdle connections"}],
    });
    assert_eq!(told, expected);
}

#[test]
fn the_session_is_named_by_number_id_or_file() {
    let stage = with_session();
    let path = stage.live_path("session-1");
    let (path, backup) = (
        path.to_str().unwrap(),
        ".claude/backups/transcript-2026-11-30T09-31-27.jsonl",
    );
    for (session, of) in [("1", 2), ("2", 2), ("sess", 2), (path, 2), (backup, 1)] {
        let ran = dropped(&stage, &["1", "--json", "--session", session]);
        assert_eq!(ran.json()["of"], of, "{session}");
        // The first in the list is the backup, which lacks the last summary.
        let instead = format!(
            "recall: instead of that backup this tells {}, the live transcript of its session\n",
            for_people(&stage)
        );
        let said = if session == "1" {
            instead
        } else {
            String::new()
        };
        assert_eq!(ran.stderr, said, "{session}");
    }
    // Where the transcript is gone, its backup is what there is.
    fs::remove_file(path).unwrap();
    for session in ["1", "session-1"] {
        let told = dropped(&stage, &["1", "--json", "--session", session]).json();
        assert_eq!(told["of"], 1, "{session}");
    }
}

#[track_caller]
fn check_nothing(stage: &Stage, arguments: &[&str], expected: &str) {
    let ran = dropped(stage, arguments);
    assert_eq!((ran.code, ran.stdout.as_str()), (Some(1), ""));
    assert_eq!(ran.stderr, format!("recall: {expected}\n"));
}

#[test]
fn what_is_not_there_is_said() {
    let stage = with_session();
    check_nothing(
        &stage,
        &["3"],
        &format!(
            "there is no compaction 3: {} has 2 compactions, and 1 is the first",
            for_people(&stage)
        ),
    );
    check_nothing(
        &stage,
        &["--session", "nowhere"],
        "there is no session \"nowhere\"; `recall list --all` lists them, and a file is named with its path, such as ./nowhere",
    );
    check_nothing(
        &stage,
        &["--session", "3"],
        "there is no session number 3: `recall list` has 2, and 1 is the newest",
    );
    let empty = Stage::new();
    check_nothing(
        &empty,
        &[],
        "there is no session of ~/project, neither a backup nor a live transcript; `recall list --all` lists those of every project",
    );
    let path = empty.transcript(said("user", &json!("hi")));
    check_nothing(
        &empty,
        &["--session", path.to_str().unwrap()],
        "there is no compaction in ~/.claude/projects/-home-project/session-1.jsonl",
    );
}

#[test]
fn it_is_told_in_japanese_where_japanese_is_read() {
    let stage = with_session().with("LANG", "ja_JP.UTF-8");
    let told = dropped(&stage, &["1"]).stdout;
    assert!(
        told.starts_with("2回中1回目の圧縮で、要約に残らなかったもの"),
        "{told}"
    );
    assert!(told.contains("100%が消失"), "{told}");
}
