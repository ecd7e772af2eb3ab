//! The merge as a table: a settings text, and what install or uninstall makes of it.

use super::{add, disables_hooks, remove, uses};

const HOOKS: &str = "/home/you/.claude/hooks";

/// Settings files in every shape that must come through unharmed.
const SHAPES: &[&str] = &[
    "",
    "\n",
    "  \r\n",
    "{}",
    "{}\n",
    "{ }",
    "{\n}\n",
    r#"{"a":1}"#,
    r#"{ "a": 1, "b": [1,2] }"#,
    "{\"a\": 1}\n\n",
    "{\n  \"model\": \"opus\",\n  \"x\": 1.50e+3\n}\n",
    "{\n    \"model\": \"opus\"\n}",
    "{\n\t\"model\": \"opus\",\n\n\t\"env\": {\"A\": \"\\u00e9\\/\"}\n}\n",
    "{\r\n  \"model\": \"opus\"\r\n}\r\n",
    "{\n\"model\": \"opus\"\n}\n",
    "\n\n  {\n    \"a\": 1\n  }\n",
    "{\"hooks\":{}}",
    "{\n  \"hooks\": {}\n}\n",
    "{\n  \"hooks\": {\n  },\n  \"z\": 0\n}\n",
    "{\n  \"hooks\": {\n    \"PreCompact\": [],\n    \"Stop\": [ ]\n  }\n}\n",
    "{\"hooks\":{\"SessionStart\":[{\"hooks\":[{\"type\":\"command\",\"command\":\"x\"}]}]}}",
    "{\n  \"hooks\": {\"SessionEnd\": [{\"hooks\": [{\"type\": \"command\", \"command\": \"x\"}]}]}\n}\n",
    "{\n  \"hooks\": {\n    \"PreCompact\": [{\n      \"hooks\": [{\n        \"type\": \"command\"\n      }]\n    }]\n  }\n}\n",
    "{\n  \"名前\": \"日本語\",\n  \"hooks\": {\n    \"Stop\": 3\n  },\n  \"emoji\": \"😀\"\n}\n",
    "{\"hooks\":{\"PreCompact\":[]},\"hooks\":{\"Stop\":[]}}",
];

#[test]
fn whatever_the_shape_taking_out_what_was_put_in_gives_back_the_very_bytes() {
    for shape in SHAPES {
        let added = add(shape, HOOKS).unwrap();
        if !shape.trim().is_empty() {
            let removed = remove(&added, Some(shape)).unwrap();
            assert_eq!(tight(&removed), tight(shape));
        }
    }
}

#[test]
fn whatever_the_shape_a_second_time_changes_nothing() {
    for shape in SHAPES {
        let added = add(shape, HOOKS).unwrap();
        assert_eq!(add(&added, HOOKS).unwrap(), added);
        assert!(uses(&added, HOOKS).unwrap());
        assert!(!uses(&added, "/elsewhere/hooks").unwrap());
        assert!(!uses(shape, HOOKS).unwrap());
    }
}

#[test]
fn whatever_the_shape_the_foreign_bytes_stay_in_their_order() {
    for shape in SHAPES {
        let added = add(shape, HOOKS).unwrap();
        let mut rest = added.chars();
        for it in shape.chars().filter(|it| !it.is_whitespace()) {
            assert!(
                rest.any(|other| other == it),
                "{it:?} of {shape:?} is not in {added:?}"
            );
        }
    }
}

#[test]
fn a_file_with_windows_line_ends_has_no_other() {
    for shape in SHAPES
        .iter()
        .filter(|it| it.contains("\r\n") && !it.trim().is_empty())
    {
        let added = add(shape, HOOKS).unwrap();
        assert_eq!(added.matches('\n').count(), added.matches("\r\n").count());
    }
}

#[test]
fn the_example_is_what_install_writes() {
    let example = include_str!("../../../hooks.example.json");
    assert_eq!(add("", HOOKS).unwrap(), example);
}

#[test]
fn the_style_around_an_entry_is_kept() {
    #[track_caller]
    fn check(old: &str, expected: &str) {
        let new = add(old, "/hooks").unwrap();
        assert!(new.starts_with(expected), "{new}");
    }
    check(
        r#"{"a":1}"#,
        r#"{"a":1,"hooks":{"PreCompact":[{"hooks":[{"type":"command","command":"/hooks/pre-compact-backup","args":[],"timeout":30}]}],"#,
    );
    check(
        r#"{"a": 1}"#,
        r#"{"a": 1, "hooks": {"PreCompact": [{"hooks": [{"type": "command", "command": "/hooks/pre-compact-backup", "args": [], "timeout": 30}]}], "#,
    );
    check(
        "{\n\t\"a\": 1\n}\n",
        "{\n\t\"a\": 1,\n\t\"hooks\": {\n\t\t\"PreCompact\": [\n\t\t\t{\n\t\t\t\t\"hooks\": [\n\t\t\t\t\t{\n\t\t\t\t\t\t\"type\": \"command\",\n",
    );
    check(
        "{\r\n    \"a\": 1\r\n}",
        "{\r\n    \"a\": 1,\r\n    \"hooks\": {\r\n        \"PreCompact\": [\r\n            {\r\n",
    );
    check(
        "{\n  \"hooks\": {\n    \"PreCompact\": [{\n      \"hooks\": []\n    }]\n  }\n}\n",
        "{\n  \"hooks\": {\n    \"PreCompact\": [{\n      \"hooks\": []\n    }, {\n      \"hooks\": [\n        {\n",
    );
}

#[test]
fn a_foreign_entry_of_the_same_event_stays_before_ours() {
    let foreign = r#"{"matcher":"auto","hooks":[{"type":"command","command":"echo hi"}]}"#;
    let old = format!(r#"{{"hooks":{{"PreCompact":[{foreign}]}}}}"#);

    let new = add(&old, "/hooks").unwrap();

    let head = format!(r#"{{"hooks":{{"PreCompact":[{foreign},{{"hooks":[{{"type":"command""#);
    assert!(new.starts_with(&head), "{new}");
}

#[test]
fn an_entry_that_is_there_stays_with_the_arguments_and_the_timeout_its_user_gave_it() {
    let own = r#"{"matcher":"compact|resume","hooks":[{"type":"command","command":"/hooks/post-compact-recall","args":["--turns","15"],"timeout":20},{"type":"command","command":"mine"}]}"#;
    let old = format!(r#"{{"hooks":{{"SessionStart":[{own}]}}}}"#);

    let new = add(&old, "/hooks").unwrap();

    assert!(new.contains(own), "{new}");
    let (_, session_start) = new.split_once("SessionStart").unwrap();
    let session_start = session_start.split("PreCompact").next().unwrap();
    assert_eq!(
        session_start.matches("/hooks/post-compact-recall").count(),
        1
    );
    assert_eq!(
        session_start
            .matches("/hooks/session-start-greeting")
            .count(),
        1
    );
}

#[test]
fn of_a_stale_entry_only_the_path_is_corrected() {
    let installed = add("{\n  \"a\": 1\n}\n", "/old place/hooks").unwrap();
    let edited = installed.replace("\"args\": []", "\"args\": [\"--turns\", \"15\"]");

    let new = add(&edited, "/new/\"hooks\"/hooks").unwrap();

    assert_eq!(
        new,
        edited.replace("/old place/hooks", r#"/new/\"hooks\"/hooks"#)
    );
}

#[test]
fn doubled_entries_are_reduced_to_the_first() {
    let once = add("{}", "/hooks").unwrap();
    let group = r#"{"hooks":[{"type":"command","command":"/elsewhere/hooks/pre-compact-backup"}]}"#;
    let twice = once.replacen(
        "\"PreCompact\": [",
        &format!("\"PreCompact\": [{group},"),
        1,
    );

    let new = add(&twice, "/hooks").unwrap();

    assert_eq!(new.matches("/hooks/pre-compact-backup").count(), 2);
    assert!(new.contains(&group.replace("/elsewhere", "")), "{new}");
    assert!(!new.contains("/elsewhere"), "{new}");
}

#[test]
fn removing_takes_our_hooks_only_and_what_they_leave_empty() {
    #[track_caller]
    fn check(old: &str, expected: &str) {
        let ours = r#"{"type":"command","command":"/any/hooks/recall"}"#;
        let old = old.replace("OURS", ours);
        assert_eq!(remove(&old, None).unwrap(), expected);
    }
    check(r#"{"hooks":{"Stop":[{"hooks":[OURS]}]}}"#, "{}");
    check(
        r#"{"a":1, "hooks":{"Stop":[{"hooks":[OURS]}]}}"#,
        r#"{"a":1}"#,
    );
    check(
        r#"{"hooks":{"Stop":[{"hooks":[OURS]}]}, "a":1}"#,
        r#"{"a":1}"#,
    );
    check(
        r#"{"hooks":{"Stop":[{"hooks":[OURS, {"type":"command","command":"x"}]}]}}"#,
        r#"{"hooks":{"Stop":[{"hooks":[{"type":"command","command":"x"}]}]}}"#,
    );
    check(
        r#"{"hooks":{"Stop":[{"hooks":[{"type":"command","command":"x"}, OURS]}]}}"#,
        r#"{"hooks":{"Stop":[{"hooks":[{"type":"command","command":"x"}]}]}}"#,
    );
    check(
        r#"{"hooks":{"Stop":[{"matcher":"","hooks":[OURS]},{"hooks":[]}],"Empty":[]}}"#,
        r#"{"hooks":{"Stop":[{"hooks":[]}],"Empty":[]}}"#,
    );
    check(
        r#"{"hooks":{"Stop":[{"note":"mine","hooks":[ OURS ]}]}}"#,
        r#"{"hooks":{"Stop":[{"note":"mine","hooks":[]}]}}"#,
    );
    check(
        r#"{"hooks":{"Stop":[{"hooks":[OURS,OURS]},{"hooks":[OURS]}]}}"#,
        "{}",
    );
}

#[test]
fn what_only_looks_like_ours_is_not_touched() {
    #[track_caller]
    fn check(hook: &str) {
        let old = format!(r#"{{"hooks":{{"Stop":[{{"hooks":[{hook}]}}]}}}}"#);
        assert_eq!(remove(&old, None).unwrap(), old);
    }
    check(r#"{"type":"prompt","command":"/any/hooks/recall"}"#);
    check(r#"{"command":"/any/hooks/recall"}"#);
    check(r#"{"type":"command","command":"hooks/recall"}"#);
    check(r#"{"type":"command","command":"/usr/bin/recall"}"#);
    check(r#"{"type":"command","command":7}"#);
    check(r#""/any/hooks/recall""#);
}

#[test]
fn what_cannot_take_an_entry_is_refused_with_the_reason() {
    #[track_caller]
    fn check(text: &str, expected: &str) {
        let error = add(text, HOOKS).unwrap_err().to_string();
        assert!(error.contains(expected), "{error}");
    }
    check(
        "{\n  \"a\": 1,\n}",
        "not valid JSON at line 3, column 1: trailing comma",
    );
    check("{\n  // no\n}", "not valid JSON at line 2, column 3");
    check("{\"名前\": x}", "not valid JSON at line 1, column 8");
    check("{\"a\": 1", "not valid JSON at line 1, column 7: EOF");
    check(
        "{} {}",
        "not valid JSON at line 1, column 4: trailing characters",
    );
    check("\u{feff}{}", "byte order mark");
    check(
        "[]",
        "it holds an array, where a settings file holds an object",
    );
    check("null", "it holds null");
    check(
        r#"{"hooks": []}"#,
        "\"hooks\" is an array, where Claude Code wants an object",
    );
    check(
        r#"{"hooks": {"PreCompact": {}}}"#,
        "\"hooks\" / \"PreCompact\" is an object, where Claude Code wants an array",
    );
}

#[test]
fn a_file_that_switches_all_hooks_off_is_noticed() {
    assert!(disables_hooks(r#"{"disableAllHooks": true}"#));
    assert!(!disables_hooks(r#"{"disableAllHooks": false}"#));
    assert!(!disables_hooks("{}"));
}

/// Brackets with nothing but white space in them lose it once something was between them.
fn tight(text: &str) -> String {
    let parts = text.split_inclusive(['{', '[']);
    parts.fold(String::new(), |so_far, part| {
        let is_closed = part.trim_start().starts_with(['}', ']']);
        so_far + if is_closed { part.trim_start() } else { part }
    })
}
