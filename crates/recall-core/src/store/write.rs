//! Writing whole or not at all, for the owner's eyes only.

use std::fs::{self, File, Metadata, OpenOptions, Permissions};
use std::io::{self, ErrorKind, Write};
use std::os::unix::fs::{OpenOptionsExt, PermissionsExt};
use std::path::{Path, PathBuf};
use std::process;

use rustix::fs::{CWD, OFlags, RenameFlags, renameat_with};
use rustix::io::Errno;

use super::grow::UNFINISHED;
use crate::problem::{Deed, Fault, Problem};

/// The mode of a private file.
pub(super) const FILE: u32 = 0o600;
/// How many files may take the name of one second.
const MOST_NAMES: u32 = 999;

/// Writes a new private file under the first of its names that is free, and returns its path.
///
/// `name(1)`, `name(2)`, ... are tried in turn. The file appears under its name
/// only when `fill` is done and the bytes are on the disk.
///
/// # Errors
/// Where it cannot be written; nothing is left behind then.
pub fn new_file<N: AsRef<Path>>(
    folder: &Path,
    name: impl Fn(u32) -> N,
    fill: impl FnOnce(&mut File) -> io::Result<()>,
) -> Result<PathBuf, Problem> {
    let beside =
        Beside::fill(folder, fill).map_err(Problem::io(Deed::Write, &folder.join(name(1))))?;
    take_first(&beside.path, folder, &name).map_err(Problem::io(Deed::Write, &folder.join(name(1))))
}

/// Writes a private file that only one of several racing writers needs to write.
///
/// # Errors
/// Where a link or a folder stands in its place, or it is not there and cannot be written.
pub fn if_missing(path: &Path, bytes: &[u8]) -> Result<(), Problem> {
    if let Ok(metadata) = path.symlink_metadata() {
        return expect_file(path, &metadata);
    }
    let folder = path.parent().unwrap_or(Path::new("."));
    let beside = Beside::fill(folder, |file| file.write_all(bytes))
        .map_err(Problem::io(Deed::Write, path))?;
    take(&beside.path, path)
        .map(drop)
        .map_err(Problem::io(Deed::Write, path))
}

/// Writes a private file whole and flushed, over the one that is there.
///
/// # Errors
/// Where it cannot be written; what was there stays then.
pub fn whole(path: &Path, bytes: &[u8]) -> Result<(), Problem> {
    let folder = path.parent().unwrap_or(Path::new("."));
    let put = || {
        let beside = Beside::fill(folder, |file| file.write_all(bytes))?;
        fs::rename(&beside.path, path)?;
        flush_folder(folder);
        Ok(())
    };
    put().map_err(Problem::io(Deed::Write, path))
}

/// Writes a private file whole over the one that is there, without waiting for the disk.
///
/// For what is written often and can be missed after a cut of power.
///
/// # Errors
/// Where it cannot be written; what was there stays then.
pub fn whole_soon(path: &Path, bytes: &[u8]) -> Result<(), Problem> {
    let folder = path.parent().unwrap_or(Path::new("."));
    let put = || {
        let (mut file, beside) = Beside::create(folder)?;
        file.set_permissions(Permissions::from_mode(FILE))?;
        file.write_all(bytes)?;
        fs::rename(&beside.path, path)
    };
    put().map_err(Problem::io(Deed::Write, path))
}

/// Refuses what recall does not write into: a link, a folder, a pipe.
pub(super) fn expect_file(path: &Path, metadata: &Metadata) -> Result<(), Problem> {
    if metadata.is_symlink() {
        return Err(Problem::unfit(path, Fault::LinkedFile));
    }
    if !metadata.is_file() {
        return Err(Problem::unfit(path, Fault::NotWritable));
    }
    Ok(())
}

/// Opens nothing that a link leads to, also where the link was put there since the path was looked at.
pub(super) fn without_links(options: &mut OpenOptions) -> &mut OpenOptions {
    let flags = OFlags::NOFOLLOW | OFlags::NONBLOCK;
    options.custom_flags(i32::try_from(flags.bits()).unwrap_or(0))
}

/// Moves a flushed file to the first of its names in a folder that is free, and returns its path.
pub(super) fn take_first<N: AsRef<Path>>(
    from: &Path,
    folder: &Path,
    name: impl Fn(u32) -> N,
) -> io::Result<PathBuf> {
    for nth in 1..=MOST_NAMES {
        let path = folder.join(name(nth));
        if take(from, &path)? {
            flush_folder(folder);
            return Ok(path);
        }
    }
    let full = "every name of this second is taken";
    Err(io::Error::new(ErrorKind::AlreadyExists, full))
}

/// Moves a file to a name in one step, unless the name is taken.
fn take(from: &Path, to: &Path) -> io::Result<bool> {
    match renameat_with(CWD, from, CWD, to, RenameFlags::NOREPLACE) {
        Err(Errno::EXIST) => Ok(false),
        // Some file systems cannot do it in one step: there the name is looked at first and then taken.
        Err(Errno::INVAL | Errno::NOSYS | Errno::NOTSUP) => {
            let is_free = to.symlink_metadata().is_err();
            if is_free {
                fs::rename(from, to)?;
            }
            Ok(is_free)
        }
        moved => moved.map(|()| true).map_err(io::Error::from),
    }
}

/// A file that is being written beside its place, and is gone again unless it gets there.
struct Beside {
    path: PathBuf,
}

impl Beside {
    fn fill(folder: &Path, fill: impl FnOnce(&mut File) -> io::Result<()>) -> io::Result<Self> {
        let (mut file, beside) = Self::create(folder)?;
        file.set_permissions(Permissions::from_mode(FILE))?;
        fill(&mut file)?;
        file.sync_all()?;
        Ok(beside)
    }

    fn create(folder: &Path) -> io::Result<(File, Self)> {
        let mut attempt = 0_u32;
        loop {
            let path = folder.join(format!("{UNFINISHED}{}-{attempt}", process::id()));
            match OpenOptions::new()
                .write(true)
                .create_new(true)
                .mode(FILE)
                .open(&path)
            {
                // A process of that number died here before.
                Err(error) if error.kind() == ErrorKind::AlreadyExists && attempt < 1000 => {
                    attempt += 1;
                }
                file => return Ok((file?, Self { path })),
            }
        }
    }
}

impl Drop for Beside {
    fn drop(&mut self) {
        // After a rename there is nothing left to remove.
        let _ = fs::remove_file(&self.path);
    }
}

/// Makes names survive a power cut, where the file system can.
pub(super) fn flush_folder(folder: &Path) {
    if let Ok(folder) = File::open(folder) {
        let _ = folder.sync_all();
    }
}

#[cfg(test)]
mod tests {
    use std::fs::{self, OpenOptions};
    use std::os::unix::fs::symlink;
    use std::path::Path;

    use super::{if_missing, new_file, without_links};

    #[test]
    fn a_link_that_takes_a_files_place_is_not_opened() {
        let folder = tempfile::tempdir().unwrap();
        let (file, link) = (folder.path().join("file"), folder.path().join("link"));
        fs::write(&file, "mine").unwrap();
        symlink(&file, &link).unwrap();
        let open = |path: &Path| without_links(OpenOptions::new().append(true)).open(path);
        assert!(open(&file).is_ok());
        assert!(open(&link).is_err());
    }

    #[test]
    fn a_name_that_a_link_has_is_taken() {
        let folder = tempfile::tempdir().unwrap();
        symlink("nowhere", folder.path().join("1")).unwrap();
        let path = new_file(folder.path(), |nth| nth.to_string(), |_| Ok(())).unwrap();
        assert_eq!(path, folder.path().join("2"));
        assert!(if_missing(&folder.path().join("1"), b"x").is_err());
        assert!(!folder.path().join("nowhere").exists());
    }
}
