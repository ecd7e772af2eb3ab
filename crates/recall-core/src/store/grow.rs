//! Files that grow by what is new, one process at a time, and take another name when they are whole.

use std::fs::{self, File, OpenOptions, Permissions};
use std::hash::{DefaultHasher, Hash, Hasher};
use std::io::{self, ErrorKind, Read, Seek, SeekFrom};
#[cfg(target_os = "linux")]
use std::num::NonZeroU64;
use std::ops::Range;
use std::os::unix::fs::{MetadataExt, OpenOptionsExt, PermissionsExt};
use std::path::{Path, PathBuf};

#[cfg(target_os = "linux")]
use rustix::fs::{Advice, FallocateFlags, fadvise, fallocate};
use rustix::fs::{FlockOperation, flock};

use super::write::{self, FILE};
use crate::hash;

/// How the names of files begin that are not whole yet.
pub const UNFINISHED: &str = ".unfinished-";

/// How the names of copies begin that a later run can go on with.
pub(super) const RESUMABLE: &str = ".unfinished-transcript-";

/// The most letters of a transcript's name in that of its unfinished copy.
const STEM: usize = 60;

/// Bytes that are copied before the disk is asked to begin with them, so that a flush finds most of its work done.
const PIECE: u64 = 8 * 1024 * 1024;

/// A file that no other process grows as long as this value lives.
#[derive(Debug)]
pub struct Growing {
    file: File,
    path: PathBuf,
    is_of_this_start: bool,
}

impl Growing {
    /// Takes a file that is there; nothing where it is gone, or got another name while it was waited for.
    ///
    /// # Errors
    /// Where it cannot be opened for writing.
    pub fn there(path: &Path) -> io::Result<Option<Self>> {
        match options().open(path) {
            Err(error) if error.kind() == ErrorKind::NotFound => Ok(None),
            file => Self::lock(file?, path),
        }
    }

    /// Takes the unfinished copy of a transcript, which may hold what an interrupted run left, or be new.
    ///
    /// One that was left before the machine was started last may have lost what was not flushed: it
    /// goes, and a new one is begun.
    ///
    /// # Errors
    /// Where it can neither be made nor opened.
    pub fn unfinished(folder: &Path, transcript: &Path) -> io::Result<Option<Self>> {
        let start = this_start();
        let begin = unfinished_name(transcript);
        let name = format!("{begin}{}", start.as_deref().unwrap_or_default());
        let path = folder.join(&name);
        let taken = match options().create_new(true).mode(FILE).open(&path) {
            Err(error) if error.kind() == ErrorKind::AlreadyExists => Self::there(&path),
            file => {
                let file = file?;
                remove_others(folder, &begin, &name);
                file.set_permissions(Permissions::from_mode(FILE))?;
                Self::lock(file, &path)
            }
        };
        let is_of_this_start = start.is_some();
        Ok(taken?.map(|growing| Self {
            is_of_this_start,
            ..growing
        }))
    }

    /// Whether all that it holds was written since the machine was started, so that no cut of power can have hurt it.
    #[must_use]
    pub const fn is_of_this_start(&self) -> bool {
        self.is_of_this_start
    }

    /// The file, for reading.
    #[must_use]
    pub const fn file(&self) -> &File {
        &self.file
    }

    /// Its size in bytes.
    ///
    /// # Errors
    /// Where the system does not tell it.
    pub fn size(&self) -> io::Result<u64> {
        self.file.metadata().map(|metadata| metadata.len())
    }

    /// Lets go of all that it holds.
    ///
    /// # Errors
    /// Where it cannot be cut.
    pub fn empty(&self) -> io::Result<()> {
        self.file.set_len(0)
    }

    /// Adds what a source holds from this file's end up to `end`, each `step` bytes flushed before the next.
    ///
    /// # Errors
    /// Where the source ends early, or the disk takes no more; what was added until then stays.
    pub fn add(&mut self, mut source: &File, end: u64, step: u64) -> io::Result<()> {
        let mut at = self.size()?;
        source.seek(SeekFrom::Start(at))?;
        self.file.seek(SeekFrom::Start(at))?;
        if at < end {
            // A run that was killed may have left its last step unflushed, which must not add to this one's.
            self.file.sync_data()?;
        }
        make_room(&self.file, at..end);
        while at < end {
            let flush = end.min(at.saturating_add(step));
            while at < flush {
                let wanted = PIECE.min(flush - at);
                let added = io::copy(&mut source.take(wanted), &mut self.file)?;
                start_write_back(&self.file, at, added);
                at += added;
                if added < wanted {
                    let reason = format!("only {at} of {end} bytes could be read");
                    return Err(io::Error::new(ErrorKind::UnexpectedEof, reason));
                }
            }
            self.file.sync_data()?;
        }
        Ok(())
    }

    /// Gives it the first of these names that is free; nothing where it is not under its own any more.
    ///
    /// # Errors
    /// Where it cannot be renamed, or every name is taken.
    pub fn finish(self, name: impl Fn(u32) -> String) -> io::Result<Option<PathBuf>> {
        let folder = self.path.parent().unwrap_or(Path::new("."));
        match write::take_first(&self.path, folder, name) {
            Err(error) if error.kind() == ErrorKind::NotFound => Ok(None),
            named => named.map(Some),
        }
    }

    /// Removes it.
    pub fn discard(self) {
        // What could not be removed is a leftover, and goes with those.
        let _ = fs::remove_file(&self.path);
    }

    fn lock(file: File, path: &Path) -> io::Result<Option<Self>> {
        // Some file systems know no locks. Two processes then write the same bytes to the same places.
        let _ = flock(&file, FlockOperation::LockExclusive);
        let here = file.metadata()?;
        if !here.is_file() {
            return Err(ErrorKind::InvalidInput.into());
        }
        let is_same = path
            .symlink_metadata()
            .is_ok_and(|there| (there.dev(), there.ino()) == (here.dev(), here.ino()));
        let path = path.to_owned();
        Ok(is_same.then_some(Self {
            file,
            path,
            is_of_this_start: false,
        }))
    }
}

fn options() -> OpenOptions {
    let mut options = OpenOptions::new();
    write::without_links(options.read(true).write(true));
    options
}

/// Has the file system choose the places of a long copy at once, which takes longer block by block.
///
/// The file's size stays. Where there is no room, or no such call, the copy itself finds out.
fn make_room(file: &File, new: Range<u64>) {
    #[cfg(target_os = "linux")]
    if new.end > new.start + PIECE {
        let bytes = new.end - new.start;
        let _ = fallocate(file, FallocateFlags::KEEP_SIZE, new.start, bytes);
    }
    #[cfg(not(target_os = "linux"))]
    let _ = (file, new);
}

/// Lets the disk begin to write bytes while the next ones are copied; only a flush says that they are there.
fn start_write_back(file: &File, at: u64, bytes: u64) {
    // Linux takes advice that the bytes are not needed in memory as the order to write them.
    #[cfg(target_os = "linux")]
    let _ = fadvise(file, at, NonZeroU64::new(bytes), Advice::DontNeed);
    #[cfg(not(target_os = "linux"))]
    let _ = (file, at, bytes);
}

/// What tells this start of the machine from every other, to stand in a file's name, where the system tells.
#[expect(
    clippy::disallowed_methods,
    reason = "it is the system that is read, and no file"
)]
fn this_start() -> Option<String> {
    let id = fs::read_to_string("/proc/sys/kernel/random/boot_id").ok()?;
    Some(format!("-{:016x}", hash::of(id.trim().as_bytes())))
}

/// Removes the copies of the same transcript that were left before the machine was started last.
fn remove_others(folder: &Path, begin: &str, own: &str) {
    let others = fs::read_dir(folder).into_iter().flatten().flatten();
    for other in others {
        let name = other.file_name();
        let name = name.to_string_lossy();
        if name.starts_with(begin) && name != own {
            // What could not be removed is a leftover, and goes with those.
            let _ = fs::remove_file(other.path());
        }
    }
}

/// The name says to a person whose copy it is; the hash keeps apart what has the same name elsewhere.
fn unfinished_name(transcript: &Path) -> String {
    let mut hasher = DefaultHasher::new();
    transcript.hash(&mut hasher);
    let stem = transcript.file_stem().unwrap_or_default().to_string_lossy();
    let plain = |c: char| if c.is_ascii_alphanumeric() { c } else { '-' };
    let stem: String = stem.chars().take(STEM).map(plain).collect();
    format!("{RESUMABLE}{stem}-{:016x}", hasher.finish())
}

#[cfg(test)]
mod tests {
    use std::fs;
    use std::path::Path;

    use super::{Growing, unfinished_name};

    #[test]
    fn the_name_of_an_unfinished_copy_says_whose_it_is() {
        let name = |path: &str| unfinished_name(Path::new(path));
        assert!(name("/a/0b-1c.jsonl").starts_with(".unfinished-transcript-0b-1c-"));
        assert_ne!(name("/a/0b-1c.jsonl"), name("/b/0b-1c.jsonl"));
        assert!(name(&format!("/a/{}\n.jsonl", "日".repeat(80))).is_ascii());
    }

    #[test]
    fn a_file_grows_to_the_end_that_was_asked_for_and_no_further() {
        let folder = tempfile::tempdir().unwrap();
        let source = folder.path().join("source.jsonl");
        fs::write(&source, b"0123456789").unwrap();
        let opened = fs::File::open(&source).unwrap();
        let mut growing = Growing::unfinished(folder.path(), &source)
            .unwrap()
            .unwrap();
        for (end, step) in [(3, 2), (3, 2), (8, 64)] {
            growing.add(&opened, end, step).unwrap();
            assert_eq!(growing.size().unwrap(), end);
        }
        assert!(growing.add(&opened, 11, 4).is_err());
        let path = growing.finish(|nth| format!("whole-{nth}")).unwrap();
        assert_eq!(fs::read(path.unwrap()).unwrap(), b"0123456789");
    }

    #[test]
    fn a_finished_name_is_never_taken_from_another() {
        let folder = tempfile::tempdir().unwrap();
        fs::write(folder.path().join("whole-1"), b"mine").unwrap();
        let growing = Growing::unfinished(folder.path(), Path::new("/a/b.jsonl"))
            .unwrap()
            .unwrap();
        let path = growing.finish(|nth| format!("whole-{nth}")).unwrap();
        assert_eq!(path, Some(folder.path().join("whole-2")));
        assert_eq!(fs::read(folder.path().join("whole-1")).unwrap(), b"mine");
    }

    #[test]
    #[cfg(target_os = "linux")]
    fn a_copy_that_was_left_before_the_machine_was_started_is_begun_anew() {
        let folder = tempfile::tempdir().unwrap();
        let transcript = Path::new("/a/b.jsonl");
        let left = folder.path().join(unfinished_name(transcript) + "-before");
        let another = folder.path().join(unfinished_name(Path::new("/a/c.jsonl")));
        fs::write(&left, b"lost\0\0").unwrap();
        fs::write(&another, b"kept").unwrap();
        let growing = Growing::unfinished(folder.path(), transcript);
        let growing = growing.unwrap().unwrap();
        assert!(growing.is_of_this_start() && growing.size().unwrap() == 0);
        assert!(!left.exists() && another.exists());
    }

    #[test]
    fn a_file_that_is_gone_is_not_made_anew() {
        let folder = tempfile::tempdir().unwrap();
        let growing = Growing::unfinished(folder.path(), Path::new("/a/b.jsonl"))
            .unwrap()
            .unwrap();
        fs::remove_file(&growing.path).unwrap();
        assert_eq!(growing.finish(|_| "whole".to_owned()).unwrap(), None);
        assert!(
            Growing::there(&folder.path().join("none"))
                .unwrap()
                .is_none()
        );
    }
}
