//! The settings files of every level, read from the strongest to the weakest.

use std::path::{Path, PathBuf};

use recall_core::say;
use recall_core::store::{places, read};

use super::entries::{self, Settings, Unread};
use super::finding::{Area, At, Finding};

/// The settings that an administrator lays over everybody's (client 2.1.332, on Linux).
const MANAGED: &str = "/etc/claude-code/managed-settings.json";

/// Whose settings a file holds, the strongest first.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Level {
    Managed,
    Local,
    Project,
    User,
}

/// A settings file that is there.
#[derive(Debug)]
pub(crate) struct File {
    pub(crate) level: Level,
    pub(crate) path: PathBuf,
    pub(crate) settings: Settings,
}

/// The files that are there and can be read; the others are findings.
pub(crate) fn files(at: &At<'_>, findings: &mut Vec<Finding>) -> Vec<File> {
    let mut files: Vec<File> = Vec::new();
    for (level, path) in paths(at) {
        let is_known = |file: &File| places::is_same(&file.path, &path);
        if files.iter().any(is_known) {
            continue;
        }
        let text = match read::text_if_there(&path) {
            Ok(Some(text)) => text,
            Ok(None) => continue,
            Err(problem) => {
                let what = problem.text(at.language());
                findings.push(Area::Settings.broken("settings-unreadable", what, readable(at)));
                continue;
            }
        };
        match entries::read(&text) {
            Ok(settings) => files.push(File {
                level,
                path,
                settings,
            }),
            Err(unread) => findings.push(skipped(&path, unread, at)),
        }
    }
    files
}

/// The user's file comes before a project's that is the same one, as in a project that is the home folder.
fn paths(at: &At<'_>) -> Vec<(Level, PathBuf)> {
    let project = at.project.root.join(".claude");
    let users = at.claude_dir.join("settings.json");
    let projects = project.join("settings.json");
    let managed = (Level::Managed, PathBuf::from(MANAGED));
    let local = (Level::Local, project.join("settings.local.json"));
    let shared = (!places::is_same(&users, &projects)).then_some((Level::Project, projects));
    let own = (Level::User, users);
    [managed, local]
        .into_iter()
        .chain(shared)
        .chain([own])
        .collect()
}

fn readable(at: &At<'_>) -> String {
    say!(
        at.language(),
        "make it a file that you can read",
        "自分が読めるファイルにしてください"
    )
}

fn skipped(path: &Path, unread: Unread, at: &At<'_>) -> Finding {
    let path = at.shown(path);
    let why = match unread {
        Unread::NotJson(fault) => fault.text(at.language()),
        Unread::NotAnObject => say!(
            at.language(),
            "no JSON object",
            "JSONのオブジェクトではありません"
        ),
    };
    Area::Settings.broken(
        "settings-not-json",
        say!(
            at.language(),
            "{path} is skipped by Claude Code as a whole: {why}",
            "{path}はClaude Codeに丸ごと無視されます: {why}"
        ),
        say!(
            at.language(),
            "mend that place; JSON has no comments, and no comma after the last item",
            "その箇所を直してください。JSONではコメントも末尾のカンマも使えません"
        ),
    )
}
