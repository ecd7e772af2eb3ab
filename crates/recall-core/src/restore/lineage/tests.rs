//! In which order predecessors come, and where they end.
#![expect(clippy::disallowed_methods, reason = "a test looks at the disk")]

use std::fs;

use serde_json::json;

use super::{HOPS, predecessors};
use crate::hook::Event;

/// Transcripts in a folder, each a session that is continued in the ones it is given with, and the
/// predecessors that are found of session `new`.
#[track_caller]
fn check(transcripts: &[(&str, &[&str])], expected: &[&str]) {
    let folder = tempfile::tempdir().unwrap();
    for (session, continued_in) in transcripts {
        let line = |next: &&str| {
            let record =
                json!({"type": "continued-in", "sessionId": session, "continuedInSessionId": next});
            format!("{record}\n")
        };
        let lines: String = continued_in.iter().map(line).collect();
        fs::write(folder.path().join(format!("{session}.jsonl")), lines).unwrap();
    }
    let event = json!({"session_id": "new", "transcript_path": folder.path().join("new.jsonl")});
    let event = Event::parse(event.to_string().as_bytes()).unwrap();
    let found = predecessors(&event, None, folder.path());
    let names: Vec<String> = found.map(|found| found.session).collect();
    assert_eq!(names, expected);
}

#[test]
fn the_nearest_comes_first() {
    check(
        &[("a", &["b"]), ("b", &["new"]), ("c", &["d"])],
        &["b", "a"],
    );
    check(&[("a", &["b"])], &[]);
    check(&[], &[]);
}

#[test]
fn a_circle_is_cut_where_it_closes() {
    check(&[("new", &["a"]), ("a", &["new"])], &["a"]);
    check(&[("b", &["a"]), ("a", &["b", "new"])], &["a", "b"]);
    check(&[("new", &["new"])], &[]);
}

#[test]
fn of_two_the_first_by_name_comes() {
    check(&[("b", &["new"]), ("a", &["new"])], &["a"]);
}

#[test]
fn no_more_are_followed_than_may_be() {
    let names: Vec<String> = (0..=HOPS).map(|nth| format!("hop-{nth}")).collect();
    let nexts: Vec<[&str; 1]> = std::iter::once("new")
        .chain(names.iter().map(String::as_str))
        .map(|next| [next])
        .collect();
    let chain: Vec<(&str, &[&str])> = names
        .iter()
        .zip(&nexts)
        .map(|(name, next)| (name.as_str(), next.as_slice()))
        .collect();
    let expected: Vec<&str> = names.iter().take(HOPS).map(String::as_str).collect();
    check(&chain, &expected);
}
