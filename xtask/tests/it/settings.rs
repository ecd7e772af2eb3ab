//! What install does to a settings file, as a file.

use std::fs;
use std::os::unix::fs::{PermissionsExt, symlink};

use crate::home::{Home, assert_contains, mode, read};

#[test]
fn invalid_json_is_refused_with_line_and_column_and_left_alone() {
    let home = Home::new().with_bin_on_path();
    home.write_settings("{\n  \"model\": \"opus\",\n}\n");
    let tree = home.tree();

    for more in [&[][..], &["--dry-run"]] {
        let error = home.try_install(more).error();

        assert_contains(&error, &home.settings().display().to_string());
        assert_contains(&error, "not valid JSON at line 3, column 1: trailing comma");
        assert_contains(&error, "mend it there");
    }
    assert_eq!(home.tree(), tree);
}

#[test]
fn what_is_no_settings_file_is_refused_and_left_alone() {
    #[track_caller]
    fn check(bytes: &[u8], expected: &str) {
        let home = Home::new();
        fs::write(home.write_settings(""), bytes).unwrap();
        let tree = home.tree();
        assert_contains(&home.try_install(&[]).error(), expected);
        assert_eq!(home.tree(), tree);
    }
    check(b"[]", "it holds an array");
    check(b"{\"hooks\": []}", "\"hooks\" is an array");
    check(
        b"{\"hooks\": {\"SessionEnd\": 1}}",
        "\"SessionEnd\" is a number",
    );
    check(b"\xef\xbb\xbf{}", "byte order mark");
    check(b"{\n\"a\": \"\xff\"}", "line 2 is not UTF-8");
}

#[test]
fn a_folder_in_place_of_the_settings_file_is_refused_before_anything_is_written() {
    let home = Home::new();
    fs::create_dir_all(home.settings()).unwrap();
    let tree = home.tree();

    let error = home.try_install(&[]).error();

    assert_contains(
        &error,
        &format!("cannot read {}", home.settings().display()),
    );
    assert_eq!(home.tree(), tree);
}

#[test]
fn the_mode_of_the_file_stays() {
    for expected in [0o600, 0o640, 0o644, 0o444] {
        let home = Home::new();
        let path = home.write_settings("{}");
        fs::set_permissions(&path, fs::Permissions::from_mode(expected)).unwrap();

        home.install(&[]);
        assert_eq!(mode(&path), expected);

        home.uninstall(&[]);
        assert_eq!(mode(&path), expected);
    }
}

#[test]
fn a_link_is_followed_and_stays_a_link() {
    let home = Home::new();
    let file = home.write("dotfiles/claude.json", "{\"a\": 1}\n");
    fs::create_dir_all(home.claude("")).unwrap();
    symlink("../../dotfiles/link.json", home.settings()).unwrap();
    symlink("claude.json", home.path("dotfiles/link.json")).unwrap();

    home.install(&[]);

    assert!(home.settings().is_symlink());
    assert!(home.path("dotfiles/link.json").is_symlink());
    assert!(!file.is_symlink());
    assert_contains(&read(&file), "{\"a\": 1, \"hooks\": {");

    home.uninstall(&[]);

    assert_eq!(read(&file), "{\"a\": 1}\n");
    assert!(home.settings().is_symlink());
}

#[test]
fn a_link_to_nothing_gets_its_file_where_the_folder_is_there() {
    let home = Home::new();
    fs::create_dir_all(home.claude("")).unwrap();
    fs::create_dir(home.path("dotfiles")).unwrap();
    symlink("../../dotfiles/claude.json", home.settings()).unwrap();

    home.install(&[]);

    assert!(home.settings().is_symlink());
    assert_contains(&read(home.path("dotfiles/claude.json")), "PreCompact");

    home.uninstall(&[]);

    assert!(home.settings().is_symlink());
    assert!(!home.path("dotfiles/claude.json").exists());
}

#[test]
fn a_link_that_leads_nowhere_is_refused() {
    #[track_caller]
    fn check(to: &str, expected: &str) {
        let home = Home::new();
        fs::create_dir_all(home.claude("")).unwrap();
        symlink(to, home.settings()).unwrap();
        let tree = home.tree();
        assert_contains(&home.try_install(&[]).error(), expected);
        assert_eq!(home.tree(), tree);
    }
    check("/nowhere/at/all.json", "whose folder does not exist");
    check("settings.json", "leads to itself");
}

#[test]
fn a_stale_path_is_corrected_in_place() {
    let home = Home::new();
    home.install(&[]);
    let old = read(home.settings()).replace("\"args\": []", "\"args\": [\"--turns\", \"15\"]");
    let hooks = home.claude("hooks").display().to_string();
    home.write_settings(&old.replace(&hooks, "/gone/hooks"));

    home.install(&[]);

    assert_eq!(read(home.settings()), old);
}

#[test]
fn foreign_hooks_in_a_group_with_ours_stay() {
    let home = Home::new();
    home.install(&[]);
    let foreign = "{\"type\": \"command\", \"command\": \"say done\"}";
    let mixed = read(home.settings()).replace(
        "\"timeout\": 15\n          }\n",
        &format!("\"timeout\": 15\n          }},\n          {foreign}\n"),
    );
    home.write_settings(&mixed);

    home.install(&[]);
    assert_eq!(read(home.settings()), mixed);

    home.uninstall(&[]);
    assert_contains(&read(home.settings()), foreign);
    assert!(!read(home.settings()).contains("/hooks/"));
}

/// /proc takes no new file from anybody, the superuser included.
#[cfg(target_os = "linux")]
#[test]
fn a_folder_that_cannot_be_written_is_named_and_nothing_changes() {
    let home = Home::new().with_bin_on_path();
    fs::create_dir_all(home.claude("")).unwrap();
    symlink("/proc/settings.json", home.settings()).unwrap();
    let tree = home.tree();

    let error = home.try_install(&[]).error();

    assert_contains(&error, "cannot write /proc/settings.json");
    assert_eq!(home.tree().len(), tree.len());
}
