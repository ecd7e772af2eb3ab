//! What uninstall gives back, and what it leaves.

use std::fs;

use crate::home::{Home, PROGRAMS, assert_contains, files, read};

#[test]
fn a_home_that_had_nothing_has_nothing_again() {
    let home = Home::new().with_bin_on_path();
    let tree = home.tree();
    home.install(&[]);

    let said = home.uninstall(&[]);

    let names = |tree: crate::home::Tree| tree.into_keys().collect::<Vec<_>>();
    assert_eq!(names(home.tree()), names(tree));
    assert_contains(&said, "is removed, as there was none before");
}

#[test]
fn the_very_bytes_from_before_come_back() {
    #[track_caller]
    fn check(before: &str) {
        let home = Home::new();
        let path = home.write_settings(before);
        home.install(&[]);
        assert_ne!(read(&path), before);

        let said = home.uninstall(&[]);

        assert_eq!(read(&path), before);
        assert_contains(&said, "is again what it was before, byte for byte");
    }
    check("");
    check("  \n");
    check("{}");
    check("{ }\n");
    check("{\"a\":1}");
    check("{\r\n\t\"a\" : [ 1 ,2 ],\r\n\r\n\t\"hooks\" : { }\r\n}");
    check(
        "{\n    \"名前\": \"\\u540d\",\n    \"n\": 1.0E+2,\n    \"hooks\": {\"PreCompact\": [ ]}\n}",
    );
    check(
        "{\"hooks\": {\"SessionEnd\": [{\"hooks\": [{\"type\": \"command\", \"command\": \"x\"}]}]}}\n",
    );
}

#[test]
fn the_bytes_from_before_the_first_installation_survive_later_ones() {
    let home = Home::new();
    let path = home.write_settings("{ }");
    home.install(&[]);
    home.program("recall", "#!/bin/sh\n# newer\n");
    home.install(&[]);

    home.uninstall(&[]);

    assert_eq!(read(&path), "{ }");
}

#[test]
fn where_the_file_has_changed_since_only_the_entries_go() {
    let home = Home::new();
    let before = "{\n  \"model\": \"opus\",\n  \"hooks\": {\n    \"PostCompact\": [],\n    \"Stop\": []\n  }\n}\n";
    let path = home.write_settings(before);
    home.install(&[]);
    fs::write(&path, read(&path).replace("opus", "haiku")).unwrap();

    let said = home.uninstall(&[]);

    assert_eq!(read(&path), before.replace("opus", "haiku"));
    assert_contains(
        &said,
        "has changed since the installation, so only recall's entries were taken out",
    );
    let copies = files(home.claude("recall/settings-backups"));
    assert_eq!(copies.len(), 2);
    assert!(
        copies
            .iter()
            .all(|it| said.contains(it.to_str().unwrap()) || read(it) == before)
    );
}

#[test]
fn a_change_between_two_installations_stays() {
    let home = Home::new();
    let path = home.write_settings("{\n  \"model\": \"opus\"\n}\n");
    home.install(&[]);
    fs::write(&path, read(&path).replace("opus", "haiku")).unwrap();
    home.install(&[]);

    home.uninstall(&[]);

    assert_eq!(read(&path), "{\n  \"model\": \"haiku\"\n}\n");
}

#[test]
fn entries_written_by_hand_go_as_well() {
    let home = Home::new();
    let example = include_str!("../../../hooks.example.json");
    let hooks = home.claude("hooks").display().to_string();
    let path = home.write_settings(&example.replace("/home/you/.claude/hooks", &hooks));

    home.uninstall(&[]);

    assert_eq!(read(&path), "{}\n");
}

#[test]
fn a_file_that_was_broken_since_is_refused_and_the_programs_stay() {
    let home = Home::new();
    home.install(&[]);
    home.write_settings("{");
    let tree = home.tree();

    let error = home.run(&["uninstall"]).error();

    assert_contains(&error, "cannot take recall's entries out of ");
    assert_contains(&error, "not valid JSON at line 1, column 1");
    assert_eq!(home.tree(), tree);
}

#[test]
fn the_programs_stay_while_another_settings_file_uses_them() {
    let home = Home::new().with_bin_on_path();
    let project = ["--scope", "project", "--project", "project"];
    fs::create_dir(home.path("project")).unwrap();
    home.install(&[]);
    home.install(&project);

    let said = home.uninstall(&[]);
    assert_contains(&said, "project/.claude/settings.local.json still uses them");
    assert!(home.claude("hooks/recall").exists());
    assert!(home.path("home/.local/bin/recall").is_symlink());

    home.uninstall(&project);
    assert!(!home.claude("").exists());
    assert!(!home.path("home/.local").exists());
    assert_eq!(files(home.path("project")).len(), 0);
}

#[test]
fn a_project_that_is_gone_holds_no_program_back() {
    let home = Home::new();
    let project = ["--scope", "project", "--project", "project"];
    fs::create_dir(home.path("project")).unwrap();
    home.install(&[]);
    home.install(&project);
    fs::remove_dir_all(home.path("project")).unwrap();

    home.uninstall(&[]);

    assert!(
        PROGRAMS
            .iter()
            .all(|it| !home.claude("hooks").join(it).exists())
    );
}

#[test]
fn the_users_entries_hold_the_programs_when_a_project_lets_go() {
    let home = Home::new();
    let project = ["--scope", "project", "--project", "."];
    home.install(&[]);
    fs::remove_file(home.claude("recall/installed.json")).unwrap();
    home.install(&project);

    home.uninstall(&project);

    assert!(home.claude("hooks/recall").exists());
}

#[test]
fn what_recall_kept_stays_and_is_named() {
    let home = Home::new();
    home.write_settings("{}");
    let configuration = home.write("home/.claude/recall.json", "{}");
    home.install(&[]);
    let receipts = home.write("home/.claude/recall/receipts.jsonl", "one\n");
    let handoff = home.write("home/.claude/handoffs/acme-api/one.json", "{}");

    let said = home.uninstall(&[]);

    assert!(configuration.exists() && receipts.exists() && handoff.exists());
    assert_eq!(files(home.claude("recall/settings-backups")).len(), 1);
    assert_contains(&said, "  .claude/backups in each project");
    assert_contains(&said, &configuration.display().to_string());
    for folder in ["recall/settings-backups", "handoffs"] {
        assert_contains(&said, &home.claude(folder).display().to_string());
    }
}

#[test]
fn where_nothing_is_installed_it_says_so_and_touches_nothing() {
    let home = Home::new();
    home.write_settings("{ }");
    home.write("home/.claude/hooks/recall", "somebody else's");
    let tree = home.tree();

    let said = home.uninstall(&[]);

    assert_contains(&said, "Nothing of recall is installed for ");
    assert_eq!(home.tree(), tree);
}

#[test]
fn a_second_time_there_is_nothing_left_to_do() {
    let home = Home::new();
    home.install(&[]);
    home.uninstall(&[]);

    assert_contains(&home.uninstall(&[]), "Nothing of recall is installed for ");
}

#[test]
fn a_record_that_cannot_be_understood_is_named_and_nothing_changes() {
    let home = Home::new();
    home.install(&[]);
    let record = home.write("home/.claude/recall/installed.json", "{");
    let tree = home.tree();

    for run in [home.run(&["uninstall"]), home.try_install(&[])] {
        assert_contains(
            &run.error(),
            &format!("cannot understand {}", record.display()),
        );
    }
    assert_eq!(home.tree(), tree);
}
