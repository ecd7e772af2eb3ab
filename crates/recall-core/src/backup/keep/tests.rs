//! Copies that were interrupted, and the names that backups take.
#![expect(clippy::disallowed_methods, reason = "a test looks at the disk")]

use std::fs::{self, File};
use std::io::Write;
use std::os::unix::fs::MetadataExt;
use std::path::{Path, PathBuf};

use tempfile::TempDir;
use time::macros::datetime;
use time::{Duration, OffsetDateTime};

use super::{Growing, Kept, Whose, keep};

const NOW: OffsetDateTime = datetime!(2026-11-30 12:00 UTC);

/// A backups folder, and a transcript that is not in it.
fn laid(transcript: &[u8]) -> (TempDir, TempDir, PathBuf) {
    let (folder, elsewhere) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    let path = elsewhere.path().join("a.jsonl");
    fs::write(&path, transcript).unwrap();
    (folder, elsewhere, path)
}

fn kept(folder: &Path, transcript: &Path, now: OffsetDateTime) -> PathBuf {
    match keep(folder, transcript, Whose::Session, now, Duration::days(14)).unwrap() {
        Kept::New { path, .. } | Kept::Already(path) => path,
    }
}

/// Keeps a transcript of which a killed run left these bytes; returns whether it went on with their file.
#[track_caller]
fn goes_on(left: &[u8], transcript: &[u8]) -> bool {
    let (folder, _elsewhere, path) = laid(transcript);
    let growing = Growing::unfinished(folder.path(), &path).unwrap().unwrap();
    let mut file: &File = growing.file();
    file.write_all(left).unwrap();
    let inode = file.metadata().unwrap().ino();
    drop(growing);
    let kept = kept(folder.path(), &path, NOW);
    assert_eq!(fs::read(&kept).unwrap(), transcript);
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1);
    fs::metadata(&kept).unwrap().ino() == inode
}

#[test]
fn an_interrupted_copy_is_finished_whatever_it_holds() {
    let transcript = b"{\"a\":1}\n".repeat(2_000);
    assert!(goes_on(&transcript[..9_000], &transcript));
    assert!(goes_on(&transcript, &transcript));
    assert!(goes_on(b"", &transcript));
    goes_on(b"of another time", &transcript);
    goes_on(&transcript.repeat(2), &transcript);
    goes_on(&[&transcript[..9_000], &[0; 100]].concat(), &transcript);
}

#[test]
fn a_backup_takes_the_name_of_the_moment_in_which_it_grew() {
    let (folder, _elsewhere, path) = laid(b"{\"sessionId\":\"a\"}\n");
    let first = kept(folder.path(), &path, NOW);
    assert_eq!(kept(folder.path(), &path, NOW + Duration::HOUR), first);
    let mut file = File::options().append(true).open(&path).unwrap();
    file.write_all(b"{\"sessionId\":\"a\"}\n").unwrap();
    let second = kept(folder.path(), &path, NOW + Duration::HOUR);
    assert_eq!(
        second,
        folder.path().join("transcript-2026-11-30T13-00-00.jsonl")
    );
    assert!(!first.exists());
}

#[test]
fn a_name_that_would_not_stay_long_is_made_new() {
    let (folder, _elsewhere, path) = laid(b"{\"sessionId\":\"a\"}\n");
    let first = kept(folder.path(), &path, NOW);
    assert_eq!(kept(folder.path(), &path, NOW + Duration::days(7)), first);
    let later = kept(folder.path(), &path, NOW + Duration::days(8));
    assert_eq!(
        later,
        folder.path().join("transcript-2026-12-08T12-00-00.jsonl")
    );
}
