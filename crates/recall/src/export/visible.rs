//! Characters that nobody sees, made visible: a text must not look like another one than it is.

use recall_core::frame;

/// A text in which control characters are shown as their pictures, and those that turn or hide text by their number.
pub(crate) fn plain(text: &str) -> String {
    let text = frame::without_controls(text);
    if !text.chars().any(is_hidden) {
        return text;
    }
    let each = text.chars().map(|c| {
        if is_hidden(c) {
            named(c)
        } else {
            c.to_string()
        }
    });
    each.collect()
}

/// Whether a character turns the direction of text or takes no room.
///
/// Joiners are not among them: emoji and several scripts need them.
pub(crate) fn is_hidden(c: char) -> bool {
    matches!(c, '\u{61c}' | '\u{200b}' | '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}'
        | '\u{2060}'..='\u{2069}' | '\u{feff}')
}

/// The number of a character, as it is shown in its place.
pub(crate) fn named(c: char) -> String {
    format!("⟨U+{:04X}⟩", u32::from(c))
}

#[cfg(test)]
mod tests {
    use super::plain;

    #[test]
    fn what_turns_or_hides_text_is_shown() {
        assert_eq!(plain("a\u{202e}b\u{200b}"), "a⟨U+202E⟩b⟨U+200B⟩");
        assert_eq!(plain("\u{1b}[2J\r\nx"), "␛[2J\nx");
        assert_eq!(plain("👩\u{200d}💻 日本"), "👩\u{200d}💻 日本");
    }
}
