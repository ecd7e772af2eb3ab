//! What the scripted model answers, as the wire wants it.

use serde_json::{Value, json};

/// One answer of the scripted model.
#[derive(Debug, Clone)]
pub enum Reply {
    /// Words.
    Text(String),
    /// A call of one of the client's tools; the client comes back with the result.
    Tool {
        /// The tool's name, as `Bash`.
        name: String,
        /// The tool's input.
        input: Value,
    },
}

impl Reply {
    /// A call of the Bash tool.
    pub fn bash(command: &str) -> Self {
        Self::Tool {
            name: "Bash".to_owned(),
            input: json!({"command": command, "description": "Run a command"}),
        }
    }

    pub(super) fn message(&self, number: usize, model: &str, tokens: u64) -> Value {
        let (block, stop_reason) = match self {
            Self::Text(text) => (json!({"type": "text", "text": text}), "end_turn"),
            Self::Tool { name, input } => (
                json!({"type": "tool_use", "id": format!("toolu_{number}"), "name": name, "input": input}),
                "tool_use",
            ),
        };
        json!({
            "id": format!("msg_{number}"),
            "type": "message",
            "role": "assistant",
            "model": model,
            "content": [block],
            "stop_reason": stop_reason,
            "stop_sequence": null,
            "usage": {
                "input_tokens": tokens,
                "output_tokens": 10,
                "cache_creation_input_tokens": 0,
                "cache_read_input_tokens": 0,
            },
        })
    }
}

/// The server-sent events that carry a message.
pub(super) fn events(message: &Value) -> String {
    let mut start = message.clone();
    start["content"] = json!([]);
    start["stop_reason"] = Value::Null;
    let (block, delta) = halves(&message["content"][0]);
    let stop = json!({"stop_reason": message["stop_reason"].clone(), "stop_sequence": null});
    [
        json!({"type": "message_start", "message": start}),
        json!({"type": "content_block_start", "index": 0, "content_block": block}),
        json!({"type": "content_block_delta", "index": 0, "delta": delta}),
        json!({"type": "content_block_stop", "index": 0}),
        json!({"type": "message_delta", "delta": stop, "usage": {"output_tokens": 10}}),
        json!({"type": "message_stop"}),
    ]
    .iter()
    .map(event)
    .collect()
}

fn halves(block: &Value) -> (Value, Value) {
    let mut empty = block.clone();
    if block["type"] == "tool_use" {
        empty["input"] = json!({});
        let input = block["input"].to_string();
        return (
            empty,
            json!({"type": "input_json_delta", "partial_json": input}),
        );
    }
    empty["text"] = json!("");
    let text = block["text"].clone();
    (empty, json!({"type": "text_delta", "text": text}))
}

fn event(data: &Value) -> String {
    let kind = data["type"].as_str().unwrap_or_default();
    format!("event: {kind}\ndata: {data}\n\n")
}
