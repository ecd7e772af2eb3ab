//! Blanks, characters and UTF-16 code units, as the measure counts them.

/// What the client hands to the model: over 10,000 units it is a preview only.
pub const CAP: usize = 10_000;
const PREVIEW: usize = 2_000;

/// The text as the client delivers it.
pub fn delivered(text: &str) -> &str {
    if units(text) <= CAP {
        return text;
    }
    let mut used = 0;
    let fits = |c: &char| {
        used += c.len_utf16();
        used <= PREVIEW
    };
    let bytes = text.chars().take_while(fits).map(char::len_utf8).sum();
    text.get(..bytes).unwrap_or(text)
}

/// UTF-16 code units.
pub fn units(text: &str) -> usize {
    text.encode_utf16().count()
}

/// The first characters of a text, at most so many.
pub fn head(text: &str, most: usize) -> &str {
    let end = text.char_indices().nth(most).map(|(end, _)| end);
    end.and_then(|end| text.get(..end)).unwrap_or(text)
}

/// Whether the text has at least so many characters.
pub fn reaches(text: &str, least: usize) -> bool {
    text.chars().take(least).count() == least
}

/// Whether a character is blank; the four separators are, as in the script that this follows.
pub fn is_blank(c: char) -> bool {
    c.is_whitespace() || ('\u{1c}'..='\u{1f}').contains(&c)
}

/// A text without the blanks around it.
pub fn trim(text: &str) -> &str {
    text.trim_matches(is_blank)
}

#[cfg(test)]
mod tests {
    use super::{CAP, delivered, head, reaches, trim, units};

    #[test]
    fn over_the_cap_only_a_preview_is_delivered() {
        let fits = "a".repeat(CAP);
        assert_eq!(delivered(&fits), fits);
        assert_eq!(delivered(&"a".repeat(CAP + 1)), "a".repeat(2_000));
        // A character of two units that would end beyond the preview is not cut in half.
        let long = format!("a{}", "\u{1f600}".repeat(CAP));
        assert_eq!(units(delivered(&long)), 1_999);
    }

    #[test]
    fn lengths_count_characters() {
        assert_eq!(head("日本語です", 3), "日本語");
        assert_eq!(head("ab", 3), "ab");
        assert!(reaches("日本", 2) && !reaches("日本", 3));
    }

    #[test]
    fn separators_are_blank() {
        assert_eq!(trim("\u{1c} a b\u{3000}\n"), "a b");
    }
}
