//! The columns of a terminal that a text takes, and texts made to fit into so many.

use std::borrow::Cow;

use unicode_segmentation::UnicodeSegmentation;
use unicode_width::UnicodeWidthStr;

/// Columns between two places where a tab leads.
const TAB: usize = 8;

/// The columns that a text takes: East Asian letters and emoji take two, combining marks none.
pub(crate) fn columns(text: &str) -> usize {
    if text.is_ascii() {
        return text.len();
    }
    text.graphemes(true).map(UnicodeWidthStr::width).sum()
}

/// The start of a text that takes at most so many columns, with dots where more would follow.
pub(crate) fn clip(text: &str, most: usize) -> Cow<'_, str> {
    if columns(text) <= most {
        return Cow::Borrowed(text);
    }
    let kept = start(text, most.saturating_sub(1)).trim_end();
    let dots = if most == 0 { "" } else { "…" };
    Cow::Owned(format!("{kept}{dots}"))
}

/// A text with blanks after it, so that it takes so many columns.
pub(crate) fn padded(text: &str, wanted: usize) -> String {
    format!("{text}{}", blanks(text, wanted))
}

/// A text with blanks before it, so that it takes so many columns.
pub(crate) fn padded_before(text: &str, wanted: usize) -> String {
    format!("{}{text}", blanks(text, wanted))
}

/// The longest start of a text that takes at most so many columns and parts no character.
pub(crate) fn start(text: &str, most: usize) -> &str {
    let mut taken = 0;
    let fits = |cluster: &&str| {
        taken += columns(cluster);
        taken <= most
    };
    let end = text.graphemes(true).take_while(fits).map(str::len).sum();
    text.split_at(end).0
}

/// A text whose tabs are the blanks that a terminal shows for them, where it begins in this column.
pub(crate) fn without_tabs(text: &str, column: usize) -> Cow<'_, str> {
    if !text.contains('\t') {
        return Cow::Borrowed(text);
    }
    let mut plain = String::new();
    for part in text.split_inclusive('\t') {
        plain.push_str(part.trim_end_matches('\t'));
        if part.ends_with('\t') {
            let at = column + columns(&plain);
            plain.push_str(&" ".repeat(TAB - at % TAB));
        }
    }
    Cow::Owned(plain)
}

fn blanks(text: &str, wanted: usize) -> String {
    " ".repeat(wanted.saturating_sub(columns(text)))
}

#[cfg(test)]
mod tests {
    use super::{clip, columns, padded, padded_before, without_tabs};

    #[test]
    fn columns_are_those_of_a_terminal() {
        #[track_caller]
        fn check(text: &str, expected: usize) {
            assert_eq!(columns(text), expected, "{text}");
        }
        check("abc", 3);
        check("日本a", 5);
        check("か\u{3099}", 2);
        check("e\u{301}", 1);
        check("👩‍💻🇯🇵", 4);
        check("ｱｲ", 2);
        check("│…", 2);
    }

    #[test]
    fn a_clipped_text_fits_and_parts_no_character() {
        #[track_caller]
        fn check(text: &str, most: usize, expected: &str) {
            assert_eq!(clip(text, most), expected, "{text} in {most}");
        }
        check("abc", 3, "abc");
        check("abcd", 3, "ab…");
        check("日本語", 5, "日本…");
        check("日本語", 4, "日…");
        check("👩‍💻👩‍💻", 3, "👩‍💻…");
        check("e\u{301}e\u{301}", 1, "…");
        check("a", 0, "");
    }

    #[test]
    fn a_padded_text_takes_its_columns() {
        assert_eq!(padded("日", 4), "日  ");
        assert_eq!(padded_before("日", 4), "  日");
        assert_eq!(padded("日本語", 4), "日本語");
    }

    #[test]
    fn a_tab_leads_where_a_terminal_would_take_it() {
        assert_eq!(without_tabs("a\tb\t\tc", 0), "a       b               c");
        assert_eq!(without_tabs("\tb", 3), "     b");
    }
}
