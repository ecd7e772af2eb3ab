//! What rotation removes, removed now or only told.

use std::fs;
use std::path::{Path, PathBuf};

use recall_core::language::counted;
use recall_core::problem::Problem;
use recall_core::process::{Exit, Surroundings};
use recall_core::project::Project;
use recall_core::rotation::{self, Due};
use recall_core::store::{places, remove};
use recall_core::{clock, say};
use serde_json::json;
use time::OffsetDateTime;
use time::format_description::well_known::Rfc3339;

use crate::answer;
use crate::measure;
use crate::options::Prune;
use crate::page::Page;
use crate::plain;

/// A file that goes.
struct Going {
    path: PathBuf,
    at: Option<OffsetDateTime>,
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
    let known = problems.len();
    let mut files = going(&folder, project, here, problems);
    let is_unknown = problems.len() > known;
    if is_unknown && files.is_empty() {
        return Ok((Page::of(String::new()), Exit::Trouble));
    }
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
    let exit = if is_unknown || files.len() < all {
        Exit::Trouble
    } else {
        Exit::Done
    };
    let page = if asked.json {
        Page::data(as_json(asked, &files, project))
    } else {
        Page::of(text(asked, &files, &folder, project, here))
    };
    Ok((page, exit))
}

/// What is kept no longer, oldest first.
fn going(
    folder: &Path,
    project: &Project,
    here: &Surroundings,
    problems: &mut Vec<Problem>,
) -> Vec<Going> {
    let due = rotation::due(folder, here.now, &project.config.keep, problems);
    let file = |Due { path, at }: Due| {
        let bytes = fs::symlink_metadata(&path).map_or(0, |file| file.len());
        Going { path, at, bytes }
    };
    let mut files: Vec<Going> = due.into_iter().map(file).collect();
    files.sort_by(|one, other| (one.at, &one.path).cmp(&(other.at, &other.path)));
    files
}

/// The same for programs. README.md documents it and tests/prune.rs insists on it.
fn as_json(asked: &Prune, files: &[Going], project: &Project) -> String {
    let file = |file: &Going| {
        json!({
            "path": file.path.to_string_lossy(),
            "time": file.at.and_then(|at| at.format(&Rfc3339).ok()),
            "bytes": file.bytes,
        })
    };
    let all = json!({
        "root": project.root.to_string_lossy(),
        "dry_run": asked.dry_run,
        "days": project.config.keep.days,
        "limit": project.config.keep.bytes,
        "files": files.iter().map(file).collect::<Vec<_>>(),
    });
    answer::json(&all)
}

fn text(
    asked: &Prune,
    files: &[Going],
    folder: &Path,
    project: &Project,
    here: &Surroundings,
) -> String {
    let language = project.language;
    let folder = places::for_people(folder, here.home.as_deref());
    let (count, keep) = (files.len(), &project.config.keep);
    let (days, limit) = (keep.days, measure::bytes(keep.bytes));
    let size = measure::bytes(files.iter().map(|file| file.bytes).sum());
    let counted = counted(count, "file");
    let summary = if files.is_empty() {
        say!(
            language,
            "nothing to remove from {folder}: {days} days and {limit} are kept, and the newest always",
            "{folder}に削除するものはありません（{days}日・{limit}まで、最新のものは常に残ります）"
        )
    } else if asked.dry_run {
        say!(
            language,
            "{counted} would go, {size}: {days} days and {limit} are kept; `recall prune` removes them",
            "{count}件（{size}）が対象です（{days}日・{limit}まで残ります）。`recall prune`で削除します"
        )
    } else {
        say!(
            language,
            "removed {counted}, {size}: {days} days and {limit} are kept",
            "{count}件（{size}）を削除しました（{days}日・{limit}まで残ります）"
        )
    };
    let lines = files.iter().map(|file| line(file, project, here));
    plain::shown(&(lines.collect::<String>() + &summary + "\n"))
}

fn line(file: &Going, project: &Project, here: &Surroundings) -> String {
    let name = file.path.file_name().unwrap_or_default().to_string_lossy();
    let (size, age) = (
        measure::bytes(file.bytes),
        file.at.map_or_else(String::new, |at| {
            clock::age(here.now - at, project.language)
        }),
    );
    format!("{name:40}  {size:>10}  {age}\n")
}
