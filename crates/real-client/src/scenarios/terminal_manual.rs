//! In a terminal /compact shows the user one line and the model what was said.

use super::steps::{
    has_compacted, holds_exchanges, only_transcript, recalled_last, talk, wait_for_backup,
    wait_for_boundary,
};
use super::words::{FREEZE, PORT, ROUNDING, TERMINAL_LINE};
use crate::backups;
use crate::stage::Stage;

pub(super) fn play(stage: &Stage) -> anyhow::Result<()> {
    let terminal = stage.terminal()?;
    talk(stage, &terminal, &PORT)?;
    talk(stage, &terminal, &ROUNDING)?;
    terminal.send("/compact keep the test policy")?;
    terminal.wait_for(TERMINAL_LINE)?;
    wait_for_backup(stage, ROUNDING.reply)?;

    talk(stage, &terminal, &FREEZE)?;
    has_compacted(stage, 1)?;
    holds_exchanges(&recalled_last(stage)?, &[PORT, ROUNDING])?;
    let transcript = only_transcript(stage)?;
    wait_for_boundary(&transcript)?;
    backups::one_ends_at_compaction(stage.project(), &transcript, ROUNDING.reply)?;
    terminal.send("/exit")?;
    terminal.wait_for_end()
}
