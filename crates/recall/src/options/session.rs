//! The arguments of `recall show`.

use std::num::{NonZeroIsize, NonZeroUsize};

use clap::{Args, ValueEnum};

use super::{Whose, from_one};
use crate::which;

/// The last turns of a session that are shown where no number of them is asked for.
const TURNS: usize = 30;
/// The turns on each side of a line that are shown where no number of them is asked for.
const BESIDE: usize = 2;

/// Which session is shown, and how.
#[derive(Debug, Args)]
pub(crate) struct Session {
    /// The number in `recall list`, the session's id or how it begins, or a file; by default the newest.
    #[arg(value_name = "N|SESSION|PATH")]
    pub(crate) which: Option<String>,

    #[command(flatten)]
    pub(crate) whose: Whose,

    /// Show the last N turns, 30 by default; with --around N turns on each side, 2 by default.
    #[arg(long = "turns", value_name = "N", value_parser = from_one)]
    pub(crate) count: Option<NonZeroUsize>,

    /// Show the turn with the line of this id, or the beginning of one, as `recall search` names it.
    #[arg(long, value_name = "UUID", conflicts_with_all = ["before_compaction", "follow"])]
    pub(crate) around: Option<String>,

    /// Show what the Kth compaction took away: 1 is the first, -1 the latest, which is meant without K.
    #[arg(
        long,
        value_name = "K",
        num_args = 0..=1,
        default_missing_value = "-1",
        allow_negative_numbers = true,
        value_parser = but_zero
    )]
    pub(crate) before_compaction: Option<NonZeroIsize>,

    /// Show only what this one said or did; can be given more than once.
    #[arg(long, value_name = "WHO", value_enum)]
    pub(crate) role: Vec<Role>,

    /// Show this much of what the tools did.
    #[arg(long, value_name = "HOW", value_enum, default_value = "short")]
    pub(crate) tools: Tools,

    /// Go on showing what is said in the live transcript, until Ctrl-C.
    #[arg(long, conflicts_with_all = ["json", "before_compaction"])]
    pub(crate) follow: bool,

    /// Write JSON, for programs.
    #[arg(long)]
    pub(crate) json: bool,
}

impl Session {
    /// How many of the last turns are shown.
    pub(crate) fn turns(&self) -> usize {
        self.count.map_or(TURNS, Into::into)
    }

    /// How many turns are shown on each side of the one that a line is in.
    pub(crate) fn beside(&self) -> usize {
        self.count.map_or(BESIDE, Into::into)
    }

    /// The session that is asked for.
    pub(crate) fn which(&self) -> which::Asked<'_> {
        which::Asked {
            is_live: self.follow,
            ..which::Asked::of(self.which.as_deref(), &self.whose)
        }
    }
}

/// Who says or does something.
#[derive(Clone, Copy, Debug, Hash, PartialEq, Eq, ValueEnum)]
pub(crate) enum Role {
    User,
    Assistant,
    Tool,
}

impl Role {
    /// Its name, for programs.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::User => "user",
            Self::Assistant => "assistant",
            Self::Tool => "tool",
        }
    }
}

/// How much of what the tools did is shown.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub(crate) enum Tools {
    Off,
    #[default]
    Short,
    Full,
}

fn but_zero(typed: &str) -> Result<NonZeroIsize, &'static str> {
    let what = "it takes a number, 1 for the first, 2 for the second, or -1 for the latest";
    typed.parse().map_err(|_| what)
}
