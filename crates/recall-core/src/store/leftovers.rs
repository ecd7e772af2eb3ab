//! What killed runs left beside: files that never took their names.

use std::path::{Path, PathBuf};

use time::{Duration, OffsetDateTime};

use super::grow::{RESUMABLE, UNFINISHED};
use super::private;
use crate::problem::Problem;

/// So old is what no run can still be writing.
const DEAD: Duration = Duration::days(1);

/// The unfinished files of a folder that nobody will finish.
///
/// The copy of a transcript is gone on with by its session's next run, so it stays for `most`.
///
/// # Errors
/// Where the folder cannot be listed.
pub fn find(folder: &Path, now: OffsetDateTime, most: Duration) -> Result<Vec<PathBuf>, Problem> {
    let mut files = private::files(folder)?;
    files.retain(|path| {
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        let limit = if name.starts_with(RESUMABLE) {
            most
        } else {
            DEAD
        };
        name.starts_with(UNFINISHED) && age(path, now).is_some_and(|age| age > limit)
    });
    Ok(files)
}

/// How long nothing was written into a file.
fn age(path: &Path, now: OffsetDateTime) -> Option<Duration> {
    let written = path
        .symlink_metadata()
        .and_then(|metadata| metadata.modified());
    written
        .ok()
        .map(|written| now - OffsetDateTime::from(written))
}

#[cfg(test)]
mod tests {
    use std::fs;

    use time::{Duration, OffsetDateTime};

    use super::find;

    #[test]
    fn what_nobody_goes_on_with_is_found_and_nothing_else() {
        let folder = tempfile::tempdir().unwrap();
        for name in [
            ".unfinished-1-0",
            ".unfinished-transcript-a-1",
            ".gitignore",
            "transcript-x",
        ] {
            fs::write(folder.path().join(name), "x").unwrap();
        }
        let written = fs::metadata(folder.path().join(".gitignore")).unwrap();
        let written = OffsetDateTime::from(written.modified().unwrap());
        let found = |days| {
            let now = written + Duration::days(days) + Duration::HOUR;
            find(folder.path(), now, Duration::days(14)).unwrap().len()
        };
        assert_eq!([0, 1, 13, 14].map(found), [0, 1, 1, 2]);
    }
}
