//! Whether the doctor can start what an entry names, and may.

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;

use recall_core::say;
use recall_core::store::places;

use super::finding::{Area, At, Finding};
use super::levels::Level;
use super::settings::install;
use super::wiring::Placed;

/// Why an entry cannot be started, or must not be by the doctor.
pub(crate) fn unsound(placed: &Placed<'_>, at: &At<'_>) -> Option<Finding> {
    let (entry, language) = (placed.entry, at.language());
    let file = at.shown(&placed.file.path);
    let path = entry.executable(at.here.home.as_deref());
    let Some(path) = path else {
        return Some(unnamed(placed, at));
    };
    let shown = at.shown(&path);
    let metadata = fs::metadata(&path).ok().filter(fs::Metadata::is_file);
    let Some(metadata) = metadata else {
        let what = say!(
            language,
            "{shown} is not there, and {file} starts it",
            "{file}が起動する{shown}がありません"
        );
        return Some(Area::Programs.broken("program-missing", what, repointed(placed, at)));
    };
    if metadata.permissions().mode() & 0o111 == 0 {
        let what = say!(
            language,
            "{shown} may not be executed",
            "{shown}に実行権限がありません"
        );
        let mend = say!(
            language,
            "`chmod u+x {shown}`",
            "`chmod u+x {shown}`を実行してください"
        );
        return Some(Area::Programs.broken("program-not-executable", what, mend));
    }
    (!is_trusted(placed, &path, at)).then(|| not_run(&shown, &file, at))
}

/// A command that names no file: for want of a shell, or because only one can tell.
fn unnamed(placed: &Placed<'_>, at: &At<'_>) -> Finding {
    let (command, file) = (&placed.entry.command, at.shown(&placed.file.path));
    let mend = repointed(placed, at);
    if placed.entry.args.is_some() {
        let what = say!(
            at.language(),
            "{command} in {file} is no absolute path, and no shell makes it one",
            "{file}の{command}は絶対パスではなく、シェルも介さないため起動できません"
        );
        return Area::Programs.broken("program-path", what, mend);
    }
    let what = say!(
        at.language(),
        "{command} in {file} was not tried out: which file it starts is only known in a session",
        "{file}の{command}は試していません。起動されるファイルはセッションの中でしか決まらないためです"
    );
    Area::Programs.note("program-not-run", what, mend)
}

/// How an entry is mended that leads nowhere: install mends the user's own file only.
fn repointed(placed: &Placed<'_>, at: &At<'_>) -> String {
    if placed.file.level == Level::User {
        return install(at);
    }
    let file = at.shown(&placed.file.path);
    say!(
        at.language(),
        "take that entry out of {file}; your own settings start recall in every project",
        "その登録を{file}から取り除いてください。自分の設定にあれば、どのプロジェクトでも動きます"
    )
}

/// A project's settings can come with a cloned repository: what they alone name is not started.
fn is_trusted(placed: &Placed<'_>, path: &Path, at: &At<'_>) -> bool {
    let is_users = matches!(placed.file.level, Level::User | Level::Managed);
    let is_installed = || places::is_inside(path, &at.claude_dir.join("hooks"));
    is_users || (placed.entry.args.is_some() && is_installed())
}

fn not_run(shown: &str, file: &str, at: &At<'_>) -> Finding {
    let hooks = at.shown(&at.claude_dir.join("hooks"));
    Area::Programs.note(
        "program-not-run",
        say!(
            at.language(),
            "{shown} was not tried out: only the project's {file} names it, and it is not in {hooks}",
            "{shown}は試していません。プロジェクトの{file}だけが指定していて、{hooks}の中にもないためです"
        ),
        say!(
            at.language(),
            "look at who wrote that entry; `cargo xtask install --scope project` writes one that is yours",
            "誰が書いた登録かを確かめてください。`cargo xtask install --scope project`で自分のものにできます"
        ),
    )
}
