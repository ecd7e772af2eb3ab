//! The arguments of `recall`.

use std::num::NonZeroUsize;
use std::path::PathBuf;

use clap::{Args, Parser, Subcommand};

use crate::{dropped, export, search};

/// Shows what was said before a compaction: the last turns of this project's newest backup.
#[derive(Debug, Parser)]
#[command(
    name = "recall",
    version,
    args_conflicts_with_subcommands = true,
    disable_help_subcommand = true,
    after_help = "Exit codes: 0 all went well, 1 there is nothing to show or something is not well, 2 something went wrong."
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
    /// Find out what keeps recall from working, and how to mend it.
    Doctor(Doctor),
    /// Check that each backup can be read and is what its transcript began with.
    Verify,
    /// Write a copy of a backup.
    Restore(Restore),
    /// Remove now what is too old, as each new backup does.
    Prune(Prune),
    /// Find words in what people and the model said.
    Search(search::Asked),
    /// Show what a compaction took away that its summary does not have.
    Dropped(dropped::Dropped),
    /// Write the whole conversation of a session.
    Export(export::Export),
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

/// How the findings are shown.
#[derive(Debug, Args)]
pub(crate) struct Doctor {
    /// Write JSON, for programs.
    #[arg(long)]
    pub(crate) json: bool,
}

/// Which backup is written where.
#[derive(Debug, Args)]
pub(crate) struct Restore {
    /// The Nth newest backup; 1 is the newest.
    #[arg(value_name = "N")]
    pub(crate) number: NonZeroUsize,

    /// Where the copy goes; its own name in the current folder by default.
    #[arg(value_name = "PATH")]
    pub(crate) path: Option<PathBuf>,
}

/// Whether anything is removed.
#[derive(Debug, Args)]
pub(crate) struct Prune {
    /// Only say what would go.
    #[arg(long)]
    pub(crate) dry_run: bool,
}
