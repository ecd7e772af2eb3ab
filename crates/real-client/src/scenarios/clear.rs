//! After /clear the next request holds the last words of the session before.

use super::steps::{holds_exchanges, last_turn, only_transcript, talk, wait_for_backup};
use super::words::{PORT, ROUNDING, TAX};
use crate::backups;
use crate::check::lacks;
use crate::stage::Stage;

pub(super) fn play(stage: &Stage) -> anyhow::Result<()> {
    let terminal = stage.terminal()?;
    talk(stage, &terminal, &PORT)?;
    talk(stage, &terminal, &ROUNDING)?;
    let before = only_transcript(stage)?;
    terminal.send("/clear")?;
    wait_for_backup(stage, ROUNDING.reply)?;
    backups::newest_is_copy(stage.project(), &before, ROUNDING.reply)?;
    terminal.wait_until_gone(ROUNDING.reply)?;

    talk(stage, &terminal, &TAX)?;
    let request = last_turn(stage)?.text();
    holds_exchanges(&request, &[ROUNDING])?;
    lacks(&request, PORT.reply)
}
