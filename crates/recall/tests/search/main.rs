//! What `recall search` finds in transcripts and backups, and how it tells it.
#![expect(
    clippy::indexing_slicing,
    clippy::unwrap_used,
    reason = "a test fails by panicking"
)]

mod opens;

use std::fs;

use serde_json::{Value, json};
use stage::{Ran, Stage, line};

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

fn search(stage: &Stage, arguments: &[&str]) -> Ran {
    stage.run(
        env!("CARGO_BIN_EXE_recall"),
        &[&["search"], arguments].concat(),
        "",
    )
}

/// The ids of what is found, newest first.
#[track_caller]
fn check(stage: &Stage, arguments: &[&str], expected: &[&str]) {
    let ran = search(stage, &[arguments, &["--json"]].concat());
    let answer = ran.json();
    let hits = answer["hits"].as_array().unwrap().iter();
    let ids: Vec<&str> = hits.map(|hit| hit["uuid"].as_str().unwrap()).collect();
    let short: Vec<&str> = ids.iter().map(|id| id.get(..1).unwrap()).collect();
    assert_eq!(short, expected, "{arguments:?}");
    assert_eq!(
        ran.code,
        Some(i32::from(expected.is_empty())),
        "{}",
        ran.stderr
    );
}

#[test]
fn what_was_said_is_found_newest_first_and_smart_in_its_case() {
    let stage = with_session();
    check(&stage, &["retry"], &["e", "a"]);
    check(&stage, &["Retry"], &["a"]);
    check(&stage, &["接続"], &["b"]);
    check(&stage, &["nowhere"], &[]);
}

#[test]
fn every_word_must_stand_in_one_message_and_a_phrase_as_one() {
    let stage = with_session();
    check(&stage, &["retry", "five"], &["a"]);
    check(&stage, &["retry", "接続"], &[]);
    check(&stage, &["retry cap of"], &["a"]);
    check(&stage, &["\"cap of\" retry"], &["a"]);
    check(&stage, &["retry five"], &[]);
}

#[test]
fn a_regular_expression_is_looked_for_in_what_was_said() {
    let stage = with_session();
    check(&stage, &["--regex", "retry (cap|after)"], &["e", "a"]);
    check(&stage, &["--regex", r"^of \w+$"], &["a"]);
    check(&stage, &["--regex", r"\d"], &["b"]);
    check(&stage, &["--regex", "x*"], &[]);
}

#[test]
fn tools_are_searched_where_they_are_asked_for() {
    let stage = with_session();
    check(&stage, &["retry", "--tools"], &["e", "d", "c", "a"]);
    check(&stage, &["retry", "--role", "tool"], &["d", "c"]);
    check(
        &stage,
        &["retry", "--role", "user,tool"],
        &["e", "d", "c", "a"],
    );
    check(&stage, &["retry", "--role", "assistant"], &[]);
}

#[test]
fn only_the_time_that_is_asked_for_counts() {
    let stage = with_session();
    check(&stage, &["retry", "--since", "2026-11-30 09:02"], &["e"]);
    check(&stage, &["retry", "--until", "2026-11-30 09:02"], &["a"]);
    check(&stage, &["retry", "--until", "2026-11-30"], &["e", "a"]);
    check(&stage, &["retry", "--since", "2026-12-01"], &[]);
}

#[test]
fn however_json_writes_a_word_it_is_found_and_what_only_json_writes_is_not() {
    let stage = Stage::new();
    let escaped = r#"{"type":"user","uuid":"a","message":{"content":"\u63a5\u7d9a \u0072etry \ud83e\udd80 say \"hi\" C:\\new\/x"}}"#;
    stage.write(stage.live_path("s-1"), format!("{escaped}\n"));
    for word in [
        "接続",
        "retry",
        "🦀",
        "say \"hi\"",
        r"C:\new",
        "/x",
        "RETRY",
    ] {
        let expected: &[&str] = if word == "RETRY" { &[] } else { &["a"] };
        check(&stage, &[word], expected);
    }
    for word in ["u63a5", "content", "nC", "\\\\"] {
        check(&stage, &[word], &[]);
    }
}

#[test]
fn a_backup_and_its_transcript_are_told_once_and_the_transcript_is_named() {
    let stage = with_session();
    let name = "transcript-2026-11-30T09-31-27.jsonl";
    stage.backup(name, session());
    let hits = search(&stage, &["Retry", "--json"]).json();
    assert_eq!(hits["found"], 1);
    let path = hits["hits"][0]["path"].as_str().unwrap();
    assert!(path.ends_with("/s-1.jsonl"), "{path}");

    fs::remove_file(stage.live_path("s-1")).unwrap();
    let hits = search(&stage, &["Retry", "--json"]).json();
    let path = hits["hits"][0]["path"].as_str().unwrap();
    assert!(path.ends_with(name), "{path}");
    assert_eq!(hits["hits"][0]["open"], "recall show s-1 --around aaaaaaaa");
}

#[test]
fn other_projects_are_searched_only_when_all_are() {
    let stage = with_session();
    let other = stage.home().join("other");
    let elsewhere = |name: &str| format!(".claude/projects/{name}/s-2.jsonl");
    let prompt = |uuid: &str, cwd: &std::path::Path| {
        line(
            &json!({"type": "user", "uuid": uuid, "cwd": cwd, "message": {"content": "Retry there"}}),
        )
    };
    fs::create_dir_all(other.join(".git")).unwrap();
    stage.write(elsewhere("-other"), prompt("x-1", &other));
    stage.write(
        "other/.claude/backups/transcript-2026-11-29T09-31-27.jsonl",
        prompt("y-1", &other),
    );
    // A folder of the project, whose name the client makes of its path, and a sibling that only looks like one.
    let slug = stage.project().to_string_lossy().replace(['/', '.'], "-");
    fs::create_dir_all(stage.project().join("web")).unwrap();
    stage.write(
        elsewhere(&format!("{slug}-web")),
        prompt("z-1", &stage.project().join("web")),
    );
    stage.write(
        elsewhere(&format!("{slug}-site")),
        prompt("w-1", &stage.home().join("project-site")),
    );
    check(&stage, &["Retry"], &["z", "a"]);
    let all = search(&stage, &["Retry", "--all", "--json"]).json();
    assert_eq!(all["found"], 5, "{all:#}");
    let hits = all["hits"].as_array().unwrap().iter();
    let opens: Vec<&str> = hits.map(|hit| hit["open"].as_str().unwrap()).collect();
    assert!(
        opens.contains(&"recall show ~/.claude/projects/-other/s-2.jsonl --around x"),
        "{opens:?}"
    );
}

#[test]
fn a_hit_is_shown_with_who_said_it_when_the_lines_around_and_how_to_open_it() {
    let expected = "\
You  2026-11-30 09:00 +00:00  s-1
┃  Use the Retry cap
│  of five
  recall show s-1 --around aaaaaaaa

1 message
";
    let ran = search(&with_session(), &["Retry"]);
    assert_eq!((ran.stdout.as_str(), ran.stderr.as_str()), (expected, ""));
    let ran = search(&with_session(), &["Retry", "--context", "0"]);
    assert!(!ran.stdout.contains("of five"), "{}", ran.stdout);
}

#[test]
fn the_match_is_marked_where_there_are_colours() {
    let stage = with_session().with("CLICOLOR_FORCE", "1");
    let shown = search(&stage, &["Retry"]).stdout;
    assert!(
        shown.contains("the \u{1b}[1m\u{1b}[31mRetry\u{1b}[0m cap"),
        "{shown:?}"
    );
}

#[test]
fn fewer_than_were_found_are_shown_where_fewer_are_asked_for() {
    let stage = with_session();
    let ran = search(&stage, &["retry", "--limit", "1"]);
    assert!(
        ran.stdout
            .ends_with("2 messages; the newest 1 are shown, `--limit 2` shows all\n"),
        "{}",
        ran.stdout
    );
    let answer = search(&stage, &["retry", "--limit", "1", "--json"]).json();
    assert_eq!(
        (&answer["found"], answer["hits"].as_array().unwrap().len()),
        (&json!(2), 1)
    );
}

#[test]
fn the_shape_for_programs_is_the_documented_one() {
    let stage = with_session();
    let answer = search(&stage, &["retry", "five", "--json"]).json();
    let path = stage.live_path("s-1");
    let expected = json!({
        "found": 1,
        "hits": [{
            "time": "2026-11-30T09:00:00Z",
            "role": "user",
            "session": "s-1",
            "uuid": "aaaaaaaa-1",
            "path": path,
            "offset": 0,
            "passages": ["Use the Retry cap\nof five"],
            "matches": ["Retry", "five"],
            "open": "recall show s-1 --around aaaaaaaa",
        }],
    });
    assert_eq!(answer, expected);
    let nothing = search(&stage, &["nowhere", "--json"]);
    assert_eq!(
        (nothing.code, nothing.json()),
        (Some(1), json!({"found": 0, "hits": []}))
    );
}

#[test]
fn a_text_is_shown_and_never_obeyed() {
    let stage = Stage::new();
    let hostile = json!({"type": "user", "uuid": "$(rm)", "sessionId": "x; rm",
        "message": {"content": "the pool \u{1b}]0;title\u{7}\u{1b}[2J"}});
    stage.backup("transcript-2026-11-30T09-31-27.jsonl", line(&hostile));
    let shown = search(&stage, &["pool"]).stdout;
    assert!(shown.contains("pool ␛]0;title␇␛[2J"), "{shown}");
    assert!(
        shown.contains(
            "  recall show ~/project/.claude/backups/transcript-2026-11-30T09-31-27.jsonl\n"
        ),
        "{shown}"
    );
}

#[test]
fn damaged_lines_cost_only_themselves() {
    let stage = Stage::new();
    let whole = session();
    let torn = whole.get(..whole.len() - 30).unwrap();
    stage.write(
        stage.live_path("s-1"),
        format!("\0\0\0\n{{\"torn\":\"retry\n{torn}"),
    );
    check(&stage, &["retry"], &["a"]);
}

#[test]
fn what_cannot_be_looked_for_is_said() {
    let stage = with_session();
    for (arguments, expected) in [
        (
            &["--regex", "(x"][..],
            "cannot look for \"(x\": error: unclosed group",
        ),
        (&["x", "--since", "soon"], "\"soon\" is no date: "),
        (&[" "], "there is no word to look for"),
    ] {
        let ran = search(&stage, arguments);
        assert_eq!((ran.code, ran.stdout.as_str()), (Some(2), ""));
        assert!(ran.stderr.contains(expected), "{}", ran.stderr);
    }
}

#[test]
fn nothing_found_is_said_with_what_else_could_be_searched() {
    let stage = with_session();
    let ran = search(&stage, &["grep"]);
    assert_eq!((ran.code, ran.stdout.as_str()), (Some(1), ""));
    assert_eq!(
        ran.stderr,
        "recall: nothing found in 1 file; `--tools` searches what tools were told and answered too\n"
    );
    let japanese = with_session().with("LANG", "ja_JP.UTF-8");
    assert!(
        search(&japanese, &["grep"])
            .stderr
            .contains("1個のファイルには見つかりませんでした")
    );
    assert!(
        search(&japanese, &["Retry"])
            .stdout
            .starts_with("あなた  2026-11-30 09:00")
    );
}
