//! Handoffs on the disk: one file each, taken by one rename, so that exactly one session gets it.

use std::path::Path;

use time::{Duration, OffsetDateTime};

use super::record::{Handoff, Reason, State, Through};
use crate::hash;
use crate::problem::{Fault, Problem};
use crate::stamp;
use crate::store::shelf::{self, Slot};

/// How many letters tell the handoffs of one second from each other.
const LETTERS: usize = 6;

/// Who accepts a handoff.
#[derive(Clone, Copy, Debug)]
pub struct Accepting<'a> {
    /// The agent.
    pub agent: Option<&'a str>,
    /// The session.
    pub session: Option<&'a str>,
    /// How it asked.
    pub through: Through,
}

/// A handoff that was asked for by its id, before and after.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Changed {
    /// What it was found as.
    pub found: State,
    /// What it is now.
    pub handoff: Handoff,
}

/// Every handoff of a project, newest first; one that cannot be read is reported, and the others count.
pub fn all(folder: &Path, problems: &mut Vec<Problem>) -> Vec<Handoff> {
    let slots = shelf::list(folder).unwrap_or_else(|problem| {
        problems.push(problem);
        Vec::new()
    });
    let mut handoffs = Vec::new();
    for slot in &slots {
        match read(folder, slot) {
            Ok(handoff) => handoffs.extend(handoff),
            Err(problem) => problems.push(problem),
        }
    }
    sort(&mut handoffs);
    handoffs
}

/// Puts the newest first.
pub fn sort(handoffs: &mut [Handoff]) {
    handoffs.sort_by(|one, other| (other.created_at, &other.id).cmp(&(one.created_at, &one.id)));
}

/// The handoff of an id, or nothing where there is none.
///
/// # Errors
/// Where it is there and cannot be read.
pub fn find(folder: &Path, id: &str) -> Result<Option<Handoff>, Problem> {
    match slot(folder, id)? {
        Some(slot) => read(folder, &slot),
        None => Ok(None),
    }
}

/// The same once whoever is changing handoffs has done so: what is claimed then was never recorded.
///
/// # Errors
/// Where it is there and cannot be read.
pub fn settled(folder: &Path, id: &str) -> Result<Option<Handoff>, Problem> {
    let _lock = shelf::lock(folder)?;
    find(folder, id)
}

/// Whether a text has the form of an id: `20261130-093127-0f3a9c`.
#[must_use]
pub fn is_id(text: &str) -> bool {
    let is_hex = |byte: u8| byte.is_ascii_digit() || (b'a'..=b'f').contains(&byte);
    at(text).is_some()
        && text
            .rsplit_once('-')
            .is_some_and(|(_, letters)| letters.len() == LETTERS && letters.bytes().all(is_hex))
}

/// Leaves a handoff in a project's prepared folder, under an id of its own, and returns it.
///
/// An automatic one takes the place of older automatic ones of the same folder and operator; of a
/// session before which nobody sat, only of its like.
///
/// # Errors
/// Where it cannot be written.
pub fn leave(folder: &Path, mut handoff: Handoff) -> Result<Handoff, Problem> {
    let _lock = shelf::lock(folder)?;
    handoff.id = free_id(folder, &handoff);
    handoff.state = State::Open;
    shelf::add(folder, &handoff.id, &json(&handoff))?;
    if handoff.automatic {
        let mut unread = Vec::new();
        for older in all(folder, &mut unread) {
            if takes_the_place_of(&handoff, &older) {
                expire(folder, older, Reason::Superseded)?;
            }
        }
    }
    Ok(handoff)
}

/// Takes an open handoff for a session: nothing where another one was quicker.
///
/// # Errors
/// Where it cannot be read or written; it is open then as before.
pub fn accept(
    folder: &Path,
    id: &str,
    by: Accepting<'_>,
    now: OffsetDateTime,
) -> Result<Option<Handoff>, Problem> {
    let _lock = shelf::lock(folder)?;
    let Some(mut handoff) = find(folder, id)?.filter(|handoff| handoff.state == State::Open) else {
        return Ok(None);
    };
    if !shelf::take(folder, id)? {
        return Ok(None);
    }
    handoff.state = State::Accepted;
    handoff.accepted_at = Some(now);
    handoff.accepted_by = by.agent.map(str::to_owned);
    handoff.accepted_by_session = by.session.map(str::to_owned);
    handoff.accepted_through = Some(by.through);
    if let Err(problem) = shelf::record(folder, id, &json(&handoff)) {
        // A full disk must not swallow what it cannot note.
        shelf::give_back(folder, id)?;
        return Err(problem);
    }
    Ok(Some(handoff))
}

/// Cancels a handoff that nobody has got; any other stays as it is. Nothing where there is none of that id.
///
/// # Errors
/// Where it cannot be read or written.
pub fn cancel(folder: &Path, id: &str) -> Result<Option<Changed>, Problem> {
    let _lock = shelf::lock(folder)?;
    let Some(handoff) = find(folder, id)? else {
        return Ok(None);
    };
    let found = handoff.state;
    let handoff = match found {
        State::Open | State::Claimed => expire(folder, handoff, Reason::Cancelled)?,
        State::Accepted | State::Expired => handoff,
    };
    Ok(Some(Changed { found, handoff }))
}

/// Opens a handoff again, whatever has become of it. Nothing where there is none of that id.
///
/// # Errors
/// Where it cannot be read or written.
pub fn give_back(folder: &Path, id: &str) -> Result<Option<Changed>, Problem> {
    let _lock = shelf::lock(folder)?;
    let Some(mut handoff) = find(folder, id)? else {
        return Ok(None);
    };
    let found = handoff.state;
    if found != State::Open {
        handoff = Handoff {
            state: State::Open,
            reason: None,
            accepted_at: None,
            accepted_by: None,
            accepted_by_session: None,
            accepted_through: None,
            ..handoff
        };
        shelf::record(folder, id, &json(&handoff))?;
        shelf::give_back(folder, id)?;
    }
    Ok(Some(Changed { found, handoff }))
}

/// Removes what is closed and older than `most`, and lets automatic handoffs expire that are.
///
/// # Errors
/// Where the folder cannot be changed.
pub fn sweep(folder: &Path, now: OffsetDateTime, most: Duration) -> Result<(), Problem> {
    let is_old = |slot: &Slot| at(&slot.id).is_some_and(|at| now - at > most);
    let old: Vec<Slot> = shelf::list(folder)?.into_iter().filter(is_old).collect();
    if old.is_empty() {
        return Ok(());
    }
    let _lock = shelf::lock(folder)?;
    for slot in old {
        if !slot.open {
            shelf::remove(&slot)?;
        } else if let Ok(Some(handoff)) = read(folder, &slot)
            && handoff.automatic
        {
            expire(folder, handoff, Reason::Stale)?;
        }
    }
    Ok(())
}

/// The ids of those that a session got and has not given back.
pub fn got_by<'a>(handoffs: &'a [Handoff], session: &str) -> impl Iterator<Item = &'a Handoff> {
    handoffs.iter().filter(move |handoff| {
        handoff.state == State::Accepted && handoff.accepted_by_session.as_deref() == Some(session)
    })
}

fn takes_the_place_of(newer: &Handoff, older: &Handoff) -> bool {
    older.automatic
        && older.state == State::Open
        && older.id != newer.id
        && older.owner == newer.owner
        && older.cwd == newer.cwd
        && (newer.attended || !older.attended)
}

/// Closes a handoff that nobody has got. The caller holds the lock.
fn expire(folder: &Path, handoff: Handoff, reason: Reason) -> Result<Handoff, Problem> {
    let handoff = Handoff {
        state: State::Expired,
        reason: Some(reason),
        ..handoff
    };
    let was_open = shelf::take(folder, &handoff.id)?;
    if let Err(problem) = shelf::record(folder, &handoff.id, &json(&handoff)) {
        if was_open {
            shelf::give_back(folder, &handoff.id)?;
        }
        return Err(problem);
    }
    Ok(handoff)
}

fn slot(folder: &Path, id: &str) -> Result<Option<Slot>, Problem> {
    let slots = shelf::list(folder)?;
    Ok(slots.into_iter().find(|slot| slot.id == id))
}

fn read(folder: &Path, slot: &Slot) -> Result<Option<Handoff>, Problem> {
    let Some((open, text)) = shelf::text(folder, slot)? else {
        return Ok(None);
    };
    let parsed: Result<Handoff, _> = serde_json::from_str(&text);
    let handoff = parsed.map_err(|_| Problem::unfit(&slot.path, Fault::NotAHandoff))?;
    let state = match (open, handoff.state) {
        (true, _) => State::Open,
        (false, State::Open) => State::Claimed,
        (false, state) => state,
    };
    let id = slot.id.clone();
    Ok(Some(Handoff {
        id,
        state,
        ..handoff
    }))
}

fn json(handoff: &Handoff) -> String {
    serde_json::to_string_pretty(handoff).unwrap_or_default() + "\n"
}

/// An id that no handoff of the project has: the moment, and letters that tell its second's handoffs apart.
fn free_id(folder: &Path, handoff: &Handoff) -> String {
    let stamp = stamp::short(handoff.created_at);
    let text = json(handoff);
    let id = |nth: u32| {
        let letters = format!("{:016x}", hash::of(format!("{nth}{text}").as_bytes()));
        format!("{stamp}-{}", letters.get(..LETTERS).unwrap_or(""))
    };
    let mut ids = (0..=u32::MAX).map(id);
    ids.find(|id| !shelf::is_taken(folder, id))
        .unwrap_or_else(|| stamp.clone())
}

/// When a handoff was left, by its id.
fn at(id: &str) -> Option<OffsetDateTime> {
    let (stamp, _) = id.rsplit_once('-')?;
    stamp::parse_short(stamp)
}

#[cfg(test)]
mod tests {
    use super::is_id;

    #[test]
    fn an_id_is_a_moment_and_six_letters() {
        assert!(is_id("20261130-093127-0f3a9c"));
        for text in [
            "",
            "20261130-093127",
            "20261130-093127-0f3a9",
            "20261130-093127-0f3a9C",
            "20261330-093127-0f3a9c",
            "20261130-093127-0f3a9c ",
            "../30-093127-0f3a9c",
        ] {
            assert!(!is_id(text), "{text}");
        }
    }
}
