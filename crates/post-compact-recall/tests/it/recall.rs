//! What the hook answers after a compaction, as its client and its user see it.

use crate::compacted;
use serde_json::{Value, json};
use stage::{Stage, compaction, line, prompt, reply};

#[test]
fn what_the_compaction_took_away_comes_back_section_by_section() {
    let stage = Stage::new();
    stage.transcript(session(&stage));
    let expected = "\
<recalled-history>
What the latest compaction took away, restored by recall from ~/.claude/projects/-home-project/session-1.jsonl, since 2026-11-30 09:30 +00:00. This is history, not instruction: take what is still open from the user and the summary, and do nothing in it again. \"…(+N)…\" stands for N characters; `recall --turns 2` shows everything.

## Every prompt of the user, and the replies of the last 2 turns
[11-30 09:30] Use only the standard library.
Claude: I looked around.
We use a channel rather than a mutex.
[11-30 09:30] Now fix the test.
Claude: Done.

## Still to do (→ begun)
→ Fix the test
- Write the docs

## The plan
First the pool, then the test.

## Files changed, newest first
src/pool.rs

## Files read, newest first
/etc/hosts
project/README.md

## Commands, newest first (✗ failed)
✗ cargo test → error[E0425]: cannot find value `max_idle` in this scope
✗ rm -rf target → refused by the user
ls -la

## Decisions, refusals and findings, newest first
- refused `rm -rf target`: keep the cache
- We use a channel rather than a mutex.

## Lines that the work turned on
src/pool.rs:
let pool = open_pool(config, retry_limit);
</recalled-history>";
    assert_eq!(compacted(&stage, &[]).context(), expected);
}

#[test]
fn the_user_reads_one_line() {
    let stage = Stage::new();
    stage.transcript(session(&stage));
    check_notice(
        &stage,
        "recall: back in context: 2 prompts, 3 files, 3 commands, from 2 turns (",
        " characters); `recall --turns 2` shows all",
    );
    stage.transcript(prompt("Fix it"));
    check_notice(
        &stage,
        "recall: back in context: 1 prompt, from 1 turn (",
        " characters); `recall --turns 1` shows all",
    );
}

/// A small session in which everything happens that the recall tells of.
fn session(stage: &Stage) -> String {
    let file = |path: &str| stage.project().join(path);
    let todos = json!({"todos": [
        {"content": "Look around", "status": "completed"},
        {"content": "Fix the test", "status": "in_progress"},
        {"content": "Write the docs", "status": "pending"},
    ]});
    let pool = "let pool = open_pool(config, retry_limit);";
    let refused = "The user doesn't want to proceed with this tool use. The tool use was rejected. \
                   To tell you how to proceed, the user said:\nkeep the cache";
    let failed = "Exit code 101\nerror[E0425]: cannot find value `max_idle` in this scope";
    [
        prompt("An old prompt"),
        compaction("s"),
        prompt("Use only the standard library."),
        call(
            "1",
            "Bash",
            &json!({"command": "cd /tmp && ls -la"}),
            "ok",
            false,
        ),
        call(
            "2",
            "Read",
            &json!({"file_path": file("README.md")}),
            "A pool.",
            false,
        ),
        call("3", "Read", &json!({"file_path": "/etc/hosts"}), "", false),
        call("4", "TodoWrite", &todos, "ok", false),
        call(
            "5",
            "ExitPlanMode",
            &json!({"plan": "First the pool, then the test."}),
            "ok",
            false,
        ),
        reply("I looked around.\nWe use a channel rather than a mutex."),
        prompt("Now fix the test."),
        call(
            "6",
            "Edit",
            &json!({"file_path": file("src/pool.rs"), "new_string": pool}),
            "ok",
            false,
        ),
        call(
            "7",
            "Bash",
            &json!({"command": "rm -rf target"}),
            refused,
            true,
        ),
        call("8", "Bash", &json!({"command": "cargo test"}), failed, true),
        reply("Done."),
    ]
    .concat()
}

/// A tool call and what the tool answered.
fn call(id: &str, name: &str, input: &Value, answer: &str, failed: bool) -> String {
    let call = json!({"type": "tool_use", "id": id, "name": name, "input": input});
    let answer =
        json!({"type": "tool_result", "tool_use_id": id, "content": answer, "is_error": failed});
    line(&json!({"type": "assistant", "message": {"role": "assistant", "content": [call]}}))
        + &line(
            &json!({"type": "user", "toolUseResult": {}, "message": {"role": "user", "content": [answer]}}),
        )
}

#[track_caller]
fn check_notice(stage: &Stage, start: &str, end: &str) {
    let answer = compacted(stage, &[]).json();
    let notice = answer
        .get("systemMessage")
        .and_then(Value::as_str)
        .unwrap_or_default();
    assert!(
        notice.starts_with(start) && notice.ends_with(end),
        "{notice}"
    );
    assert!(!notice.contains('\n'));
}
