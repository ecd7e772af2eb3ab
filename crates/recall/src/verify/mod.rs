//! Whether each backup can still be read, and still is what its session's transcript began with.

mod look;

use std::fs::File;
use std::path::{Path, PathBuf};

use recall_core::backup::{self, Backup, Whose};
use recall_core::language::counted;
use recall_core::problem::{Deed, Problem};
use recall_core::process::{Exit, Surroundings};
use recall_core::project::Project;
use recall_core::say;
use recall_core::store::{places, read};
use serde_json::json;

use crate::answer;
use crate::fill::filled;
use crate::measure;
use crate::options::Verify;
use crate::page::Page;
use crate::plain;
use crate::progress::Progress;
use crate::transcripts;
use look::{Look, look};

/// A backup with what came of it.
struct Verified {
    name: String,
    bytes: u64,
    /// The transcript that it was compared with.
    transcript: Option<PathBuf>,
    found: Result<Look, Problem>,
}

/// The page of all backups, and whether one of them is not well.
pub(crate) fn page(
    asked: &Verify,
    project: &Project,
    here: &Surroundings,
    columns: usize,
) -> Result<(Page, Exit), Problem> {
    let folder = places::backups(&project.root);
    let mut backups = backup::list(&folder)?;
    backups.extend(backup::list_of(&folder, Whose::Agent)?);
    let progress = Progress::begin();
    let mut all = Vec::new();
    for backup in &backups {
        let (nth, of) = (all.len() + 1, backups.len());
        progress.at(&format!("{nth}/{of}  {}", backup.name));
        all.push(verify(backup, here));
    }
    drop(progress);
    let bad = all.iter().filter(|verified| !verified.is_well()).count();
    let exit = if bad > 0 { Exit::Amiss } else { Exit::Done };
    if asked.json {
        return Ok((Page::data(as_json(&all, project)), exit));
    }
    let lines = all
        .iter()
        .map(|verified| verified.text(project, here, columns));
    let text = lines.collect::<String>() + &summary(all.len(), bad, &folder, project, here);
    let text = plain::shown(&text);
    Ok((Page::of(text), exit))
}

/// The same for programs. README.md documents it and tests/verify.rs insists on it.
fn as_json(all: &[Verified], project: &Project) -> String {
    let backup = |verified: &Verified| {
        let found = verified.found.as_ref().ok();
        let problem = verified.found.as_ref().err();
        json!({
            "path": places::backups(&project.root).join(&verified.name).to_string_lossy(),
            "bytes": verified.bytes,
            "well": verified.is_well(),
            "transcript": verified.transcript.as_ref().map(|path| path.to_string_lossy()),
            "differs": found.and_then(|found| found.differs),
            "lines": found.map(|found| found.lines),
            "damaged": found.map(|found| found.damaged),
            "torn": found.map(|found| found.is_torn),
            "problem": problem.map(|problem| problem.text(project.language)),
        })
    };
    let all = json!({
        "root": project.root.to_string_lossy(),
        "backups": all.iter().map(backup).collect::<Vec<_>>(),
    });
    answer::json(&all)
}

fn summary(
    all: usize,
    bad: usize,
    folder: &Path,
    project: &Project,
    here: &Surroundings,
) -> String {
    let folder = places::for_people(folder, here.home.as_deref());
    let backups = counted(all, "backup");
    let summary = match (all, bad) {
        (0, _) => say!(
            project.language,
            "no backup in {folder} yet",
            "{folder}にはまだバックアップがありません"
        ),
        (_, 0) => say!(
            project.language,
            "{backups} in {folder}, all well",
            "{folder}のバックアップ{all}件に問題はありません"
        ),
        _ => say!(
            project.language,
            "{backups} in {folder}, {bad} not well",
            "{folder}のバックアップ{all}件のうち{bad}件に問題があります"
        ),
    };
    summary + "\n"
}

fn verify(backup: &Backup, here: &Surroundings) -> Verified {
    let (transcript, found) = match against_transcripts(backup, here) {
        Ok((transcript, found)) => (transcript, Ok(found)),
        Err(problem) => (None, Err(problem)),
    };
    Verified {
        name: backup.name.clone(),
        bytes: size(&backup.path),
        transcript,
        found,
    }
}

/// Reads a backup beside the transcript that begins with it, or beside the last one of its session.
fn against_transcripts(
    backup: &Backup,
    here: &Surroundings,
) -> Result<(Option<PathBuf>, Look), Problem> {
    let path = &backup.path;
    let failed = |error| Problem::io(Deed::Read, path)(error);
    let mut last = None;
    for transcript in transcripts(path, here)? {
        let live = read::open(&transcript)?;
        let found = look(read::open(path)?, Some(live)).map_err(failed)?;
        let is_same = found.differs.is_none();
        last = Some((Some(transcript), found));
        if is_same {
            break;
        }
    }
    match last {
        Some(found) => Ok(found),
        None => Ok((None, look(read::open(path)?, None::<File>).map_err(failed)?)),
    }
}

/// The transcripts of a backup's session; an agent's has a file of its own, which no session's begins with.
fn transcripts(path: &Path, here: &Surroundings) -> Result<Vec<PathBuf>, Problem> {
    Ok(match (backup::session(path)?, &here.claude_dir) {
        (Some(session), Some(folder)) => transcripts::of_session(folder, &session),
        _ => Vec::new(),
    })
}

impl Verified {
    /// Lines that the transcript itself holds in the same form are no fault of the backup.
    fn is_well(&self) -> bool {
        match &self.found {
            Ok(found) => {
                found.differs.is_none() && (found.damaged == 0 || self.transcript.is_some())
            }
            Err(_) => false,
        }
    }

    fn text(&self, project: &Project, here: &Surroundings, columns: usize) -> String {
        let (name, size) = (&self.name, measure::bytes(self.bytes));
        let verdict = if self.is_well() {
            say!(project.language, "ok", "正常")
        } else {
            say!(project.language, "not well", "問題あり")
        };
        let why = wrap(&self.why(project, here), columns);
        format!("{name:40}  {size:>10}  {verdict}\n{why}")
    }

    fn why(&self, project: &Project, here: &Surroundings) -> String {
        let language = project.language;
        let found = match &self.found {
            Err(problem) => return problem.text(language),
            Ok(found) => found,
        };
        let transcript = self.transcript.as_deref();
        let path = transcript.map(|path| places::for_people(path, here.home.as_deref()));
        let (lines, count) = (counted(found.lines, "line"), found.lines);
        let beside = match (path, found.differs) {
            (Some(path), Some(at)) => say!(
                language,
                "{path} says something else from byte {at} on: one of the two was changed after the copy, and `recall` shows only the backup.",
                "{path}とは{at}バイト目から異なります。コピーの後にどちらかが変更されました。`recall`が表示するのはバックアップの方です。"
            ),
            (Some(_), None) => say!(
                language,
                "{lines}; its transcript begins with these bytes.",
                "{count}行。トランスクリプトの先頭と一致します。"
            ),
            (None, _) => say!(
                language,
                "{lines}; there is no transcript any more to compare it with.",
                "{count}行。比較できるトランスクリプトはもうありません。"
            ),
        };
        beside + &damage(found, project)
    }
}

fn damage(found: &Look, project: &Project) -> String {
    let (damaged, first) = (counted(found.damaged, "line"), found.first);
    let count = found.damaged;
    let mut text = String::new();
    if count > 0 {
        text += &say!(
            project.language,
            " {damaged} cannot be read, the first is line {first}.",
            "読み取れない行が{count}行あります（最初は{first}行目）。"
        );
    }
    if found.is_torn {
        text += &say!(
            project.language,
            " The client was still writing the last line, as is normal.",
            "最後の行は書き込み中でした（正常です）。"
        );
    }
    text
}

fn wrap(text: &str, columns: usize) -> String {
    let lines = filled(text, columns.saturating_sub(4)).into_iter();
    lines.map(|line| format!("    {line}\n")).collect()
}

fn size(path: &Path) -> u64 {
    path.symlink_metadata().map_or(0, |file| file.len())
}
