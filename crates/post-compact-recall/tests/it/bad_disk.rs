//! Folders and disks that take nothing: they cost the log and the receipt, and never the recall.

use std::fs;
use std::os::unix::fs::symlink;

use serde_json::json;
use stage::{Disk, Stage, bad, prompt, reply};

use crate::bad_input::{KEPT, PROGRAM, check, check_back, run, staged};

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
