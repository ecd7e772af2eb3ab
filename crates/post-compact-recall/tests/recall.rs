//! What the hook answers after a compaction, as its client and its user see it.

use serde_json::json;
use stage::{Ran, Stage, compaction, prompt, reply};

#[test]
fn the_turns_since_the_compaction_before_come_back_word_for_word() {
    let stage = Stage::new();
    stage.transcript(
        [
            prompt("old"),
            reply("older"),
            compaction("s"),
            prompt("Fix it"),
            reply("Done."),
        ]
        .concat(),
    );
    let context = compacted(&stage, &[]).context();
    assert!(
        context.contains("User (2026-11-30 09:30 +00:00): Fix it\n\nClaude: Done.\n"),
        "{context}"
    );
    assert!(!context.contains("old"), "{context}");
}

#[test]
fn the_user_reads_one_line() {
    let stage = Stage::new();
    stage.transcript([prompt("Fix it"), reply("Done.")].concat());
    let answer = compacted(&stage, &[]).json();
    let notice = answer["systemMessage"].as_str().unwrap_or_default();
    assert!(
        notice.starts_with("recall: back in context: the last 1 of 1 turn ("),
        "{notice}"
    );
    assert!(!notice.contains('\n'));
}

fn compacted(stage: &Stage, arguments: &[&str]) -> Ran {
    let event = stage.event("SessionStart", &json!({"source": "compact"}));
    stage.run(
        env!("CARGO_BIN_EXE_post-compact-recall"),
        arguments,
        event.to_string(),
    )
}
