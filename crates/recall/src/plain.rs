//! Texts of others made harmless for a terminal: what it would obey is shown instead.

use recall_core::frame;

/// A text on one line, as a title stands in a list.
pub(crate) fn one_line(text: &str) -> String {
    let words = shown(text);
    words.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// A text whose control characters are their pictures, and which cannot be turned around.
///
/// A mark that overrides the direction of letters could make a line read as what it is not.
pub(crate) fn shown(text: &str) -> String {
    let text = frame::without_controls(text);
    if text.is_ascii() {
        return text;
    }
    text.chars()
        .map(|c| if turns(c) { '\u{fffd}' } else { c })
        .collect()
}

fn turns(c: char) -> bool {
    matches!(c, '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
}

#[cfg(test)]
mod tests {
    use super::{one_line, shown};

    #[test]
    fn what_a_terminal_would_obey_is_shown() {
        assert_eq!(shown("\u{1b}[2Ja\r\nb\u{7}\u{9b}1m"), "␛[2Ja\nb␇\u{fffd}1m");
        assert_eq!(shown("a\u{202e}b\u{2069}日本"), "a\u{fffd}b\u{fffd}日本");
    }

    #[test]
    fn a_title_is_on_one_line() {
        assert_eq!(one_line(" a\n\n b\tc "), "a b c");
    }
}
