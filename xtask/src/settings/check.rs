//! The last look before a text is written: nothing foreign may differ, by another road.

use anyhow::{Context, Result, ensure};
use serde_json::{Map, Value};

use crate::entries::own_program;

/// Refuses a new text that differs from the old one in more than recall's entries.
pub(super) fn only_ours_differ(old: &str, new: &str) -> Result<()> {
    let refusal = "the edit came out wrong, so nothing was written; please report this";
    let new = foreign_part(new).context(refusal)?;
    ensure!(foreign_part(old)? == new, "{refusal}");
    Ok(())
}

fn foreign_part(text: &str) -> Result<Value> {
    if text.trim().is_empty() {
        return Ok(Value::Object(Map::new()));
    }
    let mut value = serde_json::from_str::<Value>(text)?;
    if let Some(root) = value.as_object_mut() {
        let events = root.get_mut("hooks").and_then(Value::as_object_mut);
        if let Some(events) = events {
            strip(events);
        }
        root.retain(|name, it| name != "hooks" || !is_empty(it));
    }
    Ok(value)
}

fn strip(events: &mut Map<String, Value>) {
    for groups in events.values_mut().filter_map(Value::as_array_mut) {
        for group in groups.iter_mut() {
            if let Some(hooks) = group.get_mut("hooks").and_then(Value::as_array_mut) {
                hooks.retain(|it| !is_own(it));
            }
        }
        groups.retain(|it| !is_own_group(it));
    }
    events.retain(|_, it| !is_empty(it));
}

fn is_own(hook: &Value) -> bool {
    let command = hook.get("command").and_then(Value::as_str);
    hook.get("type").and_then(Value::as_str) == Some("command")
        && command.is_some_and(|it| own_program(it).is_some())
}

/// A group that holds no hook and nothing that needs one.
fn is_own_group(group: &Value) -> bool {
    let keys = group.as_object().map(|it| it.keys());
    let is_plain = keys.is_some_and(|mut it| it.all(|key| key == "hooks" || key == "matcher"));
    is_plain && group.get("hooks").is_some_and(is_empty)
}

fn is_empty(value: &Value) -> bool {
    value.as_array().is_some_and(Vec::is_empty) || value.as_object().is_some_and(Map::is_empty)
}
