//! The same with the real client, where one is at hand: what it is asked, it understands.

use std::env;
use std::fs;
use std::io::Write;
use std::os::unix::fs::symlink;
use std::path::{Path, PathBuf};

use serde_json::{Value, json};

use crate::client::NAME;
use crate::home::{Home, assert_contains, files, read};

const WORKSPACE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/..");

#[test]
fn the_server_is_added_once_and_goes_again() {
    for client in clients() {
        let home = home(&client);
        let program = home.path("odd 'home' 日本/hooks/handoff");

        let said = home.install(&[]);
        assert_contains(&said, "Claude Code now has the server");
        let expected = json!({"type": "stdio", "command": program, "args": ["mcp"], "env": {}});
        assert_eq!(servers(&home), json!({ NAME: expected }));
        assert_contains(&home.install(&[]), "Claude Code already has the server");

        assert_contains(&home.uninstall(&[]), "is removed from Claude Code");
        assert_eq!(servers(&home), json!({}));
        assert!(!home.uninstall(&[]).contains(NAME));
    }
}

#[test]
fn a_program_elsewhere_is_replaced_only_if_it_is_recalls() {
    for client in clients() {
        let home = home(&client);
        let registered = |command: &str| json!({"mcpServers": {NAME: {"type": "stdio", "command": command, "args": ["mcp"]}}});
        let path = "odd 'home' 日本/.claude.json";
        home.write(path, &registered("/gone/hooks/handoff").to_string());

        assert_contains(&home.install(&[]), "was registered with another path");
        let program = home.path("odd 'home' 日本/hooks/handoff");
        assert_eq!(servers(&home)[NAME]["command"], json!(program));

        home.write(path, &registered("/opt/theirs").to_string());
        assert_contains(&home.install(&[]), "another server of the name");
        assert_contains(&home.uninstall(&[]), "is not recall's");
        assert_eq!(servers(&home)[NAME]["command"], "/opt/theirs");
    }
}

#[test]
fn a_project_has_a_server_of_its_own_beside_the_users() {
    for client in clients() {
        let home = home(&client);
        let project = home.path("my project");
        fs::create_dir(&project).unwrap();
        let arguments = ["--scope", "project", "--project", "my project"];
        let local = |home: &Home| {
            let all = &configuration(home)["projects"];
            all[project.to_str().unwrap()]["mcpServers"].clone()
        };

        home.install(&[]);
        assert_contains(&home.install(&arguments), "--scope local");
        assert!(local(&home)[NAME].is_object());
        assert_contains(&home.install(&[]), "Claude Code already has the server");

        home.uninstall(&arguments);
        assert_eq!(local(&home), json!({}));
        assert!(servers(&home)[NAME].is_object());
    }
}

/// A home whose client is real, and kept from calling anybody.
fn home(client: &Path) -> Home {
    let home = Home::new();
    fs::create_dir(home.path("bin")).unwrap();
    symlink(client, home.path("bin/claude")).unwrap();
    let folder = home.path("odd 'home' 日本");
    [
        "CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC",
        "DISABLE_AUTOUPDATER",
        "DISABLE_TELEMETRY",
        "DISABLE_ERROR_REPORTING",
        "IS_SANDBOX",
    ]
    .into_iter()
    .fold(home, |home, name| home.variable(name, "1"))
    .variable("CLAUDE_CONFIG_DIR", folder)
}

fn configuration(home: &Home) -> Value {
    serde_json::from_str(&read(home.path("odd 'home' 日本/.claude.json"))).unwrap()
}

/// The user's servers, as the client keeps them.
fn servers(home: &Home) -> Value {
    configuration(home)["mcpServers"].clone()
}

/// RECALL_CLAUDE, else each client that `cargo xtask real-client` has fetched.
fn clients() -> Vec<PathBuf> {
    let given = env::var_os("RECALL_CLAUDE").map(PathBuf::from);
    let fetched = || {
        let versions = files(Path::new(WORKSPACE).join("target/real-client"));
        let packages = versions
            .iter()
            .flat_map(|it| files(it.join("node_modules/@anthropic-ai")));
        packages
            .map(|it| it.join("claude"))
            .filter(|it| it.is_file())
            .collect()
    };
    let clients: Vec<PathBuf> = given.map_or_else(fetched, |it| vec![it]);
    if clients.is_empty() {
        let told = "skipped: no client in target/real-client (`cargo xtask real-client` fetches it) nor in RECALL_CLAUDE\n";
        std::io::stderr().write_all(told.as_bytes()).unwrap();
    }
    clients
}
