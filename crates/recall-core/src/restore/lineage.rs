//! The transcripts that a session goes on from, found by proof only: see [`crate::transcript::claude::lineage`].
//!
//! They are looked for beside the session's own transcript and among the project's backups. What is
//! read for it is bounded: of at most [`TRANSCRIPTS`] files of the folder, those written last, and of
//! the newest [`BACKUPS`] backups the last [`END`] bytes each, and of the session's own file the first
//! [`END`] bytes; that again for each hop, of which there are at most [`HOPS`]. A proof that stands
//! further up in a file is not found, and then nothing is told.

use std::collections::HashSet;
use std::path::{Path, PathBuf};

use crate::backup;
use crate::hook::Event;
use crate::store::{live, places, read};
use crate::transcript::claude::lineage::{self, Evidence, Head, Proof, Tail};

/// How many predecessors are followed.
pub const HOPS: usize = 8;
/// How many files of the transcript's folder are looked at.
pub const TRANSCRIPTS: usize = 128;
/// How many backups are looked at.
pub const BACKUPS: usize = 64;
/// Bytes that are read of a file's end, or start.
pub const END: u64 = 256 * 1024;

/// A transcript that a session goes on from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Predecessor {
    /// The file.
    pub path: PathBuf,
    /// Bytes from its start that belong to the session's history.
    pub end: u64,
    session: String,
}

/// The predecessors of an event's session, nearest first; `own` is the file that holds what it wrote.
///
/// A session that was met before ends them, so a circle does too.
pub fn predecessors<'a>(
    event: &'a Event,
    own: Option<&Path>,
    root: &'a Path,
) -> impl Iterator<Item = Predecessor> + 'a {
    let folder = event.transcript.as_deref().and_then(Path::parent);
    let mut session = event.session.clone();
    let mut head = own.map_or_else(Head::default, |own| head(own, END));
    let mut met: HashSet<String> = session.iter().cloned().collect();
    let stem = event.transcript.as_deref().and_then(stem);
    met.extend(stem.map(str::to_owned));
    let next = move || {
        let found = before(folder, root, session.as_deref(), &head, &met)?;
        met.insert(found.session.clone());
        session = Some(found.session.clone());
        head = self::head(&found.path, END.min(found.end));
        Some(found)
    };
    std::iter::from_fn(next).take(HOPS)
}

/// The one before. Of several, one that says so itself comes first, then one that is still a
/// transcript, then the first by name; of backups the newest by name.
fn before(
    folder: Option<&Path>,
    root: &Path,
    session: Option<&str>,
    head: &Head,
    met: &HashSet<String>,
) -> Option<Predecessor> {
    let mut live = folder.map_or_else(Vec::new, |folder| {
        live::latest(folder, TRANSCRIPTS).unwrap_or_default()
    });
    live.sort();
    let live = live.into_iter().filter_map(|path| {
        let session = stem(&path)?.to_owned();
        Some((path, Some(session)))
    });
    let kept = backup::list(&places::backups(root)).unwrap_or_default();
    let kept = kept.into_iter().take(BACKUPS);
    let all = live.chain(kept.map(|backup| (backup.path, None)));
    let evidence = Evidence::new(session, head)?;
    let proven = all.filter_map(|(path, named)| candidate(path, named, &evidence, met));
    // The first of equal ones is taken, so the order above is the order of choice.
    let nearest = proven.min_by_key(|(proof, _)| proof.by);
    nearest.map(|(_, found)| found)
}

fn candidate(
    path: PathBuf,
    named: Option<String>,
    evidence: &Evidence<'_>,
    met: &HashSet<String>,
) -> Option<(Proof, Predecessor)> {
    if named.as_ref().is_some_and(|session| met.contains(session)) {
        return None;
    }
    let (offset, bytes) = read::end(&path, END).ok()?;
    let own = named.or_else(|| lineage::session(&bytes))?;
    if met.contains(&own) {
        return None;
    }
    let tail = Tail {
        session: &own,
        offset,
        bytes: &bytes,
    };
    let proof = evidence.proof(&tail)?;
    let end = proof.end;
    let found = Predecessor {
        path,
        end,
        session: own,
    };
    Some((proof, found))
}

fn head(path: &Path, most: u64) -> Head {
    read::start(path, most).map_or_else(|_| Head::default(), |text| lineage::head(text.as_bytes()))
}

fn stem(path: &Path) -> Option<&str> {
    path.file_stem()?.to_str()
}

#[cfg(test)]
mod tests;
