//! Finding recall's own entries in a settings file.

use std::ops::Range;

use jsonc_parser::ast::{Array, Object, ObjectProp, Value};

use super::document::{Container, Document, array, at, live, object, text_of, value};
use crate::entries::own_program;

/// One entry of recall's, and where it stands.
pub(super) struct Own {
    pub(super) event: String,
    pub(super) matcher: Option<String>,
    pub(super) program: &'static str,
    pub(super) command: String,
    pub(super) command_at: Range<usize>,
    /// From the array that holds the entry out to the root.
    pub(super) levels: [Level; 4],
}

/// One step on the way to an entry.
#[derive(Clone)]
pub(super) struct Level {
    pub(super) container: Container,
    pub(super) index: usize,
    /// Whether the container holds more than what belongs to the entry.
    pub(super) has_foreign: bool,
}

impl Document<'_> {
    pub(super) fn own(&self) -> Vec<Own> {
        let mut found = Vec::new();
        let mut properties = live(&self.tree);
        let hooks = properties.find(|(_, it)| it.name.as_str() == "hooks");
        let Some((outer, Value::Object(events))) = hooks.map(|(at, it)| (at, &it.value)) else {
            return found;
        };
        for (index, event) in live(events) {
            if let Some(groups) = event.value.as_array() {
                let root = level(object(&self.tree), outer);
                let above = [level(object(events), index), root];
                collect(event.name.as_str(), groups, &above, &mut found);
            }
        }
        found
    }
}

fn collect(event: &str, groups: &Array, above: &[Level; 2], found: &mut Vec<Own>) {
    for (outer, group) in groups.elements.iter().enumerate() {
        let Some(group) = group.as_object() else {
            continue;
        };
        let Some(hooks) = value(group, "hooks").and_then(Value::as_array) else {
            continue;
        };
        for (index, hook) in hooks.elements.iter().enumerate() {
            let Some((program, command, command_at)) = own_hook(hook) else {
                continue;
            };
            let [events, root] = above;
            let mut inner = level(array(hooks), index);
            inner.has_foreign = has_foreign_key(group);
            found.push(Own {
                event: event.to_owned(),
                matcher: text_of(group, "matcher").map(str::to_owned),
                program,
                command,
                command_at,
                levels: [
                    inner,
                    level(array(groups), outer),
                    events.clone(),
                    root.clone(),
                ],
            });
        }
    }
}

fn own_hook(hook: &Value) -> Option<(&'static str, String, Range<usize>)> {
    let hook = hook.as_object()?;
    let command = value(hook, "command")?.as_string_lit()?;
    let program = own_program(&command.value)?;
    (text_of(hook, "type")? == "command").then(|| (program, command.value.to_string(), at(command)))
}

fn has_foreign_key(group: &Object) -> bool {
    let is_ours = |it: &ObjectProp| matches!(it.name.as_str(), "hooks" | "matcher");
    !group.properties.iter().all(is_ours)
}

fn level(container: Container, index: usize) -> Level {
    Level {
        container,
        index,
        has_foreign: false,
    }
}
