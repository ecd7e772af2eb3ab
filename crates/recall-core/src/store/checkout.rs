//! What a checkout's own files tell of it, without running git.

use std::ffi::OsStr;
use std::fs;
use std::os::unix::ffi::OsStrExt;
use std::path::{Path, PathBuf};

use super::{places, read};
use crate::problem::Problem;

/// The most bytes of a configuration file that are read.
const CONFIG: u64 = 1024 * 1024;
/// The most bytes of a file that holds one path.
const PATH: u64 = 8 * 1024;

/// A repository, which all its worktrees share.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Repository {
    /// Its folder with its links followed: `.git` of the main checkout, or what stands for it.
    pub folder: PathBuf,
    /// The text of its configuration file, empty where there is none.
    pub config: String,
}

/// The repository of a checkout's root, or nothing where there is none.
///
/// Where `.git` is a file it is followed as git does (`git help repository-layout`): to the folder
/// that it names, and from a worktree's on to the one that all share.
///
/// # Errors
/// Where one of the files is there and cannot be read.
pub fn repository(root: &Path) -> Result<Option<Repository>, Problem> {
    let Some(own) = own_folder(root)? else {
        return Ok(None);
    };
    let shared = own.join("commondir");
    let folder = match shared.symlink_metadata() {
        Ok(_) => path_in(&shared, b"")?.map(|path| own.join(path)),
        Err(_) => Some(own),
    };
    let Some(folder) = folder.filter(|folder| folder.is_dir()) else {
        return Ok(None);
    };
    let folder = places::real(&folder);
    let config = folder.join("config");
    let config = match config.symlink_metadata() {
        Ok(_) => read::start(&config, CONFIG)?,
        Err(_) => String::new(),
    };
    Ok(Some(Repository { folder, config }))
}

/// The nearest entry of that name, from `start` upwards to a checkout's `root` or the home folder, these included.
///
/// Outside of both only `start` is looked into: a folder that others can write to may lie above it.
#[must_use]
pub fn nearest(name: &str, start: &Path, root: &Path, home: Option<&Path>) -> Option<PathBuf> {
    let start = places::real(start);
    let root = places::real(root);
    let home = home.map(places::real);
    let is_checkout = root.join(".git").symlink_metadata().is_ok();
    let is_last =
        |folder: &Path| home.as_deref() == Some(folder) || is_checkout && folder == root.as_path();
    let above = start.ancestors().position(is_last).unwrap_or(0);
    let entries = start
        .ancestors()
        .take(above + 1)
        .map(|folder| folder.join(name));
    entries
        .into_iter()
        .find(|entry| entry.symlink_metadata().is_ok())
}

/// The folder in which git keeps what is a checkout's own.
fn own_folder(root: &Path) -> Result<Option<PathBuf>, Problem> {
    let git = root.join(".git");
    match fs::metadata(&git) {
        Ok(found) if found.is_dir() => Ok(Some(git)),
        Ok(_) => Ok(path_in(&git, b"gitdir:")?.map(|path| root.join(path))),
        Err(_) => Ok(Some(root.to_owned()).filter(|root| is_bare(root))),
    }
}

/// Whether a folder is a repository itself, as git tells it.
fn is_bare(folder: &Path) -> bool {
    folder.join("HEAD").is_file() && folder.join("objects").is_dir() && folder.join("refs").is_dir()
}

/// The path that a file holds after a word that it begins with.
fn path_in(file: &Path, word: &[u8]) -> Result<Option<PathBuf>, Problem> {
    let bytes = read::start_bytes(file, PATH)?;
    let path = bytes.strip_prefix(word).map(<[u8]>::trim_ascii);
    let path = path.filter(|path| !path.is_empty());
    Ok(path.map(|path| PathBuf::from(OsStr::from_bytes(path))))
}
