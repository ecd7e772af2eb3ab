//! State dumps on the disk: one file for each moment, named like backups and never written twice for one compaction.

use std::io::Write;
use std::path::{Path, PathBuf};

use time::{Duration, OffsetDateTime, UtcOffset};

use super::{State, dump};
use crate::backup;
use crate::language::Language;
use crate::problem::Problem;
use crate::say;
use crate::stamp;
use crate::store::{read, write};

/// For so long a dump stands for the next event too, where nothing else has changed.
///
/// PreCompact fires up to four times for one compaction (client 2.1.332).
const SAME_MOMENT: Duration = Duration::minutes(10);

/// The most bytes that are read of a dump; recall's own are much shorter.
const MOST: u64 = 2 * 1024 * 1024;

/// A state dump.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Dump {
    /// The file.
    pub path: PathBuf,
    /// Its name, which sorts in the order of time.
    pub name: String,
    /// When it was made, by its name.
    pub at: OffsetDateTime,
}

/// What came of keeping a state, with the dump's name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Kept {
    /// It was written.
    New(String),
    /// The newest dump holds it already.
    Already(String),
}

/// Writes a state into a project's prepared backups folder, whole or not at all.
///
/// # Errors
/// Where it cannot be written.
pub fn keep(
    folder: &Path,
    state: &State,
    language: Language,
    now: OffsetDateTime,
    zone: UtcOffset,
) -> Result<Kept, Problem> {
    if let Some(newest) = list(folder)?.into_iter().next()
        && (Duration::ZERO..SAME_MOMENT).contains(&(now - newest.at))
        && read(&newest).is_ok_and(|kept| kept.as_ref() == Some(state))
    {
        return Ok(Kept::Already(newest.name));
    }
    let stamp = stamp::short(now);
    let text = dump::text(state, language, now, zone);
    let path = write::new_file(
        folder,
        |nth| format!("session-{stamp}{}.md", stamp::suffix(nth)),
        |file| file.write_all(text.as_bytes()),
    )?;
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    Ok(Kept::New(name.into_owned()))
}

/// The dumps of a folder, newest first by name; what its files' times say does not matter.
///
/// # Errors
/// Where the folder is there and cannot be listed.
pub fn list(folder: &Path) -> Result<Vec<Dump>, Problem> {
    let mut dumps: Vec<Dump> = backup::files(folder)?
        .into_iter()
        .filter_map(named)
        .collect();
    dumps.sort_by(|one, other| other.name.cmp(&one.name));
    Ok(dumps)
}

/// What a dump holds, or nothing where recall did not write it so.
///
/// # Errors
/// Where the file cannot be read.
pub fn read(dump: &Dump) -> Result<Option<State>, Problem> {
    Ok(dump::parse(&read::start(&dump.path, MOST)?))
}

impl Dump {
    /// Whether it is told: not too old by its name, and not from the future.
    #[must_use]
    pub fn is_current(&self, now: OffsetDateTime) -> bool {
        backup::is_current(self.at, now)
    }

    /// The problem of a dump that recall did not write so.
    #[must_use]
    pub fn unreadable(&self, language: Language) -> Problem {
        let path = self.path.display();
        Problem::Value(say!(
            language,
            "could not read {path}: its first line is not one that recall writes, so it is passed over",
            "{path}を読み込みできません: 1行目がrecallの書く形ではないため、使いません",
        ))
    }
}

fn named(path: PathBuf) -> Option<Dump> {
    let name = path.file_name()?.to_str()?.to_owned();
    let stamped = name.strip_prefix("session-")?.strip_suffix(".md")?;
    let (moment, nth) = stamped.split_once('_').unwrap_or((stamped, "1"));
    let at = stamp::parse_short(moment)?;
    let is_ours = !nth.is_empty() && nth.bytes().all(|byte| byte.is_ascii_digit());
    is_ours.then_some(Dump { path, name, at })
}

#[cfg(test)]
mod tests {
    use std::path::PathBuf;

    use super::named;

    #[track_caller]
    fn check(name: &str, is_dump: bool) {
        assert_eq!(named(PathBuf::from(name)).is_some(), is_dump, "{name}");
    }

    #[test]
    fn a_dump_is_told_by_its_name() {
        check("session-20261130-093127.md", true);
        check("session-20261130-093127_002.md", true);
        check("session-20261130-093127_.md", false);
        check("session-20261130-093127_<x>.md", false);
        check("session-20261130-993127.md", false);
        check("session-latest.md", false);
        check("transcript-2026-11-30T09-31-27.jsonl", false);
    }
}
