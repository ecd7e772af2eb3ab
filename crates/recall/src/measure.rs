//! Sizes for people, and texts in the columns of a terminal.

/// The columns that a page keeps to.
pub(crate) const WIDTH: usize = 80;

/// A number of bytes as a person reads it: `512 B`, `1.2 MiB`.
pub(crate) fn bytes(count: u64) -> String {
    if count < 1024 {
        return format!("{count} B");
    }
    let units = ["KiB", "MiB", "GiB", "TiB"];
    let (mut tenths, mut unit) = (u128::from(count) * 10 / 1024, 0);
    while tenths >= 10_240 && unit + 1 < units.len() {
        tenths /= 1024;
        unit += 1;
    }
    let unit = units.get(unit).unwrap_or(&"");
    format!("{}.{} {unit}", tenths / 10, tenths % 10)
}

/// The columns of a terminal that a text takes: East Asian letters take two.
pub(crate) fn columns(text: &str) -> usize {
    text.chars().map(|c| if is_wide(c) { 2 } else { 1 }).sum()
}

/// A text in lines of at most so many columns; a word that is longer, such as a path, stays whole.
pub(crate) fn wrapped(text: &str, most: usize) -> Vec<String> {
    let mut lines = vec![String::new()];
    let mut taken = 0;
    for word in words(text) {
        let width = columns(word.trim_end());
        if taken > 0 && taken + width > most {
            lines.push(String::new());
            taken = 0;
        }
        if let Some(line) = lines.last_mut() {
            line.push_str(word);
        }
        taken += columns(word);
    }
    lines
        .iter()
        .map(|line| line.trim_end().to_owned())
        .collect()
}

/// The parts between which a line can end: after a blank, and around each East Asian letter.
fn words(text: &str) -> Vec<&str> {
    let mut words = Vec::new();
    let mut start = 0;
    let mut before = None;
    for (at, c) in text.char_indices() {
        if before.is_some_and(|before| can_break(before, c)) {
            words.push(text.get(start..at).unwrap_or(""));
            start = at;
        }
        before = Some(c);
    }
    words.push(text.get(start..).unwrap_or(""));
    words
}

fn can_break(before: char, after: char) -> bool {
    let closes = "、。」）：".contains(after);
    let opens = "「（".contains(before);
    let is_east_asian = is_wide(before) || is_wide(after);
    (before == ' ' && after != ' ') || (is_east_asian && !closes && !opens && after != ' ')
}

fn is_wide(c: char) -> bool {
    matches!(c, '\u{1100}'..='\u{115f}' | '\u{2e80}'..='\u{a4cf}' | '\u{ac00}'..='\u{d7a3}'
        | '\u{f900}'..='\u{faff}' | '\u{fe30}'..='\u{fe6f}' | '\u{ff00}'..='\u{ff60}'
        | '\u{ffe0}'..='\u{ffe6}' | '\u{1f300}'..='\u{1faff}' | '\u{20000}'..='\u{3fffd}')
}

#[cfg(test)]
mod tests {
    use super::{bytes, columns, wrapped};

    #[test]
    fn a_size_is_told_in_the_unit_that_a_person_would_take() {
        #[track_caller]
        fn check(count: u64, expected: &str) {
            assert_eq!(bytes(count), expected);
        }
        check(0, "0 B");
        check(1023, "1023 B");
        check(1024, "1.0 KiB");
        check(1_048_575, "1023.9 KiB");
        check(1_048_576, "1.0 MiB");
        check(5_000_000_000, "4.6 GiB");
        check(u64::MAX, "16777215.9 TiB");
    }

    #[test]
    fn a_line_ends_before_it_is_too_long() {
        assert_eq!(wrapped("aa bb cc", 5), ["aa bb", "cc"]);
        assert_eq!(wrapped("", 5), [""]);
        assert_eq!(wrapped("a /a/long/path b", 5), ["a", "/a/long/path", "b"]);
    }

    #[test]
    fn east_asian_letters_take_two_columns_and_need_no_blank_between_them() {
        assert_eq!(columns("日本a"), 5);
        assert_eq!(
            wrapped("日本語です。a/bを", 8),
            ["日本語で", "す。a/b", "を"]
        );
        assert_eq!(wrapped("あいう、え", 6), ["あい", "う、え"]);
    }
}
