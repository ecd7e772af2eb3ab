//! What the installed `recall doctor` says after sessions of a real client.

use anyhow::{Context, ensure};
use serde_json::Value;

use crate::stage::Stage;

/// Nothing is broken, and the doctor knows of a good run of each of these hooks, as it names them.
pub fn knows_runs_of(stage: &Stage, hooks: &[&str]) -> anyhow::Result<()> {
    let recall = stage.home().join(".claude/hooks/recall");
    let mut doctor = stage.command(&recall);
    let said = stage.run(doctor.args(["doctor", "--json"]), "ask the doctor")?;
    let said: Value = serde_json::from_str(&said).context("the doctor said no JSON")?;
    for name in hooks {
        let known = said["hooks"].as_array().into_iter().flatten();
        let mut known = known.filter(|hook| hook["hook"] == *name);
        let last = known.next().map(|hook| &hook["last"]["result"]);
        let is_good = last.is_some_and(|result| result == "ok" || result == "nothing");
        ensure!(
            is_good,
            "the doctor knows of no good run of {name}: {said:#}"
        );
    }
    Ok(())
}
