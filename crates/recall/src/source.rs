//! The session that a person names: by the number of a backup, by its id, or by a file.

use std::path::{Path, PathBuf};

use recall_core::problem::Problem;
use recall_core::process::Surroundings;
use recall_core::project::Project;
use recall_core::store::{live, places};
use recall_core::{backup, frame, say};

use crate::{shell, transcripts};

/// What was named.
pub(crate) enum Source {
    /// A transcript or a backup.
    File(PathBuf),
    /// Nothing: the sentence says why.
    Nothing(String),
}

/// Which file of a session is read where it has two.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Prefer {
    /// The backup that was named by its number, as it was then.
    Backup,
    /// The transcript, which has gone on since.
    Transcript,
}

/// The file that is meant; where nothing is named, that of the session which was kept last.
pub(crate) fn find(
    asked: Option<&str>,
    prefer: Prefer,
    project: &Project,
    here: &Surroundings,
) -> Result<Source, Problem> {
    let Some(asked) = asked else {
        return newest(project, here);
    };
    if let Ok(number) = asked.parse::<usize>() {
        return numbered(number, prefer, project, here);
    }
    let path = here.current_dir.join(asked);
    if path.is_file() {
        return Ok(Source::File(path));
    }
    named(asked, project, here)
}

fn newest(project: &Project, here: &Surroundings) -> Result<Source, Problem> {
    let folder = places::backups(&project.root);
    if let Some(newest) = backup::list(&folder)?.first() {
        return Ok(Source::File(transcript(&newest.path, here)?));
    }
    let folders = match &here.claude_dir {
        Some(claude_dir) => live::folders(claude_dir, &project.start, &project.root),
        None => Vec::new(),
    };
    Ok(match live::newest(&folders)? {
        Some(path) => Source::File(path),
        None => Source::Nothing(say!(
            project.language,
            "nothing was kept here yet, and no session was started here",
            "まだ何も残されておらず、ここで始まったセッションもありません"
        )),
    })
}

fn numbered(
    number: usize,
    prefer: Prefer,
    project: &Project,
    here: &Surroundings,
) -> Result<Source, Problem> {
    let backups = backup::list(&places::backups(&project.root))?;
    let of = backups.len();
    let backup = number.checked_sub(1).and_then(|at| backups.get(at));
    Ok(match (backup, prefer) {
        (Some(backup), Prefer::Backup) => Source::File(backup.path.clone()),
        (Some(backup), Prefer::Transcript) => Source::File(transcript(&backup.path, here)?),
        (None, _) => Source::Nothing(say!(
            project.language,
            "there is no backup number {number}: this project has {of}, and 1 is the newest",
            "{number}番目のバックアップはありません。このプロジェクトには{of}件あり、1が最新です"
        )),
    })
}

fn named(session: &str, project: &Project, here: &Surroundings) -> Result<Source, Problem> {
    let language = project.language;
    let claude_dir = here.claude_dir.as_deref().unwrap_or(Path::new(""));
    let live = transcripts::of_session(claude_dir, session)
        .into_iter()
        .next();
    let kept = match live {
        Some(path) => Some(path),
        None => backup::newest_of(&places::backups(&project.root), session)?.map(|it| it.path),
    };
    let session = frame::quote_line(session);
    Ok(kept.map_or_else(
        || {
            Source::Nothing(say!(
                language,
                "there is neither a file nor a session \"{session}\"",
                "「{session}」というファイルもセッションもありません"
            ))
        },
        Source::File,
    ))
}

/// The transcript that a backup was copied from, or the backup where it is gone.
fn transcript(backup: &Path, here: &Surroundings) -> Result<PathBuf, Problem> {
    let session = backup::session(backup)?.filter(|session| shell::is_plain_id(session));
    let (Some(session), Some(claude_dir)) = (session, &here.claude_dir) else {
        return Ok(backup.to_owned());
    };
    let live = transcripts::of_session(claude_dir, &session)
        .into_iter()
        .next();
    Ok(live.unwrap_or_else(|| backup.to_owned()))
}
