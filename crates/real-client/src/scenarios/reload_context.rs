//! "reload context" after a compaction brings back the dropped prompts, with the handoffs that wait.

use serde_json::json;

use super::steps::{begin, go_on, handoff_tool, last_turn, use_tool};
use super::words::{FREEZE, PORT, ROUNDING};
use crate::check::{holds, lacks};
use crate::stage::Stage;

const SUMMARY: &str = "Somebody else looks at the tax code.";

pub(super) fn play(stage: &Stage) -> anyhow::Result<()> {
    stage.install_with_client_on_path()?;
    use_tool(stage, &handoff_tool("begin"), &json!({"summary": SUMMARY}));
    stage.ask("Hand this over to the next session.")?;

    let session = begin(stage, &[PORT, ROUNDING])?;
    stage.ask_again(&session, "/compact")?;
    go_on(stage, &session, &[FREEZE])?;
    stage.ask_again(&session, "reload context, then go on")?;
    let request = last_turn(stage)?.text();
    let (_, last) = request
        .rsplit_once("<recalled-history>")
        .unwrap_or_default();
    for back in [PORT.prompt, ROUNDING.prompt, ROUNDING.reply] {
        holds(last, back)?;
    }
    lacks(last, FREEZE.prompt)?;
    holds(last, "Nothing was taken.")?;
    lacks(last, SUMMARY)
}
