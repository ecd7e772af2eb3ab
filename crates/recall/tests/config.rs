//! What `recall config` says of the settings, and in which language the command line speaks.
#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

use std::os::unix::fs::symlink;

use serde_json::json;
use stage::{Ran, Stage};

#[test]
fn without_a_file_every_value_is_a_default() {
    let shown = config(&Stage::new());
    assert_eq!((shown.code, shown.stderr.as_str()), (Some(0), ""));
    let expected = r###"language         locale   "en"
turns            default  10
summarizer       default  (recall's own text)
reminder         default  (recall's own text)
user             default  -
assistant        default  -
handover.file    default  "memory/MEMORY.md"
handover.start   default  "## 🔄 次の自分へ"
handover.end     default  ["---","## 1.","## Who I Am"]
state.decisions  default  "docs/decisions.md"
state.tool_log   default  -
keep.days        default  14
keep.size        default  "2 GiB"
handoffs         default  "consume"
members          default  []
team.letters     default  "../team-comms"

~/.claude/recall.json: yours, not there
~/project/.claude/recall.json: the project's, not there
"###;
    assert_eq!(shown.stdout, expected);
}

#[test]
fn each_value_is_shown_with_the_file_that_it_comes_from() {
    let stage = Stage::new();
    stage.write(
        ".claude/recall.json",
        r#"{"turns": 15, "user": "Captain", "reminder": false}"#,
    );
    stage.write("project/.claude/recall.json", r#"{"turns": 4}"#);
    check(&stage, "turns", "~/project/.claude/recall.json  4");
    check(&stage, "user", "~/.claude/recall.json          \"Captain\"");
    check(&stage, "reminder", "~/.claude/recall.json          false");
    check(&stage, "language", "locale                         \"en\"");
}

#[test]
fn the_variable_comes_before_the_files_and_is_named() {
    let stage = Stage::new().with("RECALL_TURNS", "7");
    stage.write(".claude/recall.json", r#"{"turns": 15}"#);
    check(&stage, "turns", "RECALL_TURNS  7");
    let wrong = Stage::new().with("RECALL_TURNS", "seven");
    wrong.write(".claude/recall.json", r#"{"turns": 15}"#);
    check(&wrong, "turns", "~/.claude/recall.json  15");
    let said = "RECALL_TURNS is \"seven\", which is not a positive number: it is skipped";
    assert!(config(&wrong).stdout.contains(said));
}

#[test]
fn what_is_not_usable_stands_under_the_values_and_nowhere_else() {
    let stage = Stage::new();
    let path = stage.write(".claude/recall.json", "{\n\"turn\": 15}");
    let shown = config(&stage);
    assert_eq!((shown.code, shown.stderr.as_str()), (Some(0), ""));
    let fault = format!(
        "{}:2: \"turn\" is not a name that recall knows; did you mean \"turns\"?\n",
        path.display()
    );
    assert!(shown.stdout.ends_with(&fault), "{}", shown.stdout);
}

#[test]
fn programs_read_it_as_json() {
    let stage = Stage::new().with("RECALL_TURNS", "7");
    let users = stage.write(".claude/recall.json", r#"{"user": "Captain", "usr": 1}"#);
    let shown = recall(&stage, &["config", "--json"]).json();
    let setting = |name: &str| shown["settings"][name].clone();
    assert_eq!(setting("turns")["value"], 7);
    assert_eq!(setting("turns")["from"], "environment");
    assert_eq!(setting("user")["value"], "Captain");
    assert_eq!(setting("user")["source"], "~/.claude/recall.json");
    assert_eq!(setting("language")["from"], "locale");
    assert_eq!(setting("team.letters")["from"], "default");
    assert_eq!(
        shown["files"][0],
        json!({"path": users, "owner": "user", "there": true})
    );
    assert_eq!(shown["problems"].as_array().unwrap().len(), 1);
}

#[test]
fn a_file_that_is_the_users_and_the_projects_is_the_users() {
    let stage = Stage::new();
    let users = stage.write(".claude/recall.json", r#"{"user": "Captain"}"#);
    let folder = stage.project().join(".claude");
    symlink(users.parent().unwrap(), folder).unwrap();
    let shown = config(&stage);
    assert!(shown.stdout.contains("\"Captain\""), "{}", shown.stdout);
    assert!(!shown.stdout.contains("the project's"), "{}", shown.stdout);
    let in_it = Stage::new();
    let moved = in_it.project().join(".claude");
    in_it.write("project/.claude/recall.json", r#"{"user": "Captain"}"#);
    let shown = config(&in_it.with("CLAUDE_CONFIG_DIR", moved));
    assert!(shown.stdout.contains("\"Captain\""), "{}", shown.stdout);
}

#[test]
fn a_members_folder_that_is_a_link_is_the_members_project() {
    let stage = Stage::new();
    symlink(stage.project(), stage.home().join("link")).unwrap();
    stage.write(
        ".claude/recall.json",
        r#"{"members": [{"key": "scout", "label": "斥候", "folder": "~/link"}]}"#,
    );
    let name = "transcript-2026-11-30T09-31-27.jsonl";
    stage.backup(name, stage::prompt("Fix it"));
    let shown = recall(&stage, &[]);
    assert!(
        shown.stdout.contains("  斥候 · project: "),
        "{}",
        shown.stdout
    );
}

#[test]
fn an_unknown_member_is_answered_with_the_nearest_and_all_known() {
    let stage = Stage::new();
    stage.write(
        ".claude/recall.json",
        r#"{"members": [{"key": "scout", "folder": "~/a"}, {"key": "smith", "folder": "~/b"}]}"#,
    );
    for (key, said) in [
        (
            "scuot",
            "there is no member \"scuot\"; did you mean \"scout\"? recall.json knows: scout, smith",
        ),
        (
            "bard",
            "there is no member \"bard\"; recall.json knows: scout, smith",
        ),
        (
            "\u{1b}[2J",
            "there is no member \"\"; recall.json knows: scout, smith",
        ),
    ] {
        let ran = recall(&stage, &["--member", key]);
        assert_eq!(ran.code, Some(2));
        assert_eq!(ran.stderr, format!("recall: {said}\n"));
    }
    let nobody = recall(&Stage::new(), &["--member", "scout"]);
    let said = "recall: there is no member \"scout\", because your recall.json names no members\n";
    assert_eq!((nobody.code, nobody.stderr.as_str()), (Some(2), said));
}

#[test]
fn the_command_line_speaks_japanese_where_the_reader_does() {
    let by_locale = || Stage::new().with("LANG", "ja_JP.UTF-8");
    let by_config = || {
        let stage = Stage::new();
        stage.write(".claude/recall.json", r#"{"language": "ja"}"#);
        stage
    };
    for stage in [by_locale(), by_config()] {
        for arguments in [&["--help"][..], &["config", "--help"]] {
            let help = recall(&stage, arguments);
            assert_eq!((help.code, help.stderr.as_str()), (Some(0), ""));
            check_japanese(&help.stdout);
        }
        for (arguments, said) in [
            (&["--turns", "0"][..], "「--turns <N>」に「0」は使えません"),
            (&["--turns"], "「--turns <N>」には値が必要です"),
            (&["restore"], "「<N>」が必要です"),
            (
                &["--frm", "1"],
                "「--frm」という引数はありません。「--from」でしょうか",
            ),
            (
                &["confg"],
                "「confg」というコマンドはありません。`recall config`でしょうか",
            ),
            (&["--turns", "3", "config"], "一緒に使えません"),
        ] {
            let ran = recall(&stage, arguments);
            assert_eq!(
                (ran.code, ran.stdout.as_str()),
                (Some(2), ""),
                "{arguments:?}"
            );
            assert!(ran.stderr.contains(said), "{}", ran.stderr);
        }
    }
    let shown = config(&by_locale());
    assert!(
        shown.stdout.contains("turns            既定      10\n"),
        "{}",
        shown.stdout
    );
}

#[test]
fn the_command_line_speaks_english_otherwise() {
    let help = recall(&Stage::new(), &["--help"]);
    assert!(
        help.stdout.contains("Usage: recall") && help.stdout.is_ascii(),
        "{}",
        help.stdout
    );
    let wrong = recall(&Stage::new(), &["--frm", "1"]);
    assert!(
        wrong.stderr.contains("a similar argument exists: '--from'"),
        "{}",
        wrong.stderr
    );
}

/// Expects the value of a name with its source.
#[track_caller]
fn check(stage: &Stage, name: &str, expected: &str) {
    let shown = config(stage).stdout;
    let line = shown.lines().find(|line| line.starts_with(name)).unwrap();
    let told = line.strip_prefix(name).unwrap().trim_start();
    assert_eq!(told, expected, "{shown}");
}

/// Expects Japanese in every line of a help page that explains something.
#[track_caller]
fn check_japanese(help: &str) {
    let japanese = |text: &str| text.chars().any(|c| ('\u{3040}'..'\u{a000}').contains(&c));
    for line in help.lines().filter(|line| !line.trim().is_empty()) {
        let is_usage = line.trim_start().starts_with("recall ");
        assert!(japanese(line) || is_usage, "{line:?} in {help}");
    }
}

fn config(stage: &Stage) -> Ran {
    recall(stage, &["config"])
}

fn recall(stage: &Stage, arguments: &[&str]) -> Ran {
    stage.run(env!("CARGO_BIN_EXE_recall"), arguments, "")
}
