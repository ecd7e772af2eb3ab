//! A request that the client sent, and what the model would have read in it.

use serde_json::Value;

/// Words of the client's instruction to the summariser, in the versions tested.
const SUMMARY_INSTRUCTIONS: [&str; 2] =
    ["create a detailed summary", "summary of the conversation"];

/// The body of a request to the Messages API.
#[derive(Debug, Clone)]
pub struct Request {
    body: Value,
}

impl Request {
    pub(super) fn read(body: &[u8]) -> Self {
        let body = serde_json::from_slice(body)
            .unwrap_or_else(|_| Value::from(String::from_utf8_lossy(body)));
        Self { body }
    }

    /// The whole body.
    pub fn body(&self) -> &Value {
        &self.body
    }

    /// Every text of the messages, in order, with a blank line between two.
    pub fn text(&self) -> String {
        let mut texts = Vec::new();
        collect_texts(&self.body["messages"], &mut texts);
        texts.join("\n\n")
    }

    /// Whether the client asks for a summary of the conversation.
    pub fn is_summary(&self) -> bool {
        let last = self.body["messages"].as_array().and_then(|all| all.last());
        let mut texts = Vec::new();
        collect_texts(last.unwrap_or(&Value::Null), &mut texts);
        texts.iter().any(|text| {
            SUMMARY_INSTRUCTIONS
                .iter()
                .any(|words| text.contains(words))
        })
    }

    /// Whether this is a step of the conversation itself: the model may use tools.
    pub fn is_turn(&self) -> bool {
        let has_tools = self.body["tools"]
            .as_array()
            .is_some_and(|all| !all.is_empty());
        has_tools && !self.is_summary()
    }

    pub(super) fn is_streamed(&self) -> bool {
        self.body["stream"] == true
    }

    pub(super) fn model(&self) -> &str {
        self.body["model"].as_str().unwrap_or("scripted")
    }
}

fn collect_texts<'a>(value: &'a Value, texts: &mut Vec<&'a str>) {
    match value {
        Value::String(text) => texts.push(text),
        Value::Array(items) => items.iter().for_each(|item| collect_texts(item, texts)),
        Value::Object(fields) => {
            for name in ["content", "text"] {
                if let Some(field) = fields.get(name) {
                    collect_texts(field, texts);
                }
            }
        }
        _ => {}
    }
}
