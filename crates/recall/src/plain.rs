//! Texts of others made harmless: what a terminal or a browser would obey, or nobody would see, is shown instead.

use recall_core::frame;

/// A text on one line, as a title stands in a list.
pub(crate) fn one_line(text: &str) -> String {
    let words = shown(text);
    words.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// A text whose control characters are their pictures, and those that turn or hide text their numbers.
///
/// A mark that overrides the direction of letters could make a line read as what it is not.
pub(crate) fn shown(text: &str) -> String {
    let text = frame::without_controls(text);
    if !text.chars().any(is_hidden) {
        return text;
    }
    let mut all = String::with_capacity(text.len());
    for c in text.chars() {
        if is_hidden(c) {
            all.push_str(&named(c));
        } else {
            all.push(c);
        }
    }
    all
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
    use super::{one_line, shown};

    #[test]
    fn what_a_terminal_would_obey_is_shown() {
        assert_eq!(shown("\u{1b}[2Ja\r\nb\u{7}\u{9b}1m"), "␛[2Ja\nb␇\u{fffd}1m");
    }

    #[test]
    fn what_turns_or_hides_text_is_shown_by_its_number() {
        assert_eq!(shown("a\u{202e}b\u{2069}日本"), "a⟨U+202E⟩b⟨U+2069⟩日本");
        assert_eq!(shown("a\u{200b}"), "a⟨U+200B⟩");
        assert_eq!(shown("👩\u{200d}💻 日本"), "👩\u{200d}💻 日本");
    }

    #[test]
    fn a_title_is_on_one_line() {
        assert_eq!(one_line(" a\n\n b\tc "), "a b c");
    }
}
