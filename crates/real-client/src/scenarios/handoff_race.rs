//! Two clients that start at once share one handoff to exactly one.

use anyhow::ensure;
use serde_json::json;

use super::steps::{handoff_tool, use_tool};
use crate::stage::Stage;
use crate::terminal::Terminal;

const SUMMARY: &str = "Only one of two may go on with ledger-17.";

pub(super) fn play(stage: &Stage) -> anyhow::Result<()> {
    stage.install_with_client_on_path()?;
    let input = json!({"summary": SUMMARY});
    use_tool(stage, &handoff_tool("begin"), &input);
    stage.ask("Hand this over to the next session.")?;
    let before = stage.api().turns().len();

    let terminals = [Terminal::start(stage)?, Terminal::start(stage)?];
    for terminal in &terminals {
        terminal.wait_for("❯")?;
        terminal.send("What is next?")?;
        terminal.wait_for("● reply")?;
    }
    let turns = stage.api().turns();
    let given = turns
        .iter()
        .skip(before)
        .filter(|turn| turn.text().contains(SUMMARY))
        .count();
    ensure!(given == 1, "{given} of two sessions got the handoff");
    Ok(())
}
