//! Rotation by size: over the limit the oldest backups go first, and what no other backup stands for stays.

use std::collections::HashMap;
use std::path::{Path, PathBuf};

use time::{Duration, OffsetDateTime, UtcOffset};

/// A backup with what decides whether it may go.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Weighed {
    /// The file.
    pub path: PathBuf,
    /// The moment in its name.
    pub at: OffsetDateTime,
    /// Its size in bytes.
    pub bytes: u64,
    /// Whose it is.
    pub of: Of,
}

/// Whose backup it is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Of {
    /// A session's, where it says which.
    Session(Option<String>),
    /// A subagent's.
    Agent,
}

/// The files that go so that the rest fits into `limit` bytes, as far as that can be had.
///
/// Three stay whatever the limit: the newest of all, those of today (in UTC, as the names are) or
/// named later, and of each session within its days the newest. Which session a file is of that
/// does not say so is not known, so it counts as a session of its own. A subagent's is never the newest.
#[must_use]
pub fn surplus(files: &[Weighed], now: OffsetDateTime, most: Duration, limit: u64) -> Vec<&Path> {
    let mut oldest_first: Vec<&Weighed> = files.iter().collect();
    oldest_first.sort_by_key(|file| (file.at, &file.path));
    let newest = newest_of_each(&oldest_first, now);
    let is_last = |file: &&&Weighed| file.at <= now && file.of != Of::Agent;
    let last = oldest_first.iter().rfind(is_last).copied();
    let stays = |file: &Weighed| {
        let is_newest = match &file.of {
            Of::Session(Some(session)) => newest.get(session.as_str()) == Some(&file),
            Of::Session(None) => true,
            Of::Agent => false,
        };
        let is_young = now - file.at <= most;
        Some(file) == last || day(file.at) >= day(now) || (is_young && is_newest)
    };
    let mut total: u64 = files.iter().map(|file| file.bytes).sum();
    let mut gone = Vec::new();
    for file in oldest_first {
        if total <= limit {
            break;
        }
        if !stays(file) {
            total = total.saturating_sub(file.bytes);
            gone.push(file.path.as_path());
        }
    }
    gone
}

/// Of each session the newest that is not named in the future.
fn newest_of_each<'a>(
    oldest_first: &[&'a Weighed],
    now: OffsetDateTime,
) -> HashMap<&'a str, &'a Weighed> {
    let past = oldest_first.iter().filter(|file| file.at <= now);
    let of_session = |file: &&'a Weighed| match &file.of {
        Of::Session(Some(session)) => Some((session.as_str(), *file)),
        Of::Session(None) | Of::Agent => None,
    };
    past.filter_map(of_session).collect()
}

fn day(moment: OffsetDateTime) -> time::Date {
    moment.to_offset(UtcOffset::UTC).date()
}

#[cfg(test)]
mod tests {
    use std::path::{Path, PathBuf};

    use time::macros::datetime;
    use time::{Duration, OffsetDateTime};

    use super::{Of, Weighed, surplus};

    const NOW: OffsetDateTime = datetime!(2026-11-30 12:00 UTC);
    const MOST: Duration = Duration::days(14);

    fn file(hours: i64, bytes: u64, session: &str) -> Weighed {
        Weighed {
            path: PathBuf::from(format!("{hours}{session}")),
            at: NOW - Duration::hours(hours),
            bytes,
            of: match session {
                "agent" => Of::Agent,
                "" => Of::Session(None),
                session => Of::Session(Some(session.to_owned())),
            },
        }
    }

    #[track_caller]
    fn check(files: &[Weighed], limit: u64, gone: &[&str]) {
        let gone: Vec<&Path> = gone.iter().map(Path::new).collect();
        assert_eq!(surplus(files, NOW, MOST, limit), gone);
    }

    #[test]
    fn the_oldest_go_until_the_rest_fits() {
        let files = [40, 30, 50, 20].map(|hours| file(hours, 10, "a"));
        check(&files, 40, &[]);
        check(&files, 39, &["50a"]);
        check(&files, 15, &["50a", "40a", "30a"]);
    }

    #[test]
    fn the_newest_of_a_young_session_stays_over_any_limit() {
        let files = [
            file(50, 10, "a"),
            file(40, 10, "b"),
            file(30, 10, "b"),
            file(20, 10, "c"),
        ];
        check(&files, 0, &["40b"]);
        let old = [file(400, 10, "a"), file(20, 10, "c")];
        check(&old, 0, &["400a"]);
    }

    #[test]
    fn today_is_the_day_of_the_name_in_utc() {
        let files = [
            file(13, 10, "a"),
            file(12, 10, "a"),
            file(11, 10, "a"),
            file(1, 10, "a"),
        ];
        check(&files, 0, &["13a"]);
    }

    #[test]
    fn a_file_that_does_not_say_its_session_stays_as_long_as_it_is_young() {
        check(
            &[
                file(50, 10, ""),
                file(40, 10, ""),
                file(400, 10, ""),
                file(20, 1, "a"),
            ],
            0,
            &["400"],
        );
    }

    #[test]
    fn a_subagents_backup_goes_like_any_old_one_and_never_stands_for_its_session() {
        let files = [
            file(50, 10, "a"),
            file(40, 10, "agent"),
            file(30, 10, "agent"),
            file(1, 10, "agent"),
        ];
        check(&files, 0, &["40agent", "30agent"]);
    }
}
