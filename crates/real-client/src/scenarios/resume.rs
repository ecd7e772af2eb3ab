//! A resumed session is told nothing that its history holds already.

use anyhow::ensure;

use super::steps::{begin, go_on, last_turn, recalled_last};
use super::words::{CURRENCY, FREEZE, LOCALE, PORT, ROUNDING};
use crate::check::{excerpt, recalled_blocks};
use crate::stage::Stage;

pub(super) fn play(stage: &Stage) -> anyhow::Result<()> {
    begin(stage, &[PORT])?;
    let session = begin(stage, &[ROUNDING])?;
    let told = times_told(stage)?;
    ensure!(
        told == 1,
        "the second session was told of the first {told} times"
    );
    go_on(stage, &session, &[FREEZE])?;
    let resumed = last_turn(stage)?.text();
    let told = times_told(stage)?;
    ensure!(
        told <= 1,
        "resuming tells of the session before once more:\n{}",
        excerpt(&resumed)
    );
    ensure!(
        recalled_blocks(&resumed).is_empty(),
        "resuming recalls what was never compacted:\n{}",
        excerpt(&resumed)
    );

    stage.ask_again(&session, "/compact")?;
    go_on(stage, &session, &[CURRENCY])?;
    let block = recalled_last(stage)?;
    go_on(stage, &session, &[LOCALE])?;
    ensure!(
        recalled_last(stage)? == block,
        "resuming changed the block of the compaction before"
    );
    Ok(())
}

fn times_told(stage: &Stage) -> anyhow::Result<usize> {
    Ok(last_turn(stage)?.text().matches(PORT.reply).count())
}
