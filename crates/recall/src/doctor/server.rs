//! Whether the client has the handoff server, and whether it can start it.

use std::env;
use std::path::{Path, PathBuf};

use recall_core::say;
use recall_core::store::read;
use serde_json::Value;

use super::finding::{Area, At, Finding};
use super::settings::install;

/// The server's name in the client, as `cargo xtask install` gives it.
const NAME: &str = "recall-handoff";

/// The program that the client starts as the server.
const PROGRAM: &str = "handoff";

/// What is found; nothing where handoffs are neither installed nor registered.
pub(crate) fn finding(at: &At<'_>) -> Option<Finding> {
    let list = client_list(at)?;
    let text = read::text_if_there(&list).ok()?;
    let tree = text.map_or(Ok(Value::Null), |text| serde_json::from_str(&text));
    // A list that cannot be read is the client's to complain about.
    let tree: Value = tree.ok()?;
    let installed = at.claude_dir.join("hooks").join(PROGRAM);
    match registered(&tree, &at.project.root) {
        Some(server) => starts(server, at),
        None if installed.is_file() => Some(absent(at)),
        None => None,
    }
}

/// The file in which the client keeps its servers.
fn client_list(at: &At<'_>) -> Option<PathBuf> {
    let is_moved = env::var_os("CLAUDE_CONFIG_DIR").is_some_and(|it| !it.is_empty());
    let folder = if is_moved {
        Some(at.claude_dir)
    } else {
        at.here.home.as_deref()
    };
    Some(folder?.join(".claude.json"))
}

/// The server as the client knows it here: the project's own before the user's.
fn registered<'a>(list: &'a Value, root: &Path) -> Option<&'a Value> {
    let project = list.get("projects").and_then(|it| it.get(root.to_str()?));
    let places = [project, Some(list)].into_iter().flatten();
    let mut servers = places.filter_map(|it| it.get("mcpServers")?.get(NAME));
    servers.next()
}

/// One without a program of its own is somebody else's.
fn starts(server: &Value, at: &At<'_>) -> Option<Finding> {
    let command = server.get("command")?.as_str()?;
    let shown = at.shown(Path::new(command));
    let is_there = Path::new(command).is_file();
    if is_there || !Path::new(command).is_absolute() {
        let what = say!(
            at.language(),
            "the client's server {NAME} starts {shown}",
            "クライアントのサーバー{NAME}は{shown}を起動します"
        );
        return Some(Area::Programs.well("server", what));
    }
    let what = say!(
        at.language(),
        "{shown} is not there, and the client's server {NAME} starts it",
        "クライアントのサーバー{NAME}が起動する{shown}がありません"
    );
    Some(Area::Programs.broken("server-missing", what, install(at)))
}

fn absent(at: &At<'_>) -> Finding {
    let what = say!(
        at.language(),
        "the client has no server {NAME}, so Claude cannot list, accept or leave a handoff",
        "クライアントにサーバー{NAME}がないため、Claudeは引き継ぎの確認、受け取り、作成ができません"
    );
    Area::Programs.note("server-unregistered", what, install(at))
}
