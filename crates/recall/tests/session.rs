//! Which session `recall show` shows, how much of it, and the shape that programs read.
#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

use std::fs::OpenOptions;
use std::io::{BufRead, BufReader, Write};
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};

use serde_json::json;
use stage::{Ran, Stage, compaction, line, prompt, reply};

const FIRST: &str = "0a1b2c3d-1111-4222-8333-444455556666";
const SECOND: &str = "0a1b9999-1111-4222-8333-444455556666";

#[test]
fn a_session_is_named_by_its_number_its_id_the_beginning_of_it_or_its_file() {
    let stage = two_sessions();
    let path = ".claude/backups/transcript-2026-11-30T09-31-00.jsonl";
    let absolute = stage.project().join(path);
    for named in [
        "1",
        FIRST,
        "0A1B2",
        &format!("./{path}"),
        absolute.to_str().unwrap(),
    ] {
        check_shown(&stage, &["show", named], "first");
    }
    check_shown(&stage, &["show", "2"], "second");
    check_shown(&stage, &["show", SECOND], "second");
    check_shown(
        &stage,
        &["show", "transcript-2026-11-30T09-29-00.jsonl"],
        "second",
    );
    check_shown(&stage, &["show"], "first");
}

#[test]
fn a_beginning_of_two_sessions_is_answered_with_both() {
    let ran = recall(&two_sessions(), &["show", "0a1b"]);
    assert_eq!((ran.code, ran.stdout.as_str()), (Some(2), ""));
    assert!(
        ran.stderr.contains(FIRST) && ran.stderr.contains(SECOND),
        "{}",
        ran.stderr
    );
}

#[test]
fn of_a_session_with_several_files_the_live_one_is_shown() {
    let stage = two_sessions();
    let path = live(&stage, FIRST, &prompt("and more"));
    for named in [&["0a1b2"][..], &[]] {
        let ran = recall(&stage, &[&["show", "--json"], named].concat());
        assert_eq!(ran.json()["path"], json!(path));
    }
}

#[test]
fn a_session_of_another_project_is_found_by_its_id() {
    let stage = Stage::new();
    let folder = stage.home().join("two");
    std::fs::create_dir_all(&folder).unwrap();
    let begun = line(&json!({"type": "user", "cwd": folder, "message": {"content": "of two"}}));
    stage.write(format!(".claude/projects/-two/{FIRST}.jsonl"), begun);
    check_shown(&stage, &["show", "0a1b"], "of two");
    check_shown(&stage, &["show", "--all", "1"], "of two");
    assert!(
        recall(&stage, &["show", "0a1b"])
            .stdout
            .contains("  two: the last 1 turn\n")
    );
}

#[test]
fn what_is_not_there_is_answered_with_what_is() {
    let stage = two_sessions();
    for (named, code, said) in [
        (
            "3",
            1,
            "there is no session number 3: `recall list` has 2, and 1 is the newest",
        ),
        ("0", 1, "there is no session number 0"),
        ("0a1b2c3e", 1, "did you mean `0a1b2c3d`?"),
        (
            "readme",
            1,
            "a file is named with its path, such as ./readme",
        ),
        ("./readme", 2, "readme"),
    ] {
        let ran = recall(&stage, &["show", named]);
        assert_eq!((ran.code, ran.stdout.as_str()), (Some(code), ""), "{named}");
        assert!(ran.stderr.contains(said), "{}", ran.stderr);
    }
    let nothing = recall(&Stage::new(), &["show"]);
    assert_eq!(nothing.code, Some(1), "{}", nothing.stderr);
}

#[test]
fn the_last_turns_are_shown_and_that_there_are_more() {
    let stage = Stage::new();
    let turns: String = (1..=40)
        .map(|nth| prompt(&format!("turn <{nth}>")))
        .collect();
    stage.backup("transcript-2026-11-30T09-31-00.jsonl", turns);
    for (arguments, count, more) in [
        (&["show"][..], 30, Some("`--turns 300` shows it.")),
        (&["show", "--turns", "2"], 2, Some("`--turns 20` shows it.")),
        (&["show", "--turns", "40"], 40, None),
    ] {
        let shown = recall(&stage, arguments).stdout;
        assert_eq!(shown.matches("turn <").count(), count, "{shown}");
        assert_eq!(shown.contains("There is more"), more.is_some(), "{shown}");
        assert!(more.is_none_or(|more| shown.contains(more)), "{shown}");
    }
}

#[test]
fn what_a_compaction_took_away_is_shown_by_its_number() {
    let stage = Stage::new();
    let text = ["one", "two", "three"].map(|it| prompt(it) + &compaction("s"));
    stage.backup(
        "transcript-2026-11-30T09-31-00.jsonl",
        text.concat() + &prompt("after"),
    );
    for (number, expected, part) in [
        (&["1"][..], "one", "before compaction 1 of 3"),
        (&["2"], "two", "before compaction 2 of 3"),
        (&["-1"], "three", "before compaction 3 of 3"),
        (&["-3"], "one", "before compaction 1 of 3"),
        (&[], "three", "before compaction 3 of 3"),
    ] {
        let shown = recall(&stage, &[&["show", "--before-compaction"], number].concat()).stdout;
        let others = ["one", "two", "three", "after"]
            .into_iter()
            .filter(|it| *it != expected);
        assert!(
            shown.contains(part) && shown.contains(&format!("│  {expected}\n")),
            "{shown}"
        );
        others.for_each(|other| assert!(!shown.contains(&format!("│  {other}\n")), "{shown}"));
    }
    let ran = recall(&stage, &["show", "--before-compaction", "4"]);
    assert_eq!(ran.code, Some(1));
    assert!(
        ran.stderr.contains("this session was compacted 3 times"),
        "{}",
        ran.stderr
    );
    assert_eq!(
        recall(&stage, &["show", "--before-compaction", "0"]).code,
        Some(2)
    );
}

#[test]
fn only_the_roles_that_are_asked_for_are_shown_and_as_much_of_the_tools() {
    let stage = with_tools();
    let said = |arguments: &[&str]| {
        let shown = recall(&stage, &[&["show"], arguments].concat()).stdout;
        let words = ["Fix it", "Done.", "[Bash]", "cargo test", "it is red"];
        words.map(|word| shown.contains(word))
    };
    assert_eq!(said(&[]), [true, true, true, true, false]);
    assert_eq!(said(&["--tools", "off"]), [true, true, false, false, false]);
    assert_eq!(said(&["--tools", "full"]), [true; 5]);
    assert_eq!(
        said(&["--role", "user"]),
        [true, false, false, false, false]
    );
    assert_eq!(said(&["--role", "tool"]), [false, false, true, true, false]);
    let two = ["--role", "user", "--role", "assistant"];
    assert_eq!(said(&two), [true, true, false, false, false]);
    let none = recall(&stage, &["show", "--role", "tool", "--tools", "off"]);
    assert_eq!(none.code, Some(2));
    assert!(none.stderr.contains("`--tools full`"), "{}", none.stderr);
}

#[test]
fn a_tool_in_full_is_shown_with_its_arguments_and_its_answer() {
    let shown = recall(&with_tools(), &["show", "--tools", "full"]).stdout;
    let expected = "\
│  [Bash]  failed
│    command: cargo test
│      echo done
│    timeout: 5
│    → it is red
│    a␛[2J
│  Done.
";
    assert!(shown.contains(expected), "{shown}");
}

#[test]
fn the_shape_for_programs() {
    let stage = with_tools();
    let turn = json!({
        "time": "2026-11-30T09:30:00Z",
        "kind": "prompt",
        "asked": "Fix it",
        "taken_back": false,
        "answer": [
            {
                "kind": "tool",
                "name": "Bash",
                "input": {"command": "cargo test\necho done", "timeout": 5},
                "failed": true,
                "outcome": "it is red\na\u{1b}[2J",
            },
            {"kind": "reply", "text": "Done."},
            {"kind": "compaction"},
        ],
    });
    let command = json!({
        "time": "2026-11-30T09:30:00Z", "kind": "command", "asked": "/review", "taken_back": false,
        "answer": [{"kind": "reply", "text": "Reviewed."}],
    });
    let path = stage.backups().join("transcript-2026-11-30T09-31-00.jsonl");
    let mut expected = json!({
        "path": path, "session": "session-1", "compactions": null, "damaged": 0, "turns": [turn, command],
    });
    assert_eq!(recall(&stage, &["show", "--json"]).json(), expected);
    let before = recall(
        &stage,
        &["show", "--json", "--before-compaction", "--role", "user"],
    )
    .json();
    expected["compactions"] = json!(1);
    expected["turns"] = json!([{
        "time": "2026-11-30T09:30:00Z", "kind": "prompt", "asked": "Fix it", "taken_back": false, "answer": [],
    }]);
    assert_eq!(before, expected);
}

#[test]
fn a_live_transcript_is_followed_as_it_is_written() {
    let stage = Stage::new();
    let path = live(&stage, FIRST, &prompt("already there"));
    let mut following = Following::begin(&stage, &["show", "--follow"]);
    following.expect("│  already there");
    following.expect("──────");
    append(&path, &prompt("asked now"));
    following.expect("│  asked now");
    let call = json!({"type": "assistant", "message": {"content": [
        {"type": "tool_use", "id": "t1", "name": "Bash", "input": {"command": "ls"}}]}});
    append(&path, &(reply("answered") + &line(&call)));
    following.expect("├ Claude");
    following.expect("│  answered");
    following.expect("│  [Bash] {\"command\":\"ls\"}");
    // A line that is still being written is told when it ends.
    let torn = prompt("torn");
    let (start, end) = torn.split_at(20);
    append(&path, start);
    append(&path, end);
    following.expect("│  torn");
    // A second compaction of one process writes lines a second time.
    let fields = json!({"type": "user", "uuid": "u1", "message": {"content": "once"}});
    append(&path, &line(&fields));
    append(&path, &(line(&fields) + &prompt("last")));
    let until = following.until("│  last");
    assert_eq!(until.iter().filter(|line| line.contains("once")).count(), 1);
    std::fs::remove_file(&path).unwrap();
    let (code, said) = following.end();
    assert_eq!(code, Some(0));
    assert!(said.contains("is gone or was begun anew"), "{said}");
}

#[test]
fn a_backup_cannot_be_followed() {
    let ran = recall(&two_sessions(), &["show", "--follow", "1"]);
    assert_eq!(ran.code, Some(2));
    assert!(
        ran.stderr.contains("is a backup and does not go on"),
        "{}",
        ran.stderr
    );
}

/// A program whose lines are read as they come.
struct Following {
    child: Child,
    lines: std::io::Lines<BufReader<std::process::ChildStdout>>,
}

impl Following {
    fn begin(stage: &Stage, arguments: &[&str]) -> Self {
        let mut child = Command::new(env!("CARGO_BIN_EXE_recall"))
            .args(arguments)
            .env_clear()
            .env("HOME", stage.home())
            .current_dir(stage.project())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        let lines = BufReader::new(child.stdout.take().unwrap()).lines();
        Self { child, lines }
    }

    /// The lines up to the one that begins so; the test hangs where none comes.
    fn until(&mut self, begin: &str) -> Vec<String> {
        let lines = self.lines.by_ref().map(Result::unwrap);
        lines.take_while(|line| !line.starts_with(begin)).collect()
    }

    /// Reads on to a line that begins so; the test hangs where none comes.
    fn expect(&mut self, begin: &str) {
        let found = self
            .lines
            .by_ref()
            .map(Result::unwrap)
            .find(|line| line.starts_with(begin));
        assert!(found.is_some(), "{begin}");
    }

    fn end(self) -> (Option<i32>, String) {
        let output = self.child.wait_with_output().unwrap();
        (
            output.status.code(),
            String::from_utf8(output.stderr).unwrap(),
        )
    }
}

fn append(path: &PathBuf, text: &str) {
    let mut file = OpenOptions::new().append(true).open(path).unwrap();
    file.write_all(text.as_bytes()).unwrap();
}

fn two_sessions() -> Stage {
    let stage = Stage::new();
    let of = |session: &str, words: &str| prompt(words).replace("session-1", session);
    stage.backup("transcript-2026-11-30T09-31-00.jsonl", of(FIRST, "first"));
    stage.backup("transcript-2026-11-30T09-29-00.jsonl", of(SECOND, "second"));
    stage
}

fn with_tools() -> Stage {
    let stage = Stage::new();
    let call = json!({"type": "assistant", "message": {"content": [{"type": "tool_use", "id": "t1",
        "name": "Bash", "input": {"command": "cargo test\necho done", "timeout": 5}}]}});
    let result = json!({"type": "user", "message": {"content": [{"type": "tool_result",
        "tool_use_id": "t1", "is_error": true, "content": "it is red\na\u{1b}[2J"}]}});
    let command =
        json!({"type": "user", "message": {"content": "<command-name>/review</command-name>"}});
    let lines = [
        prompt("Fix it"),
        line(&call),
        line(&result),
        reply("Done."),
        compaction("s"),
        line(&command),
        reply("Reviewed."),
    ];
    stage.backup("transcript-2026-11-30T09-31-00.jsonl", lines.concat());
    stage
}

fn live(stage: &Stage, session: &str, text: &str) -> PathBuf {
    stage.write(stage.live_path(session), text)
}

#[track_caller]
fn check_shown(stage: &Stage, arguments: &[&str], expected: &str) {
    let ran = recall(stage, arguments);
    assert_eq!(
        (ran.code, ran.stderr.as_str()),
        (Some(0), ""),
        "{arguments:?}"
    );
    assert!(
        ran.stdout.contains(&format!("│  {expected}\n")),
        "{arguments:?}: {}",
        ran.stdout
    );
}

fn recall(stage: &Stage, arguments: &[&str]) -> Ran {
    stage.run(env!("CARGO_BIN_EXE_recall"), arguments, "")
}
