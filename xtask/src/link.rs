//! The link that lets people call `recall` by its name.

use std::fs;
use std::io::ErrorKind;
use std::os::unix::fs::symlink;
use std::path::Path;

use anyhow::{Context, Result};

use crate::disk;
use crate::entries::own_program;

/// What stands where the link goes.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Found {
    Nothing,
    /// The link as it should be.
    Ours,
    /// A link to recall in another hooks folder.
    Stale,
    Foreign,
}

pub(crate) fn look(link: &Path, program: &Path) -> Found {
    match fs::read_link(link) {
        Ok(to) if to == program => Found::Ours,
        Ok(to) if to.to_str().and_then(own_program).is_some() => Found::Stale,
        Err(error) if error.kind() == ErrorKind::NotFound => Found::Nothing,
        _ => Found::Foreign,
    }
}

/// Makes the link, or turns a stale one to the program.
pub(crate) fn make(link: &Path, program: &Path) -> Result<()> {
    let deed = || format!("cannot link {} to {}", link.display(), program.display());
    let folder = link
        .parent()
        .context("it has no folder")
        .with_context(deed)?;
    let beside = tempfile::Builder::new()
        .prefix(".recall-")
        .make_in(folder, |path| symlink(program, path))
        .with_context(deed)?;
    beside
        .persist(link)
        .map_err(|it| it.error)
        .with_context(deed)?;
    Ok(())
}

/// Removes the link if it is to this program; says whether it did.
pub(crate) fn unmake(link: &Path, program: &Path) -> Result<bool> {
    match look(link, program) {
        Found::Ours => disk::remove(link),
        _ => Ok(false),
    }
}
