//! A session that was interrupted: it began, never ended, and what it was at stands in its transcript only.

use std::path::Path;

use time::OffsetDateTime;

use super::choice::{Asker, may_see};
use super::place::lives;
use super::record::{Handoff, State};
use super::session::{self, Session};
use crate::budget;
use crate::frame;
use crate::store::read;
use crate::transcript::{Entry, What, segment};

/// How many interrupted sessions are looked into for the newest.
const LOOKS: usize = 5;
/// The most UTF-16 code units of the last prompt, and of the last tool's result.
const WORDS: usize = 800;

/// A session that was interrupted, and where it was.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Interrupted {
    /// The session.
    pub session: Session,
    /// When something happened in it last.
    pub last_at: OffsetDateTime,
    /// What it was asked last.
    pub prompt: String,
    /// What a tool answered last, after that prompt.
    pub result: Option<String>,
}

/// The newest interrupted session in which something was asked, if it is newer than every handoff that waits.
///
/// Those that the asking session has just got count as waiting: they say what came later.
#[must_use]
pub fn newest(
    sessions: &[Session],
    handoffs: &[Handoff],
    asker: Asker<'_>,
    now: OffsetDateTime,
) -> Option<Interrupted> {
    let candidates = session::interrupted(sessions, asker.session, asker.owner, now, lives);
    let found = candidates.into_iter().take(LOOKS).filter_map(look);
    let newest = found.max_by_key(|found| found.last_at)?;
    let is_told = |handoff: &Handoff| {
        let is_own = handoff.accepted_by_session.as_deref() == asker.session;
        let waits = handoff.state == State::Open && may_see(handoff, asker);
        waits || (is_own && asker.session.is_some() && handoff.state == State::Accepted)
    };
    let is_newer = handoffs
        .iter()
        .filter(|handoff| is_told(handoff))
        .all(|handoff| handoff.created_at < newest.last_at);
    is_newer.then_some(newest)
}

/// Reads where a session was; one without a prompt has nothing to go on with.
fn look(session: &Session) -> Option<Interrupted> {
    let path = session.transcript.as_deref()?;
    let file = read::open(Path::new(path)).ok()?;
    let entries = segment::last_prompts(file, 1).ok()?.entries;
    let last_at = entries.iter().rev().find_map(|entry| entry.at);
    let prompt = |entry: &Entry| match &entry.what {
        What::Prompt { text, .. } => Some(told(text)),
        _ => None,
    };
    let result = |entry: &Entry| match &entry.what {
        What::Outcome { text, .. } => Some(told(text)),
        _ => None,
    };
    Some(Interrupted {
        session: session.clone(),
        last_at: last_at.unwrap_or(session.heard_at).max(session.heard_at),
        prompt: entries.iter().rev().find_map(prompt)?,
        result: entries.iter().rev().find_map(result),
    })
}

fn told(words: &str) -> String {
    budget::abridge(&frame::plain(words.trim()), WORDS)
}
