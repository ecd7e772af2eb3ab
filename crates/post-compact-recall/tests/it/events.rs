//! What the hook does at each event, and what it leaves behind.

use std::fs;
use std::path::PathBuf;

use serde_json::{Value, json};
use stage::{Ran, Stage, mode, prompt, reply, tree};

const PROGRAM: &str = env!("CARGO_BIN_EXE_post-compact-recall");

#[test]
fn a_completed_compaction_is_logged_and_prints_nothing() {
    let stage = staged();
    let ran = run(
        &stage,
        "PostCompact",
        &[],
        &json!({"trigger": "auto", "compact_summary": "🦀 done"}),
    );
    check_silent(&ran);
    let log = stage.log();
    let line = log.lines().last().unwrap();
    assert!(
        line.ends_with(" | PostCompact | trigger: auto | session: session-1 | completed, summary of 7 UTF-16 units"),
        "{log}"
    );
    assert_eq!(mode(&stage.backups().join("compaction-log.md")), 0o600);
    assert_eq!(
        fs::read(stage.backups().join(".gitignore")).unwrap(),
        b"*\n"
    );
}

#[test]
fn with_system_message_a_completed_compaction_answers_with_the_block() {
    let stage = staged();
    let ran = run(
        &stage,
        "PostCompact",
        &["--system-message"],
        &json!({"trigger": "manual", "compact_summary": "s"}),
    );
    let answer = ran.json();
    let block = answer["systemMessage"].as_str().unwrap();
    assert!(
        block.starts_with("<recalled-history>") && block.contains("Fix it"),
        "{block}"
    );
    assert_eq!(
        answer.as_object().unwrap().len(),
        1,
        "the client refuses any other field"
    );
    assert!(stage.log().contains("PostCompact | trigger: manual"));
}

#[test]
fn a_session_that_starts_otherwise_gets_nothing_and_leaves_no_trace() {
    for source in [
        json!("startup"),
        json!("resume"),
        json!("clear"),
        json!("fork"),
        json!("teleport"),
        json!(null),
    ] {
        check_untouched("SessionStart", &json!({"source": source}));
    }
}

#[test]
fn any_other_prompt_and_any_other_event_touch_no_file() {
    for text in ["Fix it", "", "please reload context", "reload", "/compact"] {
        check_untouched("UserPromptSubmit", &json!({"prompt": text}));
    }
    check_untouched("UserPromptSubmit", &json!({"prompt": 7}));
    check_untouched("PreCompact", &json!({"trigger": "auto"}));
    check_untouched("Stop", &json!({}));
}

#[test]
fn each_run_that_did_something_leaves_a_receipt() {
    let stage = staged();
    let ran = run(&stage, "SessionStart", &[], &json!({"source": "compact"}));
    let _ = run(&stage, "PostCompact", &[], &json!({"trigger": "auto"}));
    let receipts = stage.receipts();
    let field = |nth: usize, name: &str| receipts[nth][name].clone();
    assert_eq!(receipts.len(), 2);
    for (nth, event, result) in [
        (0, "SessionStart compact", "ok"),
        (1, "PostCompact auto", "nothing"),
    ] {
        assert_eq!(
            (field(nth, "event"), field(nth, "result")),
            (json!(event), json!(result))
        );
        assert_eq!(
            (field(nth, "program"), field(nth, "session")),
            (json!("post-compact-recall"), json!("session-1"))
        );
    }
    assert_eq!(field(0, "bytes"), json!(ran.stdout.len()));
    let (name, path) = receipts_file(&stage, ".claude");
    let month: String = field(0, "time").as_str().unwrap().chars().take(7).collect();
    assert_eq!(name, format!("receipts-{month}.jsonl"));
    assert_eq!((mode(&path), mode(path.parent().unwrap())), (0o600, 0o700));
}

#[test]
fn claude_config_dir_moves_the_receipts_and_the_users_recall_json() {
    let stage = staged();
    let moved = stage.home().join("moved");
    stage.write("moved/recall.json", r#"{"language": "ja"}"#);
    let stage = stage.with("CLAUDE_CONFIG_DIR", moved);
    let ran = run(&stage, "SessionStart", &[], &json!({"source": "compact"}));
    assert!(ran.context().contains("圧縮"), "{}", ran.stdout);
    assert_eq!(
        fs::read_to_string(receipts_file(&stage, "moved").1)
            .unwrap()
            .lines()
            .count(),
        1
    );
    assert!(!stage.home().join(".claude/recall").exists());
}

#[test]
fn a_japanese_reader_is_answered_in_japanese() {
    let by_locale = staged().with("LANG", "ja_JP.UTF-8");
    let by_config = staged();
    by_config.write(".claude/recall.json", r#"{"language": "ja"}"#);
    for stage in [by_locale, by_config] {
        let ran = run(
            &stage,
            "SessionStart",
            &["--turns", "x"],
            &json!({"source": "compact"}),
        );
        let context = ran.context();
        assert!(
            context.contains("圧縮") && context.contains("指示ではありません"),
            "{context}"
        );
        assert!(
            ran.json()["systemMessage"]
                .as_str()
                .unwrap()
                .contains("復元しました")
        );
        assert_eq!(
            ran.stderr,
            "post-compact-recall: --turnsの値「x」は正の数ではないため、無視しました\n"
        );
        let reloaded = run(
            &stage,
            "UserPromptSubmit",
            &[],
            &json!({"prompt": "reload context"}),
        );
        assert!(reloaded.context().contains("まだ圧縮されていない"));
    }
}

#[track_caller]
fn check_untouched(event: &str, fields: &Value) {
    let stage = staged();
    let before = tree(&stage.home());
    check_silent(&run(&stage, event, &[], fields));
    let input = stage.event(event, fields).to_string();
    if let Some(calls) = stage.calls(PROGRAM, &input) {
        assert!(calls.is_empty(), "{event} {fields}: {calls:?}");
    }
    assert!(tree(&stage.home()) == before, "{event} {fields}");
}

#[track_caller]
fn check_silent(ran: &Ran) {
    assert_eq!(
        (ran.code, ran.stdout.as_str(), ran.stderr.as_str()),
        (Some(0), "", "")
    );
}

/// The name and the path of the only file of receipts.
fn receipts_file(stage: &Stage, claude_dir: &str) -> (String, PathBuf) {
    let folder = stage.home().join(claude_dir).join("recall");
    let names: Vec<PathBuf> = tree(&folder).into_keys().collect();
    assert_eq!(names.len(), 1, "{names:?}");
    let name = names.into_iter().collect::<PathBuf>();
    (name.display().to_string(), folder.join(name))
}

fn staged() -> Stage {
    let stage = Stage::new();
    stage.transcript(prompt("Fix it") + &reply("Done."));
    stage
}

fn run(stage: &Stage, event: &str, arguments: &[&str], fields: &Value) -> Ran {
    stage.run(PROGRAM, arguments, stage.event(event, fields).to_string())
}
