//! What a settings file is to say, from text to text: the bytes that are not recall's stay.

mod check;
mod document;
mod edit;
mod own;
#[cfg(test)]
mod tests;

use std::collections::BTreeMap;

use anyhow::Result;

use crate::entries::{ENTRIES, Entry, command};
use document::Document;
use own::Own;

/// The text with every entry of recall's in it, once, and pointing into `hooks`.
///
/// # Errors
/// Where it is not what Claude Code would read, or has no room for an entry.
pub fn add(text: &str, hooks: &str) -> Result<String> {
    let mut new = if text.trim().is_empty() {
        "{}\n".to_owned()
    } else {
        text.to_owned()
    };
    Document::parse(&new)?.expect_shape()?;
    while let Some(next) = without_one_duplicate(&new)? {
        new = next;
    }
    while let Some(next) = with_one_path_corrected(&new, hooks)? {
        new = next;
    }
    for entry in &ENTRIES {
        new = with_entry(new, entry, hooks)?;
    }
    check::only_ours_differ(text, &new)?;
    Ok(new)
}

/// The text without any entry of recall's.
///
/// What they leave empty goes with them, unless it already stood empty in `before`.
///
/// # Errors
/// Where it is not what Claude Code would read.
pub fn remove(text: &str, before: Option<&str>) -> Result<String> {
    if text.trim().is_empty() {
        return Ok(text.to_owned());
    }
    let before = before.and_then(|it| serde_json::from_str(it).ok());
    let mut new = text.to_owned();
    loop {
        let document = Document::parse(&new)?;
        let Some(own) = document.own().into_iter().next() else {
            break;
        };
        new = edit::without(&new, &own, before.as_ref());
    }
    check::only_ours_differ(text, &new)?;
    Ok(new)
}

/// Whether a text holds an entry that starts a program in `hooks`.
///
/// # Errors
/// Where it is not what Claude Code would read.
pub fn uses(text: &str, hooks: &str) -> Result<bool> {
    if text.trim().is_empty() {
        return Ok(false);
    }
    let own = Document::parse(text)?.own();
    Ok(own
        .iter()
        .any(|it| it.command == command(hooks, it.program)))
}

/// Whether a text switches every hook off.
#[must_use]
pub fn disables_hooks(text: &str) -> bool {
    serde_json::from_str::<serde_json::Value>(text)
        .is_ok_and(|it| it.get("disableAllHooks") == Some(&true.into()))
}

fn without_one_duplicate(text: &str) -> Result<Option<String>> {
    let own = Document::parse(text)?.own();
    let key = |it: &Own| (it.event.clone(), it.program, it.matcher.clone());
    let duplicate = own.iter().enumerate().find(|(index, it)| {
        own.iter()
            .take(*index)
            .any(|earlier| key(earlier) == key(it))
    });
    Ok(duplicate.map(|(_, it)| edit::without(text, it, None)))
}

fn with_one_path_corrected(text: &str, hooks: &str) -> Result<Option<String>> {
    let own = Document::parse(text)?.own();
    let stale = own
        .iter()
        .find(|it| it.command != command(hooks, it.program));
    Ok(stale.map(|it| edit::with_command(text, it, &command(hooks, it.program))))
}

fn with_entry(text: String, entry: &Entry, hooks: &str) -> Result<String> {
    let document = Document::parse(&text)?;
    let is_there = |it: &Own| it.event == entry.event && it.program == entry.program;
    if document.own().iter().any(is_there) {
        return Ok(text);
    }
    let group = entry.group(hooks);
    let style = edit::Style::of(&text, &document.root());
    Ok(match (document.hooks(), document.event(entry.event)) {
        (Some(_), Some(groups)) => style.append(&text, &groups, None, &group),
        (Some(events), None) => style.append(&text, &events, Some(entry.event), &[group]),
        (None, _) => {
            let events = BTreeMap::from([(entry.event, [group])]);
            style.append(&text, &document.root(), Some("hooks"), &events)
        }
    })
}
