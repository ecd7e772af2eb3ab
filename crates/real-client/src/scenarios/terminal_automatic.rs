//! In a terminal an automatic compaction shows the user one line and the model what was said.

use super::steps::{
    fill_window, has_compacted, holds_exchanges, only_transcript, recalled_last, talk,
    wait_for_boundary,
};
use super::words::{CURRENCY, FREEZE, PORT, ROUNDING, TERMINAL_LINE};
use crate::backups;
use crate::stage::Stage;

pub(super) fn play(stage: &Stage) -> anyhow::Result<()> {
    let terminal = stage.terminal()?;
    talk(stage, &terminal, &PORT)?;
    talk(stage, &terminal, &ROUNDING)?;
    fill_window(stage, true);
    talk(stage, &terminal, &FREEZE)?;
    fill_window(stage, false);
    talk(stage, &terminal, &CURRENCY)?;
    terminal.wait_for(TERMINAL_LINE)?;
    has_compacted(stage, 1)?;
    holds_exchanges(&recalled_last(stage)?, &[PORT, ROUNDING, FREEZE])?;
    let transcript = only_transcript(stage)?;
    wait_for_boundary(&transcript)?;
    backups::one_ends_at_compaction(stage.project(), &transcript, FREEZE.reply)?;
    terminal.send("/exit")?;
    terminal.wait_for_end()
}
