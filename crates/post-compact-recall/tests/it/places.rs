//! Where the hook reads and writes: in the project that the event lies in, and in folders of its user only.

use std::ffi::OsStr;
use std::fs;
use std::os::unix::ffi::OsStrExt;
use std::os::unix::fs::symlink;

use serde_json::json;
use stage::{Ran, Stage, backup_of, bad, mode, prompt, reply, tree};

use crate::bad_input::{PROGRAM, check, check_back, run};

#[test]
fn a_backups_folder_of_another_user_is_refused_in_the_readers_language() {
    for (language, words) in [
        ("C.UTF-8", "belongs to another user"),
        ("ja_JP.UTF-8", "所有者は別のユーザーです"),
    ] {
        let stage = Stage::new().with("LANG", language);
        stage.backup(&backup_of(1), said());
        if !stage.give_away(&stage.backups()) {
            return;
        }
        let before = tree(&stage.project());
        check(language, &completed(&stage), words);
        assert!(tree(&stage.project()) == before, "nothing is written");
        // The transcript is gone, so only that backup would have the session's words.
        check_nothing_back(&stage, words);
    }
}

#[test]
fn no_backup_is_read_or_log_written_where_a_link_leads() {
    let elsewhere = "other/.claude/backups";
    for (place, target) in [
        ("project/.claude", "other/.claude"),
        ("project/.claude/backups", elsewhere),
    ] {
        let stage = Stage::new();
        stage.write(format!("{elsewhere}/{}", backup_of(1)), said());
        let link = stage.home().join(place);
        fs::create_dir_all(link.parent().unwrap()).unwrap();
        symlink(stage.home().join(target), &link).unwrap();
        let before = tree(&stage.home().join("other"));
        let words = format!("{} is a symbolic link", link.display());
        check(place, &completed(&stage), &words);
        check_nothing_back(&stage, &words);
        assert!(tree(&stage.home().join("other")) == before);
    }
}

#[test]
fn a_log_that_is_a_link_is_named_and_what_it_leads_to_stays() {
    for target in ["mine.txt", "nowhere", "."] {
        let stage = Stage::new();
        stage.write("mine.txt", "mine");
        fs::create_dir_all(stage.backups()).unwrap();
        let log = stage.backups().join("compaction-log.md");
        symlink(stage.home().join(target), &log).unwrap();
        let words = format!("{} is a symbolic link", log.display());
        check(target, &completed(&stage), &words);
        assert_eq!(fs::read(stage.home().join("mine.txt")).unwrap(), b"mine");
        assert!(!stage.home().join("nowhere").exists());
    }
}

#[test]
fn only_the_owner_may_read_whatever_the_umask() {
    for umask in ["000", "022", "077"] {
        let stage = Stage::new();
        let ran = stage.run_under(umask, PROGRAM, &[], &completion(&stage));
        assert_eq!(ran.stderr, "", "{umask}");
        assert!(!stage.log().is_empty(), "{umask}");
        assert_eq!(mode(&stage.project().join(".claude")) & 0o022, 0);
        for folder in [stage.backups(), stage.home().join(".claude/recall")] {
            assert_eq!(stage.open_to_others(&folder), [], "{umask}");
        }
    }
}

#[test]
fn the_recall_comes_back_wherever_the_project_lies() {
    for name in [b"two\nlines".as_slice(), b"caf\xe9", b"it's \"$HOME\" `id`"] {
        let stage = Stage::new();
        let root = stage.home().join(OsStr::from_bytes(name));
        fs::create_dir_all(root.join(".git")).unwrap();
        fs::create_dir_all(root.join(".claude/backups")).unwrap();
        fs::write(root.join(".claude/backups").join(backup_of(1)), said()).unwrap();
        let stage = stage.with("CLAUDE_PROJECT_DIR", &root);
        let ran = run(&stage, "SessionStart", &json!({"source": "compact"}));
        let what = format!("{}", root.display());
        assert_eq!(
            ran.complaints().len(),
            1,
            "the transcript is gone: {}",
            ran.stderr
        );
        check_back(&what, &ran);
        let ran = completed(&stage);
        assert_eq!(ran.stderr, "", "{what}");
        assert!(root.join(".claude/backups/compaction-log.md").is_file());
    }
}

#[test]
fn a_path_that_is_too_long_is_named_and_the_sessions_backup_counts() {
    for path in [
        format!("/{}", "x".repeat(256)),
        "/x".repeat(3_000),
        "/\0".to_owned(),
    ] {
        let stage = Stage::new();
        stage.backup(&backup_of(1), said());
        let fields = json!({"source": "compact", "transcript_path": path, "cwd": path});
        let ran = run(&stage, "SessionStart", &fields);
        check("a long path", &ran, "could not read /");
        check_back("a long path", &ran);
    }
}

fn said() -> String {
    prompt(bad::ASKED) + &reply(bad::ANSWERED)
}

fn completion(stage: &Stage) -> String {
    let fields = json!({"trigger": "auto", "compact_summary": "s"});
    stage.event("PostCompact", &fields).to_string()
}

fn completed(stage: &Stage) -> Ran {
    stage.run(PROGRAM, &[], completion(stage))
}

/// Expects that a compaction gives nothing back, and that the reason is told.
#[track_caller]
fn check_nothing_back(stage: &Stage, words: &str) {
    let ran = run(stage, "SessionStart", &json!({"source": "compact"}));
    assert_eq!(ran.code, Some(0));
    assert!(ran.stderr.contains(words), "{}", ran.stderr);
    assert!(!ran.stdout.contains(bad::ASKED), "{}", ran.stdout);
}
