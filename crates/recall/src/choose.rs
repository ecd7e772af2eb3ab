//! Which project and which file are shown, and what is said where there is none.

use std::path::PathBuf;

use recall_core::config::nearest::nearest;
use recall_core::problem::Problem;
use recall_core::process::Surroundings;
use recall_core::project::{self, Project};
use recall_core::store::{live, places};
use recall_core::{backup, frame, say};

use crate::options::Show;

/// The file that is shown.
pub(crate) enum Chosen {
    /// A backup, and how many there are in all.
    Backup {
        path: PathBuf,
        number: usize,
        of: usize,
    },
    /// The live transcript, because there is no backup yet.
    Live(PathBuf),
    /// Nothing: the sentence says why and where it was looked for.
    Nothing(String),
}

/// The project of the member that was asked for, else the one of the current folder.
pub(crate) fn project(
    member: Option<&str>,
    project: Project,
    here: &Surroundings,
    problems: &mut Vec<Problem>,
) -> Result<Project, Problem> {
    let Some(key) = member else {
        return Ok(project);
    };
    let members = &project.config.members;
    match members
        .iter()
        .find(|member| member.key.eq_ignore_ascii_case(key))
    {
        Some(member) => Ok(project::open(&member.folder, here, problems)),
        None => Err(Problem::Value(unknown(key, &project))),
    }
}

/// The backup that was asked for; where there is none yet, the project's live transcript.
pub(crate) fn file(
    options: &Show,
    project: &Project,
    here: &Surroundings,
) -> Result<Chosen, Problem> {
    let folder = places::backups(&project.root);
    let backups = backup::list(&folder)?;
    let (number, of) = (options.from.map_or(1, Into::into), backups.len());
    if let Some(backup) = backups.into_iter().nth(number - 1) {
        return Ok(Chosen::Backup {
            path: backup.path,
            number,
            of,
        });
    }
    if of > 0 {
        return Ok(Chosen::Nothing(too_far(number, of, project)));
    }
    let folders = match &here.claude_dir {
        Some(claude_dir) => live::folders(claude_dir, &project.start, &project.root),
        None => Vec::new(),
    };
    Ok(match live::newest(&folders)? {
        Some(path) => Chosen::Live(path),
        None => Chosen::Nothing(nowhere(&folder, &folders, project, here)),
    })
}

/// What is said beside a live transcript.
pub(crate) fn instead(path: &std::path::Path, project: &Project, here: &Surroundings) -> String {
    let home = here.home.as_deref();
    let folder = places::for_people(&places::backups(&project.root), home);
    let path = places::for_people(path, home);
    say!(
        project.language,
        "no backup in {folder} yet: this is the project's live transcript {path}",
        "{folder}にはまだバックアップがないため、進行中のトランスクリプト{path}を表示します",
    )
}

fn unknown(key: &str, project: &Project) -> String {
    let members = project.config.members.iter();
    let known: Vec<&str> = members.map(|member| member.key.as_str()).collect();
    let (key, names) = (frame::quote_line(key), known.join(", "));
    if known.is_empty() {
        return say!(
            project.language,
            "there is no member \"{key}\", because your recall.json names no members",
            "あなたのrecall.jsonにメンバーの設定がないため、メンバー「{key}」は見つかりません",
        );
    }
    match nearest(&key, known) {
        Some(near) => say!(
            project.language,
            "there is no member \"{key}\"; did you mean \"{near}\"? recall.json knows: {names}",
            "メンバー「{key}」は見つかりません。「{near}」でしょうか。recall.jsonにあるのは: {names}",
        ),
        None => say!(
            project.language,
            "there is no member \"{key}\"; recall.json knows: {names}",
            "メンバー「{key}」は見つかりません。recall.jsonにあるのは: {names}",
        ),
    }
}

fn too_far(number: usize, of: usize, project: &Project) -> String {
    say!(
        project.language,
        "there is no backup number {number}: this project has {of}, and --from 1 is the newest",
        "{number}番目のバックアップはありません。このプロジェクトには{of}件あり、--from 1が最新です",
    )
}

fn nowhere(
    backups: &std::path::Path,
    live: &[PathBuf],
    project: &Project,
    here: &Surroundings,
) -> String {
    let looked = std::iter::once(backups).chain(live.iter().map(PathBuf::as_path));
    let looked: Vec<String> = looked
        .map(|path| places::for_people(path, here.home.as_deref()))
        .collect();
    let looked = looked.join(", ");
    say!(
        project.language,
        "nothing was kept here yet; looked in {looked}",
        "まだ何も残されていません。探した場所: {looked}",
    )
}
