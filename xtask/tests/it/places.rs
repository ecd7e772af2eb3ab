//! Where install looks and writes.

use std::fs;
use std::os::unix::ffi::OsStrExt;
use std::process::Command;

use crate::home::{Home, assert_contains, read};

#[test]
fn the_project_scope_writes_the_settings_of_the_checkout_around_the_current_folder() {
    let home = Home::new();
    home.write("project/.git", "gitdir: elsewhere");
    home.write("project/deep/down/file", "");
    let programs = home.path("programs");
    let arguments = [
        "install",
        "--scope",
        "project",
        "--programs",
        programs.to_str().unwrap(),
    ];

    let said = home
        .run_in(&home.path("project/deep/down"), &arguments)
        .stdout();

    let settings = read(home.path("project/.claude/settings.local.json"));
    let program = home.claude("hooks/pre-compact-backup");
    assert_contains(&settings, &program.display().to_string());
    assert!(!home.settings().exists());
    assert!(home.claude("hooks/recall").exists());
    let project = home.path("project");
    let project = project.display();
    assert_contains(&said, &format!("new `claude` session in {project} and"));
    assert_contains(
        &said,
        &format!("uninstall --scope project --project {project}"),
    );
}

#[test]
fn the_way_back_that_is_shown_for_a_project_can_be_pasted_into_a_shell() {
    let home = Home::new();
    fs::create_dir(home.path("it's mine")).unwrap();

    let said = home.install(&["--scope", "project", "--project", "it's mine"]);

    assert_contains(&said, r"--project '");
    assert_contains(&said, r"/it'\''s mine'` takes everything back");
}

#[test]
fn outside_a_checkout_the_project_is_the_current_folder() {
    let home = Home::new();
    let here = home.write("here/file", "").parent().unwrap().to_owned();
    let programs = home.path("programs");
    let arguments = [
        "install",
        "--scope",
        "project",
        "--programs",
        programs.to_str().unwrap(),
    ];

    home.run_in(&here, &arguments).stdout();

    assert!(here.join(".claude/settings.local.json").exists());
}

#[test]
fn a_project_can_be_named() {
    let home = Home::new();
    home.write("named/.claude/settings.local.json", "{\"a\": 1}");
    let tree = home.tree();
    let project = ["--scope", "project", "--project", "named"];

    home.install(&project);
    assert_contains(
        &read(home.path("named/.claude/settings.local.json")),
        "\"a\": 1, \"hooks\"",
    );

    home.uninstall(&project);
    assert_eq!(
        read(home.path("named/.claude/settings.local.json")),
        "{\"a\": 1}"
    );
    assert!(tree.keys().all(|it| it.exists()));
}

#[test]
fn a_project_without_its_scope_or_its_folder_is_refused() {
    let home = Home::new();
    let tree = home.tree();

    let error = home.try_install(&["--project", "."]).error();
    assert_contains(&error, "--project goes with --scope project");

    let error = home
        .try_install(&["--scope", "project", "--project", "nowhere"])
        .error();
    assert_contains(&error, "there is no folder nowhere");
    assert_eq!(home.tree(), tree);
}

#[test]
fn claude_config_dir_moves_everything_but_the_link() {
    let home = Home::new().with_bin_on_path();
    let elsewhere = home.path("elsewhere");
    let home = home.variable("CLAUDE_CONFIG_DIR", &elsewhere);

    home.install(&[]);

    assert!(!home.claude("").exists());
    assert_contains(
        &read(elsewhere.join("settings.json")),
        "elsewhere/hooks/post-compact-recall",
    );
    let link = home.path("home/.local/bin/recall");
    assert_eq!(fs::read_link(link).unwrap(), elsewhere.join("hooks/recall"));
}

#[test]
fn a_relative_claude_config_dir_is_made_absolute() {
    let home = Home::new().variable("CLAUDE_CONFIG_DIR", "some where");

    home.install(&[]);

    let expected = home.path("some where/hooks/recall");
    let expected = expected.with_file_name("pre-compact-backup");
    assert_contains(
        &read(home.path("some where/settings.json")),
        expected.to_str().unwrap(),
    );
}

#[test]
fn without_home_and_claude_config_dir_there_is_a_clear_error() {
    let home = Home::new().variable("HOME", "");

    let error = home.try_install(&[]).error();

    assert_contains(&error, "neither CLAUDE_CONFIG_DIR nor HOME is set");
}

#[test]
fn a_folder_with_special_characters_works_in_exec_form_and_older_clients_are_warned_of() {
    let home = Home::new();
    let claude = home.path("it's \"my\" & your $HOME/日本語 フォルダ");
    let home = home.variable("CLAUDE_CONFIG_DIR", &claude);
    home.write("before", "");

    let said = home.install(&[]);

    assert_contains(
        &said,
        "Claude Code 2.1.139 and later start the programs there; older versions cannot",
    );
    let settings: serde_json::Value =
        serde_json::from_str(&read(claude.join("settings.json"))).unwrap();
    let hook = &settings["hooks"]["UserPromptSubmit"][0]["hooks"][0];
    let output = Command::new(hook["command"].as_str().unwrap())
        .output()
        .unwrap();
    assert_eq!(output.stdout, b"post-compact-recall\n");
    let tree = home.tree();
    home.install(&[]);
    assert_eq!(home.tree(), tree);
    home.uninstall(&[]);
    assert!(!claude.exists());
}

#[test]
fn a_plain_folder_brings_no_warning() {
    let home = Home::new();
    assert!(!home.install(&[]).contains("2.1.139"));
}

#[test]
fn a_path_that_is_not_utf_8_is_refused() {
    let home = Home::new();
    let folder = std::ffi::OsStr::from_bytes(b"/\xff");
    let output = Command::new(env!("CARGO_BIN_EXE_xtask"))
        .env_clear()
        .env("HOME", home.path("home"))
        .env("CLAUDE_CONFIG_DIR", folder)
        .args(["install", "--dry-run"])
        .output()
        .unwrap();

    assert!(!output.status.success());
    assert_contains(
        &String::from_utf8_lossy(&output.stderr),
        "the path is not UTF-8",
    );
}
