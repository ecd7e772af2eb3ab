//! The prompt that one compaction interrupted is recalled with its reply after the next one.

use super::steps::{begin, compact_automatically, go_on, holds_exchanges, recalled_last};
use super::words::{CURRENCY, FREEZE, LOCALE, PORT, TAX, TIMEZONE};
use crate::check::lacks;
use crate::stage::Stage;

/// The client writes that prompt above the line that marks the compaction, and its reply below.
pub(super) fn play(stage: &Stage) -> anyhow::Result<()> {
    let session = begin(stage, &[PORT])?;
    compact_automatically(stage, &session, FREEZE, CURRENCY)?;
    go_on(stage, &session, &[LOCALE])?;
    compact_automatically(stage, &session, TIMEZONE, TAX)?;
    let block = recalled_last(stage)?;
    holds_exchanges(&block, &[CURRENCY, LOCALE, TIMEZONE])?;
    lacks(&block, FREEZE.prompt)
}
