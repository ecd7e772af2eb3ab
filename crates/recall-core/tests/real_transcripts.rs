//! What people said in real transcripts, beside an independent reading of the same files.
//!
//! The files lie in `shared/transcripts` beside the checkout. They are nobody's to copy, so a
//! machine without them skips this test and says so; `.ci/run` insists on them.

#![expect(
    clippy::disallowed_methods,
    clippy::unwrap_used,
    clippy::print_stderr,
    reason = "a test reads files itself, fails by panicking and says that it is skipped"
)]

use std::fs::{self, File};
use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};

use recall_core::transcript::json::{Object, elements};
use recall_core::transcript::{Entry, Origin, What, claude, line};

/// Files whose human turns differ from the independent reading, and why ours are right.
const DEVIATIONS: [(&str, &str); 0] = [];

#[test]
fn human_turns_are_those_of_the_independent_reading() {
    let Some(folder) = transcripts() else {
        eprintln!(
            "skipped: no shared/transcripts beside the checkout (set RECALL_SHARED to its parent)"
        );
        return;
    };
    let expectations = fs::read_to_string(folder.join("EXPECT.jsonl")).unwrap();
    let mut differences = Vec::new();
    for expectation in expectations.lines() {
        let expectation = Object::parse(expectation).unwrap();
        let file = expectation.text("file").unwrap();
        let expected = expected_turns(&expectation);
        let found = human_turns(&folder.join(&*file));
        let known = DEVIATIONS.iter().any(|(name, _)| *name == file);
        if (found != expected) != known {
            differences.push(format!(
                "{file}\n  expected {expected:?}\n  found    {found:?}"
            ));
        }
    }
    assert!(
        differences.is_empty(),
        "{} files differ:\n{}",
        differences.len(),
        differences.join("\n")
    );
}

fn transcripts() -> Option<PathBuf> {
    let beside = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared");
    let shared = std::env::var_os("RECALL_SHARED").map_or(beside, PathBuf::from);
    Some(shared.join("transcripts")).filter(|folder| folder.is_dir())
}

fn expected_turns(expectation: &Object<'_>) -> Vec<(usize, String)> {
    let human = elements(expectation.raw("human").unwrap()).unwrap();
    human
        .iter()
        .map(|pair| serde_json::from_str(pair.get()).unwrap())
        .collect()
}

fn human_turns(path: &Path) -> Vec<(usize, String)> {
    let mut reader = BufReader::new(File::open(path).unwrap());
    let (mut offset, mut starts, mut records) = (0, Vec::new(), Vec::new());
    let mut bytes = Vec::new();
    while reader.read_until(b'\n', &mut bytes).unwrap() > 0 {
        starts.push(offset);
        line::read(&bytes, |object| {
            records.extend(claude::record(object, offset));
        });
        offset += bytes.len() as u64;
        bytes.clear();
    }
    let place = |entry: &Entry| starts.partition_point(|start| *start <= entry.offset);
    let entries = claude::entries(records);
    entries
        .iter()
        .filter_map(|entry| Some((place(entry), kind(&entry.what)?)))
        .collect()
}

fn kind(what: &What) -> Option<String> {
    let What::Prompt { origin, .. } = what else {
        return None;
    };
    let kind = match origin {
        Origin::Typed => "prompt",
        Origin::SteeringInResult => "steer-in-tool_result",
        Origin::SteeringAttached => "steer-attachment",
        Origin::SteeringQueued => "steer-queue-only",
        Origin::Program => "sdk",
        Origin::Plan => "plan",
    };
    Some(kind.to_owned())
}
