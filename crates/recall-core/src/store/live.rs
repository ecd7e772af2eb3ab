//! Live transcripts: the ones that the client still writes, for a person who asks for the newest.

use std::fs;
use std::path::{Path, PathBuf};
use std::time::SystemTime;

use super::places::{SLUG, slug};
use super::read;
use crate::problem::Problem;

/// The folders that can hold transcripts of sessions started in `start` or above it, up to `root`.
#[must_use]
pub fn folders(claude_dir: &Path, start: &Path, root: &Path) -> Vec<PathBuf> {
    let projects = claude_dir.join("projects");
    let starts = start
        .ancestors()
        .take_while(|folder| folder.starts_with(root));
    starts
        .filter_map(|folder| named(&projects, &slug(folder)))
        .collect()
}

/// The transcript in these folders that was written last; a hook must never choose so, a person may.
///
/// # Errors
/// Where a folder is there and cannot be listed.
pub fn newest(folders: &[PathBuf]) -> Result<Option<PathBuf>, Problem> {
    let mut newest: Option<(SystemTime, PathBuf)> = None;
    for folder in folders {
        for path in read::files(folder)?
            .into_iter()
            .filter(|path| is_session(path))
        {
            let written = fs::metadata(&path).and_then(|metadata| metadata.modified());
            let Ok(written) = written else {
                continue;
            };
            if newest.as_ref().is_none_or(|(before, _)| *before < written) {
                newest = Some((written, path));
            }
        }
    }
    Ok(newest.map(|(_, path)| path))
}

fn named(projects: &Path, slug: &str) -> Option<PathBuf> {
    let Some(start) = slug.get(..SLUG).filter(|start| start.len() < slug.len()) else {
        return Some(projects.join(slug));
    };
    let start = format!("{start}-");
    let mut folders = fs::read_dir(projects).ok()?.filter_map(Result::ok);
    folders
        .find(|folder| folder.file_name().to_string_lossy().starts_with(&start))
        .map(|folder| folder.path())
}

/// Whether a file is a session's transcript, and not one of its agents'.
#[must_use]
pub fn is_session(path: &Path) -> bool {
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    name.ends_with(".jsonl") && !name.starts_with("agent-")
}
