//! What the client loads itself at every start: its own memory, and each CLAUDE.md with what it imports.

use std::collections::VecDeque;
use std::path::{Path, PathBuf};

use super::Start;
use super::imports::imports;
use crate::hook::Event;
use crate::store::{places, read};

/// How many imports lead from a CLAUDE.md to a file at most (client 2.1.332).
const HOPS: usize = 5;
/// The most files that are looked into.
const FILES: usize = 100;
/// A file of more bytes is not looked into.
const BYTES: u64 = 1 << 20;

/// Whether the client loads this file itself.
#[must_use]
pub fn is_loaded(file: &Path, start: &Start<'_>) -> bool {
    is_auto_memory(file, start.event) || is_imported(file, start)
}

/// The client's own memory lies beside the transcripts (client 2.1.332).
fn is_auto_memory(file: &Path, event: &Event) -> bool {
    let transcripts = event.transcript.as_deref().and_then(Path::parent);
    transcripts
        .is_some_and(|folder| places::is_same(file, &folder.join("memory").join("MEMORY.md")))
}

fn is_imported(file: &Path, start: &Start<'_>) -> bool {
    let wanted = places::real(file);
    let mut seen: Vec<PathBuf> = Vec::new();
    let mut queue: VecDeque<(PathBuf, usize)> =
        roots(start).into_iter().map(|path| (path, 0)).collect();
    while let Some((path, hops)) = queue.pop_front() {
        let real = places::real(&path);
        if real == wanted && real.is_file() {
            return true;
        }
        if seen.contains(&real) || hops >= HOPS || seen.len() >= FILES {
            continue;
        }
        let (imported, home) = (imports(&small(&path)), start.here.home.as_deref());
        for folder in [path.parent(), real.parent()].into_iter().flatten() {
            let paths = imported.iter().map(|path| place(path, folder, home));
            queue.extend(paths.map(|path| (path, hops + 1)));
        }
        seen.push(real);
    }
    false
}

/// The files that are loaded without being imported.
fn roots(start: &Start<'_>) -> Vec<PathBuf> {
    let names = ["CLAUDE.md", "CLAUDE.local.md", ".claude/CLAUDE.md"];
    let folders = start.project.start.ancestors();
    let users = start.here.claude_dir.as_ref();
    let projects = folders.flat_map(|folder| names.map(|name| folder.join(name)));
    let users = users.map(|folder| folder.join("CLAUDE.md"));
    let there = |path: &PathBuf| path.is_file();
    projects.chain(users).filter(there).collect()
}

fn small(path: &Path) -> String {
    let is_small = path.metadata().is_ok_and(|file| file.len() <= BYTES);
    let text = is_small.then(|| read::text_if_there(path).ok().flatten());
    text.flatten().unwrap_or_default()
}

fn place(import: &str, folder: &Path, home: Option<&Path>) -> PathBuf {
    match (import.strip_prefix("~/"), home) {
        (Some(rest), Some(home)) => home.join(rest),
        _ => folder.join(import),
    }
}
