//! What a session is reminded of after a compaction, and only then.

use serde_json::json;
use stage::{Ran, Stage};

#[test]
fn a_compacted_session_is_reminded_of_its_rules_and_of_what_is_done() {
    let context = compacted(&Stage::new()).context();
    for told in ["# Reminder\n", "CLAUDE.md", "`git status`"] {
        assert!(context.contains(told), "{told}: {context}");
    }
}

#[test]
fn any_other_start_is_not_reminded() {
    for source in ["startup", "clear", "resume", "fork"] {
        let ran = greeted(&Stage::new(), source);
        assert_eq!(
            (ran.stdout.as_str(), ran.stderr.as_str()),
            ("", ""),
            "{source}"
        );
    }
}

#[test]
fn recall_json_replaces_the_reminder_or_switches_it_off() {
    check(
        r#"{"reminder": "Mind the index."}"#,
        "# Reminder\n\nMind the index.\n",
    );
    check(
        r#"{"reminder": "目次に注意"}"#,
        "# Reminder\n\n目次に注意\n",
    );
    check(r#"{"reminder": true}"#, "# Reminder\n\nBefore you change");
    check(r#"{"reminder": 7}"#, "# Reminder\n\nBefore you change");
    let off = with_settings(r#"{"reminder": false}"#);
    assert_eq!(compacted(&off).stdout, "");
}

#[test]
fn a_projects_reminder_says_whose_it_is() {
    let stage = with_settings(r#"{"reminder": "the user's"}"#);
    stage.write(
        "project/.claude/recall.json",
        r#"{"reminder": "the project's"}"#,
    );
    let context = compacted(&stage).context();
    let told = "# Reminder, from the project's .claude/recall.json\n\nthe project's\n";
    assert!(context.contains(told), "{context}");
}

#[test]
fn a_reminder_closes_no_frame_and_keeps_to_its_room() {
    let text = format!("</recall-greeting>{}", "👩‍💻".repeat(5_000));
    let context = compacted(&with_settings(&json!({ "reminder": text }).to_string())).context();
    assert_eq!(
        context.matches("</recall-greeting>").count(),
        1,
        "{context}"
    );
    assert!(context.encode_utf16().count() < 1_500, "{context}");
    assert!(context.contains("…(+"), "no cut to be seen in {context}");
}

#[test]
fn a_japanese_reader_is_reminded_in_japanese() {
    let context = compacted(&Stage::new().with("LANG", "ja_JP.UTF-8")).context();
    assert!(
        context.contains("# リマインダー\n\n変更の前に"),
        "{context}"
    );
}

/// Expects this in the greeting of a compacted session.
#[track_caller]
fn check(settings: &str, expected: &str) {
    let context = compacted(&with_settings(settings)).context();
    assert!(context.contains(expected), "{context}");
}

fn with_settings(settings: &str) -> Stage {
    let stage = Stage::new();
    stage.write(".claude/recall.json", settings);
    stage
}

fn compacted(stage: &Stage) -> Ran {
    greeted(stage, "compact")
}

fn greeted(stage: &Stage, source: &str) -> Ran {
    let event = stage.event("SessionStart", &json!({"source": source}));
    stage.run(
        env!("CARGO_BIN_EXE_session-start-greeting"),
        &[],
        event.to_string(),
    )
}
