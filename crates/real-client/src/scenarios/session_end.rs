//! A session that is left with /exit has its transcript kept.

use super::steps::{only_transcript, talk};
use super::words::{PORT, ROUNDING};
use crate::backups;
use crate::stage::Stage;

pub(super) fn play(stage: &Stage) -> anyhow::Result<()> {
    let terminal = stage.terminal()?;
    talk(stage, &terminal, &PORT)?;
    talk(stage, &terminal, &ROUNDING)?;
    terminal.send("/exit")?;
    terminal.wait_for_end()?;
    let transcript = only_transcript(stage)?;
    backups::newest_is_copy(stage.project(), &transcript, ROUNDING.reply)?;
    backups::are_in_order(stage.project(), &["SessionEnd"])
}
