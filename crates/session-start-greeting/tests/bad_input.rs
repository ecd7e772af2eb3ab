//! Events, files and disks that are not as they should be: the one problem is named, the rest is told.
#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

use std::fs::{self, Permissions};
use std::os::unix::fs::{PermissionsExt, symlink};
use std::process::Command;

use recall_core::process::Surroundings;
use recall_core::stamp;
use serde_json::{Value, json};
use stage::{Disk, Ran, Stage, bad, prompt, reply};

const PROGRAM: &str = env!("CARGO_BIN_EXE_session-start-greeting");

#[test]
fn what_is_no_event_is_named_and_nothing_is_printed() {
    for (what, input, fault) in bad::NO_EVENT {
        let ran = with_handover().run(PROGRAM, &[], input);
        check(
            what,
            &ran,
            &format!("could not use the hook event on standard input: {fault}"),
        );
        assert_eq!(ran.stdout, "", "{what}");
    }
}

#[test]
fn an_object_that_says_nothing_is_named_and_nothing_is_printed() {
    for (what, input) in bad::UNNAMED {
        let ran = with_handover().run(PROGRAM, &[], input);
        check(
            what,
            &ran,
            "could not use the hook event on standard input: it names no hook_event_name",
        );
        assert_eq!(ran.stdout, "", "{what}");
    }
}

#[test]
fn fields_that_are_missing_or_of_another_type_cost_only_themselves() {
    for (key, value) in [
        ("session_id", json!(null)),
        ("session_id", json!([1])),
        ("transcript_path", json!(null)),
        ("transcript_path", json!({})),
        ("cwd", json!(null)),
        ("cwd", json!(3)),
        ("cwd", json!("/\u{0}")),
        ("hologram", json!(1)),
    ] {
        let what = format!("{key} {value}");
        let stage = with_handover();
        keep(&stage, prompt(bad::ASKED) + &reply(bad::ANSWERED));
        let ran = started(&stage, &json!({ key: value }));
        assert_eq!((ran.code, ran.stderr.as_str()), (Some(0), ""), "{what}");
        check_told(&what, &ran, true);
    }
}

#[test]
fn the_sessions_own_transcript_is_not_needed() {
    for (what, lay) in bad::no_transcripts() {
        let stage = with_handover();
        lay(&stage);
        let ran = started(&stage, &json!({}));
        assert_eq!((ran.code, ran.stderr.as_str()), (Some(0), ""), "{what}");
        check_told(what, &ran, false);
    }
}

#[test]
fn whatever_is_in_a_backup_the_whole_lines_of_it_are_told() {
    for (what, held) in bad::odd_transcripts()
        .into_iter()
        .chain(bad::damaged_transcripts())
    {
        let stage = with_handover();
        keep(&stage, &held);
        let ran = started(&stage, &json!({}));
        assert_eq!((ran.code, ran.stderr.as_str()), (Some(0), ""), "{what}");
        check_told(what, &ran, true);
        assert!(
            fs::read(stage.backups().join(&stage.kept()[0])).unwrap() == held,
            "{what}"
        );
    }
}

#[test]
fn a_backup_that_modes_forbid_is_named_and_the_one_before_it_is_told() {
    let stage = with_handover();
    stage.backup(&name(2), prompt(bad::ASKED) + &reply(bad::ANSWERED));
    let closed = stage.backup(&name(1), prompt("not to be read"));
    fs::set_permissions(&closed, Permissions::from_mode(0o000)).unwrap();
    let event = stage.event(
        "SessionStart",
        &json!({"session_id": "new", "source": "startup"}),
    );
    if let Some(ran) = stage.run_bound_by_modes(PROGRAM, &event.to_string()) {
        check(
            "mode 000",
            &ran,
            &format!("could not read {}: Permission denied", closed.display()),
        );
        check_told("mode 000", &ran, true);
    }
}

#[test]
fn a_backups_folder_that_is_a_file_is_named_and_the_handover_is_told() {
    let stage = with_handover();
    stage.write(stage.backups(), "mine");
    let ran = started(&stage, &json!({}));
    check(
        "a file",
        &ran,
        &format!(
            "{} is a file where recall needs a folder",
            stage.backups().display()
        ),
    );
    check_told("a file", &ran, false);
    assert_eq!(fs::read(stage.backups()).unwrap(), b"mine");
}

#[test]
fn a_handover_file_that_cannot_be_read_is_named_and_the_dialogue_is_told() {
    let lays: [(&str, Lay); 3] = [
        ("a folder", |path| fs::create_dir(path).unwrap()),
        ("a pipe, which nobody writes to", |path| {
            assert!(Command::new("mkfifo").arg(path).status().unwrap().success());
        }),
        ("a link to nowhere", |path| {
            symlink("nowhere.md", path).unwrap();
        }),
    ];
    for (what, lay) in lays {
        let stage = Stage::new();
        keep(&stage, prompt(bad::ASKED) + &reply(bad::ANSWERED));
        fs::create_dir(stage.project().join("memory")).unwrap();
        let path = stage.project().join("memory/MEMORY.md");
        lay(&path);
        let ran = started(&stage, &json!({}));
        check(what, &ran, path.to_str().unwrap());
        assert!(ran.context().contains(bad::ASKED), "{what}");
    }
}

#[test]
fn a_handover_file_of_bytes_that_are_no_text_is_told_all_the_same() {
    let stage = Stage::new();
    stage.write("project/memory/MEMORY.md", b"\xff\xfe\n## \xf0\x9f\x94\x84 \xe6\xac\xa1\xe3\x81\xae\xe8\x87\xaa\xe5\x88\x86\xe3\x81\xb8\n- mind the \xff index\n");
    let ran = started(&stage, &json!({}));
    assert_eq!(ran.stderr, "");
    assert!(
        ran.context().contains("- mind the \u{fffd} index"),
        "{}",
        ran.stdout
    );
}

#[test]
fn a_disk_that_takes_nothing_costs_the_receipt_and_is_named() {
    for disk in [Disk::Full, Disk::ReadOnly] {
        let what = format!("{disk:?}");
        let stage = with_handover();
        let event = stage
            .event("SessionStart", &json!({"source": "startup"}))
            .to_string();
        if let Some(ran) = stage.run_on(disk, &stage.home(), PROGRAM, &event) {
            check(&what, &ran, &format!("{}/.claude/", stage.home().display()));
            check_told(&what, &ran, false);
        }
    }
}

/// Puts something at a path.
type Lay = fn(&std::path::Path);

/// Expects one line for the one problem, with this in it.
#[track_caller]
fn check(what: &str, ran: &Ran, problem: &str) {
    assert_eq!(ran.code, Some(0), "{what}");
    assert_eq!(ran.complaints().len(), 1, "{what}: {}", ran.stderr);
    assert!(
        ran.stderr.starts_with("session-start-greeting: ") && ran.stderr.contains(problem),
        "{what}: {}",
        ran.stderr
    );
}

/// Expects the handover section, and the last dialogue or not.
#[track_caller]
fn check_told(what: &str, ran: &Ran, dialogue: bool) {
    let context = ran.context();
    assert!(context.contains("- mind the index"), "{what}: {context}");
    for words in [bad::ASKED, bad::ANSWERED] {
        assert_eq!(context.contains(words), dialogue, "{what}: {context}");
    }
}

fn with_handover() -> Stage {
    let stage = Stage::new();
    stage.write(
        "project/memory/MEMORY.md",
        "## 🔄 次の自分へ\n- mind the index\n",
    );
    stage
}

/// The name of a backup that was made some days ago.
fn name(days: u64) -> String {
    let moment = Surroundings::read().now - std::time::Duration::from_secs(days * 24 * 60 * 60);
    format!("transcript-{}.jsonl", stamp::of(moment))
}

fn keep(stage: &Stage, lines: impl AsRef<[u8]>) {
    stage.backup(&name(1), lines);
}

/// Starts another session than the one whose backups there are.
fn started(stage: &Stage, fields: &Value) -> Ran {
    let mut event = stage.event(
        "SessionStart",
        &json!({"session_id": "new", "source": "startup"}),
    );
    event
        .as_object_mut()
        .unwrap()
        .extend(fields.as_object().unwrap().clone());
    stage.run(PROGRAM, &[], event.to_string())
}
