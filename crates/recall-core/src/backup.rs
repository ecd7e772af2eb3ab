//! Backups: whole copies of a transcript, named by the moment they were made.

use std::fs::File;
use std::io::{self, BufReader, Read};
use std::path::{Path, PathBuf};

use time::{Duration, OffsetDateTime};

use crate::problem::{Deed, Problem};
use crate::stamp;
use crate::store::{places, read, write};
use crate::transcript::back::Back;
use crate::transcript::line;

/// A backup older than this, by its name, is not read any more.
pub const MOST_AGE: Duration = Duration::days(14);

/// A backup named later than this after the present was not made by recall on this machine's clock.
const MOST_AHEAD: Duration = Duration::days(1);

/// What a backups folder's `.gitignore` holds, so that no copy is ever committed.
const IGNORE_ALL: &str = "*\n";

/// A kept copy of a transcript.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Backup {
    /// The file.
    pub path: PathBuf,
    /// Its name, which sorts in the order of time.
    pub name: String,
    /// When it was made, by its name.
    pub at: OffsetDateTime,
}

impl Backup {
    /// Whether it is read without being asked for: not too old by its name, and not from the future.
    #[must_use]
    pub fn is_current(&self, now: OffsetDateTime) -> bool {
        is_current(self.at, now)
    }
}

/// Whether what is named for this moment is read without being asked for: not too old, and not from the future.
#[must_use]
pub fn is_current(at: OffsetDateTime, now: OffsetDateTime) -> bool {
    (-MOST_AHEAD..=MOST_AGE).contains(&(now - at))
}

/// What came of keeping a transcript.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Kept {
    /// A copy was made.
    New {
        /// Its file.
        path: PathBuf,
        /// Its size in bytes.
        bytes: u64,
    },
    /// The newest backup holds these very bytes already.
    Already(PathBuf),
}

/// Makes sure of a project's private backups folder, ignored by git before anything is in it.
///
/// # Errors
/// Where it cannot be made.
pub fn prepare(root: &Path) -> Result<PathBuf, Problem> {
    let folder = places::backups(root);
    write::private_folder(&folder)?;
    write::if_missing(&folder.join(".gitignore"), IGNORE_ALL.as_bytes())?;
    Ok(folder)
}

/// Copies what a transcript holds now, byte for byte, whole or not at all.
///
/// # Errors
/// Where the transcript cannot be read or the copy cannot be written.
pub fn keep(folder: &Path, transcript: &Path, now: OffsetDateTime) -> Result<Kept, Problem> {
    let source = read::open(transcript)?;
    let bytes = source
        .metadata()
        .map_err(Problem::io(Deed::Read, transcript))?
        .len();
    if let Some(newest) = list(folder)?.into_iter().next()
        && holds(&newest.path, transcript, bytes).unwrap_or(false)
    {
        return Ok(Kept::Already(newest.path));
    }
    let stamp = stamp::of(now);
    let name = |nth| format!("transcript-{stamp}{}.jsonl", stamp::suffix(nth));
    // The client may be writing: what comes after this moment belongs to the next backup.
    let path = write::new_file(folder, name, |file| copy(&source, file, bytes))?;
    Ok(Kept::New { path, bytes })
}

/// The backups of a folder, newest first by name; what its files' times say does not matter.
///
/// # Errors
/// Where the folder is there and cannot be listed.
pub fn list(folder: &Path) -> Result<Vec<Backup>, Problem> {
    let mut backups: Vec<Backup> = read::files(folder)?.into_iter().filter_map(named).collect();
    backups.sort_by(|one, other| other.name.cmp(&one.name));
    Ok(backups)
}

/// The session that wrote the last lines of a transcript: earlier ones can be copies of another's.
///
/// # Errors
/// Where the file cannot be read.
pub fn session(path: &Path) -> Result<Option<String>, Problem> {
    let mut back = Back::new(read::open(path)?).map_err(Problem::io(Deed::Read, path))?;
    let mut session = None;
    while session.is_none()
        && let Some(text) = back.line().map_err(Problem::io(Deed::Read, path))?
    {
        line::read(&text.bytes, |object| {
            session = object
                .text("sessionId")
                .map(String::from)
                .or(session.take());
        });
    }
    Ok(session)
}

/// The newest backup of a session.
///
/// # Errors
/// Where the folder cannot be listed.
pub fn newest_of(folder: &Path, wanted: &str) -> Result<Option<Backup>, Problem> {
    let is_wanted =
        |backup: &Backup| session(&backup.path).is_ok_and(|found| found.as_deref() == Some(wanted));
    Ok(list(folder)?.into_iter().find(is_wanted))
}

fn named(path: PathBuf) -> Option<Backup> {
    let name = path.file_name()?.to_str()?.to_owned();
    let stamped = name.strip_prefix("transcript-")?.strip_suffix(".jsonl")?;
    let (moment, nth) = stamped.split_once('_').unwrap_or((stamped, "1"));
    let at = stamp::parse(moment)?;
    let is_ours = !nth.is_empty() && nth.bytes().all(|byte| byte.is_ascii_digit());
    is_ours.then_some(Backup { path, name, at })
}

fn copy(source: &File, target: &mut File, bytes: u64) -> io::Result<()> {
    let copied = io::copy(&mut source.take(bytes), target)?;
    if copied == bytes {
        return Ok(());
    }
    Err(io::Error::new(
        io::ErrorKind::UnexpectedEof,
        format!("only {copied} of {bytes} bytes could be read"),
    ))
}

fn holds(backup: &Path, transcript: &Path, bytes: u64) -> Result<bool, Problem> {
    let backup_file = read::open(backup)?;
    if backup_file
        .metadata()
        .map_err(Problem::io(Deed::Read, backup))?
        .len()
        != bytes
    {
        return Ok(false);
    }
    let same = same_bytes(backup_file, read::open(transcript)?.take(bytes));
    same.map_err(Problem::io(Deed::Read, backup))
}

fn same_bytes(one: impl Read, other: impl Read) -> io::Result<bool> {
    let (mut one, mut other) = (BufReader::new(one), BufReader::new(other));
    let (mut left, mut right) = (vec![0; 64 * 1024], vec![0; 64 * 1024]);
    loop {
        let here = fill(&mut one, &mut left)?;
        let there = fill(&mut other, &mut right)?;
        if here != there || left.get(..here) != right.get(..there) {
            return Ok(false);
        }
        if here == 0 {
            return Ok(true);
        }
    }
}

fn fill(source: &mut impl Read, buffer: &mut [u8]) -> io::Result<usize> {
    let mut filled = 0;
    while let Some(rest) = buffer.get_mut(filled..).filter(|rest| !rest.is_empty()) {
        match source.read(rest)? {
            0 => break,
            read => filled += read,
        }
    }
    Ok(filled)
}
