//! Bad input, each case with what it is for: the same for every hook.

use std::fs;
use std::os::unix::fs::symlink;
use std::process::Command;

use serde_json::json;

use crate::{Stage, line, prompt, reply};

/// Standard input that is no event at all, with what is said of it.
pub const NO_EVENT: [(&str, &[u8], &str); 8] = [
    ("a client that gives nothing", b"", "it is empty"),
    ("only blanks and a line end", b" \t\r\n", "it is empty"),
    ("only a byte order mark", b"\xef\xbb\xbf", "it is empty"),
    ("a person's words", b"hello", "it is not JSON"),
    (
        "an event torn in two",
        br#"{"hook_event_name":"#,
        "it is not JSON",
    ),
    ("bytes that are no text", b"\xff\xfe\x00", "it is not JSON"),
    (
        "JSON of another shape",
        b"[{}]",
        "it is JSON, but no object",
    ),
    ("JSON that is nothing", b"null", "it is JSON, but no object"),
];

/// JSON objects that do not say which event they are.
pub const UNNAMED: [(&str, &str); 4] = [
    ("no field at all", "{}"),
    ("a null name", r#"{"hook_event_name":null}"#),
    ("an empty name", r#"{"hook_event_name":""}"#),
    (
        "a name of another type",
        r#"{"hook_event_name":["SessionStart"],"session_id":7,"cwd":{}}"#,
    ),
];

/// The words that every damaged transcript still holds whole, once asked and once answered.
pub const ASKED: &str = "Rename the table";
/// See [`ASKED`].
pub const ANSWERED: &str = "Renamed it.";

/// Transcripts that hold [`ASKED`] and [`ANSWERED`] beside something odd that happens, and is no damage.
#[must_use]
pub fn odd_transcripts() -> Vec<(&'static str, Vec<u8>)> {
    let (asked, answered) = (prompt(ASKED), reply(ANSWERED));
    let whole = asked.clone() + &answered;
    let long = line(&json!({"type": "user", "toolUseResult": "x".repeat(15_000_000)}));
    let strange = line(&json!({"type": "hologram", "message": 7}));
    let no_text = b"{\"type\":\"system\",\"a\":\"\xff\xfe\"}\n";
    vec![
        (
            "a last line that is still being written",
            (whole.clone() + r#"{"type":"user","mess"#).into(),
        ),
        (
            "two objects glued together",
            format!("{}{answered}", asked.trim_end()).into(),
        ),
        (
            "a run of NUL bytes after a crash",
            format!("{asked}{}\n{answered}", "\0".repeat(9_000)).into(),
        ),
        (
            "NUL bytes before an object",
            format!("{asked}{}{answered}", "\0".repeat(300)).into(),
        ),
        (
            "half of a surrogate pair",
            whole.replace(ASKED, &format!(r"{ASKED} \ud83d")).into(),
        ),
        (
            "bytes that are no text",
            [whole.as_bytes(), no_text].concat(),
        ),
        (
            "a line of 15 MB",
            (asked.clone() + &long + &answered).into(),
        ),
        (
            "types of a release to come",
            (whole.clone() + &strange).into(),
        ),
        (
            "lines of no bytes",
            format!("\n\n{asked}\n\n{answered}\n").into(),
        ),
        (
            "line ends of another system",
            whole.replace('\n', "\r\n").into(),
        ),
    ]
}

/// Transcripts that hold [`ASKED`] and [`ANSWERED`] whole beside one line that is damaged.
#[must_use]
pub fn damaged_transcripts() -> Vec<(&'static str, Vec<u8>)> {
    let (asked, answered) = (prompt(ASKED), reply(ANSWERED));
    let between = |damage: &str| format!("{asked}{damage}\n{answered}").into_bytes();
    vec![
        (
            "a line torn in the middle of the file",
            between(r#"{"type":"as"#),
        ),
        ("a line whose start was overwritten", between(r#"le"}"#)),
        ("a line that is no JSON", between("oops")),
        ("JSON of another shape", between("[1, 2]")),
    ]
}

/// Places without a transcript that could be read.
#[must_use]
pub fn no_transcripts() -> Vec<(&'static str, Lay)> {
    vec![
        ("it is missing", |_| {}),
        ("it is a folder", |stage| {
            fs::create_dir_all(stage.transcript_path()).unwrap();
        }),
        ("it is a pipe, which nobody writes to", |stage| {
            fs::create_dir_all(stage.transcript_path().parent().unwrap()).unwrap();
            let made = Command::new("mkfifo").arg(stage.transcript_path()).status();
            assert!(made.unwrap().success());
        }),
        ("it is a link to nowhere", |stage| {
            fs::create_dir_all(stage.transcript_path().parent().unwrap()).unwrap();
            symlink("/nonexistent", stage.transcript_path()).unwrap();
        }),
        ("its folder is a file", |stage| {
            stage.write(".claude/projects/-home-project", "");
        }),
    ]
}

/// Puts a case in its place on a stage.
pub type Lay = fn(&Stage);
