//! The command below each hit, which shows it where it stands.

use std::path::Path;

use serde_json::json;
use stage::{Ran, Stage, line};

use crate::{said, search, session, with_session};

/// Runs the command that is printed below each hit, as a shell does, and expects the words of that hit in what it shows.
#[track_caller]
fn check_opens(stage: &Stage, arguments: &[&str], expected: &[&str]) {
    let page = search(stage, arguments).stdout;
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
    let page = search(&stage, &["Retry", "there", "--all"]).stdout;
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
