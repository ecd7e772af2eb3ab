//! No secret goes into the model's context, wherever in the session it stood.

use serde_json::{Value, json};
use stage::{Stage, line, prompt, reply};

use crate::compacted;

#[test]
fn a_secret_comes_back_from_nowhere() {
    // Put together here, so that no file holds the form of a secret.
    let secret = format!("ghp_{}", "a1B2c3D4e5F6".repeat(3));
    let spoken = format!("use {secret} in openSettings and closeSettings of the client");
    for (place, lines) in places(&secret, &spoken) {
        let stage = Stage::new();
        stage.transcript(prompt("Begin") + &lines);
        let context = compacted(&stage, &[]).context();
        assert!(!context.contains(&secret), "{place}: {context}");
        assert!(
            context.contains("[redacted by recall]"),
            "{place}: {context}"
        );
    }
}

#[test]
fn a_secret_is_not_left_in_half_by_a_cut() {
    let secret = format!("ghp_{}", "a1B2c3D4e5F6".repeat(3));
    for before in 560..640 {
        let stage = Stage::new();
        let long = format!("{}{secret} {}", "x ".repeat(before / 2), "y ".repeat(2_000));
        stage.transcript(prompt(&long) + &prompt(&"z ".repeat(3_000)).repeat(3));
        let context = compacted(&stage, &[]).context();
        assert!(!context.contains("ghp_a1B2"), "{before}: {context}");
    }
}

#[test]
fn a_private_key_does_not_come_back_line_by_line() {
    let inside =
        "MIIEvQIBADANBgkqhkiG9w0BAQEFAASCBKcwggSjAgEAAoIBAQ some_name other_name third_name";
    let key = format!(
        "-----BEGIN {0}-----\n{inside}\n-----END {0}-----",
        ["PRIVATE", "KEY"].join(" ")
    );
    let stage = Stage::new();
    stage.transcript(
        prompt("Begin") + &call("Read", &json!({"file_path": "/a/b.pem"}), &key, false),
    );
    let context = compacted(&stage, &[]).context();
    assert!(!context.contains("MIIEvQ"), "{context}");
}

/// The lines of a session with a secret in each place that the recall tells of.
fn places(secret: &str, spoken: &str) -> [(&'static str, String); 9] {
    [
        ("a prompt", prompt(spoken)),
        ("a reply", prompt("Go on") + &reply(spoken)),
        (
            "a decision",
            prompt("Go on") + &reply(&format!("We take {secret} rather than another.")),
        ),
        (
            "a command",
            call(
                "Bash",
                &json!({"command": format!("curl -H '{secret}' openSettings closeSettings")}),
                "ok",
                false,
            ),
        ),
        (
            "an error",
            call(
                "Bash",
                &json!({"command": "curl"}),
                &format!("error: {secret} was denied"),
                true,
            ),
        ),
        (
            "a result",
            call("Read", &json!({"file_path": "/a/b.txt"}), spoken, false),
        ),
        (
            "an edit",
            call(
                "Edit",
                &json!({"file_path": "/a/b.txt", "new_string": spoken}),
                "ok",
                false,
            ),
        ),
        (
            "a plan",
            call("ExitPlanMode", &json!({"plan": spoken}), "ok", false),
        ),
        (
            "a thing to do",
            call(
                "TodoWrite",
                &json!({"todos": [{"content": spoken, "status": "pending"}]}),
                "ok",
                false,
            ),
        ),
    ]
}

/// A tool call and what the tool answered.
fn call(name: &str, input: &Value, answer: &str, failed: bool) -> String {
    let call = json!({"type": "tool_use", "id": "1", "name": name, "input": input});
    let answer =
        json!({"type": "tool_result", "tool_use_id": "1", "content": answer, "is_error": failed});
    line(&json!({"type": "assistant", "message": {"role": "assistant", "content": [call]}}))
        + &line(
            &json!({"type": "user", "toolUseResult": {}, "message": {"role": "user", "content": [answer]}}),
        )
}
