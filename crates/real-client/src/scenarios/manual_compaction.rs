//! After /compact in a process of its own, the resumed session holds what was said before it, and the
//! doctor knows that each hook ran.

use anyhow::ensure;

use super::steps::{begin, go_on, has_compacted, holds_exchanges, last_turn, recalled_last};
use super::words::{FREEZE, PORT, ROUNDING};
use crate::api::SUMMARY;
use crate::backups;
use crate::check::holds;
use crate::doctor;
use crate::stage::Stage;
use crate::transcripts;

/// Every hook that such a session runs, as the doctor names it.
const HOOKS: [&str; 5] = [
    "PreCompact",
    "PostCompact",
    "SessionStart",
    "SessionStart(compact)",
    "SessionEnd",
];

pub(super) fn play(stage: &Stage) -> anyhow::Result<()> {
    let session = begin(stage, &[PORT, ROUNDING])?;
    let compacted = stage.ask_again(&session, "/compact keep the test policy")?;
    ensure!(
        compacted.session == session,
        "/compact went on as {}",
        compacted.session
    );
    has_compacted(stage, 1)?;
    for summary in stage.api().summaries() {
        holds(&summary.text(), "keep the test policy")?;
    }
    let transcript = transcripts::of_session(&stage.home(), &session)?;
    backups::are_in_order(stage.project(), &["manual", &session])?;
    backups::one_ends_at_compaction(stage.project(), &transcript, ROUNDING.reply)?;

    go_on(stage, &session, &[FREEZE])?;
    holds(&last_turn(stage)?.text(), SUMMARY)?;
    holds_exchanges(&recalled_last(stage)?, &[PORT, ROUNDING])?;
    doctor::knows_runs_of(stage, &HOOKS)
}
