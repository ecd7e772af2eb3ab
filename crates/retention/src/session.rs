//! A transcript's lines, and who said what in them.

use crate::json::{self, Json};
use crate::text::trim;

/// A line that holds a JSON object.
#[derive(Debug)]
pub struct Line<'f> {
    /// The line with its end, as it stands in the file.
    pub bytes: &'f [u8],
    value: Json,
}

/// The lines of a transcript that can be read; the others count for nothing.
pub fn lines(file: &[u8]) -> Vec<Line<'_>> {
    let lines = file.split_inclusive(|byte| *byte == b'\n');
    let read = lines.filter_map(|bytes| {
        let value = json::parse(bytes)?;
        matches!(value, Json::Fields(_)).then_some(Line { bytes, value })
    });
    read.collect()
}

/// A part of a message.
#[derive(Debug)]
pub enum Block<'l> {
    /// What was said.
    Text(&'l str),
    /// What a tool was told.
    Call(&'l Json),
    /// What a tool answered.
    Outcome(&'l Json),
}

impl Line<'_> {
    /// Whether it stands in the user's place.
    pub fn is_user(&self) -> bool {
        self.value.text("type") == Some("user")
    }

    /// Whether the model wrote it.
    pub fn is_assistant(&self) -> bool {
        self.value.text("type") == Some("assistant")
    }

    /// Whether it belongs to the conversation itself and not to a subagent's.
    pub fn is_main(&self) -> bool {
        (self.is_user() || self.is_assistant()) && !self.value.says("isSidechain")
    }

    /// Whether the client wrote it for the model only.
    pub fn is_meta(&self) -> bool {
        self.value.says("isMeta")
    }

    /// Whether it is the summary of a compaction.
    pub fn is_summary(&self) -> bool {
        self.is_user() && self.value.says("isCompactSummary")
    }

    /// Whether it is the border of a compaction.
    pub fn is_boundary(&self) -> bool {
        self.value.text("subtype") == Some("compact_boundary")
    }

    /// Its id.
    pub fn id(&self) -> Option<&str> {
        self.value.text("uuid")
    }

    /// The session that it says it belongs to.
    pub fn session(&self) -> Option<&str> {
        self.value.text("sessionId").filter(|it| !it.is_empty())
    }

    /// When it was written, as it says.
    pub fn time(&self) -> Option<&str> {
        self.value.text("timestamp")
    }

    /// The ids of messages that a compaction left in the context.
    pub fn preserved(&self) -> Vec<&str> {
        let preserved = self.value.get("compactMetadata");
        let preserved = preserved.and_then(|it| it.get("preservedMessages"));
        let ids = preserved.map_or(&[][..], |it| it.list("allUuids"));
        ids.iter().filter_map(Json::as_text).collect()
    }

    /// The parts of its message.
    pub fn blocks(&self) -> Vec<Block<'_>> {
        let Some(message) = self.value.get("message") else {
            return Vec::new();
        };
        if let Some(text) = message.text("content") {
            return vec![Block::Text(text)];
        }
        message.list("content").iter().filter_map(block).collect()
    }

    /// The texts, and what tools were given; with `outcomes`, what they answered too.
    pub fn said(&self, outcomes: bool) -> String {
        let mut said = Vec::new();
        for block in self.blocks() {
            match block {
                Block::Text(text) => said.push(text),
                Block::Call(call) => {
                    said.push(call.text("name").unwrap_or(""));
                    said.extend(call.texts("input"));
                }
                Block::Outcome(outcome) if outcomes => said.extend(outcome.texts("content")),
                Block::Outcome(_) => {}
            }
        }
        said.join("\n")
    }

    /// What a person typed, or nothing.
    pub fn typed(&self) -> Option<String> {
        let unsaid = ["isMeta", "isCompactSummary", "isVisibleInTranscriptOnly"];
        if !self.is_user() || unsaid.iter().any(|name| self.value.says(name)) {
            return None;
        }
        let text = self.text();
        let text = trim(&text);
        let is_typed = !text.is_empty() && !NOISE.iter().any(|noise| text.starts_with(noise));
        is_typed.then(|| text.to_owned())
    }

    /// The texts, one below the other.
    pub fn text(&self) -> String {
        let blocks = self.blocks();
        let texts = blocks.iter().filter_map(|block| match block {
            Block::Text(text) => Some(*text),
            _ => None,
        });
        texts.collect::<Vec<_>>().join("\n")
    }

    /// What tools were given.
    pub fn inputs(&self) -> Vec<&Json> {
        let blocks = self.blocks().into_iter();
        let inputs = blocks.filter_map(|block| match block {
            Block::Call(call) => call.get("input"),
            _ => None,
        });
        inputs.collect()
    }
}

/// How a text begins that nobody typed.
const NOISE: [&str; 25] = [
    "<command-",
    "<local-command-",
    "<bash-",
    "<task-notification",
    "<agent-notification",
    "<system-reminder",
    "<user-prompt-submit-hook",
    "<user-memory-input",
    "<teammate-message",
    "<cross-session-message",
    "<ci-monitor-event",
    "<ide_",
    "<fork-boilerplate",
    "Caveat:",
    "[Request interrupted",
    "[Image",
    "This session is being continued",
    "Operation stopped by hook",
    "Stop hook feedback",
    "Unknown skill",
    "Unknown slash",
    "Base directory for this skill",
    "Continue from where you left off",
    "Your task is to create a detailed summary",
    "API Error",
];

fn block(block: &Json) -> Option<Block<'_>> {
    match block.text("type")? {
        "text" => Some(Block::Text(block.text("text").unwrap_or(""))),
        "tool_use" => Some(Block::Call(block)),
        "tool_result" => Some(Block::Outcome(block)),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::{Line, lines};

    fn line(text: &str) -> Line<'_> {
        lines(text.as_bytes()).remove(0)
    }

    #[test]
    fn what_nobody_typed_is_not_typed() {
        let typed = |content: &str| {
            let text = format!(r#"{{"type":"user","message":{{"content":{content}}}}}"#);
            line(&text).typed()
        };
        assert_eq!(typed(r#"" fix it ""#).unwrap(), "fix it");
        assert_eq!(
            typed(r#"[{"type":"text","text":"a"},{"type":"text","text":"b"}]"#).unwrap(),
            "a\nb"
        );
        assert_eq!(typed(r#""<command-name>/compact</command-name>""#), None);
        assert_eq!(typed(r#"[{"type":"tool_result","content":"ok"}]"#), None);
        let meta = r#"{"type":"user","isMeta":true,"message":{"content":"x"}}"#;
        assert_eq!(line(meta).typed(), None);
    }

    #[test]
    fn what_tools_answered_counts_where_it_is_asked_for() {
        let text = r#"{"message":{"content":[{"type":"text","text":"a"},{"type":"tool_use","name":"Bash","input":{"z":"ls","b":["x"]}},{"type":"tool_result","content":[{"type":"text","text":"out"}]}]}}"#;
        assert_eq!(line(text).said(false), "a\nBash\nls\nx");
        // The measure takes every text of an answer, the name of its kind too.
        assert_eq!(line(text).said(true), "a\nBash\nls\nx\ntext\nout");
    }

    #[test]
    fn lines_that_cannot_be_read_are_left_out() {
        let file = b"[1]\n{\"a\":1}\nnot json\n{\"type\":\"us";
        assert_eq!(
            lines(file).iter().map(|it| it.bytes).collect::<Vec<_>>(),
            [b"{\"a\":1}\n"]
        );
    }
}
