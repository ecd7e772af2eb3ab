//! Live transcripts: the ones that the client still writes, for a person who asks for the newest.

use std::cmp::Reverse;
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

/// The transcripts of sessions in a folder, at most `most`, those that were written last first.
///
/// The time only decides which are looked at where there are more, never which is believed.
///
/// # Errors
/// Where the folder is there and cannot be listed.
pub fn latest(folder: &Path, most: usize) -> Result<Vec<PathBuf>, Problem> {
    let files = read::files(folder)?.into_iter();
    let written = |path: &Path| path.symlink_metadata().and_then(|file| file.modified());
    let mut files: Vec<(Reverse<SystemTime>, PathBuf)> = files
        .filter(|path| is_session(path))
        .filter_map(|path| Some((Reverse(written(&path).ok()?), path)))
        .collect();
    files.sort();
    files.truncate(most);
    Ok(files.into_iter().map(|(_, path)| path).collect())
}

/// Whether a file is named as the client names the transcript of a subagent.
#[must_use]
pub fn is_agents_name(path: &Path) -> bool {
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    name.starts_with("agent-") && name.ends_with(".jsonl")
}

/// Where the client has the transcript of a session's subagent: in a folder of the session, and
/// beside its transcript up to client 2.1.63.
#[must_use]
pub fn agents(transcript: &Path, agent: &str) -> [PathBuf; 2] {
    let name = format!("agent-{agent}.jsonl");
    let own = transcript.with_extension("").join("subagents").join(&name);
    [own, transcript.with_file_name(name)]
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
    name.ends_with(".jsonl") && !is_agents_name(path)
}
