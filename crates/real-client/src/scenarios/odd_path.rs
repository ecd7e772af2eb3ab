//! A project whose path holds a space and Japanese characters is served like any other.

use super::steps::{begin, compact_automatically, holds_exchanges, last_turn, recalled_last};
use super::words::{CURRENCY, FREEZE, PORT, ROUNDING, TAX};
use crate::backups;
use crate::stage::Stage;
use crate::transcripts;

pub(super) fn play(stage: &Stage) -> anyhow::Result<()> {
    let session = begin(stage, &[PORT, ROUNDING])?;
    compact_automatically(stage, &session, FREEZE, CURRENCY)?;
    holds_exchanges(&recalled_last(stage)?, &[PORT, ROUNDING, FREEZE])?;
    let transcript = transcripts::of_session(&stage.home(), &session)?;
    backups::one_ends_at_compaction(stage.project(), &transcript, FREEZE.reply)?;
    backups::newest_is_copy(stage.project(), &transcript, CURRENCY.reply)?;

    begin(stage, &[TAX])?;
    holds_exchanges(&last_turn(stage)?.text(), &[CURRENCY])
}
