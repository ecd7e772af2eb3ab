//! What rotation removes, removed now or only told.

use std::fs;
use std::path::{Path, PathBuf};

use recall_core::language::counted;
use recall_core::problem::Problem;
use recall_core::process::{Exit, Surroundings};
use recall_core::project::Project;
use recall_core::rotation::{self, Dated};
use recall_core::state::{kept, replay};
use recall_core::store::{places, remove};
use recall_core::{backup, frame, say};
use time::OffsetDateTime;

use crate::measure;
use crate::options::Prune;
use crate::page::Page;

/// A file that goes.
struct Outdated {
    path: PathBuf,
    at: OffsetDateTime,
    bytes: u64,
}

/// The page of what went, or of what would go.
pub(crate) fn page(
    asked: &Prune,
    project: &Project,
    here: &Surroundings,
    problems: &mut Vec<Problem>,
) -> Result<(Page, Exit), Problem> {
    let folder = places::backups(&project.root);
    let mut files = outdated(&folder, here.now)?;
    let all = files.len();
    if !asked.dry_run {
        files.retain(|file| match remove::file(&file.path) {
            Ok(()) => true,
            Err(problem) => {
                problems.push(problem);
                false
            }
        });
    }
    let exit = if files.len() < all {
        Exit::Trouble
    } else {
        Exit::Done
    };
    let text = text(asked, &files, &folder, project, here);
    Ok((Page { text, note: None }, exit))
}

/// What is too old now, oldest first.
fn outdated(folder: &Path, now: OffsetDateTime) -> Result<Vec<Outdated>, Problem> {
    let backups = backup::list(folder)?.into_iter().map(Dated::from);
    let dumps = kept::list(folder)?.into_iter().map(Dated::from);
    let kinds = [backups.collect::<Vec<_>>(), dumps.collect::<Vec<_>>()];
    let mut files = Vec::new();
    for kind in &kinds {
        let gone = rotation::outdated(kind, now, backup::MOST_AGE);
        let gone = kind
            .iter()
            .filter(|file| gone.contains(&file.path.as_path()));
        files.extend(gone.map(|file| Outdated {
            path: file.path.clone(),
            at: file.at,
            bytes: fs::symlink_metadata(&file.path).map_or(0, |file| file.len()),
        }));
    }
    files.sort_by(|one, other| (one.at, &one.path).cmp(&(other.at, &other.path)));
    Ok(files)
}

fn text(
    asked: &Prune,
    files: &[Outdated],
    folder: &Path,
    project: &Project,
    here: &Surroundings,
) -> String {
    let language = project.language;
    let folder = places::for_people(folder, here.home.as_deref());
    let (count, days) = (files.len(), backup::MOST_AGE.whole_days());
    let size = measure::bytes(files.iter().map(|file| file.bytes).sum());
    let counted = counted(count, "file");
    let summary = if files.is_empty() {
        say!(
            language,
            "nothing to remove from {folder}: nothing but the newest is older than {days} days",
            "{folder}に{days}日を過ぎたものはありません（最新のものは常に残ります）"
        )
    } else if asked.dry_run {
        say!(
            language,
            "{counted} older than {days} days would go, {size}; `recall prune` removes them",
            "{days}日を過ぎた{count}件（{size}）が対象です。`recall prune`で削除します"
        )
    } else {
        say!(
            language,
            "removed {counted} older than {days} days, {size}",
            "{days}日を過ぎた{count}件（{size}）を削除しました"
        )
    };
    let lines = files.iter().map(|file| line(file, project, here));
    frame::without_controls(&(lines.collect::<String>() + &summary + "\n"))
}

fn line(file: &Outdated, project: &Project, here: &Surroundings) -> String {
    let name = file.path.file_name().unwrap_or_default().to_string_lossy();
    let (size, age) = (
        measure::bytes(file.bytes),
        replay::age(here.now - file.at, project.language),
    );
    format!("{name:40}  {size:>10}  {age}\n")
}
