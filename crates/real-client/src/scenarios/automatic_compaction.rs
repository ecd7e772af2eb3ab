//! After an automatic compaction the next request holds what was said before it.

use super::steps::{
    begin, compact_automatically, go_on, holds_exchanges, last_turn, recalled_last,
};
use super::words::{CURRENCY, FREEZE, LOCALE, PORT, ROUNDING, TAX, TIMEZONE};
use crate::api::{Reply, Request, SUMMARY};
use crate::backups;
use crate::check::{holds, lacks};
use crate::stage::Stage;
use crate::transcripts;

pub(super) fn play(stage: &Stage) -> anyhow::Result<()> {
    stage
        .api()
        .queue(Reply::bash("echo ledger-17 is locked; exit 3"));
    let session = begin(stage, &[PORT, ROUNDING])?;
    let called = stage.api().turns();
    let result = called.get(1).map(Request::text).unwrap_or_default();
    holds(&result, "ledger-17 is locked")?;

    compact_automatically(stage, &session, FREEZE, CURRENCY)?;
    holds(&last_turn(stage)?.text(), SUMMARY)?;
    holds_exchanges(&recalled_last(stage)?, &[PORT, ROUNDING, FREEZE])?;
    let transcript = transcripts::of_session(&stage.home(), &session)?;
    backups::one_ends_at_compaction(stage.project(), &transcript, FREEZE.reply)?;

    go_on(stage, &session, &[LOCALE])?;
    compact_automatically(stage, &session, TIMEZONE, TAX)?;
    let block = recalled_last(stage)?;
    holds(&block, CURRENCY.reply)?;
    holds_exchanges(&block, &[LOCALE, TIMEZONE])?;
    for before in [PORT, ROUNDING, FREEZE] {
        lacks(&block, before.prompt)?;
        lacks(&block, before.reply)?;
    }
    Ok(())
}
