//! Keeping a transcript: what its session's newest backup lacks is added to it, so that a session costs its own size once.

use std::fs::File;
use std::io::{self, Read};
use std::path::{Path, PathBuf};

use time::{Duration, OffsetDateTime};

use super::{Backup, LOOKS, MOST_AGE, MOST_AHEAD, Whose, list_of, look_among, prefix, session};
use crate::problem::{Deed, Problem};
use crate::stamp;
use crate::store::grow::Growing;
use crate::store::{read, write};

/// Bytes that are added to a finished backup before they are flushed, and that a cut of power can cost it.
const STEP: u64 = 4 * 1024 * 1024;
/// The same of an unfinished copy, where the system does not tell whether the machine was started
/// since it was left: more, since each flush of a long copy costs time.
const FIRST_STEP: u64 = 256 * 1024 * 1024;

/// What came of keeping a transcript.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Kept {
    /// Something new was kept.
    New {
        /// Its file.
        path: PathBuf,
        /// The size of the whole file in bytes.
        bytes: u64,
    },
    /// The session's newest backup holds these very bytes already.
    Already(PathBuf),
}

/// Keeps what a transcript holds now, byte for byte.
///
/// The first backup of a session is copied beside and takes its name when it is whole and flushed.
/// An interrupted copy never counts; the next run finishes it.
///
/// Later the session's newest backup is extended in place and then takes the new name. A process
/// that is killed in between leaves it under its old name, with its old bytes and a part of the
/// new ones. That is a finished backup still: the transcript itself began with just these bytes at
/// some moment, since it only grows, and its last line may be torn there too. The bytes that were
/// kept before are never written again, so nothing can be lost of them; what a cut of power can
/// hurt is what was added and not flushed, which the next run compares with the transcript
/// byte by byte before it believes it. Renaming first would promise what is not there yet, and a
/// copy of its own would cost the whole size again.
///
/// A session that has nothing new keeps the name it has: it says since when the session is known as
/// it is, and another session that went on since then is the newer one. Only a name that will not
/// stay or be read much longer, of the `most` that names may age, is made new.
///
/// # Errors
/// Where the transcript cannot be read or the copy cannot be written.
pub fn keep(
    folder: &Path,
    transcript: &Path,
    whose: Whose,
    now: OffsetDateTime,
    most: Duration,
) -> Result<Kept, Problem> {
    for _ in 0..LOOKS {
        let source = Source::open(transcript, whose)?;
        let named = Named::after(folder, whose, now)?;
        let kept = match base(folder, &source)? {
            Some((base, held)) if held == source.bytes && is_young(base.at, now, most) => {
                return Ok(Kept::Already(base.path));
            }
            Some((base, held)) => match Growing::there(&base.path) {
                Ok(None) => continue,
                Ok(Some(growing)) => extend(growing, &source, held, &named),
                // A backup that may not be written is whole all the same, and stays beside the next.
                Err(_) => return copy(folder, &source, &named),
            },
            None => begin(folder, &source, &named)?,
        };
        let refused = folder.join(named.nth(1));
        if let Some(kept) = kept.map_err(Problem::io(Deed::Write, &refused))? {
            return Ok(kept);
        }
    }
    let named = Named::after(folder, whose, now)?;
    copy(folder, &Source::open(transcript, whose)?, &named)
}

/// A transcript as it is at one moment: what the client writes after it belongs to the next backup.
struct Source<'a> {
    path: &'a Path,
    whose: Whose,
    file: File,
    bytes: u64,
}

impl<'a> Source<'a> {
    fn open(path: &'a Path, whose: Whose) -> Result<Self, Problem> {
        let file = read::open(path)?;
        let metadata = file.metadata().map_err(Problem::io(Deed::Read, path))?;
        let bytes = metadata.len();
        Ok(Self {
            path,
            whose,
            file,
            bytes,
        })
    }
}

/// The names of one second that sort after those which are there.
///
/// One that was free again, because its backup has taken a later name, would sort before that one.
struct Named {
    prefix: &'static str,
    stamp: String,
    taken: u32,
}

impl Named {
    fn after(folder: &Path, whose: Whose, now: OffsetDateTime) -> Result<Self, Problem> {
        let (prefix, stamp) = (whose.prefix(), stamp::of(now));
        let backups = list_of(folder, whose)?;
        let here = backups
            .iter()
            .filter(|backup| stamp::of(backup.at) == stamp);
        let taken = here.map(|backup| backup.nth).max().unwrap_or(0);
        Ok(Self {
            prefix,
            stamp,
            taken,
        })
    }

    fn nth(&self, nth: u32) -> String {
        let suffix = stamp::suffix(self.taken.saturating_add(nth));
        format!("{}{}{suffix}.jsonl", self.prefix, self.stamp)
    }
}

/// The newest backup of the transcript's session, or subagent, that the transcript begins with, and its size.
fn base(folder: &Path, source: &Source<'_>) -> Result<Option<(Backup, u64)>, Problem> {
    look_among(folder, source.whose, |backups| among(backups, source))
}

fn among(backups: &[Backup], source: &Source<'_>) -> Result<Option<(Backup, u64)>, Problem> {
    for backup in backups {
        let Some(held) = held(backup, source) else {
            continue;
        };
        // A session that goes on from another begins with its words; the other one's backup stays.
        // A subagent's lines carry its session's id, and no other begins with all of them.
        let is_agents = source.whose == Whose::Agent;
        if is_agents || session(&backup.path).ok() == Some(session(source.path)?) {
            return Ok(Some((backup.clone(), held)));
        }
    }
    Ok(None)
}

/// The size of a backup that the transcript begins with; one that cannot be read is passed over.
fn held(backup: &Backup, source: &Source<'_>) -> Option<u64> {
    let file = read::open(&backup.path).ok()?;
    let size = file.metadata().ok()?.len();
    let fits = size <= source.bytes && prefix::holds(&file, size, &source.file, STEP).ok()?;
    fits.then_some(size)
}

/// Whether a name will still be there and be read for long enough to be left as it is.
fn is_young(at: OffsetDateTime, now: OffsetDateTime, most: Duration) -> bool {
    (-MOST_AHEAD..=most.min(MOST_AGE) / 2).contains(&(now - at))
}

fn extend(
    mut growing: Growing,
    source: &Source<'_>,
    held: u64,
    named: &Named,
) -> io::Result<Option<Kept>> {
    // Another process may have added to it since it was compared.
    if growing.size()? != held {
        return Ok(None);
    }
    growing.add(&source.file, source.bytes, STEP)?;
    finish(growing, source, named)
}

/// Copies a session's first backup, from where an interrupted copy ended.
fn begin(
    folder: &Path,
    source: &Source<'_>,
    named: &Named,
) -> Result<io::Result<Option<Kept>>, Problem> {
    let growing = match Growing::unfinished(folder, source.path) {
        Ok(Some(growing)) => growing,
        Ok(None) => return Ok(Ok(None)),
        Err(_) => return copy(folder, source, named).map(|kept| Ok(Some(kept))),
    };
    // Another process may have finished it since this one looked.
    if base(folder, source)?.is_some() {
        growing.discard();
        return Ok(Ok(None));
    }
    Ok(resume(growing, source, named))
}

fn resume(mut growing: Growing, source: &Source<'_>, named: &Named) -> io::Result<Option<Kept>> {
    let held = growing.size()?;
    // What was written since the machine was started is there, flushed or not.
    let (unflushed, step) = if growing.is_of_this_start() {
        (STEP, u64::MAX)
    } else {
        (FIRST_STEP, FIRST_STEP)
    };
    let is_start =
        held <= source.bytes && prefix::holds(growing.file(), held, &source.file, unflushed)?;
    if !is_start {
        growing.empty()?;
    }
    match growing.add(&source.file, source.bytes, step) {
        Ok(()) => finish(growing, source, named),
        Err(error) => {
            // A disk that is full needs the room for other things than half a copy.
            growing.discard();
            Err(error)
        }
    }
}

fn finish(growing: Growing, source: &Source<'_>, named: &Named) -> io::Result<Option<Kept>> {
    let path = growing.finish(|nth| named.nth(nth))?;
    let bytes = source.bytes;
    Ok(path.map(|path| Kept::New { path, bytes }))
}

/// Copies a transcript without regard to what is there.
fn copy(folder: &Path, source: &Source<'_>, named: &Named) -> Result<Kept, Problem> {
    let bytes = source.bytes;
    let path = write::new_file(
        folder,
        |nth| named.nth(nth),
        |file| match io::copy(&mut (&source.file).take(bytes), file)? {
            copied if copied == bytes => Ok(()),
            _ => Err(io::ErrorKind::UnexpectedEof.into()),
        },
    )?;
    Ok(Kept::New { path, bytes })
}

#[cfg(test)]
mod tests;
