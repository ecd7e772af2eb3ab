//! What rotation promises, whatever is there; `RECALL_STRESS=N` tries N times as many folders.
#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

use std::path::PathBuf;

use recall_core::rotation::size::{Of, Weighed, surplus};
use recall_core::rotation::{Dated, outdated};
use stage::{Numbers, rounds};
use time::macros::datetime;
use time::{Duration, OffsetDateTime};

const NOW: OffsetDateTime = datetime!(2026-11-30 12:00 UTC);
const MOST: Duration = Duration::days(14);

#[test]
fn whatever_the_ages_the_newest_and_everything_young_are_there_afterwards() {
    for round in rounds(500) {
        let mut numbers = Numbers::of(round);
        let count = numbers.below(12);
        let dated = |nth: u64| Dated {
            path: PathBuf::from(nth.to_string()),
            at: NOW - hours(numbers.below(1_000), 100),
        };
        let files: Vec<Dated> = (0..count).map(dated).collect();
        let gone = outdated(&files, NOW, MOST);
        let past = |file: &&Dated| file.at <= NOW;
        let newest = files.iter().filter(past).map(|file| file.at).max();
        for file in &files {
            let stays = !gone.contains(&file.path.as_path());
            let young = NOW - file.at <= MOST;
            assert!(stays || !young, "round {round}: {file:?}");
        }
        let left = files
            .iter()
            .filter(|file| !gone.contains(&file.path.as_path()));
        assert_eq!(
            left.filter(past).map(|file| file.at).max(),
            newest,
            "round {round}"
        );
    }
}

#[test]
fn whatever_the_files_and_the_limit_what_has_to_stay_is_there_afterwards() {
    let session = |id: Option<&str>| Of::Session(id.map(str::to_owned));
    let whose = [
        session(Some("a")),
        session(Some("b")),
        session(Some("c")),
        session(None),
        Of::Agent,
    ];
    for round in rounds(2_000) {
        let mut numbers = Numbers::of(round);
        let (count, limit) = (numbers.below(14), numbers.below(300));
        let any = |nth: u64| Weighed {
            path: PathBuf::from(nth.to_string()),
            at: NOW - hours(numbers.below(600), 60),
            bytes: numbers.below(50),
            of: numbers.one_of(&whose),
        };
        let files: Vec<Weighed> = (0..count).map(any).collect();
        check_promises(&files, limit);
    }
}

/// So many hours, and less than none where something is named in the future.
fn hours(value: u64, ahead: i64) -> Duration {
    Duration::hours(i64::try_from(value).unwrap() - ahead)
}

#[track_caller]
fn check_promises(files: &[Weighed], limit: u64) {
    let gone = surplus(files, NOW, MOST, limit);
    let (lost, left): (Vec<&Weighed>, Vec<&Weighed>) = files
        .iter()
        .partition(|file| gone.contains(&file.path.as_path()));
    let order = |file: &&Weighed| (file.at, file.path.clone());
    for file in &lost {
        assert!(file.at.date() < NOW.date(), "{file:?} is of today");
        let is_young = NOW - file.at <= MOST;
        let newer =
            |other: &&Weighed| other.of == file.of && order(other) > order(file) && other.at <= NOW;
        let has_newer = file.of != Of::Session(None) && left.iter().any(newer);
        assert!(!is_young || file.of == Of::Agent || has_newer);
    }
    let newest = |files: &[&Weighed]| {
        files
            .iter()
            .filter(|file| file.at <= NOW && file.of != Of::Agent)
            .map(|file| file.at)
            .max()
    };
    assert_eq!(newest(&left), newest(&files.iter().collect::<Vec<_>>()));
    let total = |files: &[&Weighed]| files.iter().map(|file| file.bytes).sum::<u64>();
    // Nothing goes that need not: the last to go was still too much.
    if let Some(last) = gone.last() {
        let last = files.iter().find(|file| file.path == *last).unwrap();
        assert!(total(&left) + last.bytes > limit);
    }
}
