//! Backups: whole copies of a transcript, named by the moment they were made.

mod keep;
mod prefix;

use std::path::{Path, PathBuf};

use time::{Duration, OffsetDateTime};

use crate::problem::{Deed, Problem};
use crate::stamp;
use crate::store::{places, private, read, write};
use crate::transcript::back::Back;
use crate::transcript::line;
pub use keep::{Kept, keep};

/// A backup older than this, by its name, is not read any more.
pub const MOST_AGE: Duration = Duration::days(14);

/// A backup named later than this after the present was not made by recall on this machine's clock.
const MOST_AHEAD: Duration = Duration::days(1);

/// How often it is looked again where another process has changed a name in between.
const LOOKS: usize = 100;

/// What a backups folder's `.gitignore` holds, so that no copy is ever committed.
const IGNORE_ALL: &str = "*\n";

/// Whose transcript a backup holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Whose {
    /// A session's.
    Session,
    /// A subagent's, which is never taken for its session's.
    Agent,
}

/// A kept copy of a transcript.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Backup {
    /// The file.
    pub path: PathBuf,
    /// Its name, which sorts in the order of time.
    pub name: String,
    /// When it was made, by its name.
    pub at: OffsetDateTime,
    /// The how many-eth of its second it is, by its name.
    nth: u32,
}

impl Backup {
    /// Whether it is read without being asked for: not too old by its name, and not from the future.
    #[must_use]
    pub fn is_current(&self, now: OffsetDateTime) -> bool {
        is_current(self.at, now)
    }

    /// Whether it still has its name.
    #[must_use]
    pub fn is_there(&self) -> bool {
        read::size(&self.path).is_some()
    }
}

/// Whether what is named for this moment is read without being asked for: not too old, and not from the future.
#[must_use]
pub fn is_current(at: OffsetDateTime, now: OffsetDateTime) -> bool {
    (-MOST_AHEAD..=MOST_AGE).contains(&(now - at))
}

/// Makes sure of a project's private backups folder, ignored by git before anything is in it.
///
/// # Errors
/// Where it cannot be made.
pub fn prepare(root: &Path) -> Result<PathBuf, Problem> {
    let folder = places::backups(root);
    private::expect_inside(root, &root.join(".claude"))?;
    private::folder(&folder)?;
    write::if_missing(&folder.join(".gitignore"), IGNORE_ALL.as_bytes())?;
    Ok(folder)
}

/// The files of a project's backups folder, or none where there is no such folder.
///
/// # Errors
/// Where it is not the user's own, or not in the project, or cannot be listed.
pub fn files(folder: &Path) -> Result<Vec<PathBuf>, Problem> {
    if let (Some(above), Some(root)) = (folder.parent(), folder.ancestors().nth(2))
        && above.exists()
    {
        private::expect_inside(root, above)?;
    }
    private::files(folder)
}

/// The backups of sessions in a folder, newest first by name; what its files' times say does not matter.
///
/// # Errors
/// Where the folder is there and cannot be listed.
pub fn list(folder: &Path) -> Result<Vec<Backup>, Problem> {
    list_of(folder, Whose::Session)
}

/// The backups of sessions, or those of subagents, in a folder, newest first by name.
///
/// # Errors
/// Where the folder is there and cannot be listed.
pub fn list_of(folder: &Path, whose: Whose) -> Result<Vec<Backup>, Problem> {
    let files = files(folder)?.into_iter();
    let mut backups: Vec<Backup> = files.filter_map(|path| named(path, whose)).collect();
    backups.sort_by(|one, other| other.name.cmp(&one.name));
    Ok(backups)
}

/// The session that wrote the last lines of a transcript: earlier ones can be copies of another's.
/// Lines of a subagent carry its session's id and do not count.
///
/// # Errors
/// Where the file cannot be read.
pub fn session(path: &Path) -> Result<Option<String>, Problem> {
    let mut back = Back::new(read::open(path)?).map_err(Problem::io(Deed::Read, path))?;
    let mut session = None;
    while session.is_none()
        && let Some(text) = back.line().map_err(Problem::io(Deed::Read, path))?
    {
        line::read(text.bytes, |object| {
            let own = object.text("sessionId").map(String::from);
            session = own
                .filter(|_| !object.flag("isSidechain"))
                .or(session.take());
        });
    }
    Ok(session)
}

/// The newest backup of a session.
///
/// # Errors
/// Where the folder cannot be listed.
pub fn newest_of(folder: &Path, wanted: &str) -> Result<Option<Backup>, Problem> {
    let is_wanted = |backup: &&Backup| {
        session(&backup.path).is_ok_and(|found| found.as_deref() == Some(wanted))
    };
    look(folder, |backups| {
        Ok(backups.iter().find(is_wanted).cloned())
    })
}

/// Looks for something in the backups of sessions in a folder, newest first.
///
/// A session that goes on takes its backup along to a new name. So where nothing was found and one
/// of them is gone, it is looked again.
///
/// # Errors
/// Where the folder cannot be listed, and those of `find`.
pub fn look<T>(
    folder: &Path,
    find: impl FnMut(&[Backup]) -> Result<Option<T>, Problem>,
) -> Result<Option<T>, Problem> {
    look_among(folder, Whose::Session, find)
}

fn look_among<T>(
    folder: &Path,
    whose: Whose,
    mut find: impl FnMut(&[Backup]) -> Result<Option<T>, Problem>,
) -> Result<Option<T>, Problem> {
    for _ in 0..LOOKS {
        let backups = list_of(folder, whose)?;
        let found = find(&backups)?;
        if found.is_some() || backups.iter().all(Backup::is_there) {
            return Ok(found);
        }
    }
    Ok(None)
}

impl Whose {
    /// How the names of its backups begin.
    const fn prefix(self) -> &'static str {
        match self {
            Self::Session => "transcript-",
            Self::Agent => "agent-",
        }
    }
}

fn named(path: PathBuf, whose: Whose) -> Option<Backup> {
    let name = path.file_name()?.to_str()?.to_owned();
    let stamped = name.strip_prefix(whose.prefix())?.strip_suffix(".jsonl")?;
    let (moment, nth) = stamped.split_once('_').unwrap_or((stamped, "1"));
    let at = stamp::parse(moment)?;
    let is_number = nth.bytes().all(|byte| byte.is_ascii_digit());
    let nth = nth.parse().ok().filter(|_| is_number)?;
    Some(Backup {
        path,
        name,
        at,
        nth,
    })
}
