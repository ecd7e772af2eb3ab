//! The project of a checkout or folder: its marker, else its remote, else its name.

use std::path::{Path, PathBuf};

use super::marker::{self, Fault, MARKER, What};
use super::remote::Remote;
use super::{Scope, git_config};
use crate::problem::Problem;
use crate::store::checkout::{self, Repository};
use crate::store::{places, read};

/// The most bytes of a marker.
const LONGEST: u64 = 64 * 1024;
/// The remotes that name a repository, the first of them that there is.
const REMOTES: [&str; 2] = ["upstream", "origin"];

/// The project that a session belongs to which works in `start`, a folder of the project at `root`.
///
/// The nearest marker decides, up to the checkout's root or the home folder, these two included;
/// outside of both only one in `start` itself. Else the first usable of the remotes `upstream` and
/// `origin`, else the folder of the main checkout, so that all worktrees share. What is not usable
/// is reported, and the next rule holds.
pub fn find(start: &Path, root: &Path, home: Option<&Path>, problems: &mut Vec<Problem>) -> Scope {
    let root = places::real(root);
    if let Some(marker) = checkout::nearest(MARKER, start, &root, home) {
        match declared(&marker, &root) {
            Ok(scope) => return scope,
            Err(problem) => problems.push(problem),
        }
    }
    match checkout::repository(&root) {
        Ok(Some(repository)) => of_repository(&repository),
        Ok(None) => Scope::of_folder(&root),
        Err(problem) => {
            problems.push(problem);
            Scope::of_folder(&root)
        }
    }
}

fn declared(marker: &Path, root: &Path) -> Result<Scope, Problem> {
    let fault = |what| {
        let file = marker.to_owned();
        Problem::Marker(Fault { file, what })
    };
    let within = marker.parent().filter(|folder| !folder.starts_with(root));
    if !places::is_inside(marker, within.unwrap_or(root)) {
        return Err(fault(What::Outside));
    }
    let bytes = read::start_bytes(marker, LONGEST + 1)?;
    if bytes.len() as u64 > LONGEST {
        return Err(fault(What::Long));
    }
    marker::parse(&bytes).map_err(fault)
}

fn of_repository(repository: &Repository) -> Scope {
    let settings = git_config::parse(&repository.config);
    let url = |remote| git_config::fetched_from(&settings, remote);
    let mut remotes = REMOTES.into_iter().filter_map(url);
    match remotes.find_map(Remote::parse) {
        Some(remote) => Scope::of_remote(&remote),
        None => {
            let worktree = git_config::value(&settings, ("core", None), "worktree");
            Scope::of_folder(&main_folder(&repository.folder, worktree))
        }
    }
}

/// The folder that a repository is known by: that of its main checkout, else its own.
///
/// A submodule's is where `core.worktree` says; a repository in a hidden folder, such as `.git`, is
/// the folder's around it.
fn main_folder(repository: &Path, worktree: Option<&str>) -> PathBuf {
    let name = repository.file_name().unwrap_or_default();
    let is_hidden = name.as_encoded_bytes().starts_with(b".");
    match (worktree, repository.parent()) {
        (Some(worktree), _) => places::real(&repository.join(worktree)),
        (None, Some(around)) if is_hidden => around.to_owned(),
        _ => repository.to_owned(),
    }
}
