//! Each seed of the fuzz targets keeps what must hold, whatever the compiler.

use std::fs;
use std::path::Path;

#[path = "../../fuzz/src/lib.rs"]
#[expect(
    unreachable_pub,
    clippy::expect_used,
    reason = "it is a library of its own, whose functions fail by panicking"
)]
mod properties;

/// What must hold of bytes.
type Property = fn(&[u8]);

/// Every target, by its name.
const TARGETS: [(&str, Property); 5] = [
    ("hook_event", properties::hook_event),
    ("recall_json", properties::recall_json),
    ("redact", properties::redact),
    ("settings_merge", properties::settings_merge),
    ("transcript_line", properties::transcript_line),
];

#[test]
fn each_seed_keeps_what_must_hold() {
    let corpus = Path::new(env!("CARGO_MANIFEST_DIR")).join("../fuzz/corpus");
    for (target, property) in TARGETS {
        let seeds = fs::read_dir(corpus.join(target)).unwrap();
        let seeds: Vec<_> = seeds.map(|seed| seed.unwrap().path()).collect();
        assert!(!seeds.is_empty(), "{target} has no seed");
        for seed in seeds {
            let bytes = fs::read(&seed).unwrap();
            let held = std::panic::catch_unwind(|| property(&bytes));
            assert!(held.is_ok(), "{} breaks {target}", seed.display());
        }
    }
}

#[test]
fn each_target_has_its_file_and_its_seeds() {
    let fuzz = Path::new(env!("CARGO_MANIFEST_DIR")).join("../fuzz");
    let names = |folder: &str| {
        let listing = fs::read_dir(fuzz.join(folder)).unwrap();
        let paths = listing.map(|entry| entry.unwrap().path());
        let mut names: Vec<String> = paths
            .map(|path| path.file_stem().unwrap().to_string_lossy().into_owned())
            .collect();
        names.sort();
        names
    };
    let expected = TARGETS.map(|(target, _)| target.to_owned());
    assert_eq!(names("fuzz_targets"), expected);
    assert_eq!(names("corpus"), expected);
}
