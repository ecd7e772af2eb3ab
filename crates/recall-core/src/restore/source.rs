//! Where the recall reads: the payload's own transcript, else the newest backup of the same session.

use std::fs::File;
use std::path::{Path, PathBuf};

use crate::backup;
use crate::hook::Event;
use crate::problem::{Deed, Problem};
use crate::store::{places, read};
use crate::transcript::segment::{self, Reading};

/// A segment and the file it was read from.
#[derive(Debug)]
pub struct Found {
    /// The file.
    pub path: PathBuf,
    /// What was read of it.
    pub reading: Reading,
}

/// Reads the segment that the event's compaction takes away. Another session's words are never read.
pub fn segment(event: &Event, root: &Path, problems: &mut Vec<Problem>) -> Option<Found> {
    let own = event.named_transcript().and_then(read_segment);
    own.map_err(|problem| problems.push(problem))
        .ok()
        .or_else(|| backup_of(event, root, problems))
}

/// The file that holds what a session wrote, or nothing before its first prompt, when it has no transcript yet.
///
/// # Errors
/// Where the event names no transcript.
pub fn file(event: &Event, root: &Path) -> Result<Option<PathBuf>, Problem> {
    let transcript = event.named_transcript()?;
    if transcript.symlink_metadata().is_ok() {
        return Ok(Some(transcript.to_owned()));
    }
    let session = event.session.as_deref();
    let newest = session.map(|session| backup::newest_of(&places::backups(root), session));
    Ok(newest.transpose()?.flatten().map(|backup| backup.path))
}

fn backup_of(event: &Event, root: &Path, problems: &mut Vec<Problem>) -> Option<Found> {
    let session = event.session.as_deref()?;
    let newest = backup::newest_of(&places::backups(root), session);
    let found =
        newest.and_then(|backup| backup.map(|backup| read_segment(&backup.path)).transpose());
    found
        .map_err(|problem| problems.push(problem))
        .ok()
        .flatten()
}

fn read_segment(path: &Path) -> Result<Found, Problem> {
    let file: File = read::open(path)?;
    let reading = segment::last_segment(file).map_err(Problem::io(Deed::Read, path))?;
    Ok(Found {
        path: path.to_owned(),
        reading,
    })
}
