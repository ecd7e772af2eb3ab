//! The live transcripts of a session, which its backups were copied from.

use std::fs;
use std::path::{Path, PathBuf};

/// The transcripts of a session, wherever the client was started; none where they are gone.
pub(crate) fn of_session(claude_dir: &Path, session: &str) -> Vec<PathBuf> {
    if !is_name(session) {
        return Vec::new();
    }
    let folders = fs::read_dir(claude_dir.join("projects"));
    let folders = folders.into_iter().flatten().filter_map(Result::ok);
    let files = folders.map(|folder| folder.path().join(format!("{session}.jsonl")));
    let mut files: Vec<PathBuf> = files.filter(|path| path.is_file()).collect();
    files.sort();
    files
}

/// Whether a session's id, which a transcript says of itself, can only name a file and no path.
pub(crate) fn is_name(session: &str) -> bool {
    let is_plain = |c: char| c.is_ascii_alphanumeric() || c == '-' || c == '_';
    !session.is_empty() && session.chars().all(is_plain)
}
