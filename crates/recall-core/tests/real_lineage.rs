//! Which real transcripts go on from which, and which are subagents', beside a plain reading of the same files.
//!
//! The files lie in `shared/transcripts` beside the checkout. They are nobody's to copy, so a
//! machine without them skips these tests and says so; `.ci/run` insists on them.

#![expect(
    clippy::disallowed_methods,
    clippy::unwrap_used,
    clippy::print_stderr,
    reason = "a test reads files itself, fails by panicking and says that it is skipped"
)]

use std::collections::HashSet;
use std::fs;
use std::path::{Path, PathBuf};

use recall_core::hook::Event;
use recall_core::restore::{lineage, source};
use recall_core::subagent;
use recall_core::transcript::json::Object;
use serde_json::json;

#[test]
fn a_predecessor_is_found_where_one_is_and_nowhere_else() {
    let Some(folder) = transcripts() else {
        return;
    };
    let root = tempfile::tempdir().unwrap();
    let files = files(&folder.join("compactions"));
    let ids: Vec<HashSet<String>> = files.iter().map(|path| ids(path)).collect();
    let mut found = 0;
    for (nth, (path, own)) in files.iter().zip(&ids).enumerate() {
        // Of those that begin by themselves a few will do: a build for tests is slow.
        if followed(path).is_empty() && nth % 16 != 0 {
            continue;
        }
        let event = event(path);
        let mut before = lineage::predecessors(&event, Some(path), root.path());
        let Some(before) = before.next() else {
            assert!(
                !begins_with_copies(path, own, &files, &ids),
                "{}",
                path.display()
            );
            continue;
        };
        found += 1;
        let at = files
            .iter()
            .position(|other| *other == before.path)
            .unwrap();
        let follows = followed(path);
        let proves = |other: &HashSet<String>| {
            !own.is_disjoint(other) || follows.iter().any(|id| other.contains(id))
        };
        let shares = ids.get(at).is_some_and(proves);
        assert!(shares, "{} shares nothing with {before:?}", path.display());
        if begins_with_copies(path, own, &files, &ids) {
            let taken = source::taken_away(&event, root.path()).unwrap().unwrap();
            assert_eq!(taken.path, before.path);
            let entries = &taken.reading.entries;
            assert!(!entries.is_empty() && entries.iter().all(|entry| entry.offset < before.end));
        }
    }
    assert!(found >= 2, "there are such transcripts among them");
}

#[test]
fn a_subagents_transcript_is_told_from_a_sessions() {
    let Some(folder) = transcripts() else {
        return;
    };
    let expectations = fs::read_to_string(folder.join("EXPECT.jsonl")).unwrap();
    for expectation in expectations.lines() {
        let expectation = Object::parse(expectation).unwrap();
        let path = folder.join(&*expectation.text("file").unwrap());
        let expected = expectation.flag("agent_file");
        assert_eq!(
            subagent::is_transcript(&path),
            expected,
            "{}",
            path.display()
        );
    }
}

fn transcripts() -> Option<PathBuf> {
    let beside = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared");
    let shared = std::env::var_os("RECALL_SHARED").map_or(beside, PathBuf::from);
    let folder = Some(shared.join("transcripts")).filter(|folder| folder.is_dir());
    if folder.is_none() {
        eprintln!(
            "skipped: no shared/transcripts beside the checkout (set RECALL_SHARED to its parent)"
        );
    }
    folder
}

/// Whether a transcript begins with a compaction that another one holds too.
fn begins_with_copies(
    path: &Path,
    own: &HashSet<String>,
    files: &[PathBuf],
    ids: &[HashSet<String>],
) -> bool {
    let text = fs::read_to_string(path).unwrap();
    let first = text.lines().next().and_then(Object::parse);
    let first = first.filter(|first| first.has("compactMetadata"));
    let Some(id) = first.and_then(|first| first.text("uuid").map(String::from)) else {
        return false;
    };
    let mut others = files.iter().zip(ids).filter(|(other, _)| *other != path);
    own.contains(&id) && others.any(|(_, other)| other.contains(&id))
}

/// The records that a transcript's first record follows.
fn followed(path: &Path) -> Vec<String> {
    let text = fs::read_to_string(path).unwrap();
    let mut objects = text.lines().filter_map(Object::parse);
    let first = objects.find(|object| object.has("uuid")).unwrap();
    let ids = ["parentUuid", "logicalParentUuid"].into_iter();
    ids.filter_map(|key| first.text(key).map(String::from))
        .collect()
}

/// The ids of a transcript's records, as they stand in its bytes.
fn ids(path: &Path) -> HashSet<String> {
    let bytes = fs::read(path).unwrap();
    let text = String::from_utf8_lossy(&bytes);
    let ids = text.split(r#""uuid":""#).skip(1);
    ids.filter_map(|from| Some(from.split_once('"')?.0.to_owned()))
        .collect()
}

fn files(folder: &Path) -> Vec<PathBuf> {
    let listing = fs::read_dir(folder).unwrap();
    let mut files: Vec<PathBuf> = listing.map(|entry| entry.unwrap().path()).collect();
    files.sort();
    files
}

fn event(transcript: &Path) -> Event {
    let event = json!({
        "hook_event_name": "UserPromptSubmit",
        "session_id": transcript.file_stem().unwrap().to_str(),
        "transcript_path": transcript,
    });
    Event::parse(event.to_string().as_bytes()).unwrap()
}
