//! The arguments of `recall search`.

use std::num::NonZeroUsize;

use clap::Args;

use crate::options::{Role, Whose};

/// What is looked for, where, and how much is shown of it.
#[derive(Debug, Args)]
pub(crate) struct Asked {
    /// The words that one message must hold, all of them; several in quotes stand together, small letters match any case.
    #[arg(value_name = "WORDS", required_unless_present = "regex")]
    pub(crate) words: Vec<String>,

    /// Look for a regular expression instead of words.
    #[arg(long, value_name = "RE", conflicts_with = "words")]
    pub(crate) regex: Option<String>,

    #[command(flatten)]
    pub(crate) whose: Whose,

    /// Only what these said; the tool's part is what it was told and what it answered.
    #[arg(
        long = "role",
        value_name = "ROLE",
        value_enum,
        value_delimiter = ',',
        conflicts_with = "with_tools"
    )]
    pub(crate) roles: Vec<Role>,

    /// Search what tools were told and what they answered too.
    #[arg(long = "tools")]
    pub(crate) with_tools: bool,

    /// Only from then on: 2026-11-30, 3d, 12h, yesterday.
    #[arg(long, value_name = "DATE")]
    pub(crate) since: Option<String>,

    /// Only until then; a day counts whole.
    #[arg(long, value_name = "DATE")]
    pub(crate) until: Option<String>,

    /// Show so many lines before and after a match.
    #[arg(long, value_name = "N", default_value = "1")]
    pub(crate) context: usize,

    /// Show at most so many messages, the newest.
    #[arg(long, value_name = "N", default_value = "50")]
    pub(crate) limit: NonZeroUsize,

    /// Write JSON, for programs.
    #[arg(long)]
    pub(crate) json: bool,
}

impl Asked {
    /// Whose words are searched.
    pub(crate) fn searches(&self, role: Role) -> bool {
        match (self.roles.is_empty(), role) {
            (false, _) => self.roles.contains(&role),
            (true, Role::Tool) => self.with_tools,
            (true, _) => true,
        }
    }
}
