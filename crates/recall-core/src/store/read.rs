//! Reading files that may be missing, folders, or unreadable.

use std::fs::{self, File};
use std::io::{self, ErrorKind, Read, Seek, SeekFrom};
use std::path::{Path, PathBuf};

use crate::problem::{Deed, Fault, Problem};

/// Opens a regular file for reading.
///
/// # Errors
/// Where it is missing, unreadable or no regular file. A pipe is not waited for.
pub fn open(path: &Path) -> Result<File, Problem> {
    let metadata = fs::metadata(path).map_err(Problem::io(Deed::Read, path))?;
    if !metadata.is_file() {
        return Err(Problem::unfit(path, Fault::NotAFile));
    }
    File::open(path).map_err(Problem::io(Deed::Read, path))
}

/// The text of a file, or nothing where there is no such file; bytes that are no text become U+FFFD.
///
/// # Errors
/// Where it is there and cannot be read.
pub fn text_if_there(path: &Path) -> Result<Option<String>, Problem> {
    match fs::metadata(path) {
        Err(error) if is_absence(&error) => return Ok(None),
        Err(error) => return Err(Problem::io(Deed::Read, path)(error)),
        Ok(metadata) if !metadata.is_file() => return Err(Problem::unfit(path, Fault::NotAFile)),
        Ok(_) => {}
    }
    let bytes = fs::read(path).map_err(Problem::io(Deed::Read, path))?;
    Ok(Some(String::from_utf8_lossy(&bytes).into_owned()))
}

/// Whether an error says that there is nothing: a name that is too long for the disk cannot be there.
#[must_use]
pub fn is_absence(error: &io::Error) -> bool {
    matches!(
        error.kind(),
        ErrorKind::NotFound | ErrorKind::NotADirectory | ErrorKind::InvalidFilename
    )
}

/// The text of a file's first `most` bytes; bytes that are no text become U+FFFD.
///
/// # Errors
/// Where it cannot be read.
pub fn start(path: &Path, most: u64) -> Result<String, Problem> {
    let bytes = start_bytes(path, most)?;
    Ok(String::from_utf8_lossy(&bytes).into_owned())
}

/// A file's first `most` bytes.
///
/// # Errors
/// Where it cannot be read.
pub fn start_bytes(path: &Path, most: u64) -> Result<Vec<u8>, Problem> {
    let mut bytes = Vec::new();
    let file = open(path)?;
    file.take(most)
        .read_to_end(&mut bytes)
        .map_err(Problem::io(Deed::Read, path))?;
    Ok(bytes)
}

/// The last `most` bytes of a file, with how many bytes stand before them.
///
/// # Errors
/// Where it cannot be read.
pub fn end(path: &Path, most: u64) -> Result<(u64, Vec<u8>), Problem> {
    let mut file = open(path)?;
    let mut read = || {
        let size = file.metadata()?.len();
        let offset = file.seek(SeekFrom::Start(size.saturating_sub(most)))?;
        let mut bytes = Vec::new();
        (&mut file).take(most).read_to_end(&mut bytes)?;
        Ok((offset, bytes))
    };
    read().map_err(Problem::io(Deed::Read, path))
}

/// The size of a file in bytes, or nothing where it is gone.
#[must_use]
pub fn size(path: &Path) -> Option<u64> {
    path.symlink_metadata().ok().map(|metadata| metadata.len())
}

/// The real folders in a folder, or none where there is no such folder.
///
/// # Errors
/// Where it is there and cannot be listed.
pub fn folders(folder: &Path) -> Result<Vec<PathBuf>, Problem> {
    entries(folder, fs::FileType::is_dir)
}

/// The regular files of a folder, or none where there is no such folder.
///
/// A link is no file of the folder: a cloned repository could lead it anywhere.
///
/// # Errors
/// Where it is there and cannot be listed.
pub fn files(folder: &Path) -> Result<Vec<PathBuf>, Problem> {
    entries(folder, fs::FileType::is_file)
}

fn entries(folder: &Path, kind: fn(&fs::FileType) -> bool) -> Result<Vec<PathBuf>, Problem> {
    let listing = match fs::read_dir(folder) {
        Err(error) if error.kind() == ErrorKind::NotADirectory => {
            return Err(Problem::unfit(folder, Fault::NotAFolder));
        }
        Err(error) if is_absence(&error) => return Ok(Vec::new()),
        listing => listing.map_err(Problem::io(Deed::List, folder))?,
    };
    let is_wanted = |entry: &fs::DirEntry| entry.file_type().is_ok_and(|found| kind(&found));
    let wanted = listing.filter_map(Result::ok).filter(is_wanted);
    Ok(wanted.map(|entry| entry.path()).collect())
}
