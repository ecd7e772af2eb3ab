//! The texts that lines can be taken from.

use std::borrow::Cow;

use serde_json::Value;

use super::super::lines::Source;
use super::commands::{clipped, first_line};
use super::files::{tail, told};
use super::{Folders, calls};
use crate::frame::{plain, quote_line};
use crate::transcript::entry::Deed;
use crate::transcript::{Entry, What};

/// The names under which the two sides of the conversation are told.
#[derive(Clone, Copy, Debug)]
pub struct Speakers<'a> {
    /// The user's.
    pub user: &'a str,
    /// The assistant's.
    pub assistant: &'a str,
}

/// The texts that lines can be taken from, plain, newest first, each made when it is asked for.
pub fn sources<'a>(
    entries: &'a [Entry],
    folders: Folders<'a>,
    speakers: Speakers<'a>,
) -> impl Iterator<Item = Source<'a>> {
    let calls = calls(entries);
    let of_call = move |name: &str, deed: &Deed| match deed {
        Deed::Edit(path) | Deed::Read(path) => quote_line(&tail(&told(path, folders))),
        Deed::Run(command) => quote_line(&format!("$ {}", clipped(first_line(command)))),
        _ => quote_line(name),
    };
    let source = move |(ago, entry): (u64, &'a Entry)| {
        let (label, text, own) = match &entry.what {
            What::Prompt { text, .. } => (speakers.user.to_owned(), plain(text), true),
            What::Reply(text) => (speakers.assistant.to_owned(), plain(text), true),
            What::Call {
                name, input, deed, ..
            } => {
                let text = strings(input);
                (
                    of_call(name, deed),
                    Cow::Owned(plain(&text).into_owned()),
                    true,
                )
            }
            What::Outcome { call, text, .. } => {
                let call = calls.get(call.as_str());
                (
                    call.map_or_else(String::new, |(name, deed)| of_call(name, deed)),
                    plain(text),
                    false,
                )
            }
            _ => return None,
        };
        Some(Source {
            label,
            text,
            ago,
            own,
        })
    };
    (0..).zip(entries.iter().rev()).filter_map(source)
}

/// All texts in the arguments of a call, one below the other.
fn strings(input: &str) -> String {
    let mut texts = String::new();
    if let Ok(value) = serde_json::from_str::<Value>(input) {
        gather(&value, &mut texts);
    }
    texts
}

fn gather(value: &Value, texts: &mut String) {
    match value {
        Value::String(text) => {
            texts.push_str(text);
            texts.push('\n');
        }
        Value::Array(values) => values.iter().for_each(|value| gather(value, texts)),
        Value::Object(fields) => fields.values().for_each(|value| gather(value, texts)),
        _ => {}
    }
}
