//! A copy of a backup, written where a person wants it and never where the client writes.

use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};

use recall_core::backup::{self, Backup};
use recall_core::problem::{Deed, Problem};
use recall_core::process::{Exit, Surroundings};
use recall_core::project::Project;
use recall_core::say;
use recall_core::store::{live, places, read, write};

use crate::measure;
use crate::options::Restore;
use crate::page::Page;
use crate::plain;
use crate::shell::is_plain_id;
use crate::shell::quoted;
use crate::transcripts;

/// A copy that was written.
struct Copied {
    path: PathBuf,
    bytes: u64,
    of: usize,
    session: Option<String>,
}

/// Writes the copy, and says what can be done with it.
pub(crate) fn page(
    asked: &Restore,
    project: &Project,
    here: &Surroundings,
) -> Result<(Page, Exit), Problem> {
    let folder = places::backups(&project.root);
    let backups = backup::list(&folder)?;
    let Some(backup) = backups.get(asked.number.get() - 1) else {
        let number = asked.number.get();
        let why = missing(number, backups.len(), &folder, project, here);
        return Ok((Page::nothing(why), Exit::Nothing));
    };
    let path = place(asked.path.as_deref(), backup, project, here)?;
    let bytes = copy(&backup.path, &path)?;
    let copied = Copied {
        path,
        bytes,
        of: backups.len(),
        session: backup::session(&backup.path)?.filter(|session| is_plain_id(session)),
    };
    let text = plain::shown(&text(&copied, asked.number.get(), project, here));
    Ok((Page::of(text), Exit::Done))
}

/// Where the copy goes; a folder takes it under the backup's name.
fn place(
    asked: Option<&Path>,
    backup: &Backup,
    project: &Project,
    here: &Surroundings,
) -> Result<PathBuf, Problem> {
    let language = project.language;
    let path = here.current_dir.join(asked.unwrap_or(Path::new("")));
    let path = if path.is_dir() {
        path.join(&backup.name)
    } else {
        path
    };
    let shown = path.display();
    let folder = path.parent().unwrap_or(Path::new("/"));
    let folder = fs::canonicalize(folder).map_err(Problem::io(Deed::Write, &path))?;
    if path.symlink_metadata().is_ok() {
        return Err(Problem::Value(say!(
            language,
            "{shown} is there already, and a restored copy never goes over anything: name another path",
            "{shown}はすでにあります。上書きはしませんので、別のパスを指定してください"
        )));
    }
    let transcripts = here
        .claude_dir
        .as_ref()
        .map(|folder| folder.join("projects"));
    let taken = [transcripts, Some(places::backups(&project.root))];
    let is_taken = |taken: &PathBuf| folder.starts_with(places::real(taken));
    match taken.iter().flatten().find(|taken| is_taken(taken)) {
        None => Ok(path),
        Some(taken) => {
            let taken = places::for_people(taken, here.home.as_deref());
            Err(Problem::Value(say!(
                language,
                "{shown} lies in {taken}, where a copy would be taken for the original: name another path",
                "{shown}は{taken}の中にあり、元のファイルと取り違えられます。別のパスを指定してください"
            )))
        }
    }
}

fn copy(from: &Path, to: &Path) -> Result<u64, Problem> {
    let mut source = read::open(from)?;
    let mut bytes = 0;
    let fill = |file: &mut File| {
        bytes = io::copy(&mut source, file)?;
        Ok(())
    };
    let (folder, name) = (to.parent(), to.file_name().unwrap_or_default());
    write::new_file(folder.unwrap_or(Path::new("/")), |_| name, fill)?;
    Ok(bytes)
}

fn missing(
    number: usize,
    of: usize,
    folder: &Path,
    project: &Project,
    here: &Surroundings,
) -> String {
    let folder = places::for_people(folder, here.home.as_deref());
    say!(
        project.language,
        "there is no backup number {number}: {folder} holds {of}, and 1 is the newest",
        "{number}番目のバックアップはありません。{folder}にあるのは{of}件で、1が最新です"
    )
}

fn text(copied: &Copied, number: usize, project: &Project, here: &Surroundings) -> String {
    let (language, of, size) = (project.language, copied.of, measure::bytes(copied.bytes));
    let path = places::for_people(&copied.path, here.home.as_deref());
    let mut text = say!(
        language,
        "{path}\n  is a copy of backup {number} of {of}, {size}. `recall --from {number}` shows what it says.\n",
        "{path}\n  バックアップ{of}件中{number}番目のコピーです（{size}）。内容は`recall --from {number}`で読めます。\n"
    );
    let (Some(session), Some(claude_dir)) = (&copied.session, &here.claude_dir) else {
        return text;
    };
    text.push_str(&if transcripts::of_session(claude_dir, session).is_empty() {
        revival(copied, session, claude_dir, project)
    } else {
        say!(
            language,
            "Its session still has its own transcript, so nothing has to be put back:\n  claude --resume {session}\n",
            "元のトランスクリプトが残っているため、そのままセッションを再開できます。\n  claude --resume {session}\n"
        )
    });
    text
}

/// How a session is taken up again whose transcript is gone.
fn revival(copied: &Copied, session: &str, claude_dir: &Path, project: &Project) -> String {
    let folders = live::folders(claude_dir, &project.root, &project.root);
    let Some(folder) = folders.first() else {
        return String::new();
    };
    let (root, copy) = (quoted(&project.root), quoted(&copied.path));
    let target = quoted(&folder.join(format!("{session}.jsonl")));
    let folder = quoted(folder);
    say!(
        project.language,
        "The transcript of its session is gone. To take the session up again, put the copy there:\n  mkdir -p {folder}\n  cp -n {copy} {target}\n  cd {root} && claude --resume {session}\n",
        "元のトランスクリプトはもうありません。次のように置けばセッションを再開できます。\n  mkdir -p {folder}\n  cp -n {copy} {target}\n  cd {root} && claude --resume {session}\n"
    )
}
