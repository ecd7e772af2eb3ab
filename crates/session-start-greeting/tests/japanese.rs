//! Every problem is said in Japanese to a Japanese reader, its cause included.

use std::fs;

use serde_json::json;
use stage::{Stage, bad};

#[test]
fn what_is_no_event_is_said_in_japanese() {
    for (what, input, _) in bad::NO_EVENT {
        check(&staged(), input, what);
    }
    for (what, input) in bad::UNNAMED {
        check(&staged(), input.as_bytes(), what);
    }
}

#[test]
fn what_is_not_usable_in_recall_json_is_said_in_japanese() {
    for settings in [
        "[]",
        "{ // why",
        "{\"turns\": 3,}",
        "{'turns': 3}",
        "{",
        "{} {}",
        "{oops}",
        r#"{"turn": 3}"#,
        r#"{"colour": 3}"#,
        r#"{"turns": 0}"#,
        r#"{"language": "fr"}"#,
        r#"{"summarizer": 3}"#,
        r#"{"turns": 3, "turns": 4}"#,
        r#"{"handover": []}"#,
        r#"{"handover": {"end": 1}}"#,
        r#"{"handover": {"file": ""}}"#,
        r#"{"members": 3}"#,
        r#"{"members": [{"key": "a"}]}"#,
        r#"{"members": [{"key": "/", "folder": "/w"}]}"#,
        r#"{"members": [{"key": "a", "folder": "w"}]}"#,
        r#"{"members": [{"key": "a", "folder": "/w"}, {"key": "A", "folder": "/v"}]}"#,
    ] {
        let stage = staged();
        stage.write(".claude/recall.json", settings);
        check(&stage, started(&stage).as_bytes(), settings);
    }
    for settings in [r#"{"user": "x"}"#, r#"{"handover": {"file": "../x"}}"#] {
        let stage = staged();
        stage.write("project/.claude/recall.json", settings);
        check(&stage, started(&stage).as_bytes(), settings);
    }
}

#[test]
fn what_the_disk_refuses_is_said_in_japanese() {
    let stage = staged();
    fs::create_dir_all(stage.home().join(".claude/recall.json")).unwrap();
    check(&stage, started(&stage).as_bytes(), "a folder");
    let stage = staged();
    fs::create_dir_all(stage.project().join("memory")).unwrap();
    std::os::unix::fs::symlink("nowhere", stage.project().join("memory/MEMORY.md")).unwrap();
    check(&stage, started(&stage).as_bytes(), "a link to nowhere");
}

/// Expects one problem, of which nothing but names, paths and quotations is in Latin letters.
#[track_caller]
fn check(stage: &Stage, input: &[u8], what: &str) {
    let ran = stage.run(env!("CARGO_BIN_EXE_session-start-greeting"), &[], input);
    assert_eq!(
        (ran.code, ran.complaints().len()),
        (Some(0), 1),
        "{what}: {}",
        ran.stderr
    );
    let said = ran.stderr.trim_end();
    let japanese = said.chars().any(|c| ('\u{3040}'..'\u{a000}').contains(&c));
    let words: Vec<&str> = said.split_whitespace().collect();
    let english = words.windows(2).find(|pair| {
        let is_word = |word: &str| word.len() > 1 && word.chars().all(|c| c.is_ascii_lowercase());
        pair.iter().all(|word| is_word(word))
    });
    assert!(
        japanese && english.is_none(),
        "{what}: {english:?} in {said}"
    );
}

fn staged() -> Stage {
    Stage::new().with("LANG", "ja_JP.UTF-8")
}

fn started(stage: &Stage) -> String {
    let event = stage.event("SessionStart", &json!({"source": "startup"}));
    event.to_string()
}
