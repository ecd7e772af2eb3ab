//! "reload context": what the latest compaction took away, told once more.

use recall_core::budget;
use recall_core::handoff::record::State;
use serde_json::json;
use stage::{Ran, Stage, compaction, prompt, reply};

#[test]
fn before_any_compaction_reload_context_says_so() {
    let first_prompt = Stage::new();
    let said = Stage::new();
    said.transcript(prompt("Fix it") + &reply("Done."));
    for stage in [first_prompt, said] {
        let ran = reloading(&stage, "reload context");
        assert!(
            ran.context().contains("has not been compacted yet"),
            "{}",
            ran.stdout
        );
        assert_eq!(
            ran.json()["hookSpecificOutput"]["hookEventName"],
            "UserPromptSubmit"
        );
        assert_eq!((ran.code, ran.stderr.as_str()), (Some(0), ""));
    }
}

#[test]
fn after_a_compaction_reload_context_gives_the_prompts_and_the_last_reply_that_it_took_away() {
    let before = prompt("long ago") + &reply("long done") + &compaction("s");
    let taken = prompt("Fix it")
        + &reply("Fixed.")
        + &prompt("Test it")
        + &reply("Tested.")
        + &compaction("s");
    let after = prompt("Ship it") + &reply("Shipped.");
    let stage = Stage::new();
    stage.transcript(before + &taken + &after);
    for text in [
        "reload context",
        "Reload Context, please",
        "  reload context\n",
        "コンテキストを再読み込みして",
    ] {
        let context = reloading(&stage, text).context();
        for back in ["Fix it", "Test it", "Tested."] {
            assert!(context.contains(back), "{text}: {back} {context}");
        }
        for gone in ["long", "Fixed.", "Ship"] {
            assert!(!context.contains(gone), "{text}: {gone} {context}");
        }
    }
}

#[test]
fn reload_context_reads_the_sessions_backup_where_the_transcript_is_gone() {
    let stage = Stage::new();
    stage.backup(
        "transcript-2026-01-01T00-00-00.jsonl",
        prompt("Fix it") + &compaction("s"),
    );
    let ran = reloading(&stage, "reload context");
    assert!(ran.context().contains("Fix it"), "{}", ran.stdout);
    assert_eq!(ran.stderr, "");
}

#[test]
fn the_handoffs_that_wait_are_told_beside_it_and_none_is_taken() {
    let before = Stage::new();
    let after = Stage::new();
    after.transcript(prompt("Fix it") + &compaction("s"));
    for stage in [before, after] {
        let id = stage.leave(&json!({"summary": "the plan"}));
        let context = reloading(&stage, "reload context").context();
        assert!(context.contains(&id), "{context}");
        assert!(context.contains("Nothing was taken."), "{context}");
        assert!(!context.contains("the plan"), "{context}");
        assert_eq!(stage.handoff(&id).state, State::Open);
    }
}

#[test]
fn what_was_taken_away_leaves_room_for_the_handoffs() {
    let stage = Stage::new();
    let long: String = (0..40)
        .map(|nth| prompt(&format!("{nth} {}", "ask ".repeat(200))))
        .collect();
    stage.transcript(long + &compaction("s"));
    for nth in 0..9 {
        stage.leave(&json!({"to_agent": "claude-code", "cwd": format!("/{nth}")}));
    }
    let context = reloading(&stage, "reload context").context();
    assert!(budget::units(&context) <= budget::ROOM);
    assert!(context.contains("…(+4 more)"), "{context}");
    assert!(context.ends_with("</recall-greeting>"), "{context}");
}

fn reloading(stage: &Stage, text: &str) -> Ran {
    let event = stage.event("UserPromptSubmit", &json!({"prompt": text}));
    stage.run(
        env!("CARGO_BIN_EXE_post-compact-recall"),
        &[],
        event.to_string(),
    )
}
