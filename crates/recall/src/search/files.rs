//! The files that are searched: live transcripts first, then backups, so that the first to hold a line is the one to name.

use std::collections::HashSet;
use std::fs;
use std::path::{Path, PathBuf};

use recall_core::backup;
use recall_core::problem::Problem;
use recall_core::process::Surroundings;
use recall_core::project::Project;
use recall_core::store::{live, places, read};
use recall_core::transcript::{claude, line};

/// Bytes from a transcript's start in which its folder is looked for.
const START: u64 = 256 * 1024;

/// A file to search.
#[derive(Clone, Debug)]
pub(crate) struct Source {
    pub(crate) path: PathBuf,
    /// Its size in bytes, when it was listed.
    pub(crate) size: u64,
    /// Whether the client writes it, and it is no backup.
    pub(crate) is_live: bool,
    /// Whether a session's id is enough to find it from here.
    pub(crate) is_here: bool,
}

/// The transcripts and backups of a project, or of every project.
pub(crate) fn list(
    project: &Project,
    all: bool,
    here: &Surroundings,
) -> Result<Vec<Source>, Problem> {
    let own = own_folders(project, here);
    let mut roots = vec![project.root.clone()];
    let mut found = Vec::new();
    for folder in &own {
        found.extend(transcripts(folder, true)?);
    }
    if all {
        roots.extend(
            project
                .config
                .members
                .iter()
                .map(|member| member.folder.clone()),
        );
        for folder in folders(here)
            .into_iter()
            .filter(|folder| !own.contains(folder))
        {
            let theirs = transcripts(&folder, false)?;
            let start = theirs.iter().find_map(|source| started_in(&source.path));
            roots.extend(start.map(|start| places::project_root(&start, here.home.as_deref())));
            found.extend(theirs);
        }
    }
    let mut seen = HashSet::new();
    for root in roots {
        if seen.insert(root.clone()) {
            let is_here = root == project.root;
            let backups = backup::list(&places::backups(&root))?.into_iter();
            found.extend(backups.map(|backup| source(backup.path, false, is_here)));
        }
    }
    Ok(found)
}

/// The folders of transcripts of sessions started in the project's root or anywhere below it.
fn own_folders(project: &Project, here: &Surroundings) -> Vec<PathBuf> {
    let Some(claude_dir) = &here.claude_dir else {
        return Vec::new();
    };
    let mut own = live::folders(claude_dir, &project.start, &project.root);
    let slug = places::slug(&project.root) + "-";
    for folder in folders(here) {
        let name = folder.file_name().unwrap_or_default().to_string_lossy();
        // A sibling folder can have a name that only goes on: `app` and `app-site`.
        let is_below = || {
            let theirs = transcripts(&folder, false).unwrap_or_default();
            let start = theirs.iter().find_map(|source| started_in(&source.path));
            start.is_some_and(|start| {
                places::project_root(&start, here.home.as_deref()) == project.root
            })
        };
        if name.starts_with(&slug) && !own.contains(&folder) && is_below() {
            own.push(folder);
        }
    }
    own
}

/// Every folder of transcripts, by name.
fn folders(here: &Surroundings) -> Vec<PathBuf> {
    let projects = here
        .claude_dir
        .as_ref()
        .map(|folder| folder.join("projects"));
    let listing = projects.and_then(|projects| fs::read_dir(projects).ok());
    let entries = listing.into_iter().flatten().filter_map(Result::ok);
    let mut folders: Vec<PathBuf> = entries
        .map(|entry| entry.path())
        .filter(|path| path.is_dir())
        .collect();
    folders.sort();
    folders
}

/// The transcripts of sessions in a folder; a subagent's is none.
fn transcripts(folder: &Path, is_here: bool) -> Result<Vec<Source>, Problem> {
    let mut paths = read::files(folder)?;
    paths.retain(|path| {
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        name.ends_with(".jsonl") && !name.starts_with("agent-")
    });
    paths.sort();
    Ok(paths
        .into_iter()
        .map(|path| source(path, true, is_here))
        .collect())
}

fn source(path: PathBuf, is_live: bool, is_here: bool) -> Source {
    Source {
        size: read::size(&path).unwrap_or(0),
        path,
        is_live,
        is_here,
    }
}

/// The folder that a session was started in, as its transcript says.
pub(crate) fn started_in(path: &Path) -> Option<PathBuf> {
    let text = read::start(path, START).ok()?;
    let mut start = None;
    for text in text.lines() {
        line::read(text.as_bytes(), |object| {
            start = claude::cwd(object).map(|cwd| PathBuf::from(cwd.as_ref()));
        });
        if start.is_some() {
            break;
        }
    }
    start
}
