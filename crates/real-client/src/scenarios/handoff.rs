//! A handoff goes from the session that left it to the very next one, and to no third.

use anyhow::ensure;
use serde_json::json;

use super::steps::{handoff_tool, last_turn, use_tool};
use crate::api::Request;
use crate::check::{holds, lacks};
use crate::stage::Stage;

const SUMMARY: &str = "The export of INV-2204 rounds wrongly; the test reproduces it.";
const STEP: &str = "mend round_half_even in ledger.rs";
const OTHER: &str = "Left by mistake.";
const ASKED: &str = "Where did we stop?";

pub(super) fn play(stage: &Stage) -> anyhow::Result<()> {
    stage.install_with_client_on_path()?;
    let left = handed_over(stage, SUMMARY)?;
    holds(&left, "\"state\":\"open\"")?;

    // The second session sits in a terminal: only there the hook gives the handoff away.
    let before = stage.api().turns().len();
    let second = stage.terminal()?;
    use_tool(stage, &handoff_tool("accept"), &json!({}));
    second.send(ASKED)?;
    second.wait_for("● it was used")?;
    let turns = stage.api().turns();
    let first = turns.get(before).map(Request::text).unwrap_or_default();
    holds(&first, SUMMARY)?;
    holds(&first, STEP)?;
    holds(&last_turn(stage)?.text(), "consumed_by_hook")?;

    // A third one gets nothing while the second goes on.
    use_tool(stage, &handoff_tool("accept"), &json!({}));
    stage.ask("Is there anything for me?")?;
    let third = last_turn(stage)?.text();
    holds(&third, "none_pending")?;
    lacks(&third, STEP)?;

    second.send("/exit")?;
    second.wait_for_end()?;
    cancelled(stage)
}

/// Has a session leave a handoff, and gives back what the tool answered.
fn handed_over(stage: &Stage, summary: &str) -> anyhow::Result<String> {
    let input = json!({"summary": summary, "next_steps": [STEP]});
    use_tool(stage, &handoff_tool("begin"), &input);
    stage.ask("Hand this over to the next session.")?;
    Ok(last_turn(stage)?.text())
}

/// One that was left by mistake is listed, cancelled, and cancelled again to the same end.
fn cancelled(stage: &Stage) -> anyhow::Result<()> {
    let left = handed_over(stage, OTHER)?;
    let id = left
        .rsplit("\"handoff_id\":\"")
        .next()
        .and_then(|rest| rest.split('"').next());
    let id = id.unwrap_or_default().to_owned();
    ensure!(!id.is_empty(), "begin gave no id: {left}");
    use_tool(stage, &handoff_tool("list"), &json!({}));
    stage.ask("What is pending?")?;
    let listed = last_turn(stage)?.text();
    holds(&listed, OTHER)?;
    holds(&listed, &id)?;
    for found in ["open", "expired"] {
        use_tool(stage, &handoff_tool("cancel"), &json!({"handoff_id": id}));
        stage.ask("Cancel that one.")?;
        holds(&last_turn(stage)?.text(), &format!("\"found\":\"{found}\""))?;
    }
    Ok(())
}
