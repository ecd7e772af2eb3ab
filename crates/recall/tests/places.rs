//! In which folders `recall` reads, writes and removes, and which it refuses.

use std::ffi::OsStr;
use std::fs;
use std::os::unix::ffi::OsStrExt;
use std::os::unix::fs::symlink;

use stage::{Ran, Stage, backup_of, mode, prompt, tree};

const PROGRAM: &str = env!("CARGO_BIN_EXE_recall");
/// Every command that touches the backups.
const COMMANDS: [&[&str]; 5] = [
    &[],
    &["verify"],
    &["restore", "1"],
    &["prune"],
    &["prune", "--dry-run"],
];

#[test]
fn a_backups_folder_of_another_user_is_refused_in_the_readers_language() {
    for (language, words) in [
        ("C.UTF-8", "belongs to another user"),
        ("ja_JP.UTF-8", "所有者は別のユーザーです"),
    ] {
        let stage = Stage::new().with("LANG", language);
        for days in [1, 90] {
            stage.backup(&backup_of(days), prompt("theirs"));
        }
        if !stage.give_away(&stage.backups()) {
            return;
        }
        check_refused(&stage, words);
    }
}

#[test]
fn a_backups_folder_that_a_link_leads_to_is_refused() {
    for (place, target) in [
        ("project/.claude", "other/.claude"),
        ("project/.claude/backups", "other/.claude/backups"),
    ] {
        let stage = Stage::new();
        for days in [1, 90] {
            let name = backup_of(days);
            stage.write(format!("other/.claude/backups/{name}"), prompt("theirs"));
        }
        let link = stage.home().join(place);
        fs::create_dir_all(link.parent().unwrap()).unwrap();
        symlink(stage.home().join(target), &link).unwrap();
        check_refused(&stage, &format!("{} is a symbolic link", link.display()));
    }
}

#[test]
fn the_doctor_names_whose_folder_it_is_and_a_command_that_mends_it() {
    let stage = Stage::new();
    let root = stage.home().join("my project");
    fs::create_dir_all(root.join(".git")).unwrap();
    let folder = root.join(".claude/backups");
    fs::create_dir_all(&folder).unwrap();
    if !stage.give_away(&folder) {
        return;
    }
    let found = stage
        .run_in(&root, PROGRAM, &["doctor", "--json"], "")
        .json();
    let findings = found["findings"].as_array().unwrap();
    let files: Vec<_> = findings.iter().filter(|it| it["area"] == "files").collect();
    let [finding] = files[..] else {
        panic!("{found:#}");
    };
    assert_eq!(finding["code"], "foreign-owner");
    let mend = finding["mend"].as_str().unwrap();
    assert!(mend.contains(&format!("'{}'", folder.display())), "{mend}");
}

#[test]
fn where_git_would_not_pass_the_backups_over_the_doctor_says_so() {
    let stage = Stage::new();
    stage.backup(&backup_of(1), prompt("mine"));
    stage.write("ignore-all", "*\n");
    symlink(
        stage.home().join("ignore-all"),
        stage.backups().join(".gitignore"),
    )
    .unwrap();
    let found = stage.run(PROGRAM, &["doctor", "--json"], "").json();
    let codes = found["findings"].as_array().unwrap().iter();
    let is_told = codes
        .map(|it| &it["code"])
        .any(|code| code == "not-ignored");
    assert!(is_told, "{found:#}");
}

#[test]
fn what_was_kept_is_shown_and_restored_wherever_the_project_lies() {
    for name in [b"two\nlines".as_slice(), b"caf\xe9", b"it's \"$HOME\" `id`"] {
        let stage = Stage::new();
        let root = stage.home().join(OsStr::from_bytes(name));
        let (src, folder) = (root.join("src"), root.join(".claude/backups"));
        for folder in [&src, &root.join(".git"), &folder] {
            fs::create_dir_all(folder).unwrap();
        }
        fs::write(folder.join(backup_of(1)), prompt("Fix it")).unwrap();
        let what = root.display();
        for (arguments, words) in [
            (&[][..], "│  Fix it\n"),
            (&["verify"], backup_of(1).as_str()),
            (&["restore", "1"], "is a copy of backup 1 of 1"),
            (&["prune"], "nothing to remove"),
            (&["config"], "turns"),
            (&["doctor"], "1 backup and 0 state dumps"),
        ] {
            let ran = stage.run_in(&src, PROGRAM, arguments, "");
            assert!(ran.stdout.contains(words), "{what} {arguments:?}: {ran:?}");
            assert!(!ran.stderr.contains("fault in recall"), "{}", ran.stderr);
        }
        let copy = src.join(backup_of(1));
        assert_eq!(fs::read(copy).unwrap(), prompt("Fix it").as_bytes());
    }
}

#[test]
fn a_copy_may_have_a_name_that_is_no_text() {
    let stage = Stage::new();
    stage.backup(&backup_of(1), prompt("Fix it"));
    let shell = r#"exec "$0" restore 1 "$(printf 'caf\351.jsonl')""#;
    let ran = stage.run("/bin/sh", &["-c", shell, PROGRAM], "");
    assert_eq!((ran.code, ran.stderr.as_str()), (Some(0), ""));
    let copy = stage.project().join(OsStr::from_bytes(b"caf\xe9.jsonl"));
    assert_eq!(fs::read(copy).unwrap(), prompt("Fix it").as_bytes());
}

#[test]
fn a_copy_whose_path_is_too_long_is_answered_plainly() {
    let stage = Stage::new();
    stage.backup(&backup_of(1), prompt("Fix it"));
    for path in ["x".repeat(256), "x/".repeat(3_000) + "y"] {
        let ran = stage.run(PROGRAM, &["restore", "1", &path], "");
        assert_eq!(ran.code, Some(2));
        let [line] = ran.complaints()[..] else {
            panic!("{}", ran.stderr);
        };
        assert!(line.starts_with("recall: could not write "), "{line}");
    }
}

#[test]
fn a_copy_is_private_whatever_the_umask() {
    for umask in ["000", "022", "077"] {
        let stage = Stage::new();
        stage.backup(&backup_of(1), prompt("Fix it"));
        let ran = stage.run_under(umask, PROGRAM, &["restore", "1", "copy"], "");
        assert_eq!((ran.code, ran.stderr.as_str()), (Some(0), ""), "{umask}");
        assert_eq!(mode(&stage.project().join("copy")), 0o600, "{umask}");
    }
}

/// Expects of every command that it names the folder, tells nothing of what is there and leaves it.
#[track_caller]
fn check_refused(stage: &Stage, words: &str) {
    let before = tree(&stage.home());
    for arguments in COMMANDS {
        let ran: Ran = stage.run(PROGRAM, arguments, "");
        assert_eq!(ran.code, Some(2), "{arguments:?}: {ran:?}");
        assert!(ran.stderr.contains(words), "{arguments:?}: {ran:?}");
        assert!(!ran.stdout.contains("theirs"), "{arguments:?}: {ran:?}");
    }
    assert!(tree(&stage.home()) == before);
}
