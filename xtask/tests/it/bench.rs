//! What `bench retention` hands to a program, and what it says about it.

use std::path::Path;

use serde_json::Value;

use crate::home::{Home, assert_contains, read};

/// A session with one compaction, before which a file was read that is read again after it.
fn session() -> String {
    let mut lines = Vec::new();
    let mut say = |text: &str| {
        let content = format!(r#"[{{"type":"text","text":"{text}"}}]"#);
        lines.push(format!(
            r#"{{"type":"assistant","sessionId":"s-1","message":{{"content":{content}}}}}"#
        ));
    };
    (0..20).for_each(|_| say("before"));
    say("BOUNDARY");
    (0..12).for_each(|_| say("after"));
    let read = r#"{"type":"assistant","sessionId":"s-1","message":{"content":[{"type":"tool_use","name":"Read","input":{"file_path":"/p/src/pool.rs"}}]}}"#;
    let summary = r#"{"type":"user","isCompactSummary":true,"message":{"content":"It went on."}}"#;
    let boundary = r#"{"type":"system","subtype":"compact_boundary"}"#;
    lines.insert(20, read.to_owned());
    lines.splice(21..22, [boundary.to_owned(), summary.to_owned()]);
    lines.push(read.to_owned());
    lines.push("torn {".to_owned());
    lines.join("\n")
}

fn home() -> Home {
    let home = Home::new().variable("PATH", "/usr/bin:/bin");
    home.write("sessions/a/one.jsonl", &session());
    home
}

#[test]
fn each_way_has_a_row_below_what_there_was_to_bring_back() {
    let said = home()
        .run(&[
            "bench",
            "retention",
            "sessions",
            "--cmd",
            "echo src/pool.rs",
        ])
        .stdout();
    let expected = "\
1 compactions in 1 files; to restore: 1 files, 0 commands, 0 words, 0 context
nothing        files   0.0% commands   0.0% words   0.0% context   0.0%  mean   0.0%  over the cap 0  units median 0
last 10 turns  files   0.0% commands   0.0% words   0.0% context   0.0%  mean   0.0%  over the cap 0  units median 108
cmd            files 100.0% commands   0.0% words   0.0% context   0.0%  mean  25.0%  over the cap 0  units median 11
";
    assert_eq!(said, expected);
}

#[test]
fn a_program_sees_a_compacted_session_and_nothing_of_this_machine() {
    let home = home().variable("RECALL_TURNS", "99");
    let command = format!(
        "cat > {0}/event; cp ~/t.jsonl {0}/seen; env > {0}/env; pwd >> {0}/env",
        home.path("").display()
    );
    let _ = home
        .run(&["bench", "retention", "sessions", "--cmd", &command])
        .stdout();

    let event: Value = serde_json::from_str(&read(home.path("event"))).unwrap();
    let text = |name: &str| event[name].as_str().unwrap().to_owned();
    assert_eq!(
        (text("session_id"), text("hook_event_name"), text("source")),
        ("s-1".into(), "SessionStart".into(), "compact".into())
    );
    assert!(text("transcript_path").ends_with("/t.jsonl"));
    let seen = read(home.path("seen"));
    assert_eq!(
        (seen.lines().count(), seen.contains("compact_boundary")),
        (21, false)
    );
    let env = read(home.path("env"));
    assert_contains(&env, &format!("\n{}\n", text("cwd")));
    assert_contains(&env, &format!("CLAUDE_PROJECT_DIR={}\n", text("cwd")));
    assert!(!env.contains("RECALL_TURNS"), "{env}");
    assert!(!Path::new(&text("cwd")).exists());
}

#[test]
fn a_reply_of_the_hook_counts_by_its_context_and_over_the_cap_by_its_preview() {
    let reply = r#"printf '{"hookSpecificOutput":{"additionalContext":"%9995s src/pool.rs"}}' x"#;
    let said = home()
        .run(&["bench", "retention", "sessions", "--cmd", reply])
        .stdout();
    assert_contains(&said, "\ncmd            files   0.0% ");
    assert_contains(&said, "over the cap 1  units median 10007\n");
}

#[test]
fn the_figures_of_each_compaction_are_written_where_they_are_asked_for() {
    let home = home();
    let _ = home
        .run(&[
            "bench",
            "retention",
            "sessions",
            "--cmd",
            "echo src/pool.rs",
            "--json",
            "out.jsonl",
        ])
        .stdout();
    let line: Value = serde_json::from_str(&read(home.path("out.jsonl"))).unwrap();
    assert_eq!(
        (&line["file"], &line["at"], &line["cmd u16"]),
        (&"one.jsonl".into(), &21.into(), &11.into())
    );
    assert_eq!(
        (&line["of"]["files"], &line["cmd"]["files"]),
        (&1.into(), &1.0.into())
    );
}

#[test]
fn the_projects_own_sessions_are_measured_where_no_folder_is_named() {
    let said = home()
        .run(&["bench", "retention", "--cmd", "true"])
        .stdout();
    assert_contains(&said, "7 compactions in 6 files; ");
}

#[track_caller]
fn check_error(arguments: &[&str], parts: &[&str]) {
    let error = home()
        .run(&[&["bench", "retention"], arguments].concat())
        .error();
    for part in parts {
        assert_contains(&error, part);
    }
}

#[test]
fn what_cannot_be_measured_is_said_with_what_to_do() {
    check_error(
        &["gone", "--cmd", "true"],
        &["cannot read the folder gone; name one that is there"],
    );
    check_error(
        &["home", "--cmd", "true"],
        &["there is no transcript (*.jsonl) in home; name a folder that holds some"],
    );
    check_error(
        &["sessions", "--cmd", "true", "--json", "no/out"],
        &["cannot write no/out; name a file that can be"],
    );
}

#[test]
fn a_program_that_fails_is_no_figure() {
    check_error(
        &["sessions", "--cmd", "echo broken >&2; exit 3"],
        &[
            "one.jsonl, compaction at line 22",
            "ended with exit status: 3, where a hook ends with 0; it said: broken",
        ],
    );
    check_error(
        &["sessions", "--cmd", "no-such-program"],
        &["exit status: 127"],
    );
}
