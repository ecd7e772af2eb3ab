//! What install and uninstall do with the handoff server in the client.

use std::fs;
use std::path::PathBuf;
use std::process::Command;

use crate::client::NAME;
use crate::home::{Home, Tree, assert_contains};

const PROJECT: [&str; 4] = ["--scope", "project", "--project", "project"];

fn user(program: impl Into<PathBuf>) -> Option<(String, PathBuf)> {
    Some(("User".to_owned(), program.into()))
}

#[test]
fn the_client_is_asked_once_and_then_told_of_the_server() {
    let home = Home::new().with_client();

    let said = home.install(&[]);

    let program = home.claude("hooks/handoff");
    assert_eq!(home.registered(), user(&program));
    let (start, program) = (home.path("home/.claude"), program.display());
    let start = start.display();
    assert_eq!(
        home.calls(),
        [
            format!("{start} <mcp> <get> <{NAME}>"),
            format!("{start} <mcp> <add> <--scope> <user> <{NAME}> <--> <{program}> <mcp>"),
        ]
    );
    assert_contains(
        &said,
        &format!(
            "Handoffs: Claude Code now has the server {NAME}, added with\n  claude mcp add --scope user {NAME} -- {program} mcp\n"
        ),
    );
}

#[test]
fn a_second_run_only_asks() {
    let home = Home::new().with_client();
    home.install(&[]);
    let asked = home.calls().swap_remove(0);
    let tree = in_home(&home);

    let said = home.install(&[]);

    assert_eq!(home.calls(), [asked]);
    assert_eq!(in_home(&home), tree);
    assert_contains(&said, "Claude Code already has the server");
}

#[test]
fn a_server_of_recalls_in_another_hooks_folder_is_turned_to_this_one() {
    let home = Home::new().with_client();
    home.register("/gone/hooks/handoff");

    let said = home.install(&[]);

    assert_eq!(home.registered(), user(home.claude("hooks/handoff")));
    assert_contains(&said, "was registered with another path");
}

#[test]
fn a_server_of_the_name_that_is_not_recalls_is_left_alone_and_told() {
    let home = Home::new().with_client();
    home.register("/opt/theirs/handoff");

    let installed = home.install(&[]);
    assert_eq!(home.registered(), user("/opt/theirs/handoff"));
    assert_contains(&installed, "Claude Code has another server of the name");
    assert_contains(
        &installed,
        &format!("\n  claude mcp remove --scope user {NAME}\n"),
    );

    let removed = home.uninstall(&[]);
    assert_eq!(home.registered(), user("/opt/theirs/handoff"));
    assert_contains(&removed, "is not recall's, so it was left alone");
}

#[test]
fn uninstall_takes_the_server_away() {
    let home = Home::new().with_client();
    home.install(&[]);

    let said = home.uninstall(&[]);

    assert_eq!(home.registered(), None);
    assert_contains(
        &said,
        &format!("the server {NAME} is removed from Claude Code"),
    );
    home.calls();
    home.uninstall(&[]);
    assert_eq!(home.calls(), [""; 0]);
}

#[test]
fn uninstall_says_nothing_of_a_server_that_somebody_has_removed() {
    let home = Home::new().with_client();
    home.install(&[]);
    fs::remove_file(home.path("client/registered")).unwrap();

    assert!(!home.uninstall(&[]).contains(NAME));
}

#[test]
fn with_a_project_it_is_the_clients_local_scope_asked_from_there() {
    let home = Home::new().with_client();
    fs::create_dir(home.path("project")).unwrap();

    home.install(&PROJECT);

    let program = home.claude("hooks/handoff");
    assert_eq!(home.registered(), Some(("Local".to_owned(), program)));
    let start = home.path("project").display().to_string();
    assert!(home.calls().iter().all(|it| it.starts_with(&start)));
    home.uninstall(&PROJECT);
    assert_eq!(home.registered(), None);
}

#[test]
fn the_server_of_every_project_stays_when_one_project_lets_go() {
    let home = Home::new().with_client();
    fs::create_dir(home.path("project")).unwrap();
    home.install(&PROJECT);
    home.register(home.claude("hooks/handoff"));
    home.install(&[]);

    home.uninstall(&PROJECT);

    assert_eq!(home.registered(), user(home.claude("hooks/handoff")));
}

#[test]
fn a_client_whose_folder_is_moved_hears_of_it_from_wherever_it_is_started() {
    let home = Home::new().with_client();
    let home = home.variable("CLAUDE_CONFIG_DIR", "home/moved");

    home.install(&[]);

    let folder = home.path("home/moved").display().to_string();
    let calls = home.calls();
    assert_eq!(calls.len(), 2);
    assert!(calls.iter().all(|it| it.ends_with(&folder)), "{calls:?}");
}

#[test]
fn a_dry_run_shows_the_command_and_starts_no_client() {
    let home = Home::new().with_client();
    let tree = home.tree();

    let said = home.install(&["--dry-run"]);

    assert_eq!(home.calls(), [""; 0]);
    assert_eq!(home.tree(), tree);
    assert_contains(
        &said,
        &format!("it is added with\n  claude mcp add --scope user {NAME} -- "),
    );
}

#[test]
fn without_a_client_the_printed_commands_do_it() {
    #[track_caller]
    fn check(arguments: &[&str], expected: &str) {
        let home = Home::new();
        let claude = home.path("home/it's $HOME 日本 \"x\"");
        let home = home.variable("CLAUDE_CONFIG_DIR", &claude);
        fs::create_dir(home.path("my 'project'")).unwrap();
        let installed = home.install(arguments);
        let removed = home.uninstall(arguments);
        for said in [&installed, &removed] {
            assert_contains(said, "Handoffs: `claude` is not on PATH.");
        }

        let home = home.with_client();
        run_printed(&home, &installed);
        let program = claude.join("hooks/handoff");
        assert_eq!(home.registered(), Some((expected.to_owned(), program)));
        let calls = home.calls().join("\n");
        assert!(calls.ends_with(claude.to_str().unwrap()), "{calls}");
        run_printed(&home, &removed);
        assert_eq!(home.registered(), None);
    }
    check(&[], "User");
    check(
        &["--scope", "project", "--project", "my 'project'"],
        "Local",
    );
}

#[test]
fn a_client_that_fails_fails_no_install_and_its_words_are_told() {
    let home = Home::new();
    home.script("bin/claude", "#!/bin/sh\necho 'no disk' >&2\nexit 7\n");

    let installed = home.install(&[]);
    assert_contains(&installed, "Handoffs: `claude` refused (no disk). To give");
    assert_contains(&installed, "How to see it work:");

    let removed = home.uninstall(&[]);
    assert_contains(
        &removed,
        "Handoffs: `claude` refused (no disk). If Claude Code has",
    );
    assert!(!home.claude("").exists());
}

#[test]
fn a_reader_of_japanese_is_told_of_it_in_japanese() {
    #[track_caller]
    fn check(home: Home, installed: &str, removed: &str) {
        let home = home.variable("LANG", "ja_JP.UTF-8");
        for (said, expected) in [
            (home.install(&[]), installed),
            (home.uninstall(&[]), removed),
        ] {
            assert_contains(&said, expected);
            let is_english = |line: &&str| line.starts_with("Handoffs:");
            assert_eq!(said.lines().find(is_english), None);
        }
    }
    check(
        Home::new().with_client(),
        "を登録しました。",
        "を削除しました。",
    );
    check(
        Home::new(),
        "`claude` が PATH にありません。Claude Code にサーバー",
        "`claude` が PATH にありません。Claude Code にサーバー",
    );
}

/// Types the command that was printed.
#[track_caller]
fn run_printed(home: &Home, said: &str) {
    let line = said.lines().find(|line| line.contains("claude mcp "));
    let status = Command::new("/bin/sh")
        .args(["-c", line.unwrap()])
        .env_clear()
        .env("PATH", home.path("bin"))
        .status()
        .unwrap();
    assert!(status.success(), "{line:?}");
}

/// What is there but for the client's own notes.
fn in_home(home: &Home) -> Tree {
    let mut tree = home.tree();
    tree.retain(|path, _| path.starts_with(home.path("home")));
    tree
}
