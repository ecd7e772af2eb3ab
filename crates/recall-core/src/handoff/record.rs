//! A handoff as it is kept: what a session leaves, for whom, and what has become of it.

use serde::{Deserialize, Serialize};
use time::OffsetDateTime;

/// What a session leaves for another, and what has become of it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Handoff {
    /// Its name, which sorts in the order of time.
    pub id: String,
    /// The workspace that it belongs to.
    pub workspace: String,
    /// The project that it belongs to.
    pub project: String,
    /// The session that left it.
    #[serde(default)]
    pub from_session_id: Option<String>,
    /// The agent that left it.
    #[serde(default)]
    pub from_agent: Option<String>,
    /// The agent that it is for; nothing means any.
    #[serde(default)]
    pub to_agent: Option<String>,
    /// The folder that the work was done in.
    #[serde(default)]
    pub cwd: Option<String>,
    /// What it says, in at most a few sentences.
    pub summary: String,
    /// What nobody has answered yet.
    #[serde(default)]
    pub open_questions: Vec<String>,
    /// What is to do next.
    #[serde(default)]
    pub next_steps: Vec<String>,
    /// Files of the work.
    #[serde(default)]
    pub files_touched: Vec<String>,
    /// What had to be cut to keep to the limits, in sentences.
    #[serde(default)]
    pub cut: Vec<String>,
    /// Whether recall wrote it when a session ended, and nobody asked for it.
    #[serde(default)]
    pub automatic: bool,
    /// Whether a person sat before the session that left it.
    #[serde(default = "yes")]
    pub attended: bool,
    /// What has become of it.
    pub state: State,
    /// Why it is expired.
    #[serde(default)]
    pub reason: Option<Reason>,
    /// When it was left.
    #[serde(with = "time::serde::rfc3339")]
    pub created_at: OffsetDateTime,
    /// When it was accepted.
    #[serde(default, with = "time::serde::rfc3339::option")]
    pub accepted_at: Option<OffsetDateTime>,
    /// Which agent accepted it.
    #[serde(default)]
    pub accepted_by: Option<String>,
    /// Which session accepted it.
    #[serde(default)]
    pub accepted_by_session: Option<String>,
    /// How it was accepted.
    #[serde(default)]
    pub accepted_through: Option<Through>,
    /// The operator whom it belongs to.
    pub owner: String,
    /// Whether every operator may take it.
    #[serde(default)]
    pub shared: bool,
}

/// What has become of a handoff.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum State {
    /// It waits for a session.
    Open,
    /// A process took it and ended before it could say for whom. It is never written so.
    Claimed,
    /// A session got it.
    Accepted,
    /// Nobody will get it.
    Expired,
}

/// Why a handoff is expired.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Reason {
    /// It was cancelled.
    Cancelled,
    /// A newer automatic one took its place.
    Superseded,
    /// Nobody took it for too long.
    Stale,
    /// A later version of recall knows why.
    #[serde(other)]
    Other,
}

/// How a handoff was accepted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Through {
    /// The hook gave it to a session that started.
    Hook,
    /// A session asked for it.
    Tool,
    /// A person asked for it.
    Person,
    /// A later version of recall knows how.
    #[serde(other)]
    Other,
}

impl State {
    /// Its name, as it is written.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Open => "open",
            Self::Claimed => "claimed",
            Self::Accepted => "accepted",
            Self::Expired => "expired",
        }
    }
}

impl Reason {
    /// Its name, as it is written.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Cancelled => "cancelled",
            Self::Superseded => "superseded",
            Self::Stale => "stale",
            Self::Other => "other",
        }
    }
}

const fn yes() -> bool {
    true
}
