//! `recall.json`: what a person may set, read from the user's file and the project's over it.

pub mod fault;
pub mod keys;
pub mod nearest;
mod read;
mod shape;
mod shown;

use std::path::{Path, PathBuf};

use time::Duration;

use crate::language::Language;
pub use fault::{Fault, What};

/// What holds after both files were read.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Config {
    /// The language of every sentence, instead of the locale's.
    pub language: Option<Language>,
    /// How many turns a recall restores.
    pub turns: Option<usize>,
    /// What the summariser is told.
    pub summarizer: Wording,
    /// What a session is reminded of after a compaction.
    pub reminder: Wording,
    /// The user's name.
    pub user: Option<String>,
    /// The assistant's name.
    pub assistant: Option<String>,
    /// The section of a memory file that is handed over to the next session.
    pub handover: Handover,
    /// The files that a state dump quotes.
    pub state: State,
    /// How long and how much is kept.
    pub keep: Keep,
    /// What a starting session is told of a waiting handoff.
    pub handoffs: Handoffs,
    /// The members of a team, each with a project of its own.
    pub members: Vec<Member>,
    /// What the members of a team share.
    pub team: Team,
    owners: Vec<(&'static str, Owner)>,
}

/// A text of recall's own that a person can replace or switch off.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Wording {
    /// recall's own text.
    #[default]
    Default,
    /// A text of the user's.
    Text(String),
    /// Nothing.
    Off,
}

/// What a starting session is told of a waiting handoff.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Handoffs {
    /// All of it, and nobody else gets it.
    #[default]
    Consume,
    /// That it is there.
    Offer,
}

/// A file that recall.json names.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Named {
    /// Its path, below the project's root unless it is absolute.
    pub path: PathBuf,
    /// Whether the user's own file named it, which may name files anywhere.
    pub trusted: bool,
}

/// The section of a memory file that is handed over to the next session.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Handover {
    /// The file.
    pub file: Named,
    /// The line that the section starts with.
    pub start: String,
    /// The starts of lines that end it.
    pub ends: Vec<String>,
}

/// The files that a state dump quotes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct State {
    /// The file of decisions.
    pub decisions: Named,
    /// The log of tool calls, a JSON object a line.
    pub tool_log: Option<Named>,
}

/// How long and how much is kept in a project's backups folder.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Keep {
    /// After so many days, by their names, files go.
    pub days: usize,
    /// So many bytes may the backups take.
    pub bytes: u64,
}

/// A member of a team.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Member {
    /// The name to type: `--member KEY`.
    pub key: String,
    /// The name to show.
    pub label: String,
    /// The member's project.
    pub folder: PathBuf,
}

/// What the members of a team share.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Team {
    /// The folder of their letters, seen from a member's folder.
    pub letters: PathBuf,
}

/// Whose file a text was read from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Owner {
    /// `<claude dir>/recall.json`.
    User,
    /// `<root>/.claude/recall.json`, which may come with a cloned repository.
    Project,
}

impl Config {
    /// Lays one file over what holds so far, and returns what in it was not usable; the rest counts.
    pub fn overlay(&mut self, owner: Owner, file: &Path, text: &str) -> Vec<Fault> {
        read::overlay(self, owner, file, text)
    }

    /// Whose file set a value, or nothing where recall's default holds.
    #[must_use]
    pub fn owner(&self, name: &str) -> Option<Owner> {
        let set = self.owners.iter().rev().find(|(set, _)| *set == name);
        set.map(|(_, owner)| *owner)
    }

    /// The member whose folder holds a path, by whole components; the deepest folder wins.
    #[must_use]
    pub fn member_at(&self, path: &Path) -> Option<&Member> {
        let holding = self
            .members
            .iter()
            .filter(|member| path.starts_with(&member.folder));
        holding.max_by_key(|member| member.folder.components().count())
    }

    /// Every path that recall.json can name, to be completed where it begins with `~`.
    pub fn paths_mut(&mut self) -> impl Iterator<Item = &mut PathBuf> {
        let members = self.members.iter_mut().map(|member| &mut member.folder);
        let files = [&mut self.handover.file, &mut self.state.decisions];
        let files = files.into_iter().chain(&mut self.state.tool_log);
        members
            .chain(files.map(|file| &mut file.path))
            .chain([&mut self.team.letters])
    }
}

impl Handoffs {
    /// Its name in recall.json.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Consume => "consume",
            Self::Offer => "offer",
        }
    }
}

impl Named {
    /// A file that recall itself names.
    fn by_default(path: &str) -> Self {
        let (path, trusted) = (PathBuf::from(path), false);
        Self { path, trusted }
    }
}

impl Default for Handover {
    fn default() -> Self {
        Self {
            file: Named::by_default("memory/MEMORY.md"),
            start: "## 🔄 次の自分へ".to_owned(),
            ends: ["---", "## 1.", "## Who I Am"].map(str::to_owned).to_vec(),
        }
    }
}

impl Default for State {
    fn default() -> Self {
        Self {
            decisions: Named::by_default("docs/decisions.md"),
            tool_log: None,
        }
    }
}

impl Keep {
    /// The most days that make a difference to anybody.
    const MOST_DAYS: u16 = 36_500;

    /// How old a file may become.
    #[must_use]
    pub fn age(&self) -> Duration {
        let days = u16::try_from(self.days).unwrap_or(Self::MOST_DAYS);
        Duration::days(days.min(Self::MOST_DAYS).into())
    }
}

impl Default for Keep {
    fn default() -> Self {
        Self {
            days: 14,
            bytes: 2 << 30,
        }
    }
}

impl Default for Team {
    fn default() -> Self {
        Self {
            letters: PathBuf::from("../team-comms"),
        }
    }
}

#[cfg(test)]
mod tests;
