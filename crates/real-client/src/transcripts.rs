//! The transcripts that the client writes under its home.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::Context;
use serde_json::Value;

/// The transcript of a session.
pub fn of_session(home: &Path, session: &str) -> anyhow::Result<PathBuf> {
    let name = format!("{session}.jsonl");
    all(home)?
        .into_iter()
        .find(|path| path.ends_with(&name))
        .with_context(|| format!("no transcript {name} under {}", home.display()))
}

/// Every transcript, in the order of their names.
pub fn all(home: &Path) -> anyhow::Result<Vec<PathBuf>> {
    let mut found = Vec::new();
    for project in entries(&home.join(".claude/projects"))? {
        if project.is_dir() {
            found.extend(entries(&project)?.into_iter().filter(|path| {
                path.extension()
                    .is_some_and(|extension| extension == "jsonl")
            }));
        }
    }
    found.sort();
    Ok(found)
}

/// The lines of a transcript.
pub fn lines(path: &Path) -> anyhow::Result<Vec<Value>> {
    let text =
        fs::read_to_string(path).with_context(|| format!("could not read {}", path.display()))?;
    text.lines()
        .map(|line| {
            serde_json::from_str(line)
                .with_context(|| format!("{} has a line that is no JSON: {line}", path.display()))
        })
        .collect()
}

fn entries(folder: &Path) -> anyhow::Result<Vec<PathBuf>> {
    let entries = match fs::read_dir(folder) {
        Ok(entries) => entries,
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => return Ok(Vec::new()),
        Err(error) => {
            return Err(error).with_context(|| format!("could not read {}", folder.display()));
        }
    };
    entries
        .map(|entry| {
            Ok(entry
                .with_context(|| format!("could not read {}", folder.display()))?
                .path())
        })
        .collect()
}
