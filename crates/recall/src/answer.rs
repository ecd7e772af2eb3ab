//! JSON for programs, which a terminal can show all the same.

use std::fmt::Write as _;

use serde_json::Value;

/// A value as JSON with a line end; control characters that JSON may hold as they are, are escaped.
pub(crate) fn json(value: &Value) -> String {
    let mut text = String::new();
    for c in format!("{value:#}\n").chars() {
        match c {
            // They stand in strings only, where an escape says the same.
            '\u{7f}'..='\u{9f}' => {
                let _ = write!(text, "\\u{:04x}", u32::from(c));
            }
            _ => text.push(c),
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    #[test]
    fn no_control_character_is_left_and_the_value_is_the_same() {
        let value = json!({"a": "\u{1b}[2J\u{9b}2J\u{7f} 日\n"});
        let text = super::json(&value);
        assert!(
            !text.chars().any(|c| c.is_control() && c != '\n'),
            "{text:?}"
        );
        assert_eq!(serde_json::from_str::<Value>(&text).unwrap(), value);
    }
}
