//! A subagent's compaction is kept under a name of its own, beside its session's backups.
#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

use std::fs;
use std::path::PathBuf;

use serde_json::{Value, json};
use stage::{Stage, aside, backup_of, prompt, reply};

#[test]
fn its_transcript_is_kept_under_a_name_of_its_own_wherever_the_client_has_it() {
    for (place, fields) in [
        (
            "session-1/subagents/agent-a1.jsonl",
            json!({"agent_id": "a1"}),
        ),
        ("agent-a1.jsonl", json!({"agent_id": "a1"})),
        (
            "odd/wf_1/agent-a1.jsonl",
            json!({"agent_id": "a1", "agent_transcript_path": "here"}),
        ),
        ("agent-a1.jsonl", json!({"transcript_path": "here"})),
        ("odd.jsonl", json!({"transcript_path": "here"})),
    ] {
        let stage = Stage::new();
        stage.transcript(prompt("parent"));
        let path = lay(&stage, place, &aside(&prompt("agent")));
        let fields = fields.to_string().replace("here", path.to_str().unwrap());
        compacting(&stage, &serde_json::from_str(&fields).unwrap());
        assert_eq!(stage.kept(), [""; 0], "{place}");
        assert_eq!(held(&stage), [aside(&prompt("agent"))], "{place}");
        assert_eq!(stage.dumps().len(), 0, "the state is the session's");
        assert!(
            stage.log().contains(&stage.kept_of_agents()[0]),
            "{}",
            stage.log()
        );
    }
}

#[test]
fn it_grows_by_what_is_new_and_another_subagents_stays_beside_it() {
    let stage = Stage::new();
    stage.transcript(prompt("parent"));
    compacting(&stage, &json!({}));
    let lines = [
        aside(&prompt("one")),
        aside(&(prompt("one") + &reply("two"))),
    ];
    for text in &lines {
        lay(&stage, "agent-a1.jsonl", text);
        compacting(&stage, &json!({"agent_id": "a1"}));
    }
    compacting(&stage, &json!({"agent_id": "a1"}));
    assert_eq!(held(&stage), lines[1..]);
    lay(&stage, "agent-a2.jsonl", &aside(&prompt("other")));
    compacting(&stage, &json!({"agent_id": "a2"}));
    assert_eq!(held(&stage).len(), 2);
    assert_eq!(stage.kept_bytes(), [prompt("parent").into_bytes()]);
    assert_eq!(stage.unfinished(), [""; 0]);
}

#[test]
fn a_subagent_without_a_transcript_of_its_own_leaves_its_sessions_kept() {
    for agent in ["a1", "../../../secret", ""] {
        let stage = Stage::new();
        stage.transcript(prompt("parent"));
        stage.write("secret.jsonl", "secret");
        compacting(&stage, &json!({"agent_id": agent}));
        assert_eq!(
            stage.kept_bytes(),
            [prompt("parent").into_bytes()],
            "{agent}"
        );
        assert_eq!(stage.kept_of_agents(), [""; 0], "{agent}");
    }
}

#[test]
fn a_session_with_a_subagents_lines_in_its_transcript_stays_a_session() {
    let stage = Stage::new();
    stage.transcript(prompt("parent") + &aside(&prompt("agent")));
    compacting(&stage, &json!({}));
    assert_eq!((stage.kept().len(), stage.kept_of_agents().len()), (1, 0));
}

#[test]
fn an_old_one_goes_even_where_it_is_the_newest_and_never_stands_for_its_sessions() {
    let stage = Stage::new();
    let agents = |days: i64| backup_of(days).replace("transcript-", "agent-");
    stage.backup(&agents(16), "kept");
    stage.backup(&agents(15), "kept");
    stage.backup(&backup_of(20), "kept");
    // The session's own transcript is gone, so that nothing new can be kept of it.
    let event = stage.event("PreCompact", &json!({"trigger": "auto"}));
    let program = env!("CARGO_BIN_EXE_pre-compact-backup");
    let ran = stage.run(program, &[], event.to_string());
    assert_eq!(ran.code, Some(0));
    assert_eq!(stage.kept(), [backup_of(20)]);
    assert_eq!(stage.kept_of_agents(), [""; 0]);
}

#[test]
fn over_the_size_limit_it_goes_in_its_turn() {
    let stage = Stage::new();
    stage.write(".claude/recall.json", r#"{"keep": {"size": "1 KB"}}"#);
    let long = prompt(&"Fix it ".repeat(100));
    for days in [4, 2] {
        stage.backup(
            &backup_of(days).replace("transcript-", "agent-"),
            aside(&long),
        );
    }
    stage.backup(&backup_of(3), &long);
    stage.transcript(&long);
    compacting(&stage, &json!({}));
    assert_eq!(stage.kept_of_agents(), [""; 0]);
    assert_eq!(stage.kept().len(), 1, "the one of today is the session's");
}

fn held(stage: &Stage) -> Vec<String> {
    let names = stage.kept_of_agents().into_iter();
    names
        .map(|name| fs::read_to_string(stage.backups().join(name)).unwrap())
        .collect()
}

fn lay(stage: &Stage, name: &str, lines: &str) -> PathBuf {
    stage.write(stage.transcript_path().with_file_name(name), lines)
}

#[track_caller]
fn compacting(stage: &Stage, fields: &Value) {
    let mut event = stage.event("PreCompact", &json!({"trigger": "auto"}));
    event
        .as_object_mut()
        .unwrap()
        .extend(fields.as_object().unwrap().clone());
    let program = env!("CARGO_BIN_EXE_pre-compact-backup");
    let ran = stage.run(program, &[], event.to_string());
    assert_eq!((ran.code, ran.stderr.as_str()), (Some(0), ""), "{event}");
}
