//! A session that starts in a subfolder keeps its backups at the root of the checkout.

use anyhow::ensure;

use super::steps::{begin, compact_automatically, holds_exchanges, recalled_last};
use super::words::{CURRENCY, FREEZE, PORT, ROUNDING};
use crate::backups;
use crate::stage::Stage;

pub(super) fn play(stage: &Stage) -> anyhow::Result<()> {
    let session = begin(stage, &[PORT, ROUNDING])?;
    compact_automatically(stage, &session, FREEZE, CURRENCY)?;
    holds_exchanges(&recalled_last(stage)?, &[PORT, ROUNDING, FREEZE])?;
    let inner = backups::folder(stage.start());
    ensure!(
        !inner.exists(),
        "{} is not at the checkout's root",
        inner.display()
    );
    Ok(())
}
