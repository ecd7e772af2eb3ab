//! The files that hold sessions: backups and live transcripts, of one project or of all.

use std::collections::BTreeSet;
use std::ffi::OsStr;
use std::fs;
use std::io::{BufRead, BufReader, Read};
use std::path::{Path, PathBuf};

use recall_core::backup;
use recall_core::problem::{Deed, Problem};
use recall_core::process::Surroundings;
use recall_core::project::Project;
use recall_core::store::{live, places, read};
use recall_core::transcript::back::Back;
use recall_core::transcript::{claude, line};
use time::OffsetDateTime;

/// The most bytes in which a transcript is looked at for the folder that it was begun in.
const FIRST: u64 = 1 << 20;
/// The most lines from the end in which a transcript is looked at for a time: many lines have none.
const LAST: usize = 64;

/// A file that holds a session.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Listed {
    pub(crate) path: PathBuf,
    pub(crate) is_live: bool,
    /// Which backup of its project it is, as `recall --from` and `recall restore` count them: 1 is the newest.
    pub(crate) backup: Option<usize>,
    /// The session's id, where it says so.
    pub(crate) session: Option<String>,
    /// When something was said last, or was kept last by the name of the backup.
    pub(crate) at: OffsetDateTime,
    pub(crate) bytes: u64,
    /// The root of its project, where that is known.
    pub(crate) root: Option<PathBuf>,
}

/// The sessions of a project, newest first.
pub(crate) fn of_project(project: &Project, here: &Surroundings) -> Result<Vec<Listed>, Problem> {
    let mut found = backups(&project.root)?;
    let slug = places::slug(&project.root);
    let begin = slug.get(..places::SLUG).unwrap_or(&slug);
    for folder in folders(here) {
        let name = folder.file_name().unwrap_or_default().to_string_lossy();
        if !name.starts_with(begin) {
            continue;
        }
        // Another project's name can begin with this one's, or be the same but for what a slug leaves out.
        let is_own = |root: &Option<PathBuf>| match root {
            Some(root) if *root == project.root => true,
            Some(root) => name == slug && places::slug(root) != slug,
            None => false,
        };
        let live = lives(&folder, project, here)?.into_iter();
        found.extend(live.filter(|listed| is_own(&listed.root)));
    }
    Ok(newest_first(found))
}

/// The sessions of every project that a transcript or the user's settings name, newest first.
pub(crate) fn of_all(project: &Project, here: &Surroundings) -> Result<Vec<Listed>, Problem> {
    let mut found = Vec::new();
    for folder in folders(here) {
        found.extend(lives(&folder, project, here)?);
    }
    let members = project.config.members.iter();
    let members = members.map(|member| places::project_root(&member.folder, here.home.as_deref()));
    let roots = found.iter().filter_map(|listed| listed.root.clone());
    let roots: BTreeSet<PathBuf> = roots.chain(members).chain([project.root.clone()]).collect();
    for root in roots {
        found.extend(backups(&root)?);
    }
    Ok(newest_first(found))
}

fn newest_first(mut found: Vec<Listed>) -> Vec<Listed> {
    found.sort_by(|one, other| (other.at, &other.path).cmp(&(one.at, &one.path)));
    found
}

fn backups(root: &Path) -> Result<Vec<Listed>, Problem> {
    let listed = |(backup, number): (backup::Backup, usize)| Listed {
        session: backup::session(&backup.path).ok().flatten(),
        bytes: read::size(&backup.path).unwrap_or(0),
        path: backup.path,
        is_live: false,
        backup: Some(number),
        at: backup.at,
        root: Some(root.to_owned()),
    };
    let backups = backup::list(&places::backups(root))?;
    Ok(backups.into_iter().zip(1..).map(listed).collect())
}

/// The folders in which the client keeps transcripts.
fn folders(here: &Surroundings) -> Vec<PathBuf> {
    let projects = here
        .claude_dir
        .as_ref()
        .map(|folder| folder.join("projects"));
    let listing = projects.and_then(|projects| fs::read_dir(projects).ok());
    let folders = listing.into_iter().flatten().filter_map(Result::ok);
    let mut folders: Vec<PathBuf> = folders.map(|folder| folder.path()).collect();
    folders.retain(|folder| folder.is_dir());
    folders.sort();
    folders
}

/// The live transcripts in a folder; one that says no folder of its own is of the project for which this one is named.
fn lives(folder: &Path, project: &Project, here: &Surroundings) -> Result<Vec<Listed>, Problem> {
    let is_own = folder.file_name() == Some(OsStr::new(&places::slug(&project.root)));
    let root = is_own.then(|| project.root.clone());
    let files = read::files(folder)?.into_iter();
    let files = files.filter(|path| live::is_session(path));
    let live = files.filter_map(|path| live_at(path, here));
    Ok(live
        .map(|listed| Listed {
            root: listed.root.or_else(|| root.clone()),
            ..listed
        })
        .collect())
}

/// A live transcript, or nothing where it is gone again.
fn live_at(path: PathBuf, here: &Surroundings) -> Option<Listed> {
    let metadata = fs::metadata(&path).ok()?;
    let written = || metadata.modified().ok().map(OffsetDateTime::from);
    let at = last_moment(&path).ok().flatten().or_else(written)?;
    let cwd = first_cwd(&path).ok().flatten();
    Some(Listed {
        session: path.file_stem().and_then(OsStr::to_str).map(str::to_owned),
        bytes: metadata.len(),
        is_live: true,
        backup: None,
        at,
        root: cwd.map(|cwd| places::project_root(&cwd, here.home.as_deref())),
        path,
    })
}

fn last_moment(path: &Path) -> Result<Option<OffsetDateTime>, Problem> {
    let failed = |error| Problem::io(Deed::Read, path)(error);
    let mut back = Back::new(read::open(path)?).map_err(failed)?;
    let mut found = None;
    for _ in 0..LAST {
        let Some(text) = back.line().map_err(failed)? else {
            break;
        };
        line::read(text.bytes, |object| {
            found = claude::moment(object).or(found);
        });
        if found.is_some() {
            break;
        }
    }
    Ok(found)
}

fn first_cwd(path: &Path) -> Result<Option<PathBuf>, Problem> {
    let mut file = BufReader::new(read::open(path)?.take(FIRST));
    let (mut bytes, mut found) = (Vec::new(), None);
    while found.is_none() {
        bytes.clear();
        let read = file.read_until(b'\n', &mut bytes);
        if read.map_err(Problem::io(Deed::Read, path))? == 0 {
            break;
        }
        line::read(&bytes, |object| {
            found = found
                .take()
                .or(claude::cwd(object).map(|cwd| PathBuf::from(cwd.as_ref())));
        });
    }
    Ok(found)
}
