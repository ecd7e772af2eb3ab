//! A second session starts with the handover and the last words of the first.

use anyhow::ensure;

use super::steps::{begin, holds_exchanges, last_turn};
use super::words::{FREEZE, PORT, ROUNDING};
use crate::backups;
use crate::check::{holds, lacks, recalled_blocks};
use crate::props;
use crate::stage::Stage;
use crate::transcripts;

const HANDOVER: &str = "Finish the invoice export; the customer waits for INV-2204.";
const ARCHIVE: &str = "The fax gateway was given up.";

pub(super) fn play(stage: &Stage) -> anyhow::Result<()> {
    let memory = stage.project().join("memory/MEMORY.md");
    let text =
        format!("# Memory\n\n## 🔄 次の自分へ\n\n{HANDOVER}\n\n---\n\n## Archive\n\n{ARCHIVE}\n");
    props::write(&memory, &text)?;
    let session = begin(stage, &[PORT, ROUNDING])?;
    let transcript = transcripts::of_session(&stage.home(), &session)?;
    backups::newest_is_copy(stage.project(), &transcript, ROUNDING.reply)?;
    backups::are_in_order(stage.project(), &["SessionEnd", &session])?;

    begin(stage, &[FREEZE])?;
    let request = last_turn(stage)?.text();
    holds(&request, HANDOVER)?;
    lacks(&request, ARCHIVE)?;
    holds_exchanges(&request, &[ROUNDING])?;
    lacks(&request, PORT.reply)?;
    ensure!(
        recalled_blocks(&request).is_empty(),
        "a new session recalls a compaction"
    );
    Ok(())
}
