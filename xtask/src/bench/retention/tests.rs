//! The project's own sessions, measured with the recall in process: a share that falls is a regression.

use std::ffi::OsString;
use std::io::Cursor;
use std::path::{Path, PathBuf};

use recall_core::language::Language;
use recall_core::restore::wanted;
use recall_core::restore::{Telling, block};
use recall_core::transcript::segment;
use time::UtcOffset;

use super::compactions::Compaction;
use super::grade::{KINDS, Row, shares};
use super::ways::{Way, last_ten_turns};
use super::{corpus, measure, report, transcripts};
use retention::text::CAP;

/// Whole percent of each kind that come back of each session at least, a little below what was reached.
///
/// A mean over all sessions would hide that one of them fell. A change that
/// brings back more raises its floors.
const FLOORS: [(&str, [u32; 4]); 6] = [
    ("failed-commands.jsonl", [100, 75, 100, 75]),
    ("japanese-session.jsonl", [100, 100, 100, 65]),
    ("rust-bug-hunt.jsonl", [100, 100, 100, 95]),
    ("second-compaction.jsonl", [100, 100, 100, 85]),
    ("steering-and-paste.jsonl", [100, 100, 95, 60]),
    ("typescript-feature.jsonl", [100, 100, 100, 90]),
];

/// Sessions that hold more than there is room for, so that choosing well counts.
const TOO_LONG: [&str; 4] = [
    "failed-commands.jsonl",
    "rust-bug-hunt.jsonl",
    "steering-and-paste.jsonl",
    "typescript-feature.jsonl",
];

#[test]
fn as_much_comes_back_as_ever() {
    let ways = [Way::new("recall", &recalled)];
    let mut lower = Vec::new();
    for (name, floors) in FLOORS {
        let rows = measure(&[corpus().join(name)], &ways).unwrap();
        let shares = shares(&rows, 0).map(|share| share * 100.0);
        let fallen = shares
            .iter()
            .zip(floors)
            .any(|(share, floor)| *share < floor.into());
        let table = report::table(&rows, &ways);
        lower.extend(fallen.then(|| format!("{name} has to reach {floors:?}:\n{table}")));
        assert!(
            rows.iter().all(|row| row.got[0].units <= CAP),
            "{name}: {table}"
        );
    }
    assert!(lower.is_empty(), "{}", lower.join("\n"));
}

#[test]
fn every_session_has_its_floors() {
    let names = sessions()
        .into_iter()
        .map(|path| path.file_name().unwrap().to_owned());
    assert!(names.eq(FLOORS.map(|(name, _)| OsString::from(name))));
}

#[test]
fn the_rule_before_recall_brings_back_little() {
    let last_ten = |it: &Compaction<'_>| Ok(last_ten_turns(it.before));
    let rows = measure(&sessions(), &[Way::new("last 10 turns", &last_ten)]).unwrap();
    let mean = shares(&rows, 0).iter().sum::<f64>() / 4.0;
    assert!(mean < 0.2, "{mean}");
}

#[test]
fn every_session_has_something_of_every_kind_to_bring_back() {
    let rows = measure(&sessions(), &[]).unwrap();
    for path in sessions() {
        let name = path.file_name().unwrap().to_str().unwrap().to_owned();
        let of = |kind: usize| -> usize { of_file(&rows, &name).map(|row| row.of[kind]).sum() };
        for (kind, what) in KINDS.iter().enumerate() {
            assert!(of(kind) > 0, "{name} has no {what}");
        }
    }
    assert_eq!(of_file(&rows, "second-compaction.jsonl").count(), 2);
}

#[test]
fn long_sessions_are_longer_than_the_room() {
    let rows = measure(&sessions(), &[Way::new("recall", &recalled)]).unwrap();
    for name in TOO_LONG {
        for row in of_file(&rows, name) {
            let units = row.got[0].units;
            assert!(units > CAP * 9 / 10, "{name} fits into {units}");
        }
    }
}

/// What post-compact-recall tells, without its process.
fn recalled(compaction: &Compaction<'_>) -> anyhow::Result<String> {
    let bytes: Vec<&[u8]> = compaction.before.iter().map(|line| line.bytes).collect();
    let reading = segment::last_segment(Cursor::new(bytes.concat()), usize::MAX)?;
    let telling = Telling {
        beside: 0,
        language: Language::English,
        user: None,
        assistant: None,
        transcript: "~/t.jsonl",
        root: Path::new("/tmp/home/project"),
        cwd: reading.cwd.as_deref(),
        zone: UtcOffset::UTC,
        incomplete: reading.damaged > 0 || reading.too_long,
    };
    let told = block(&reading.entries, wanted::DEFAULT, &telling);
    Ok(told.map(|block| block.text).unwrap_or_default())
}

fn sessions() -> Vec<PathBuf> {
    transcripts(&corpus()).unwrap()
}

fn of_file<'r>(rows: &'r [Row], name: &str) -> impl Iterator<Item = &'r Row> {
    rows.iter().filter(move |row| row.file == name)
}
