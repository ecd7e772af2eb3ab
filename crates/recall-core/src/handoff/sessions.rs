//! The sessions of a project on the disk: a small file each, written when one begins or ends.

use std::path::{Path, PathBuf};

use time::{Duration, OffsetDateTime};

use super::session::Session;
use crate::hash;
use crate::problem::Problem;
use crate::store::{private, read, remove, write};

/// The most bytes that are read of one file; recall's own are much shorter.
const MOST: u64 = 16 * 1024;
/// The most letters of an id that stands in a file's name as it is.
const PLAIN: usize = 64;

/// Every session that is known; a file that was cut or damaged tells of none.
///
/// # Errors
/// Where the folder is there and cannot be listed.
pub fn all(folder: &Path) -> Result<Vec<Session>, Problem> {
    let files = read::files(&within(folder))?;
    Ok(files.iter().filter_map(|path| parsed(path)).collect())
}

/// The session of an id.
#[must_use]
pub fn find(folder: &Path, id: &str) -> Option<Session> {
    parsed(&file(folder, id)).filter(|session| session.session_id == id)
}

/// Notes what is known of a session, in a project's prepared folder.
///
/// # Errors
/// Where it cannot be written.
pub fn note(folder: &Path, session: &Session) -> Result<(), Problem> {
    private::folder(&within(folder))?;
    let text = serde_json::to_string(session).unwrap_or_default();
    write::whole_soon(&file(folder, &session.session_id), text.as_bytes())
}

/// Forgets the sessions that were not heard of for longer than `most`.
///
/// # Errors
/// Where the folder cannot be listed, or a file not removed.
pub fn sweep(folder: &Path, now: OffsetDateTime, most: Duration) -> Result<(), Problem> {
    for path in read::files(&within(folder))? {
        if parsed(&path).is_none_or(|session| now - session.heard_at > most) {
            remove::file(&path)?;
        }
    }
    Ok(())
}

fn parsed(path: &Path) -> Option<Session> {
    serde_json::from_str(&read::start(path, MOST).ok()?).ok()
}

fn within(folder: &Path) -> PathBuf {
    folder.join("sessions")
}

/// A session's file: named by its id where that is a plain name, else by a hash of it.
fn file(folder: &Path, id: &str) -> PathBuf {
    let is_plain = !id.is_empty()
        && id.len() <= PLAIN
        && id
            .bytes()
            .all(|byte| byte.is_ascii_alphanumeric() || byte == b'-');
    let name = if is_plain {
        id.to_owned()
    } else {
        format!("_{:016x}", hash::of(id.as_bytes()))
    };
    within(folder).join(format!("{name}.json"))
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::file;

    #[test]
    fn an_id_cannot_lead_out_of_the_folder() {
        let name = |id: &str| {
            let path = file(Path::new("/f"), id);
            assert_eq!(path.parent(), Some(Path::new("/f/sessions")));
            path.file_name().unwrap().to_str().unwrap().to_owned()
        };
        assert_eq!(name("0a-1b"), "0a-1b.json");
        for id in ["", "../x", "a/b", ".", "日本", &"a".repeat(65)] {
            assert!(name(id).starts_with('_'), "{id}");
        }
    }
}
