//! Which session is meant by a number, an id or its beginning, or a path.

use std::ffi::OsStr;
use std::path::{Path, PathBuf};

use recall_core::backup;
use recall_core::clock::ago;
use recall_core::config::nearest::nearest;
use recall_core::problem::Problem;
use recall_core::process::Surroundings;
use recall_core::project::{self, Project};
use recall_core::say;
use recall_core::store::{places, read};
use time::OffsetDateTime;

use crate::list::{ID, nothing_kept, short_id};
use crate::options::Whose;
use crate::plain::one_line;
use crate::sessions::{self, Listed};
use crate::shell;

/// The session that is asked for.
pub(crate) struct Asked<'a> {
    /// A number in `recall list`, an id or its beginning, or a path; without it the newest is meant.
    pub(crate) typed: Option<&'a str>,
    /// Whether the sessions of every project are counted and looked through.
    pub(crate) all: bool,
    /// Whether the newest is one that still goes on.
    pub(crate) is_live: bool,
}

impl<'a> Asked<'a> {
    pub(crate) fn of(typed: Option<&'a str>, whose: &Whose) -> Self {
        let (all, is_live) = (whose.all, false);
        Self {
            typed,
            all,
            is_live,
        }
    }
}

/// What was meant.
pub(crate) enum Meant {
    This(Listed),
    /// The very file whose path was typed.
    File(Listed),
    /// Nothing is there; the sentence says so, and what is.
    Nothing(String),
}

/// Finds the session that was asked for.
///
/// # Errors
/// Where it is not clear which is meant, or a file that was named cannot be read.
pub(crate) fn which(
    asked: &Asked<'_>,
    project: &Project,
    here: &Surroundings,
) -> Result<Meant, Problem> {
    if let Some(path) = asked.typed.and_then(|typed| as_path(typed, here)) {
        return Ok(Meant::File(at_path(path, here)?));
    }
    let listed = if asked.all {
        sessions::of_all(project, here)?
    } else {
        sessions::of_project(project, here)?
    };
    let Some(typed) = asked.typed else {
        let newest = newest(&listed, asked.is_live);
        let nothing = || Meant::Nothing(nothing_kept(project, here));
        return Ok(newest.map_or_else(nothing, |it| Meant::This(it.clone())));
    };
    if let Some(number) = number(typed)
        && (number <= listed.len() || typed.len() < 4)
    {
        let of = listed.len();
        let found = number
            .checked_sub(1)
            .and_then(|nth| listed.into_iter().nth(nth));
        return Ok(found.map_or_else(|| Meant::Nothing(too_far(number, of, project)), Meant::This));
    }
    by_id(typed, listed, asked, project, here)
}

/// The project of a session, whose names and folder are told; the language stays the reader's.
pub(crate) fn project_of(listed: &Listed, project: &Project, here: &Surroundings) -> Project {
    match &listed.root {
        Some(root) if *root != project.root => Project {
            language: project.language,
            ..project::open(root, here, &mut Vec::new())
        },
        _ => project.clone(),
    }
}

/// What names a file here: its session's id or how that begins, else its path, as a shell takes it.
///
/// The id only where [`which`] finds this very file by it, among those `listed`: this project's, or those of all.
pub(crate) fn name(
    file: &Listed,
    listed: &[Listed],
    all: bool,
    project: &Project,
    here: &Surroundings,
) -> String {
    let session = file.session.as_deref().unwrap_or_default();
    let begin = session.get(..ID).unwrap_or(session);
    for typed in [begin, session] {
        let is_number = number(typed).is_some_and(|nth| nth <= listed.len() || typed.len() < 4);
        let found = matching(typed, listed);
        let is_one = found.iter().all(|it| it.session == file.session);
        let is_own = |it: &&Listed| !all || it.root.as_ref() == Some(&project.root);
        let own: Vec<&Listed> = found.iter().copied().filter(is_own).collect();
        let meant = live_first(if own.is_empty() { &found } else { &own });
        if shell::is_plain_id(typed) && !is_number && is_one && meant == Some(file) {
            return typed.to_owned();
        }
    }
    shell::short(&file.path, here.home.as_deref())
}

/// The live transcript of a session's files, which holds all that its backups hold, else the newest.
fn live_first<'a>(found: &[&'a Listed]) -> Option<&'a Listed> {
    let live = found.iter().find(|it| it.is_live);
    live.or(found.first()).copied()
}

/// The session that went on last.
fn newest(listed: &[Listed], is_live: bool) -> Option<&Listed> {
    let newest = listed.iter().find(|it| it.is_live || !is_live)?;
    let is_same = |it: &&Listed| it.session.is_some() && it.session == newest.session;
    let files: Vec<&Listed> = listed.iter().filter(is_same).collect();
    live_first(&files).or(Some(newest))
}

/// The session whose id begins so; one of another project is found as well.
fn by_id(
    typed: &str,
    listed: Vec<Listed>,
    asked: &Asked<'_>,
    project: &Project,
    here: &Surroundings,
) -> Result<Meant, Problem> {
    let own = matching(typed, &listed);
    let all = if own.is_empty() && !asked.all {
        sessions::of_all(project, here)?
    } else {
        listed
    };
    let found = matching(typed, &all);
    let mut ids: Vec<&str> = found
        .iter()
        .filter_map(|it| it.session.as_deref())
        .collect();
    ids.sort_unstable();
    ids.dedup();
    if ids.len() > 1 {
        return Err(Problem::Value(ambiguous(typed, &found, project, here)));
    }
    Ok(match live_first(&found) {
        Some(listed) => Meant::This(listed.clone()),
        None => Meant::Nothing(unknown(typed, &all, project)),
    })
}

fn matching<'a>(typed: &str, listed: &'a [Listed]) -> Vec<&'a Listed> {
    let begins = |text: &str| {
        text.get(..typed.len())
            .is_some_and(|start| start.eq_ignore_ascii_case(typed))
    };
    let matches = |it: &&Listed| {
        let name = it.path.file_name().and_then(OsStr::to_str);
        it.session.as_deref().is_some_and(begins) || name == Some(typed)
    };
    let exact: Vec<&Listed> = listed
        .iter()
        .filter(|it| it.session.as_deref() == Some(typed))
        .collect();
    if exact.is_empty() {
        listed.iter().filter(matches).collect()
    } else {
        exact
    }
}

fn number(typed: &str) -> Option<usize> {
    let is_number = typed.bytes().all(|byte| byte.is_ascii_digit());
    typed.parse().ok().filter(|_| is_number)
}

/// The path that was typed, if it looks like one or leads to something.
fn as_path(typed: &str, here: &Surroundings) -> Option<PathBuf> {
    let path = match (typed.strip_prefix("~/"), &here.home) {
        (Some(rest), Some(home)) => home.join(rest),
        _ => here.current_dir.join(typed),
    };
    let looks_like = typed.contains('/');
    (looks_like || (path.is_file() && number(typed).is_none())).then_some(path)
}

fn at_path(path: PathBuf, here: &Surroundings) -> Result<Listed, Problem> {
    let bytes = read::open(&path).map(|_| read::size(&path).unwrap_or(0))?;
    let folder = path.parent().unwrap_or(Path::new("/"));
    let is_backup = folder.ends_with(".claude/backups");
    let root = is_backup.then(|| places::project_root(folder, here.home.as_deref()));
    Ok(Listed {
        session: backup::session(&path)?,
        is_live: !is_backup,
        backup: None,
        at: OffsetDateTime::UNIX_EPOCH,
        bytes,
        root,
        path,
    })
}

fn too_far(number: usize, of: usize, project: &Project) -> String {
    say!(
        project.language,
        "there is no session number {number}: `recall list` has {of}, and 1 is the newest",
        "{number}番目のセッションはありません。`recall list`にあるのは{of}件で、1が最新です"
    )
}

fn ambiguous(typed: &str, found: &[&Listed], project: &Project, here: &Surroundings) -> String {
    let typed = one_line(typed);
    let line = |listed: &&Listed| {
        let id = one_line(listed.session.as_deref().unwrap_or("-"));
        let age = ago(here.now - listed.at, project.language);
        format!("{id} ({age})")
    };
    let mut lines: Vec<String> = found.iter().map(line).collect();
    lines.dedup();
    let lines = lines.join(", ");
    say!(
        project.language,
        "more than one session begins with \"{typed}\"; type more of its id: {lines}",
        "「{typed}」で始まるセッションが複数あります。IDをもう少し長く入力してください: {lines}"
    )
}

fn unknown(typed: &str, all: &[Listed], project: &Project) -> String {
    let start = |id: &str| id.chars().take(typed.chars().count()).collect::<String>();
    let ids: Vec<String> = all
        .iter()
        .filter_map(|listed| listed.session.as_deref().map(start))
        .collect();
    let near = nearest(typed, ids.iter().map(String::as_str));
    let listed = near.and_then(|near| {
        let begins = |it: &&Listed| it.session.as_deref().is_some_and(|id| id.starts_with(near));
        all.iter().find(begins)
    });
    let typed = one_line(typed);
    match listed.map(short_id) {
        Some(near) => say!(
            project.language,
            "there is no session \"{typed}\"; did you mean `{near}`? `recall list --all` lists them",
            "「{typed}」というセッションはありません。`{near}`でしょうか。`recall list --all`で一覧できます"
        ),
        None => say!(
            project.language,
            "there is no session \"{typed}\"; `recall list --all` lists them, and a file is named with its path, such as ./{typed}",
            "「{typed}」というセッションはありません。`recall list --all`で一覧できます。ファイルは./{typed}のようにパスで指定します"
        ),
    }
}
