//! The arguments of `recall`.

use std::num::NonZeroUsize;

use clap::Parser;

/// Shows what was said before a compaction: the last turns of this project's newest backup.
#[derive(Debug, Parser)]
#[command(
    name = "recall",
    version,
    after_help = "Exit codes: 0 something was shown, 1 there is nothing to show, 2 something went wrong."
)]
pub(crate) struct Options {
    /// Show the last N turns.
    #[arg(long, value_name = "N", default_value = "30")]
    pub(crate) turns: NonZeroUsize,

    /// Show the Nth newest backup; 1 is the newest.
    #[arg(long, value_name = "N")]
    pub(crate) from: Option<NonZeroUsize>,

    /// Show the project of this member of the team, as recall.json names it.
    #[arg(long, value_name = "KEY")]
    pub(crate) member: Option<String>,

    /// Write without colours, as `NO_COLOR` does.
    #[arg(long)]
    pub(crate) no_color: bool,
}
