//! Rotation: what is too old by its name, or too much, is removed when something new was written.

pub mod size;

use std::path::{Path, PathBuf};

use time::{Duration, OffsetDateTime};

use crate::backup::{self, Backup, Whose};
use crate::config::Keep;
use crate::problem::Problem;
use crate::state::kept::{self, Dump};
use crate::store::{leftovers, read, remove};
use size::{Of, Weighed, surplus};

/// A file with the moment that its name holds.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Dated {
    /// The file.
    pub path: PathBuf,
    /// The moment in its name.
    pub at: OffsetDateTime,
}

/// The files that are older than `most`, except the newest of all, which stays however old it is.
///
/// One that is named in the future is no reason to let go of the newest real one.
#[must_use]
pub fn outdated(files: &[Dated], now: OffsetDateTime, most: Duration) -> Vec<&Path> {
    let past = files.iter().filter(|file| file.at <= now);
    let newest = past.max_by_key(|file| (file.at, &file.path));
    let is_old = |file: &&Dated| now - file.at > most && Some(*file) != newest;
    files
        .iter()
        .filter(is_old)
        .map(|file| file.path.as_path())
        .collect()
}

/// A file that is kept no longer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Due {
    /// The file.
    pub path: PathBuf,
    /// The moment in its name; what a killed run left has none.
    pub at: Option<OffsetDateTime>,
}

/// Removes what is due in a backups folder; what cannot be removed is a problem, and the others still
/// go. Returns how many are gone.
pub fn sweep(
    folder: &Path,
    now: OffsetDateTime,
    keep: &Keep,
    problems: &mut Vec<Problem>,
) -> usize {
    let mut count = 0;
    for file in due(folder, now, keep, problems) {
        match remove::file(&file.path) {
            Ok(()) => count += 1,
            Err(problem) => problems.push(problem),
        }
    }
    count
}

/// What is outdated or surplus in a backups folder, and what killed runs left there; what cannot be
/// looked at is a problem.
pub fn due(
    folder: &Path,
    now: OffsetDateTime,
    keep: &Keep,
    problems: &mut Vec<Problem>,
) -> Vec<Due> {
    let most = keep.age();
    let backups =
        backup::list(folder).map(|files| files.into_iter().map(Dated::from).collect::<Vec<_>>());
    let dumps =
        kept::list(folder).map(|files| files.into_iter().map(Dated::from).collect::<Vec<_>>());
    let mut due = Vec::new();
    match backup::list_of(folder, Whose::Agent) {
        // The project's newest stays however old it is; a subagent's is not that one.
        Ok(agents) => {
            let old = agents.into_iter().filter(|backup| now - backup.at > most);
            due.extend(old.map(Dated::from).map(Due::from));
        }
        Err(problem) => problem.add_to(problems),
    }
    for files in [backups, dumps] {
        match files {
            Ok(files) => {
                let old = outdated(&files, now, most);
                let is_old = |file: &&Dated| old.contains(&file.path.as_path());
                due.extend(files.iter().filter(is_old).cloned().map(Due::from));
            }
            Err(problem) => problem.add_to(problems),
        }
    }
    match weigh(folder, keep.bytes, &due) {
        Ok(files) => {
            let much = surplus(&files, now, most, keep.bytes);
            let is_much = |file: &&Weighed| much.contains(&file.path.as_path());
            let surplus = files.iter().filter(is_much);
            due.extend(surplus.map(|file| Due {
                path: file.path.clone(),
                at: Some(file.at),
            }));
        }
        Err(problem) => problem.add_to(problems),
    }
    match leftovers::find(folder, now, most) {
        Ok(files) => due.extend(files.into_iter().map(|path| Due { path, at: None })),
        Err(problem) => problem.add_to(problems),
    }
    due
}

/// The backups that are not due already, where they are more than `limit` bytes, else none: their
/// sessions are read then only.
fn weigh(folder: &Path, limit: u64, due: &[Due]) -> Result<Vec<Weighed>, Problem> {
    let stays = |backup: &Backup| due.iter().all(|file| file.path != backup.path);
    let mut sized = Vec::new();
    for whose in [Whose::Session, Whose::Agent] {
        let backups = backup::list_of(folder, whose)?.into_iter().filter(stays);
        sized.extend(backups.filter_map(|backup| Some((whose, read::size(&backup.path)?, backup))));
    }
    if sized.iter().map(|(_, bytes, _)| bytes).sum::<u64>() <= limit {
        return Ok(Vec::new());
    }
    let weigh = |(whose, bytes, Backup { path, at, .. }): (Whose, u64, Backup)| Weighed {
        of: match whose {
            Whose::Session => Of::Session(backup::session(&path).ok().flatten()),
            Whose::Agent => Of::Agent,
        },
        path,
        at,
        bytes,
    };
    Ok(sized.into_iter().map(weigh).collect())
}

impl From<Dated> for Due {
    fn from(Dated { path, at }: Dated) -> Self {
        Self { path, at: Some(at) }
    }
}

impl From<Backup> for Dated {
    fn from(Backup { path, at, .. }: Backup) -> Self {
        Self { path, at }
    }
}

impl From<Dump> for Dated {
    fn from(Dump { path, at, .. }: Dump) -> Self {
        Self { path, at }
    }
}

#[cfg(test)]
mod tests {
    use std::path::PathBuf;

    use time::macros::datetime;
    use time::{Duration, OffsetDateTime};

    use super::{Dated, outdated};

    const NOW: OffsetDateTime = datetime!(2026-11-30 12:00 UTC);

    fn files(ages: &[i64]) -> Vec<Dated> {
        let dated = |age: &i64| Dated {
            path: PathBuf::from(format!("{age}")),
            at: NOW - Duration::hours(*age),
        };
        ages.iter().map(dated).collect()
    }

    #[track_caller]
    fn check(ages: &[i64], gone: &[&str]) {
        let files = files(ages);
        let found = outdated(&files, NOW, Duration::days(14));
        assert_eq!(
            found,
            gone.iter().map(std::path::Path::new).collect::<Vec<_>>(),
            "{ages:?}"
        );
    }

    #[test]
    fn what_is_older_than_fourteen_days_goes() {
        check(&[1, 335, 336, 337, 9_000], &["337", "9000"]);
    }

    #[test]
    fn the_newest_stays_however_old_it_is() {
        check(&[900, 800, 700], &["900", "800"]);
        check(&[900], &[]);
        check(&[], &[]);
    }

    #[test]
    fn what_is_named_in_the_future_stays() {
        check(&[-9_000, 900, 950], &["950"]);
    }
}
