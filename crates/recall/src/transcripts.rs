//! The live transcripts of a session, which its backups were copied from.

use std::fs;
use std::path::{Path, PathBuf};

use crate::shell::is_plain_id;

/// The transcripts of a session, wherever the client was started; none where they are gone.
pub(crate) fn of_session(claude_dir: &Path, session: &str) -> Vec<PathBuf> {
    if !is_plain_id(session) {
        return Vec::new();
    }
    let folders = fs::read_dir(claude_dir.join("projects"));
    let folders = folders.into_iter().flatten().filter_map(Result::ok);
    let files = folders.map(|folder| folder.path().join(format!("{session}.jsonl")));
    let mut files: Vec<PathBuf> = files.filter(|path| path.is_file()).collect();
    files.sort();
    files
}
