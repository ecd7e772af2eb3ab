//! The arguments of `recall`.

use std::num::NonZeroUsize;

use clap::{Args, Parser, Subcommand};

/// Shows what was said before a compaction: the last turns of this project's newest backup.
#[derive(Debug, Parser)]
#[command(
    name = "recall",
    version,
    args_conflicts_with_subcommands = true,
    disable_help_subcommand = true,
    after_help = "Exit codes: 0 something was shown, 1 there is nothing to show, 2 something went wrong."
)]
pub(crate) struct Options {
    #[command(flatten)]
    pub(crate) show: Show,

    #[command(subcommand)]
    pub(crate) command: Option<Command>,

    /// Write without colours, as `NO_COLOR` does.
    #[arg(long, global = true)]
    pub(crate) no_color: bool,
}

/// What is asked for instead of the last turns.
#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    /// Show the settings that hold here, and where each comes from.
    Config(Config),
}

/// Which turns are shown.
#[derive(Debug, Args)]
pub(crate) struct Show {
    /// Show the last N turns.
    #[arg(long, value_name = "N", default_value = "30")]
    pub(crate) turns: NonZeroUsize,

    /// Show the Nth newest backup; 1 is the newest.
    #[arg(long, value_name = "N")]
    pub(crate) from: Option<NonZeroUsize>,

    /// Show the project of this member of the team, as recall.json names it.
    #[arg(long, value_name = "KEY")]
    pub(crate) member: Option<String>,
}

/// How the settings are shown.
#[derive(Debug, Args)]
pub(crate) struct Config {
    /// Write JSON, for programs.
    #[arg(long)]
    pub(crate) json: bool,
}
