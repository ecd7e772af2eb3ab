//! What install does as a whole.

use std::fs;

use crate::home::{Home, PROGRAMS, assert_contains, files, mode, read};

#[test]
fn programs_entries_and_link_are_in_place_after_it() {
    let home = Home::new().with_bin_on_path();

    home.install(&[]);

    for name in PROGRAMS {
        let program = home.claude("hooks").join(name);
        assert_eq!(read(&program), format!("#!/bin/sh\necho {name}\n"));
        assert_eq!(mode(&program), 0o755);
    }
    let example = include_str!("../../../hooks.example.json");
    let hooks = home.claude("hooks").display().to_string();
    let expected = example.replace("/home/you/.claude/hooks", &hooks);
    assert_eq!(read(home.settings()), expected);
    assert_eq!(mode(home.settings()), 0o600);
    let link = home.path("home/.local/bin/recall");
    assert_eq!(fs::read_link(&link).unwrap(), home.claude("hooks/recall"));
    assert_eq!(mode(home.claude("recall")), 0o700);
    assert_eq!(mode(home.claude("recall/installed.json")), 0o600);
}

#[test]
fn a_second_run_changes_no_byte_and_no_time() {
    for settings in ["{}", "", "{\"a\": 1}\n"] {
        let home = Home::new().with_bin_on_path();
        home.write_settings(settings);
        home.install(&[]);
        home.install(&["--scope", "project"]);
        let tree = home.tree();

        let said = home.install(&[]);
        home.install(&["--scope", "project"]);

        assert_eq!(home.tree(), tree);
        assert_contains(&said, "up to date");
        assert_contains(&said, "already holds recall's entries; it was not touched");
    }
}

#[test]
fn a_dry_run_shows_a_diff_and_writes_nothing() {
    let home = Home::new().with_bin_on_path();
    home.write_settings("{\n  \"model\": \"opus\"\n}\n");
    let tree = home.tree();

    let said = home.install(&["--dry-run"]);

    assert_eq!(home.tree(), tree);
    let settings = home.settings();
    let settings = settings.display();
    assert_contains(
        &said,
        &format!("--- {settings}\n+++ {settings}\n@@ -1,3 +1,76 @@\n"),
    );
    assert_contains(
        &said,
        "\n-  \"model\": \"opus\"\n+  \"model\": \"opus\",\n+  \"hooks\": {\n",
    );
    assert_contains(&said, "nothing was written");
    assert_contains(&said, "  recall                  placed\n");
    assert_contains(&said, ".local/bin/recall is a link to ");
}

#[test]
fn a_dry_run_without_built_programs_builds_none() {
    let home = Home::new();
    let tree = home.tree();

    let said = home.run(&["install", "--dry-run"]).stdout();

    assert_eq!(home.tree(), tree);
    assert_contains(&said, "  recall                  built, then placed\n");
}

#[test]
fn the_file_from_before_is_kept_as_a_backup_that_the_output_names() {
    let home = Home::new();
    home.write_settings("{\"model\": \"opus\"}");

    let said = home.install(&[]);

    let [backup] = &files(home.claude("recall/settings-backups"))[..] else {
        panic!("one backup was expected");
    };
    assert_eq!(read(backup), "{\"model\": \"opus\"}");
    assert_eq!(mode(backup), 0o600);
    assert_contains(&said, &backup.display().to_string());
    let name = backup.file_name().unwrap().to_str().unwrap();
    assert!(
        name.starts_with("settings-20") && name.len() == "settings-2026-11-30T09-31-27.json".len()
    );
}

#[test]
fn it_ends_with_how_to_see_it_work() {
    let home = Home::new().with_bin_on_path();

    let said = home.install(&[]);

    assert_contains(&said, "How to see it work:\n");
    assert_contains(
        &said,
        "Type /compact. The terminal shows a line \"SessionStart:compact says: recall: ...\".",
    );
    assert_contains(&said, "`recall` shows the conversation that was kept.");
    assert!(said.ends_with("`cargo xtask uninstall` takes everything back.\n"));
}

#[test]
fn a_reader_of_japanese_is_answered_in_japanese() {
    let home = Home::new().variable("LANG", "ja_JP.UTF-8");

    let installed = home.install(&[]);
    let removed = home.uninstall(&[]);

    assert_contains(&installed, "動作の確かめ方:\n");
    assert_contains(&removed, "削除しました");
    for said in [installed, removed] {
        let is_told =
            |line: &&str| line.is_ascii() && line.contains(' ') && !line.starts_with("  ");
        assert_eq!(said.lines().find(is_told), None);
    }
}

#[test]
fn a_file_that_switches_every_hook_off_is_pointed_out() {
    let home = Home::new();
    home.write_settings("{\"disableAllHooks\": true}");

    assert_contains(&home.install(&[]), "says \"disableAllHooks\": true");
}
