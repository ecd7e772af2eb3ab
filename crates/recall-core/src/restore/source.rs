//! Where the recall reads: the payload's own transcript, else the newest backup of the same session,
//! and where neither holds anything yet, the transcript that the session provably goes on from.

use std::fs::File;
use std::io;
use std::path::{Path, PathBuf};

use super::lineage::{self, Predecessor};
use super::lines;
use crate::backup;
use crate::hook::Event;
use crate::problem::{Deed, Problem};
use crate::store::{places, read};
use crate::transcript::back::Until;
use crate::transcript::segment::{self, Reading};
use crate::transcript::turns;

/// A segment and the file it was read from.
#[derive(Debug)]
pub struct Found {
    /// The file.
    pub path: PathBuf,
    /// What was read of it.
    pub reading: Reading,
}

/// Reads the segment that the event's compaction takes away.
///
/// Words of a session that the event's does not provably go on from are never read.
pub fn segment(event: &Event, root: &Path, problems: &mut Vec<Problem>) -> Option<Found> {
    let mut others = Vec::new();
    let transcript = event.named_transcript();
    let (own, missed) = match transcript.and_then(|path| read_segment(path, u64::MAX)) {
        Ok(own) => (Some(own), None),
        Err(problem) => (backup_of(event, root, &mut others), Some(problem)),
    };
    let says = |found: &Found| says_something(&found.reading);
    let is_new = !own.as_ref().is_some_and(says) && (missed.is_none() || is_missing(event));
    let before = is_new.then(|| {
        let path = own.as_ref().map(|own| own.path.as_path());
        let read = |before: Predecessor| read_segment(&before.path, before.end).ok();
        let segments = lineage::predecessors(event, path, root).filter_map(read);
        { segments }.find(says)
    });
    let before = before.flatten();
    // A session that goes on under a new id may have no transcript yet, and that is no fault.
    problems.extend(missed.filter(|_| before.is_none()));
    problems.append(&mut others);
    before.or(own)
}

/// Reads what the latest compaction took away, or nothing before the first one.
///
/// # Errors
/// Where the event names no transcript, or it cannot be read.
pub fn taken_away(event: &Event, root: &Path) -> Result<Option<Found>, Problem> {
    let own = file(event, root)?;
    let mut reading = match &own {
        Some(path) => read(path, u64::MAX, segment::before_last_compaction)?,
        None => None,
    };
    let mut found = own.clone();
    let mut before = lineage::predecessors(event, own.as_deref(), root);
    let mut is_compacted = false;
    loop {
        is_compacted |= reading.is_some();
        if let (Some(path), Some(reading)) = (found, reading.filter(says_something)) {
            return Ok(Some(Found { path, reading }));
        }
        let Some(Predecessor { path, end, .. }) = before.next() else {
            return Ok(None);
        };
        // What a compaction at the start of the later file took away is the end of this one.
        let above = if is_compacted {
            read(&path, end, told).map(Some)
        } else {
            read(&path, end, segment::before_last_compaction)
        };
        (found, reading) = (Some(path), above.ok().flatten());
    }
}

/// The file that holds what a session wrote, or nothing before its first prompt, when it has no transcript yet.
fn file(event: &Event, root: &Path) -> Result<Option<PathBuf>, Problem> {
    let transcript = event.named_transcript()?;
    if !is_missing(event) {
        return Ok(Some(transcript.to_owned()));
    }
    let session = event.session.as_deref();
    let newest = session.map(|session| backup::newest_of(&places::backups(root), session));
    Ok(newest.transpose()?.flatten().map(|backup| backup.path))
}

fn backup_of(event: &Event, root: &Path, problems: &mut Vec<Problem>) -> Option<Found> {
    let session = event.session.as_deref()?;
    let newest = backup::newest_of(&places::backups(root), session);
    let found = newest.and_then(|backup| {
        backup
            .map(|backup| read_segment(&backup.path, u64::MAX))
            .transpose()
    });
    found
        .map_err(|problem| problems.push(problem))
        .ok()
        .flatten()
}

fn is_missing(event: &Event) -> bool {
    let transcript = event.transcript.as_deref();
    transcript.is_none_or(|path| read::size(path).is_none())
}

fn says_something(reading: &Reading) -> bool {
    !turns(&reading.entries).is_empty()
}

fn read_segment(path: &Path, end: u64) -> Result<Found, Problem> {
    let reading = read(path, end, told)?;
    Ok(Found {
        path: path.to_owned(),
        reading,
    })
}

/// The last segment, as far as a recall tells it: no line is taken from what a tool answered out of their reach.
fn told(source: Until<File>) -> io::Result<Reading> {
    segment::last_segment(source, lines::REACH)
}

/// Reads of a file's first `end` bytes.
fn read<T>(
    path: &Path,
    end: u64,
    how: impl FnOnce(Until<File>) -> io::Result<T>,
) -> Result<T, Problem> {
    let file = read::open(path)?;
    how(Until::new(file, end)).map_err(Problem::io(Deed::Read, path))
}
