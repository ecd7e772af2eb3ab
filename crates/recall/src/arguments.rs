//! What a tool was told, as a text that a person reads.

use recall_core::transcript::json::{self, Object};
use serde_json::value::RawValue;

/// The arguments of a call, each on a line of its own, with its name.
pub(crate) fn text(input: &str) -> String {
    let Some(input) = Object::parse(input) else {
        return String::new();
    };
    let lines = input
        .fields()
        .map(|(name, value)| format!("{name}: {}", plain(value)));
    lines.collect::<Vec<_>>().join("\n")
}

/// A value as a text: a string as what it says, anything else as JSON.
fn plain(value: &RawValue) -> String {
    let text = json::text(value).map(String::from);
    text.unwrap_or_else(|| {
        // Written anew, so that no escape hides a word of a list or an object.
        let value: Result<serde_json::Value, _> = serde_json::from_str(value.get());
        value.map_or_else(|_| String::new(), |value| format!("{value:#}"))
    })
}
