//! What lies on the disk for this project, and whether only its owner can read it.

use std::fs::Metadata;
use std::os::unix::fs::{MetadataExt, PermissionsExt};
use std::path::{Path, PathBuf};

use recall_core::backup;
use recall_core::clock;
use recall_core::language::counted;
use recall_core::problem::Problem;
use recall_core::say;
use recall_core::state::kept;
use recall_core::store::{places, private, read};
use rustix::process::geteuid;

use super::finding::{Area, At, Finding};
use crate::measure;
use crate::shell::quoted;

/// Why others than the owner could read or replace something.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Exposure {
    Link,
    Owner,
    Mode,
}

/// What is found about the folders that recall writes to.
pub(crate) fn findings(at: &At<'_>) -> Vec<Finding> {
    let backups = places::backups(&at.project.root);
    let kept = kept(&backups, at);
    let is_ours = kept.is_ok();
    // Whose folder it is, is found below, with the command that mends it.
    let told = exposure(&backups).filter(|_| !is_ours);
    let mut findings = match kept {
        Err(_) if matches!(told, Some(Exposure::Link | Exposure::Owner)) => Vec::new(),
        kept => vec![kept.unwrap_or_else(|problem| refused(&problem, at))],
    };
    for folder in [&backups, &at.claude_dir.join("recall")] {
        findings.extend(exposed(folder, at));
    }
    if is_ours && backups.is_dir() && !is_ignored(&backups) {
        findings.push(not_ignored(&backups, at));
    }
    findings
}

/// A folder that could not be looked into.
pub(crate) fn refused(problem: &Problem, at: &At<'_>) -> Finding {
    let mend = say!(
        at.language(),
        "make it a folder of your own, or move it away",
        "自分のフォルダーにするか、別の場所へ移してください"
    );
    Area::Files.broken("unreadable", problem.text(at.language()), mend)
}

fn kept(folder: &Path, at: &At<'_>) -> Result<Finding, Problem> {
    let language = at.language();
    let (backups, dumps) = (backup::list(folder)?, kept::list(folder)?.len());
    let sizes = private::files(folder)?;
    let sizes = sizes.iter().filter_map(|path| path.symlink_metadata().ok());
    let size = measure::bytes(sizes.map(|file| file.len()).sum());
    let shown = at.shown(folder);
    let what = match backups.first() {
        None => say!(
            language,
            "{shown}: no backup yet",
            "{shown}: バックアップはまだありません"
        ),
        Some(newest) => {
            let (count, age) = (backups.len(), clock::age(at.here.now - newest.at, language));
            let (backups, states) = (counted(count, "backup"), counted(dumps, "state dump"));
            say!(
                language,
                "{shown}: {backups} and {states}, {size}; the newest backup was made {age}",
                "{shown}: バックアップ{count}件と状態の記録{dumps}件、{size}。最新のバックアップは{age}作成"
            )
        }
    };
    Ok(Area::Files.well("kept", what))
}

/// What can be read by others in a private folder, and the folder itself.
fn exposed(folder: &Path, at: &At<'_>) -> Vec<Finding> {
    let listed = private::files(folder).unwrap_or_default();
    let all = std::iter::once(folder.to_owned()).chain(listed);
    let found = all.filter_map(|path| Some((exposure(&path)?, path)));
    let found: Vec<(Exposure, PathBuf)> = found.collect();
    let kinds = [Exposure::Link, Exposure::Owner, Exposure::Mode];
    let of_kind = |kind: Exposure| {
        let own = found.iter().filter(move |(it, _)| *it == kind);
        let paths: Vec<&PathBuf> = own.map(|(_, path)| path).collect();
        let first = paths.first().copied()?;
        Some(finding(kind, first, paths.len() - 1, folder, at))
    };
    kinds.into_iter().filter_map(of_kind).collect()
}

fn exposure(path: &Path) -> Option<Exposure> {
    let metadata = path.symlink_metadata().ok()?;
    of_metadata(&metadata, metadata.uid() == geteuid().as_raw())
}

fn of_metadata(metadata: &Metadata, is_own: bool) -> Option<Exposure> {
    match (metadata.is_symlink(), is_own) {
        (true, _) => Some(Exposure::Link),
        (false, false) => Some(Exposure::Owner),
        _ => (metadata.permissions().mode() & 0o077 != 0).then_some(Exposure::Mode),
    }
}

fn finding(kind: Exposure, first: &Path, more: usize, folder: &Path, at: &At<'_>) -> Finding {
    let (language, path, folder) = (at.language(), at.shown(first), quoted(folder));
    let others = if more == 0 {
        String::new()
    } else {
        let others = counted(more, "other");
        say!(language, " (and {others})", "（ほか{more}件）")
    };
    match kind {
        Exposure::Link => Area::Files.broken(
            "link",
            say!(
                language,
                "{path} is a symbolic link, and nothing is kept through one",
                "{path}はシンボリックリンクのため、何も保存されません"
            ),
            say!(
                language,
                "replace it with a folder",
                "フォルダーに置き換えてください"
            ),
        ),
        Exposure::Owner => Area::Files.broken(
            "foreign-owner",
            say!(
                language,
                "{path}{others} belongs to somebody else",
                "{path}{others}の所有者が自分ではありません"
            ),
            say!(
                language,
                "`sudo chown -R \"$USER\" {folder}`, if it is yours by right",
                "自分のものであれば`sudo chown -R \"$USER\" {folder}`を実行してください"
            ),
        ),
        Exposure::Mode => Area::Files.broken(
            "readable-by-others",
            say!(
                language,
                "{path}{others} can be read by others",
                "{path}{others}は他人も読めます"
            ),
            say!(
                language,
                "`chmod -R go= {folder}`",
                "`chmod -R go= {folder}`を実行してください"
            ),
        ),
    }
}

/// Whether git passes the folder over; a link it would not read.
fn is_ignored(folder: &Path) -> bool {
    let path = folder.join(".gitignore");
    if path.symlink_metadata().is_ok_and(|it| it.is_symlink()) {
        return false;
    }
    let text = read::text_if_there(&path);
    let text = text.ok().flatten().unwrap_or_default();
    text.lines().any(|line| line.trim_end() == "*")
}

fn not_ignored(folder: &Path, at: &At<'_>) -> Finding {
    let (shown, folder) = (at.shown(folder), quoted(folder));
    Area::Files.broken(
        "not-ignored",
        say!(
            at.language(),
            "{shown} has no .gitignore of `*`, so git could commit what you said",
            "{shown}に`*`と書いた.gitignoreがなく、会話がgitに入るおそれがあります"
        ),
        say!(
            at.language(),
            "`echo '*' > {folder}/.gitignore`",
            "`echo '*' > {folder}/.gitignore`を実行してください"
        ),
    )
}
