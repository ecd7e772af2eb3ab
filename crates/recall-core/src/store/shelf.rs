//! Shelves: folders of small JSON files that are open until somebody takes them, told by their names.
//!
//! `<id>.open.json` becomes `<id>.closed.json` by one rename, so that exactly one of any number of
//! racing processes takes it. Whoever changes a shelf holds its lock, for what takes more than one
//! step; a file system without locks keeps the one promise of the rename.

use std::fs::{self, File, OpenOptions};
use std::io;
use std::os::unix::fs::OpenOptionsExt;
use std::path::{Path, PathBuf};

use rustix::fs::{FlockOperation, flock};

use super::write::{self, FILE};
use super::{read, remove};
use crate::problem::{Deed, Problem};

/// The most bytes of one file that are read; recall's own are much shorter.
const MOST: u64 = 256 * 1024;
/// The name of the file that is locked.
const LOCK: &str = ".lock";
/// How the names of open files end.
const OPEN: &str = ".open.json";
/// How the names of closed files end.
const CLOSED: &str = ".closed.json";

/// A file on a shelf.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Slot {
    /// Its name without what says whether it is open.
    pub id: String,
    /// Whether nobody has taken it.
    pub open: bool,
    /// The file.
    pub path: PathBuf,
}

/// The right to change a shelf, until it is dropped.
#[derive(Debug)]
pub struct Lock(#[expect(dead_code, reason = "closing the file is what gives the lock back")] File);

/// Waits for the right to change a shelf, whose folder must be there.
///
/// # Errors
/// Where the lock's file cannot be made.
pub fn lock(folder: &Path) -> Result<Lock, Problem> {
    let path = folder.join(LOCK);
    let mut options = OpenOptions::new();
    options.write(true).create(true).truncate(false).mode(FILE);
    let file = write::without_links(&mut options)
        .open(&path)
        .map_err(Problem::io(Deed::Write, &path))?;
    // Some file systems know no locks.
    let _ = flock(&file, FlockOperation::LockExclusive);
    Ok(Lock(file))
}

/// The files of a shelf, newest first by name; none where there is no such folder.
///
/// # Errors
/// Where the folder is there and cannot be listed.
pub fn list(folder: &Path) -> Result<Vec<Slot>, Problem> {
    let mut slots: Vec<Slot> = read::files(folder)?.into_iter().filter_map(slot).collect();
    slots.sort_by(|one, other| (&other.id, other.open).cmp(&(&one.id, one.open)));
    // A reader can come between the two names of one rename and see both.
    slots.dedup_by(|one, other| one.id == other.id);
    Ok(slots)
}

/// What a file holds, and whether it is open now; nothing where it was removed.
///
/// Another process may have taken it or given it back since it was listed.
///
/// # Errors
/// Where it cannot be read.
pub fn text(folder: &Path, slot: &Slot) -> Result<Option<(bool, String)>, Problem> {
    for open in [slot.open, !slot.open, slot.open] {
        let path = named(folder, &slot.id, if open { OPEN } else { CLOSED });
        match read::start(&path, MOST) {
            Err(Problem::Io { source, .. }) if source.kind() == io::ErrorKind::NotFound => {}
            text => return text.map(|text| Some((open, text))),
        }
    }
    Ok(None)
}

/// Whether either name of an id is taken.
#[must_use]
pub fn is_taken(folder: &Path, id: &str) -> bool {
    [OPEN, CLOSED]
        .iter()
        .any(|end| read::size(&named(folder, id, end)).is_some())
}

/// Puts a new open file on a shelf, whole and flushed. The caller holds the lock and knows that the id is free.
///
/// # Errors
/// Where it cannot be written; nothing is left behind then.
pub fn add(folder: &Path, id: &str, text: &str) -> Result<(), Problem> {
    write::whole(&named(folder, id, OPEN), text.as_bytes())
}

/// Takes an open file in one step, and tells whether this process is the one that got it.
///
/// # Errors
/// Where it is there and cannot be taken.
pub fn take(folder: &Path, id: &str) -> Result<bool, Problem> {
    let from = named(folder, id, OPEN);
    turn(&from, &named(folder, id, CLOSED))
}

/// Writes what a closed file holds from now on, whole and flushed. The caller holds the lock.
///
/// # Errors
/// Where it cannot be written; it then holds what it held.
pub fn record(folder: &Path, id: &str, text: &str) -> Result<(), Problem> {
    write::whole(&named(folder, id, CLOSED), text.as_bytes())
}

/// Opens a closed file again in one step. The caller holds the lock.
///
/// # Errors
/// Where it is there and cannot be opened again.
pub fn give_back(folder: &Path, id: &str) -> Result<bool, Problem> {
    let from = named(folder, id, CLOSED);
    turn(&from, &named(folder, id, OPEN))
}

/// Removes a closed file.
///
/// # Errors
/// Where it is there and cannot be removed.
pub fn remove(slot: &Slot) -> Result<(), Problem> {
    remove::file(&slot.path)
}

fn turn(from: &Path, to: &Path) -> Result<bool, Problem> {
    match fs::rename(from, to) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(false),
        moved => {
            moved.map_err(Problem::io(Deed::Write, to))?;
            write::flush_folder(to.parent().unwrap_or(Path::new(".")));
            Ok(true)
        }
    }
}

fn named(folder: &Path, id: &str, end: &str) -> PathBuf {
    folder.join(format!("{id}{end}"))
}

fn slot(path: PathBuf) -> Option<Slot> {
    let name = path.file_name()?.to_str()?;
    let named = |end| name.strip_suffix(end).map(str::to_owned);
    let (id, open) = match named(OPEN) {
        Some(id) => (id, true),
        None => (named(CLOSED)?, false),
    };
    Some(Slot { id, open, path })
}
