//! What recall.json says that does not hold, what is told twice, and whether a person can call recall.

use std::env;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};

use recall_core::greeting::{Start, handover, loaded};
use recall_core::hook::{Event, Kind, Source};
use recall_core::problem::Problem;
use recall_core::say;
use recall_core::store::{live, places, read};

use super::expected::COMMAND;
use super::finding::{Area, At, Finding};

/// What is found about recall.json and what lies around it; `search` is PATH.
pub(crate) fn findings(at: &At<'_>, problems: &[Problem], search: Option<&Path>) -> Vec<Finding> {
    let faults = problems.iter().map(|problem| {
        let what = problem.text(at.language());
        let mend = say!(
            at.language(),
            "mend that line; `recall config` shows what holds until then",
            "その行を直してください。今の設定は`recall config`で確かめられます"
        );
        Area::Configuration.broken("setting", what, mend)
    });
    let mut findings: Vec<Finding> = faults.collect();
    if findings.is_empty() {
        let what = say!(
            at.language(),
            "recall.json: no faults",
            "recall.json: 問題はありません"
        );
        findings.push(Area::Configuration.well("settings", what));
    }
    findings.extend(memory(at));
    findings.extend(callable(at, search));
    findings
}

/// Whether a session is told the handover section twice: by the client and by recall.
fn memory(at: &At<'_>) -> Option<Finding> {
    let root = &at.project.root;
    let marks = &at.project.config.handover;
    let own = root.join(&marks.file.path);
    let section = |path: &Path| {
        let text = read::text_if_there(path).ok().flatten()?;
        handover::extract(&text, marks)
    };
    let told = section(&own)?;
    let folder = live::folders(at.claude_dir, root, root)
        .into_iter()
        .next()?;
    let auto = folder.join("memory/MEMORY.md");
    let (own_shown, auto_shown) = (at.shown(&own), at.shown(&auto));
    if is_loaded(&own, &folder, at) {
        let what = say!(
            at.language(),
            "{own_shown} is loaded by the client itself, so recall leaves it out",
            "{own_shown}はクライアント自身が読み込むため、recallは伝えません"
        );
        return Some(Area::Configuration.well("memory-once", what));
    }
    let is_twice = section(&auto).is_some_and(|auto| auto == told);
    is_twice.then(|| {
        let what = say!(
            at.language(),
            "a session is told the same twice: by the client from {auto_shown}, by recall from {own_shown}",
            "同じ申し送りが二度伝わります。クライアントは{auto_shown}から、recallは{own_shown}からです"
        );
        let mend = say!(
            at.language(),
            "make one a link to the other: recall then leaves it out",
            "一方を他方へのリンクにすれば、recallは伝えません"
        );
        Area::Configuration.note("memory-twice", what, mend)
    })
}

fn is_loaded(file: &Path, transcripts: &Path, at: &At<'_>) -> bool {
    let event = Event {
        session: None,
        transcript: Some(transcripts.join("session.jsonl")),
        agent: None,
        agent_transcript: None,
        cwd: None,
        kind: Kind::SessionStart(Source::Startup),
    };
    let start = Start {
        place: None,
        event: &event,
        source: Source::Startup,
        project: at.project,
        here: at.here,
    };
    loaded::is_loaded(file, &start)
}

/// Whether `recall` is found by its name, and is the one that was installed.
fn callable(at: &At<'_>, search: Option<&Path>) -> Option<Finding> {
    let installed = at.claude_dir.join("hooks").join(COMMAND);
    if !installed.is_file() {
        return None;
    }
    let shown = at.shown(&installed);
    let Some(found) = on_path(search) else {
        let what = say!(
            at.language(),
            "`recall` is not on PATH, so it has to be called as {shown}",
            "`recall`がPATHになく、{shown}と入力する必要があります"
        );
        let mend = say!(
            at.language(),
            "`ln -s {shown} ~/.local/bin/recall`, where ~/.local/bin is on PATH",
            "~/.local/binがPATHにあれば`ln -s {shown} ~/.local/bin/recall`を実行してください"
        );
        return Some(Area::Configuration.note("not-on-path", what, mend));
    };
    let other = at.shown(&found);
    if places::is_same(&found, &installed) {
        let what = say!(
            at.language(),
            "`recall` on PATH is {other}",
            "PATHの`recall`は{other}です"
        );
        return Some(Area::Configuration.well("on-path", what));
    }
    let what = say!(
        at.language(),
        "`recall` on PATH is {other}, and not the installed {shown}",
        "PATHの`recall`は{other}で、インストールされた{shown}ではありません"
    );
    let mend = say!(
        at.language(),
        "remove that one, or put the installed one before it on PATH",
        "それを取り除くか、インストールされた方をPATHの先に置いてください"
    );
    Some(Area::Configuration.note("other-on-path", what, mend))
}

fn on_path(search: Option<&Path>) -> Option<PathBuf> {
    let is_program = |path: &PathBuf| {
        let metadata = path.metadata();
        metadata.is_ok_and(|file| file.is_file() && file.permissions().mode() & 0o111 != 0)
    };
    let folders = env::split_paths(search?);
    let mut files = folders.map(|folder| folder.join(COMMAND));
    files.find(is_program)
}
