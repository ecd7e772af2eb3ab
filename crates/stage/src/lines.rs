//! The lines of a transcript, as client 2.1.332 writes them.

use serde_json::{Value, json};

/// A prompt's line of a transcript.
pub fn prompt(text: &str) -> String {
    line(&json!({
        "type": "user", "isSidechain": false, "permissionMode": "default", "promptSource": "typed",
        "message": {"role": "user", "content": text},
    }))
}

/// A reply's line of a transcript.
pub fn reply(text: &str) -> String {
    let content = json!([{"type": "text", "text": text}]);
    line(
        &json!({"type": "assistant", "isSidechain": false, "message": {"role": "assistant", "content": content}}),
    )
}

/// The two lines that a completed compaction writes.
pub fn compaction(summary: &str) -> String {
    let boundary = json!({"type": "system", "subtype": "compact_boundary", "isSidechain": false});
    let text = format!("This session is being continued from a previous conversation.\n{summary}");
    let told = json!({
        "type": "user", "isSidechain": false, "isCompactSummary": true, "isVisibleInTranscriptOnly": true,
        "message": {"role": "user", "content": text},
    });
    line(&boundary) + &line(&told)
}

/// The lines as subagent `a1` of the session writes them.
#[must_use]
pub fn aside(lines: &str) -> String {
    let own = r#""isSidechain":true,"agentId":"a1""#;
    lines.replace(r#""isSidechain":false"#, own)
}

/// A line of session `session-1` at half past nine, with its line end.
pub fn line(fields: &Value) -> String {
    let mut line = json!({"sessionId": "session-1", "timestamp": "2026-11-30T09:30:00.000Z"});
    line.as_object_mut()
        .unwrap()
        .extend(fields.as_object().unwrap().clone());
    format!("{line}\n")
}
