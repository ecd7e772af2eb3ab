//! The command line: beginnings of ids, exit codes, help in both languages, completion scripts.

use serde_json::json;
use stage::{Stage, tree};

use crate::{PROGRAM, is_japanese, lay, shell};

const FIRST: &str = "20261130-093101-0f3a9c";
const SECOND: &str = "20261130-093102-0f3a9c";

#[test]
fn showing_one_leaves_it_as_it_is() {
    let stage = Stage::new();
    lay(&stage, FIRST, &json!({"summary": "Fix \u{1b}[31mit\u{7}"}));
    let before = tree(&stage.home());
    let ran = shell(&stage, &["show", FIRST]);
    assert_eq!(ran.code, Some(0));
    assert!(ran.stdout.contains("[open]\n\nFix it␇\n"), "{}", ran.stdout);
    let told = shell(&stage, &["show", FIRST, "--json"]).json();
    assert_eq!(told["handoff_id"], FIRST);
    assert_eq!(tree(&stage.home()), before);
}

#[test]
fn an_id_can_be_given_by_a_beginning_that_only_one_has() {
    let stage = Stage::new();
    lay(&stage, FIRST, &json!({}));
    lay(&stage, SECOND, &json!({}));
    let several = shell(&stage, &["show", "20261130"]);
    assert_eq!((several.code, several.stdout.as_str()), (Some(2), ""));
    assert!(
        several.stderr.contains(&format!("{SECOND}, {FIRST}")),
        "{}",
        several.stderr
    );
    assert_eq!(shell(&stage, &["show", "20261130-093101"]).code, Some(0));
    for start in ["2031", "../x"] {
        let none = shell(&stage, &["accept", start]);
        assert_eq!((none.code, none.stderr.as_str()), (Some(1), ""));
        assert!(
            none.stdout.contains(&format!("No handoff {start} is here")),
            "{none:?}"
        );
    }
}

#[test]
fn what_cannot_be_followed_ends_with_two() {
    let stage = Stage::new();
    for arguments in [
        &["lists"][..],
        &["begin"],
        &["show"],
        &["begin", "s", "--to", ""],
        &[],
    ] {
        let ran = shell(&stage, arguments);
        assert_eq!(
            (ran.code, ran.stdout.as_str()),
            (Some(2), ""),
            "{arguments:?}"
        );
        assert!(!ran.stderr.is_empty());
    }
}

#[test]
fn help_is_in_the_readers_language() {
    let help = shell(&Stage::new(), &["--help"]);
    assert_eq!(help.code, Some(0));
    assert!(
        help.stdout
            .contains("Show the handoffs that wait in this project")
    );
    assert!(help.stdout.contains("Exit codes: 0"));
    let stage = Stage::new().with("LANG", "ja_JP.UTF-8");
    for arguments in [&["--help"][..], &["begin", "--help"], &["list", "--help"]] {
        let ran = shell(&stage, arguments);
        assert_eq!(ran.code, Some(0));
        assert!(is_japanese(&ran.stdout), "{}", ran.stdout);
        for english in ["Usage", "Options", "Print", "Commands"] {
            assert!(!ran.stdout.contains(english), "{}", ran.stdout);
        }
    }
    let wrong = shell(&stage, &["lists"]);
    assert!(
        wrong.stderr.contains("「list」でしょうか"),
        "{}",
        wrong.stderr
    );
}

#[test]
fn each_shell_has_a_completion_script_that_it_can_read() {
    let stage = Stage::new();
    for shell_name in ["bash", "zsh", "fish"] {
        let ran = shell(&stage, &["completions", shell_name]);
        assert_eq!((ran.code, ran.stderr.as_str()), (Some(0), ""));
        for command in ["give-back", "begin", "question"] {
            assert!(ran.stdout.contains(command), "{shell_name}: {command}");
        }
        let script = stage.write("script", &ran.stdout);
        let check = ["-n", script.to_str().unwrap()];
        if stage.can(shell_name, &["--version"]) {
            assert_eq!(
                stage.run(shell_name, &check, "").code,
                Some(0),
                "{shell_name}"
            );
        }
    }
}

#[test]
fn a_reader_that_has_seen_enough_is_no_trouble() {
    let stage = Stage::new();
    lay(&stage, FIRST, &json!({}));
    let line = format!("'{PROGRAM}' completions bash | head -n 1");
    let ran = stage.run("sh", &["-c", &line], "");
    assert_eq!((ran.code, ran.stderr.as_str()), (Some(0), ""));
}

#[test]
fn settings_choose_the_language() {
    let stage = Stage::new();
    stage.write(".claude/recall.json", r#"{"language": "ja"}"#);
    assert!(is_japanese(&shell(&stage, &["list"]).stdout));
}
