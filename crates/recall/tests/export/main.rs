//! What `recall export` writes, and what a browser makes of it.
#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

mod browser;

use std::fs;

use serde_json::{Value, json};
use stage::{Ran, Stage, line, mode};

/// A text that would be markup, a command or another text, wherever it is not taken for what it is.
const HOSTILE: &str = "</script><script>alert(1)</script> <img src=http://127.0.0.1:9/x onerror=alert(2)> &lt; \"'` \u{1b}[2J \u{202e}abc";

fn said(role: &str, content: &Value) -> String {
    line(&json!({"type": role, "sessionId": "session-1",
        "timestamp": "2026-11-30T09:00:00Z", "message": {"content": content}}))
}

fn token() -> String {
    format!("ghp_{}", "a1B2c3D4e5".repeat(4))
}

fn session() -> String {
    let call = json!([{"type": "tool_use", "id": "t", "name": "Bash", "input": {"command": format!("echo {HOSTILE}")}}]);
    let result =
        json!([{"type": "tool_result", "tool_use_id": "t", "is_error": true, "content": HOSTILE}]);
    [
        said("user", &json!(format!("Fix it\nwith {}", token()))),
        said("assistant", &json!([{"type": "text", "text": format!("接続 `Vec<u8>` {HOSTILE}")}])),
        said("assistant", &call),
        said("user", &result),
        line(&json!({"type": "system", "subtype": "compact_boundary", "timestamp": "2026-11-30T09:05:00Z"})),
        line(&json!({"type": "user", "isCompactSummary": true, "message": {"content": HOSTILE}})),
        said("user", &json!(HOSTILE)),
    ]
    .concat()
}

fn with_session() -> Stage {
    let stage = Stage::new();
    stage.backup("transcript-2026-11-30T09-31-27.jsonl", session());
    stage
}

fn export(stage: &Stage, arguments: &[&str]) -> Ran {
    stage.run(
        env!("CARGO_BIN_EXE_recall"),
        &[&["export"], arguments].concat(),
        "",
    )
}

#[test]
fn the_shape_for_programs_is_the_documented_one() {
    let stage = with_session();
    let answer = export(&stage, &["--json"]).json();
    let at = "2026-11-30T09:00:00Z";
    let expected = json!({
        "recall": env!("CARGO_PKG_VERSION"),
        "session": "session-1",
        "path": stage.backups().join("transcript-2026-11-30T09-31-27.jsonl"),
        "redacted": true,
        "damaged": 0,
        "complete": true,
        "entries": [
            {"time": at, "kind": "prompt", "taken_back": false, "text": "Fix it\nwith [redacted by recall]"},
            {"time": at, "kind": "reply", "text": format!("接続 `Vec<u8>` {HOSTILE}")},
            {"time": at, "kind": "call", "tool": "Bash", "input": format!("command: echo {HOSTILE}"),
                "result": {"ended": "failed", "text": HOSTILE}},
            {"time": "2026-11-30T09:05:00Z", "kind": "compaction"},
            {"time": answer["entries"][4]["time"], "kind": "summary", "text": HOSTILE},
            {"time": at, "kind": "prompt", "taken_back": false, "text": HOSTILE},
        ],
    });
    assert_eq!(answer, expected);
}

#[test]
fn secrets_are_left_out_unless_they_are_asked_for() {
    let stage = with_session();
    for form in ["--markdown", "--html", "--json"] {
        let clean = export(&stage, &[form]);
        assert!(!clean.stdout.contains(&token()), "{form}");
        assert!(clean.stdout.contains("[redacted by recall]"), "{form}");
        let raw = export(&stage, &[form, "--raw"]);
        assert!(raw.stdout.contains(&token()), "{form}");
        assert_eq!((clean.code, raw.code), (Some(0), Some(0)));
    }
    assert!(
        export(&stage, &["--html"])
            .stdout
            .contains("--raw leaves them")
    );
    assert!(
        !export(&stage, &["--html", "--raw"])
            .stdout
            .contains("--raw leaves them")
    );
}

#[test]
fn whatever_the_form_no_control_character_is_written() {
    let stage = with_session();
    for form in ["--markdown", "--html", "--json"] {
        let text = export(&stage, &[form]).stdout;
        assert!(!text.chars().any(|c| c.is_control() && c != '\n'), "{form}");
    }
    for form in ["--markdown", "--html"] {
        let text = export(&stage, &[form]).stdout;
        assert!(text.contains("␛[2J") && text.contains("⟨U+202E⟩"), "{form}");
    }
}

#[test]
fn markdown_is_read_as_it_was_said() {
    let stage = Stage::new();
    let call = json!([{"type": "tool_use", "id": "t", "name": "Bash", "input": {"command": "ls"}}]);
    let result = json!([{"type": "tool_result", "tool_use_id": "t", "content": "a.rs"}]);
    let lines = [
        said("user", &json!("List ``` it")),
        said("assistant", &call),
        said("user", &result),
        said(
            "assistant",
            &json!([{"type": "text", "text": "**One** file"}]),
        ),
    ];
    stage.backup("transcript-2026-11-30T09-31-27.jsonl", lines.concat());
    let expected = "\
# project session-

`~/project/.claude/backups/transcript-2026-11-30T09-31-27.jsonl`

Secrets of known forms were replaced; `--raw` leaves them.

## You · 2026-11-30 09:00 +00:00

````
List ``` it
````

<details><summary>Bash</summary>

```
command: ls
```

result

```
a.rs
```

</details>

## Claude · 2026-11-30 09:00 +00:00

> **One** file
";
    assert_eq!(export(&stage, &["--markdown"]).stdout, expected);
}

#[test]
fn a_file_is_written_for_its_owner_and_never_over_another() {
    let stage = with_session();
    let ran = export(&stage, &["1", "--html", "--output", "talk.html"]);
    assert_eq!(
        (ran.code, ran.stdout.as_str(), ran.stderr.as_str()),
        (Some(0), "~/project/talk.html\n", "")
    );
    let path = stage.project().join("talk.html");
    assert_eq!(
        fs::read_to_string(&path).unwrap(),
        export(&stage, &["1", "--html"]).stdout
    );
    assert_eq!(mode(&path), 0o600);
    let again = export(&stage, &["--json", "--output", "talk.html"]);
    assert_eq!(again.code, Some(2));
    assert!(
        again
            .stderr
            .contains("~/project/talk.html is there already"),
        "{}",
        again.stderr
    );
}

#[test]
fn the_session_is_named_by_number_id_or_file() {
    let stage = with_session();
    let later = said("user", &json!("and later")).replace("T09:00", "T10:00");
    stage.write(stage.live_path("session-1"), session() + &later);
    for (source, entries) in [
        (&["session-1"][..], 7),
        (&["1"], 7),
        (&["2"], 6),
        (&[".claude/backups/transcript-2026-11-30T09-31-27.jsonl"], 6),
        (&[], 7),
    ] {
        let answer = export(&stage, &[source, &["--json"]].concat()).json();
        assert_eq!(
            answer["entries"].as_array().unwrap().len(),
            entries,
            "{source:?}"
        );
    }
    let none = export(&stage, &["no-such", "--html"]);
    assert_eq!((none.code, none.stdout.as_str()), (Some(1), ""));
}

#[test]
fn a_form_must_be_named_and_only_one() {
    let stage = with_session();
    for forms in [&[][..], &["--html", "--json"]] {
        assert_eq!(export(&stage, forms).code, Some(2), "{forms:?}");
    }
}
