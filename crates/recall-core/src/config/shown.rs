//! What holds, value by value, as it would stand in a recall.json.

use serde_json::{Value, json};

use super::keys::{KEYS, Key};
use super::{Config, Named, Wording, shape};
use crate::language::Language;

impl Config {
    /// Every name that holds a value, with the value; one that is not set is `null`.
    #[must_use]
    pub fn shown(&self) -> Vec<(&'static Key, Value)> {
        let values = KEYS
            .iter()
            .filter(|key| key.is_value() && key.name != "$schema");
        values.map(|key| (key, self.value(key.name))).collect()
    }

    fn value(&self, name: &str) -> Value {
        match name {
            "language" => json!(self.language.map(Language::tag)),
            "turns" => json!(self.turns),
            "summarizer" => wording(&self.summarizer),
            "reminder" => wording(&self.reminder),
            "handoffs" => json!(self.handoffs.name()),
            "user" => json!(self.user),
            "assistant" => json!(self.assistant),
            "handover.file" => json!(self.handover.file.path),
            "handover.start" => json!(self.handover.start),
            "handover.end" => json!(self.handover.ends),
            "state.decisions" => json!(self.state.decisions.path),
            "state.tool_log" => json!(self.state.tool_log.as_ref().map(path)),
            "keep.days" => json!(self.keep.days),
            "keep.size" => json!(shape::size_text(self.keep.bytes)),
            "members" => self.members.iter().map(member).collect(),
            "team.letters" => json!(self.team.letters),
            _ => Value::Null,
        }
    }
}

fn wording(wording: &Wording) -> Value {
    match wording {
        Wording::Default => json!(true),
        Wording::Text(text) => json!(text),
        Wording::Off => json!(false),
    }
}

fn path(named: &Named) -> Value {
    json!(named.path)
}

fn member(member: &super::Member) -> Value {
    json!({"key": member.key, "label": member.label, "folder": member.folder})
}
