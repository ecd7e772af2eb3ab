//! A subagent's compaction: nothing of its session is told it, and nothing of it its session.

use crate::compacted;
use serde_json::{Value, json};
use stage::{Stage, aside, compaction, prompt, reply};

#[test]
fn a_subagents_compaction_brings_nothing_back() {
    let stage = Stage::new();
    stage.transcript(turn("parent"));
    stage.backup("transcript-2026-01-01T00-00-00.jsonl", turn("parent"));
    let own = stage
        .transcript_path()
        .with_extension("")
        .join("subagents/agent-a1.jsonl");
    stage.write(&own, aside(&turn("agent")));
    let named = stage.transcript_path().with_file_name("agent-a1.jsonl");
    let odd = stage.write("elsewhere/odd.jsonl", aside(&turn("agent")));
    for fields in [
        json!({"agent_id": "a1", "agent_type": "Explore"}),
        json!({"agent_id": "a1", "transcript_path": own}),
        json!({"transcript_path": own}),
        json!({"transcript_path": named}),
        json!({"transcript_path": odd}),
    ] {
        for event in [
            ("SessionStart", json!({"source": "compact"})),
            (
                "PostCompact",
                json!({"trigger": "auto", "compact_summary": "s"}),
            ),
            ("UserPromptSubmit", json!({"prompt": "reload context"})),
        ] {
            check_nothing(&stage, event, &fields);
        }
    }
}

#[test]
fn its_words_among_those_of_its_session_do_not_come_back_with_them() {
    let stage = Stage::new();
    stage.transcript(turn("parent") + &aside(&turn("agent")));
    let context = compacted(&stage, &[]).context();
    assert!(
        context.contains("parent answered") && !context.contains("agent"),
        "{context}"
    );
}

#[test]
fn its_backup_is_not_its_sessions_even_under_its_sessions_name() {
    let stage = Stage::new();
    stage.backup("transcript-2026-01-01T00-00-00.jsonl", turn("parent"));
    for name in [
        "agent-2026-01-02T00-00-00.jsonl",
        "transcript-2026-01-02T00-00-00.jsonl",
    ] {
        stage.backup(name, aside(&turn("agent")));
    }
    let context = compacted(&stage, &[]).context();
    assert!(
        context.contains("parent answered") && !context.contains("agent answered"),
        "{context}"
    );
}

#[test]
fn an_agent_type_alone_makes_no_subagent() {
    let stage = Stage::new();
    stage.transcript(turn("parent") + &compaction("s"));
    let fields = json!({"source": "compact", "agent_type": "reviewer", "agent_id": null});
    let event = stage.event("SessionStart", &fields);
    let program = env!("CARGO_BIN_EXE_post-compact-recall");
    let context = stage.run(program, &[], event.to_string()).context();
    assert!(context.contains("parent answered"), "{context}");
}

#[track_caller]
fn check_nothing(stage: &Stage, (name, mut told): (&str, Value), fields: &Value) {
    if let (Some(told), Some(fields)) = (told.as_object_mut(), fields.as_object()) {
        told.extend(fields.clone());
    }
    let event = stage.event(name, &told).to_string();
    let program = env!("CARGO_BIN_EXE_post-compact-recall");
    let ran = stage.run(program, &["--system-message"], &event);
    let answer = (ran.code, ran.stdout.as_str());
    assert_eq!(answer, (Some(0), ""), "{event}");
}

fn turn(word: &str) -> String {
    prompt(&format!("{word} asked")) + &reply(&format!("{word} answered"))
}
