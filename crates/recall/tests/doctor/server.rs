//! The handoff server in the client's own list.

use serde_json::{Value, json};
use stage::Stage;

use super::{check, doctor, findings, hooks, installed, program, worst};

/// A home with the program of the server, and this in the client's list.
fn with_list(list: &Value) -> Stage {
    let stage = installed();
    program(&stage, "handoff", "exit");
    stage.write(".claude.json", list.to_string());
    stage
}

fn starting(program: &str) -> Value {
    json!({"recall-handoff": {"type": "stdio", "command": program, "args": ["mcp"]}})
}

#[test]
fn a_server_that_is_not_registered_is_noted() {
    let stage = with_list(&json!({"mcpServers": {"other": {}}}));
    let found = doctor(&stage).json();
    assert_eq!(
        findings(&found, "server-unregistered").len(),
        1,
        "{found:#}"
    );
    assert_eq!(worst(&found), "note");
}

#[test]
fn a_server_whose_program_is_gone_is_broken() {
    let stage = with_list(&json!({"mcpServers": starting("/gone/hooks/handoff")}));
    check(
        &doctor(&stage),
        "server-missing",
        "/gone/hooks/handoff is not there",
    );
}

#[test]
fn the_projects_own_server_comes_before_the_users() {
    let stage = installed();
    program(&stage, "handoff", "exit");
    let own = hooks(&stage).join("handoff");
    let list = json!({
        "mcpServers": starting("/gone/hooks/handoff"),
        "projects": {stage.project().to_str().unwrap(): {"mcpServers": starting(own.to_str().unwrap())}},
    });
    stage.write(".claude.json", list.to_string());
    let found = doctor(&stage).json();
    let told = findings(&found, "server");
    assert_eq!(
        told,
        ["the client's server recall-handoff starts ~/.claude/hooks/handoff"]
    );
    assert_eq!(findings(&found, "server-missing").len(), 0);
}

#[test]
fn a_moved_client_keeps_its_list_in_its_folder() {
    let stage = with_list(&json!({}));
    let own = hooks(&stage).join("handoff");
    let list = json!({"mcpServers": starting(own.to_str().unwrap())});
    stage.write(".claude/.claude.json", list.to_string());
    let folder = stage.home().join(".claude").display().to_string();
    let found = doctor(&stage.with("CLAUDE_CONFIG_DIR", folder)).json();
    assert_eq!(findings(&found, "server").len(), 1, "{found:#}");
}

#[test]
fn without_the_program_and_without_a_server_nothing_is_said_of_it() {
    let found = doctor(&installed()).json();
    assert!(!found.to_string().contains("recall-handoff"), "{found:#}");
}
