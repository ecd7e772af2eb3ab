//! The arguments of `handoff`.

use clap::{Args, Parser, Subcommand};
use clap_complete::Shell;

/// Hands the work of one session over to exactly one other.
#[derive(Debug, Parser)]
#[command(
    name = "handoff",
    version,
    disable_help_subcommand = true,
    after_help = "Exit codes: 0 done, 1 there is no such handoff, 2 something went wrong."
)]
pub(crate) struct Options {
    #[command(subcommand)]
    pub(crate) command: Command,
}

/// What is to be done.
#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    /// Show the handoffs that wait in this project.
    List(List),
    /// Leave a handoff for the next session.
    Begin(Begin),
    /// Take a handoff, which nobody else gets then, and show it.
    Accept(Accept),
    /// Show a handoff and leave it as it is.
    Show(One),
    /// Cancel a handoff that nobody has taken.
    Cancel(One),
    /// Open a handoff again that was accepted, claimed or cancelled.
    GiveBack(GiveBack),
    /// Serve the tools over standard input and output, for an MCP client.
    Mcp,
    /// Write a completion script.
    Completions(Completions),
}

/// Which handoffs are shown.
#[derive(Debug, Args)]
pub(crate) struct List {
    /// Also those that were accepted, cancelled or have expired.
    #[arg(long)]
    pub(crate) all: bool,

    /// Write JSON, for programs.
    #[arg(long)]
    pub(crate) json: bool,
}

/// What is left.
#[derive(Debug, Args)]
pub(crate) struct Begin {
    /// Two or three sentences on where the work stands; - reads them from standard input.
    pub(crate) summary: String,

    /// What nobody has answered yet; can be given several times.
    #[arg(long = "question", value_name = "Q")]
    pub(crate) questions: Vec<String>,

    /// What is to do next; can be given several times.
    #[arg(long = "next", value_name = "STEP")]
    pub(crate) steps: Vec<String>,

    /// A file of the work; can be given several times.
    #[arg(long = "file", value_name = "PATH")]
    pub(crate) files: Vec<String>,

    /// The agent that alone may take it.
    #[arg(long, value_name = "AGENT")]
    pub(crate) to: Option<String>,

    /// Let every operator take it.
    #[arg(long)]
    pub(crate) shared: bool,

    /// Write JSON, for programs.
    #[arg(long)]
    pub(crate) json: bool,
}

/// Which handoff is taken.
#[derive(Debug, Args)]
pub(crate) struct Accept {
    /// Its id or the beginning of it; without it, the one that comes first.
    pub(crate) id: Option<String>,

    /// Write JSON, for programs.
    #[arg(long)]
    pub(crate) json: bool,
}

/// Which handoff is meant.
#[derive(Debug, Args)]
pub(crate) struct One {
    /// Its id or the beginning of it.
    pub(crate) id: String,

    /// Write JSON, for programs.
    #[arg(long)]
    pub(crate) json: bool,
}

/// Which handoff is opened again.
#[derive(Debug, Args)]
pub(crate) struct GiveBack {
    /// Its id or the beginning of it.
    pub(crate) id: String,
}

/// For which shell.
#[derive(Debug, Args)]
pub(crate) struct Completions {
    /// The shell.
    #[arg(value_parser = clap::builder::EnumValueParser::<Shell>::new())]
    pub(crate) shell: Shell,
}
