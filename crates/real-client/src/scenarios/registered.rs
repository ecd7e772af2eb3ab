//! Where the client is on PATH, install gives it the handoff server and the skill, and uninstall takes both away.

use std::path::Path;

use anyhow::ensure;

use super::steps::{begin, last_turn};
use super::words::PORT;
use crate::check::{holds, lacks};
use crate::client::SERVER;
use crate::process;
use crate::stage::Stage;

/// What the skill's description begins with.
const SKILL: &str = "handoff: Hands work over between sessions";

pub(super) fn play(stage: &Stage) -> anyhow::Result<()> {
    stage.install_with_client_on_path()?;
    let get = || {
        let mut client = stage.command(Path::new("claude"));
        process::run(client.args(["mcp", "get", SERVER]), stage.scratch())
    };
    let told = get()?.succeeded("ask the client for the server")?;
    let program = stage.home().join(".claude/hooks/handoff");
    holds(&told, "Scope: User config")?;
    holds(&told, &format!("Command: {}\n", program.display()))?;
    holds(&told, "Connected")?;

    begin(stage, &[PORT])?;
    let request = last_turn(stage)?.body().to_string();
    holds(&request, SKILL)?;
    for tool in ["list", "accept", "begin", "cancel"] {
        holds(&request, &format!("mcp__{SERVER}__memory_handoff_{tool}"))?;
    }

    stage.uninstall()?;
    let left = get()?;
    ensure!(
        !left.status.success(),
        "uninstall left the server: {}",
        left.stdout
    );
    begin(stage, &[PORT])?;
    let request = last_turn(stage)?.body().to_string();
    lacks(&request, SKILL)?;
    lacks(&request, SERVER)
}
