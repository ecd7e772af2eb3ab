//! The arguments of `recall`.

mod session;

use std::num::NonZeroUsize;
use std::path::PathBuf;

use clap::{Args, Parser, Subcommand};
use clap_complete::Shell;

pub(crate) use session::{Role, Session, Tools};

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

    /// Write a long page at once instead of through a pager.
    #[arg(long, global = true)]
    pub(crate) no_pager: bool,
}

impl Options {
    /// The member of the team whose project is meant.
    pub(crate) fn member(&self) -> Option<&str> {
        let member = match &self.command {
            None => &self.show.member,
            Some(Command::List(asked)) => &asked.whose.member,
            Some(Command::Session(asked)) => &asked.whose.member,
            Some(Command::Search(asked)) => &asked.whose.member,
            Some(Command::Dropped(asked)) => &asked.whose.member,
            Some(Command::Export(asked)) => &asked.whose.member,
            Some(_) => &None,
        };
        member.as_deref()
    }
}

/// What is asked for instead of the last turns.
#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    /// List the sessions of this project, newest first: backups and live transcripts.
    List(List),
    /// Show a session, or what one of its compactions took away.
    #[command(name = "show")]
    Session(Session),
    /// Show the settings that hold here, and where each comes from.
    Config(Config),
    /// Find out what keeps recall from working, and how to mend it.
    Doctor(Doctor),
    /// Check that each backup can be read and is what its transcript began with.
    Verify(Verify),
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
    /// Write the completions of a shell, for its own start file.
    Completions(Completions),
    /// Write the manual page of recall, or of one of its commands.
    Man(Man),
}

/// Which turns are shown.
#[derive(Debug, Args)]
pub(crate) struct Show {
    /// Show the last N turns.
    #[arg(long, value_name = "N", default_value = "30", value_parser = from_one)]
    pub(crate) turns: NonZeroUsize,

    /// Show the Nth newest backup; 1 is the newest.
    #[arg(long, value_name = "N", value_parser = from_one)]
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

/// How the backups are told.
#[derive(Debug, Args)]
pub(crate) struct Verify {
    /// Write JSON, for programs.
    #[arg(long)]
    pub(crate) json: bool,
}

/// Which backup is written where.
#[derive(Debug, Args)]
pub(crate) struct Restore {
    /// The Nth newest backup; 1 is the newest.
    #[arg(value_name = "N", value_parser = from_one)]
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

    /// Write JSON, for programs.
    #[arg(long)]
    pub(crate) json: bool,
}

/// Whose sessions are meant.
#[derive(Debug, Args)]
pub(crate) struct Whose {
    /// The sessions of every project, not only of this one.
    #[arg(long, conflicts_with = "member")]
    pub(crate) all: bool,

    /// The project of this member of the team, as recall.json names it.
    #[arg(long, value_name = "KEY")]
    pub(crate) member: Option<String>,
}

/// Which sessions are listed, and how.
#[derive(Debug, Args)]
pub(crate) struct List {
    #[command(flatten)]
    pub(crate) whose: Whose,

    /// Write JSON, for programs.
    #[arg(long)]
    pub(crate) json: bool,
}

/// For which shell.
#[derive(Debug, Args)]
pub(crate) struct Completions {
    /// bash, zsh or fish, among others.
    #[arg(value_name = "SHELL")]
    pub(crate) shell: Shell,
}

/// Which page.
#[derive(Debug, Args)]
pub(crate) struct Man {
    /// The command.
    #[arg(value_name = "COMMAND")]
    pub(crate) command: Option<String>,
}

fn from_one(typed: &str) -> Result<NonZeroUsize, &'static str> {
    typed.parse().map_err(|_| "it takes a number from 1 on")
}
