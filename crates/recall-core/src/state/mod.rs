//! The state of the work: kept when a session is compacted or ends, and told again with what changed since.

pub mod gather;
pub mod git;

pub mod changes;
pub mod dump;
pub mod kept;
pub mod replay;
pub mod sections;
pub mod words;

use serde::{Deserialize, Serialize};

/// What can be said of the work without asking anybody, apart from the time.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct State {
    /// The event at which it was kept.
    pub trigger: String,
    /// The session.
    pub session: Option<String>,
    /// The project's root, as a person writes it.
    pub root: String,
    /// What git says.
    pub git: Git,
    /// The file of decisions, where the project has one.
    pub decisions: Option<Excerpt>,
    /// The log of tools, where one is configured and there.
    pub tool_log: Option<Excerpt>,
    /// The files that the session changed, most recent first.
    pub files: Vec<String>,
}

/// Lines of a file.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Excerpt {
    /// The file, as a person writes it.
    pub file: String,
    /// The lines.
    pub lines: Vec<String>,
    /// Whether the file holds more than belongs here: lines of a longer file, or another session's log.
    pub partial: bool,
}

/// What git says of a project.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum Git {
    /// The program is not there.
    NoProgram,
    /// The folder is in no checkout.
    #[default]
    NoCheckout,
    /// It is one.
    Checkout(Box<Checkout>),
}

/// What git says of a checkout, question by question.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Checkout {
    /// What kind of checkout it is.
    pub place: Answer<Place>,
    /// The branch; nothing with a detached head.
    pub branch: Answer<Option<String>>,
    /// The newest commits, newest first; none on an unborn branch.
    pub commits: Answer<Vec<Commit>>,
    /// The lines of `git status --short`.
    pub status: Answer<Listing>,
    /// The lines of `git diff --stat HEAD`.
    pub diff: Answer<Listing>,
}

/// What kind of checkout a folder is.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Place {
    /// It has no files of its own.
    pub bare: bool,
    /// The repository that it is a linked worktree of.
    pub worktree_of: Option<String>,
    /// The checkout that it is a submodule of.
    pub submodule_of: Option<String>,
    /// What is under way in it: git's word, such as `merge` or `rebase`, with its branch.
    pub under_way: Option<String>,
}

/// A commit.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Commit {
    /// Its name, whole.
    pub id: String,
    /// Its name, short.
    pub short: String,
    /// Its first line.
    pub subject: String,
}

/// Lines of which there can be very many.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Listing {
    /// The lines.
    pub lines: Vec<String>,
    /// How many are left out.
    pub left_out: usize,
}

/// What came of a question to git.
pub type Answer<T> = Result<T, Refusal>;

/// Why git did not answer.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Refusal {
    /// It took longer than this many milliseconds.
    Late(u64),
    /// It said so in this line.
    Failed(String),
}

impl State {
    /// Whether there is anything in it that a later session does not know without it.
    #[must_use]
    pub fn is_telling(&self) -> bool {
        let has_git = matches!(self.git, Git::Checkout(_));
        has_git || self.decisions.is_some() || self.tool_log.is_some() || !self.files.is_empty()
    }

    /// What git says of the checkout, where there is one.
    #[must_use]
    pub fn checkout(&self) -> Option<&Checkout> {
        self.git.checkout()
    }
}

impl Git {
    /// What it says of the checkout, where there is one.
    #[must_use]
    pub fn checkout(&self) -> Option<&Checkout> {
        match self {
            Self::Checkout(checkout) => Some(checkout),
            Self::NoProgram | Self::NoCheckout => None,
        }
    }
}

impl Checkout {
    /// Whether it has files: a bare repository has none, and what is not known may have some.
    #[must_use]
    pub fn has_files(&self) -> bool {
        !self.place.as_ref().is_ok_and(|place| place.bare)
    }

    /// Whether its branch has no commit yet.
    #[must_use]
    pub fn is_unborn(&self) -> bool {
        self.commits.as_ref().is_ok_and(Vec::is_empty)
    }

    /// The newest commit, where there is one and it is known.
    #[must_use]
    pub fn head(&self) -> Option<&Commit> {
        self.commits.as_ref().ok()?.first()
    }
}
