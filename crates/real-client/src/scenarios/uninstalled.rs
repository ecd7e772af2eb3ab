//! Once uninstalled, the programs are gone and do nothing, and what they kept stays.

use std::path::Path;

use anyhow::ensure;

use super::steps::{begin, holds_exchanges, last_turn};
use super::words::{PORT, ROUNDING};
use crate::backups;
use crate::check::lacks;
use crate::stage::Stage;

pub(super) fn play(stage: &Stage) -> anyhow::Result<()> {
    begin(stage, &[PORT])?;
    let kept = backups::all(stage.project())?;
    ensure!(!kept.is_empty(), "the installed programs kept nothing");
    let shown = stage.run(
        &mut stage.command(Path::new("recall")),
        "show what was kept",
    )?;
    holds_exchanges(&shown, &[PORT])?;

    stage.uninstall()?;
    for place in [".claude/hooks", ".local/bin/recall"] {
        let left = stage.home().join(place);
        ensure!(!left.exists(), "uninstall left {}", left.display());
    }
    begin(stage, &[ROUNDING])?;
    lacks(&last_turn(stage)?.text(), PORT.reply)?;
    ensure!(
        backups::all(stage.project())? == kept,
        "the backups changed after the programs were uninstalled"
    );
    Ok(())
}
