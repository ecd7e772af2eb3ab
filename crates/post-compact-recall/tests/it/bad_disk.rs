//! Folders and disks that take nothing: they cost the log and the receipt, and never the recall.

use std::fs;
use std::os::unix::fs::symlink;

use serde_json::{Value, json};
use stage::{Disk, Ran, Stage, bad, prompt, reply};

const PROGRAM: &str = env!("CARGO_BIN_EXE_post-compact-recall");

#[test]
fn a_backups_folder_that_is_none_costs_the_log_and_not_the_recall() {
    for what in ["a file", "a link"] {
        let stage = Stage::new();
        stage.transcript(prompt(bad::ASKED) + &reply(bad::ANSWERED));
        fs::create_dir(stage.project().join(".claude")).unwrap();
        match what {
            "a file" => fs::write(stage.backups(), "mine").unwrap(),
            _ => symlink(stage.home(), stage.backups()).unwrap(),
        }
        let event = stage
            .event("PostCompact", &json!({"trigger": "auto"}))
            .to_string();
        let ran = stage.run(PROGRAM, &["--system-message"], &event);
        check(what, &ran, stage.backups().to_str().unwrap());
        assert!(
            ran.json()["systemMessage"]
                .as_str()
                .unwrap()
                .contains(bad::ANSWERED),
            "{what}"
        );
        let ran = run(&stage, "SessionStart", &json!({"source": "compact"}));
        assert_eq!(ran.stderr, "", "{what}");
        check_back(what, &ran);
    }
}

#[test]
fn a_disk_that_takes_nothing_costs_the_log_and_the_receipt_and_is_named_once() {
    for disk in [Disk::Full, Disk::ReadOnly] {
        let what = format!("{disk:?}");
        let stage = staged();
        stage.transcript(prompt(bad::ASKED) + &reply(bad::ANSWERED));
        let event = stage
            .event("PostCompact", &json!({"trigger": "auto"}))
            .to_string();
        let Some(ran) = stage.run_on(disk, &stage.home(), PROGRAM, &event) else {
            return;
        };
        check(&what, &ran, &format!("{}/", stage.home().display()));
        let event = stage
            .event("SessionStart", &json!({"source": "compact"}))
            .to_string();
        let ran = stage.run_on(disk, &stage.home(), PROGRAM, &event).unwrap();
        check(
            &what,
            &ran,
            &format!("{}/.claude/recall", stage.home().display()),
        );
        check_back(&what, &ran);
        assert_eq!(stage.kept(), [KEPT], "{what}");
        assert_eq!(stage.unfinished(), Vec::<String>::new(), "{what}");
    }
}

/// Expects one line for the one problem, with this in it.
#[track_caller]
fn check(what: &str, ran: &Ran, problem: &str) {
    assert_eq!(ran.code, Some(0), "{what}");
    assert_eq!(ran.complaints().len(), 1, "{what}: {}", ran.stderr);
    assert!(
        ran.stderr.starts_with("post-compact-recall: ") && ran.stderr.contains(problem),
        "{what}: {}",
        ran.stderr
    );
}

#[track_caller]
fn check_back(what: &str, ran: &Ran) {
    let context = ran.context();
    for words in [bad::ASKED, bad::ANSWERED] {
        assert!(context.contains(words), "{what}: {words}: {context}");
    }
}

const KEPT: &str = "transcript-2026-01-01T00-00-00.jsonl";

/// A stage with a backup of the session, and no transcript.
fn staged() -> Stage {
    let stage = Stage::new();
    stage.backup(KEPT, prompt(bad::ASKED) + &reply(bad::ANSWERED));
    stage
}

fn run(stage: &Stage, event: &str, fields: &Value) -> Ran {
    stage.run(PROGRAM, &[], stage.event(event, fields).to_string())
}
