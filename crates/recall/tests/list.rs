//! Which sessions `recall list` lists, and the shape that programs read.
#![expect(
    clippy::unwrap_used,
    clippy::indexing_slicing,
    reason = "a test fails by panicking"
)]

use std::fs::{self, Permissions};
use std::os::unix::fs::PermissionsExt;

use serde_json::{Value, json};
use stage::{Ran, Stage, backup_of, compaction, line, prompt, reply};

#[test]
fn backups_and_live_transcripts_are_listed_newest_first() {
    let stage = Stage::new();
    stage.backup("transcript-2026-11-30T09-29-00.jsonl", prompt("oldest"));
    stage.backup("transcript-2026-11-30T09-31-00.jsonl", prompt("newest"));
    live(&stage, "", "s-2", &prompt("between"));
    check_titles(&stage, &["list"], &["newest", "between", "oldest"]);
}

#[test]
fn sessions_begun_below_the_root_belong_to_the_project_and_a_neighbours_do_not() {
    let stage = Stage::new();
    live(
        &stage,
        "/sub/folder",
        "s-1",
        &begun(&stage, "project/sub/folder", "below"),
    );
    live(
        &stage,
        "-two",
        "s-2",
        &begun(&stage, "project-two", "neighbour"),
    );
    check_titles(&stage, &["list"], &["below"]);
    stage.write("project-two/.git/HEAD", "");
    check_titles(&stage, &["list", "--all"], &["neighbour", "below"]);
}

#[test]
fn of_two_projects_whose_transcripts_share_a_folder_each_has_its_own() {
    let stage = Stage::new();
    live(&stage, "", "s-1", &begun(&stage, "project", "mine"));
    live(
        &stage,
        "",
        "s-2",
        &begun(&stage, "../home-project", "the other's"),
    );
    live(
        &stage,
        "",
        "s-3",
        &begun(&stage, "moved/away", "mine, from where it was"),
    );
    let mine = ["mine, from where it was", "mine"];
    check_titles(&stage, &["list"], &mine);
}

#[test]
fn all_lists_the_backups_of_each_project_that_a_transcript_or_a_member_names() {
    let stage = Stage::new();
    live(&stage, "-two", "s-2", &begun(&stage, "two", "live of two"));
    stage.write(
        "two/.claude/backups/transcript-2026-11-29T00-00-00.jsonl",
        prompt("kept of two"),
    );
    stage.write(
        "scout/.claude/backups/transcript-2026-11-28T00-00-00.jsonl",
        prompt("kept of Scout"),
    );
    stage.backup("transcript-2026-11-27T00-00-00.jsonl", prompt("kept here"));
    stage.write(
        ".claude/recall.json",
        r#"{"members": [{"key": "scout", "label": "Scout", "folder": "~/scout"}]}"#,
    );
    let all = ["live of two", "kept of two", "kept of Scout", "kept here"];
    check_titles(&stage, &["list", "--all"], &all);
    check_titles(&stage, &["list", "--member", "scout"], &["kept of Scout"]);
}

#[test]
fn agents_of_a_session_are_not_listed() {
    let stage = Stage::new();
    live(&stage, "", "s-1", &prompt("mine"));
    live(&stage, "", "agent-7", &prompt("an agent's"));
    live(
        &stage,
        "/s-1/subagents",
        "agent-8",
        &prompt("another agent's"),
    );
    check_titles(&stage, &["list"], &["mine"]);
}

#[test]
fn the_title_of_a_session_is_the_one_it_was_given() {
    let stage = Stage::new();
    let title = line(&json!({"type": "ai-title", "aiTitle": "Retry cap"}));
    live(&stage, "", "s-1", &(prompt("a\nlong prompt") + &title));
    check_titles(&stage, &["list"], &["Retry cap"]);
}

#[test]
fn the_shape_for_programs() {
    let stage = Stage::new();
    let text = [prompt("one"), reply("1"), compaction("s"), prompt("two")].concat();
    let title = line(&json!({"type": "custom-title", "customTitle": "Mine"}));
    let path = live(
        &stage,
        "",
        "s-1",
        &(begun(&stage, "project", "zero") + &text + &title),
    );
    let kept = stage.backup("transcript-2026-11-29T00-00-00.jsonl", &text);
    let expected = json!({
        "root": stage.project(),
        "all": false,
        "sessions": [
            {
                "number": 1,
                "kind": "live",
                "backup": null,
                "session": "s-1",
                "path": path,
                "root": stage.project(),
                "time": "2026-11-30T09:30:00Z",
                "bytes": fs::metadata(&path).unwrap().len(),
                "title": "Mine",
                "first_prompt": "zero",
                "turns": 3,
                "compactions": 1,
            },
            {
                "number": 2,
                "kind": "backup",
                "backup": 1,
                "session": "session-1",
                "path": kept,
                "root": stage.project(),
                "time": "2026-11-29T00:00:00Z",
                "bytes": text.len(),
                "title": null,
                "first_prompt": "one",
                "turns": 2,
                "compactions": 1,
            },
        ],
    });
    let ran = recall(&stage, &["list", "--json"]);
    assert_eq!((ran.json(), ran.code), (expected, Some(0)));
}

#[test]
fn a_file_that_cannot_be_read_is_listed_and_named_and_is_trouble() {
    let stage = Stage::new();
    live(&stage, "", "s-1", &prompt("mine"));
    let path = stage.backup("transcript-2026-11-29T00-00-00.jsonl", prompt("secret"));
    fs::set_permissions(&path, Permissions::from_mode(0o000)).unwrap();
    let script = format!("#!/bin/sh\nexec {} list\n", env!("CARGO_BIN_EXE_recall"));
    let script = stage.write("list", script);
    fs::set_permissions(&script, Permissions::from_mode(0o755)).unwrap();
    let Some(ran) = stage.run_bound_by_modes(script.to_str().unwrap(), "") else {
        return;
    };
    assert_eq!(ran.code, Some(2), "{}", ran.stderr);
    assert!(
        ran.stdout.contains("mine") && ran.stdout.contains("(cannot be read)"),
        "{}",
        ran.stdout
    );
    assert!(
        ran.stderr.contains("transcript-2026-11-29T00-00-00.jsonl"),
        "{}",
        ran.stderr
    );
}

#[test]
fn with_no_session_it_says_so_and_ends_with_one() {
    let stage = Stage::new();
    let ran = recall(&stage, &["list"]);
    assert_eq!((ran.code, ran.stdout.as_str()), (Some(1), ""));
    assert!(
        ran.stderr
            .starts_with("recall: there is no session of ~/project, "),
        "{}",
        ran.stderr
    );
    let ran = recall(&stage, &["list", "--json"]);
    assert_eq!((ran.code, &ran.json()["sessions"]), (Some(1), &json!([])));
    assert_eq!(recall(&stage, &["list", "--all"]).code, Some(1));
}

#[test]
fn in_a_pipe_a_row_is_a_line_whatever_the_title() {
    let stage = Stage::new();
    live(&stage, "", "s-1", &prompt(&"many words ".repeat(100)));
    stage.backup(&backup_of(3), prompt("a\nb\u{1b}[2J"));
    let shown = recall(&stage, &["list"]).stdout;
    assert_eq!(shown.lines().count(), 3, "{shown}");
    assert!(shown.contains("3 days ago"), "{shown}");
    assert!(shown.contains("  a b␛[2J\n"), "{shown}");
}

/// Writes a live transcript of a session that was begun in the project, or in a folder named like it with this after it.
fn live(stage: &Stage, after: &str, session: &str, text: &str) -> std::path::PathBuf {
    let slug = stage.project().to_string_lossy().replace(['/', '.'], "-");
    let folder = match after.strip_prefix("/s-1") {
        Some(rest) => format!("{slug}/s-1{rest}"),
        None => slug + &after.replace('/', "-"),
    };
    stage.write(format!(".claude/projects/{folder}/{session}.jsonl"), text)
}

/// A prompt in a session that was begun in this folder of the home.
fn begun(stage: &Stage, folder: &str, words: &str) -> String {
    let cwd = stage.home().join(folder);
    fs::create_dir_all(&cwd).unwrap();
    let cwd = cwd.canonicalize().unwrap();
    line(&json!({"type": "user", "cwd": cwd, "message": {"content": words}}))
}

#[track_caller]
fn check_titles(stage: &Stage, arguments: &[&str], expected: &[&str]) {
    let ran = recall(stage, &[arguments, &["--json"]].concat());
    let answer = ran.json();
    let sessions = answer["sessions"].as_array().unwrap();
    let title = |it: &Value| {
        it["title"]
            .as_str()
            .or(it["first_prompt"].as_str())
            .unwrap()
            .to_owned()
    };
    let titles: Vec<String> = sessions.iter().map(title).collect();
    assert_eq!(titles, expected, "{}", ran.stdout);
}

fn recall(stage: &Stage, arguments: &[&str]) -> Ran {
    stage.run(env!("CARGO_BIN_EXE_recall"), arguments, "")
}
