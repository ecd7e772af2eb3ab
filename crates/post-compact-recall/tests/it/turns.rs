//! How many turns come back, and what counts as one.

use crate::compacted;
use serde_json::json;
use stage::{Stage, line, prompt, reply};

#[test]
fn the_last_ten_turns_come_back_where_nobody_asks_for_another_number() {
    check(&Stage::new(), &[], 10, &[]);
}

#[test]
fn the_number_is_the_arguments_else_the_environments_else_recall_jsons() {
    check(&Stage::new(), &["--turns", "3"], 3, &[]);
    check(&Stage::new(), &["--turns=4"], 4, &[]);
    check(&Stage::new().with("RECALL_TURNS", "5"), &[], 5, &[]);
    check(&with_user_config(r#"{"turns": 6}"#), &[], 6, &[]);
    check(
        &with_both_configs(r#"{"turns": 6}"#, r#"{"turns": 7}"#),
        &[],
        7,
        &[],
    );
    let all = || with_both_configs(r#"{"turns": 6}"#, r#"{"turns": 7}"#).with("RECALL_TURNS", "5");
    check(&all(), &["--turns", "3"], 3, &[]);
    check(&all(), &[], 5, &[]);
}

#[test]
fn a_number_that_is_not_positive_is_reported_and_the_next_in_order_counts() {
    let skipped = |name: &str, value: &str| {
        format!("{name} is \"{value}\", which is not a positive number: it is skipped")
    };
    for value in ["0", "-3", "three", "3.5", "", "1e9"] {
        let said = skipped("--turns", value);
        check(
            &Stage::new().with("RECALL_TURNS", "5"),
            &["--turns", value],
            5,
            &[&said],
        );
        check(
            &with_user_config(r#"{"turns": 6}"#),
            &[&format!("--turns={value}")],
            6,
            &[&said],
        );
    }
    check(&Stage::new(), &["--turns"], 10, &[&skipped("--turns", "")]);
    check(
        &Stage::new().with("RECALL_TURNS", "many"),
        &["--turns", "3"],
        3,
        &[&skipped("RECALL_TURNS", "many")],
    );
    let both = [skipped("--turns", "x"), skipped("RECALL_TURNS", "y")];
    check(
        &Stage::new().with("RECALL_TURNS", "y"),
        &["--turns", "x"],
        10,
        &[&both[0], &both[1]],
    );
    let config = "\"turns\" must be a positive whole number: it is skipped";
    check(
        &with_both_configs(r#"{"turns": 6}"#, r#"{"turns": 0}"#),
        &[],
        6,
        &[config],
    );
    check(&with_user_config(r#"{"turns": "7"}"#), &[], 10, &[config]);
}

#[test]
fn an_unknown_argument_is_reported_and_the_rest_counts() {
    let said = "\"--turn\" is no argument of post-compact-recall, which takes --turns N and --system-message: it is skipped";
    check(&Stage::new(), &["--turn", "--turns", "3"], 3, &[said]);
}

#[test]
fn more_turns_than_there_are_is_all_of_them() {
    check(&Stage::new(), &["--turns", "500"], 12, &[]);
}

#[test]
fn a_tools_result_is_no_turn() {
    let stage = Stage::new();
    let mut said = String::new();
    for nth in 1..=3 {
        said += &prompt(&format!("prompt {nth}."));
        for (use_id, failed) in [("a", false), ("b", true)] {
            let id = format!("{nth}{use_id}");
            said += &call(&id);
            said += &outcome(&id, failed);
        }
        said += &reply(&format!("reply {nth}."));
    }
    stage.transcript(said);
    let context = compacted(&stage, &["--turns", "2"]).context();
    assert!(!context.contains("reply 1."), "{context}");
    for told in ["prompt 2.", "reply 2.", "prompt 3.", "reply 3."] {
        assert!(context.contains(told), "{told}: {context}");
    }
}

/// Runs after twelve turns and expects the last of them back, and these problems in their order.
#[track_caller]
fn check(stage: &Stage, arguments: &[&str], turns: usize, problems: &[&str]) {
    let turn = |nth| prompt(&format!("prompt {nth}.")) + &reply(&format!("reply {nth}."));
    stage.transcript((1..=12).map(turn).collect::<String>());
    let ran = compacted(stage, arguments);
    let context = ran.context();
    for nth in 1..=12 {
        let is_back = nth > 12 - turns;
        let told = |said: String| context.contains(&said);
        assert_eq!(
            told(format!(": reply {nth}.")),
            is_back,
            "{arguments:?} {nth} {context}"
        );
        assert!(
            told(format!(" prompt {nth}.")) || !is_back,
            "{arguments:?} {nth} {context}"
        );
    }
    assert_eq!(ran.complaints().len(), problems.len(), "{}", ran.stderr);
    for (said, problem) in ran.complaints().iter().zip(problems) {
        assert!(
            said.starts_with("post-compact-recall: ") && said.ends_with(problem),
            "{said}"
        );
    }
}

fn with_user_config(config: &str) -> Stage {
    let stage = Stage::new();
    stage.write(".claude/recall.json", config);
    stage
}

fn with_both_configs(users: &str, projects: &str) -> Stage {
    let stage = with_user_config(users);
    stage.write("project/.claude/recall.json", projects);
    stage
}

fn call(id: &str) -> String {
    let content =
        json!([{"type": "tool_use", "id": id, "name": "Bash", "input": {"command": "make"}}]);
    line(&json!({"type": "assistant", "message": {"role": "assistant", "content": content}}))
}

fn outcome(id: &str, failed: bool) -> String {
    let content = json!([{"type": "tool_result", "tool_use_id": id, "is_error": failed, "content": "what the tool said"}]);
    line(
        &json!({"type": "user", "toolUseResult": {}, "message": {"role": "user", "content": content}}),
    )
}
