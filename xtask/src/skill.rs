//! The skill that tells a model when to hand work over: put in place, and never over what is not ours.

use std::fs;
use std::path::Path;

use anyhow::Result;

use crate::disk::{self, Prepared};

/// What is written, whole.
pub(crate) const TEXT: &str = include_str!("../../skills/handoff/SKILL.md");

/// What stands where the skill goes.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Found {
    Nothing,
    UpToDate,
    /// What an earlier install wrote.
    Older,
    /// Somebody else's, or changed since.
    Foreign,
}

/// Looks at the place; `written` is what install wrote there last.
pub(crate) fn look(path: &Path, written: Option<&str>) -> Result<Found> {
    let Ok(about) = fs::symlink_metadata(path) else {
        return Ok(Found::Nothing);
    };
    let text = if path.is_file() {
        disk::read(path)?
    } else {
        None
    };
    let is = |known: &str| text.as_deref() == Some(known.as_bytes());
    Ok(if is(TEXT) {
        Found::UpToDate
    } else if about.is_file() && written.is_some_and(is) {
        Found::Older
    } else {
        Found::Foreign
    })
}

/// The file to put in place, if there is anything to do.
pub(crate) fn prepare(path: &Path, found: Found) -> Result<Option<Prepared>> {
    match found {
        Found::Nothing | Found::Older => disk::prepare(path, TEXT.as_bytes(), 0o644).map(Some),
        Found::UpToDate | Found::Foreign => Ok(None),
    }
}

/// Removes the skill where it is as it was written; says what was found.
pub(crate) fn remove(path: &Path, written: Option<&str>) -> Result<Found> {
    let is_link = path.is_symlink();
    match look(path, written)? {
        Found::UpToDate if is_link => Ok(Found::Foreign),
        found @ (Found::UpToDate | Found::Older) => {
            disk::remove(path)?;
            Ok(found)
        }
        found => Ok(found),
    }
}
