//! What install does with the programs and with the link to `recall`.

use std::fs;
use std::io::{BufRead, BufReader, Write};
use std::os::unix::fs::{MetadataExt, symlink};
use std::process::{Command, Stdio};

use crate::home::{Home, PROGRAMS, assert_contains, files, read};

#[test]
fn a_program_that_runs_goes_on_while_it_is_replaced() {
    let home = Home::new();
    home.program(
        "recall",
        "#!/bin/sh\necho began\nread line\necho \"old: $line\"\n",
    );
    home.install(&[]);
    let program = home.claude("hooks/recall");
    let old = fs::metadata(&program).unwrap().ino();
    let mut running = Command::new(&program)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mut lines = BufReader::new(running.stdout.take().unwrap()).lines();
    assert_eq!(lines.next().unwrap().unwrap(), "began");

    home.program(
        "recall",
        "#!/bin/sh\nexit 1\n# something else, of another length altogether\n",
    );
    let said = home.install(&[]);

    running
        .stdin
        .take()
        .unwrap()
        .write_all(b"still here\n")
        .unwrap();
    assert_eq!(lines.next().unwrap().unwrap(), "old: still here");
    assert!(running.wait().unwrap().success());
    assert_contains(&read(&program), "something else");
    assert_ne!(fs::metadata(&program).unwrap().ino(), old);
    assert_contains(&said, "  recall                  replaced\n");
    assert_contains(&said, "  pre-compact-backup      up to date\n");
    assert_eq!(files(home.claude("hooks")).len(), PROGRAMS.len());
}

#[test]
fn a_folder_in_place_of_a_program_is_refused_before_anything_is_written() {
    let home = Home::new();
    fs::create_dir_all(home.claude("hooks/recall")).unwrap();
    let tree = home.tree();

    let error = home.try_install(&[]).error();

    assert_contains(&error, &home.claude("hooks/recall").display().to_string());
    assert_contains(&error, "a folder is there; move it away");
    assert_eq!(home.tree(), tree);
}

#[test]
fn a_file_in_place_of_the_hooks_folder_is_refused_and_the_settings_stay() {
    let home = Home::new();
    home.write_settings("{}");
    home.write("home/.claude/hooks", "not a folder");
    let tree = home.tree();

    let error = home.try_install(&[]).error();

    assert_contains(&error, &home.claude("hooks").display().to_string());
    assert_eq!(home.tree(), tree);
}

#[test]
fn a_missing_program_is_named_before_anything_is_written() {
    let home = Home::new();
    fs::remove_file(home.path("programs/recall")).unwrap();
    let tree = home.tree();

    let error = home.try_install(&[]).error();

    assert_contains(&error, "there is no program ");
    assert_contains(&error, "programs/recall");
    assert_eq!(home.tree(), tree);
}

#[test]
fn other_programs_in_the_hooks_folder_stay() {
    let home = Home::new();
    let mine = home.write("home/.claude/hooks/mine.sh", "echo mine\n");

    home.install(&[]);
    home.uninstall(&[]);

    assert_eq!(files(home.claude("hooks")), [mine]);
}

#[test]
fn without_local_bin_on_path_there_is_no_link_and_the_output_says_what_to_do() {
    let home = Home::new();

    let said = home.install(&[]);

    assert!(!home.path("home/.local").exists());
    let program = home.claude("hooks/recall").display().to_string();
    assert_contains(
        &said,
        &format!("Call it as {program}, or put ~/.local/bin on PATH"),
    );
    assert_contains(&said, &format!("`{program}` shows the conversation"));
}

#[test]
fn a_foreign_recall_in_local_bin_is_left_alone_and_the_output_says_what_to_do() {
    for is_link in [true, false] {
        let home = Home::new().with_bin_on_path();
        let theirs = home.write("home/.local/bin/recall", "theirs");
        if is_link {
            fs::rename(&theirs, home.path("theirs")).unwrap();
            symlink(home.path("theirs"), &theirs).unwrap();
        }

        let said = home.install(&[]);
        assert_eq!(read(&theirs), "theirs");
        assert_contains(
            &said,
            "is something else and was left alone. Call recall as ",
        );

        home.uninstall(&[]);
        assert_eq!(read(&theirs), "theirs");
        assert_eq!(theirs.is_symlink(), is_link);
    }
}

#[test]
fn a_link_to_another_hooks_folder_of_recalls_is_turned_to_this_one() {
    let home = Home::new().with_bin_on_path();
    fs::create_dir_all(home.path("home/.local/bin")).unwrap();
    let link = home.path("home/.local/bin/recall");
    symlink("/gone/hooks/recall", &link).unwrap();

    home.install(&[]);

    assert_eq!(fs::read_link(&link).unwrap(), home.claude("hooks/recall"));
    assert_eq!(files(home.path("home/.local/bin")), [link]);
}

#[test]
fn folders_made_for_nothing_go_again() {
    let home = Home::new();
    home.write("home/.claude/hooks", "not a folder");
    fs::create_dir(home.path("project")).unwrap();

    let project = ["--scope", "project", "--project", "project"];
    let error = home.try_install(&project).error();

    assert_contains(&error, "cannot make the folder ");
    assert_eq!(files(home.path("project")).len(), 0);
}

#[test]
fn a_file_in_place_of_the_folder_of_the_link_is_no_obstacle() {
    let home = Home::new().with_bin_on_path();
    home.write("home/.local", "not a folder");

    assert_contains(&home.install(&[]), "Call recall as ");
    assert_eq!(read(home.path("home/.local")), "not a folder");
}
