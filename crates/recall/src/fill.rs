//! Which words of a text go together into one line.

use std::collections::BTreeSet;
use std::ops::Range;

use unicode_linebreak::linebreaks;
use unicode_segmentation::UnicodeSegmentation;

use crate::width::columns;

/// The columns that a page of sentences keeps to where it may be longer.
pub(crate) const READABLE: usize = 80;
/// A sentence in lines of at most so many columns; a word that is longer, such as a path, stays whole.
pub(crate) fn filled(text: &str, most: usize) -> Vec<String> {
    let mut filler = Filler::new(most, most);
    filler.add(0, text, Parts::Words);
    let lines = filler.end(text.len()).into_iter();
    lines
        .map(|range| text.get(range).unwrap_or("").trim_end().to_owned())
        .collect()
}

/// The lines that a text becomes, each as its bytes: the first has other columns than the rest, and none has more.
///
/// The first `lead` bytes begin the first line, and no line ends behind them.
pub(crate) fn lines(text: &str, lead: usize, first: usize, rest: usize) -> Vec<Range<usize>> {
    let mut filler = Filler {
        taken: columns(text.get(..lead).unwrap_or("")),
        breaks_words: true,
        ..Filler::new(first, rest)
    };
    filler.add(lead, text.get(lead..).unwrap_or(""), Parts::Words);
    filler.end(text.len())
}

/// How small the parts are that a line may end between.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Parts {
    /// Words, and East Asian letters.
    Words,
    /// What Unicode allows besides: after hyphens and slashes.
    Syllables,
    /// What people see as characters.
    Characters,
}

/// Puts parts into lines until they are full.
struct Filler {
    lines: Vec<Range<usize>>,
    start: usize,
    taken: usize,
    /// Whether nothing that can be seen is in the line yet.
    is_fresh: bool,
    room: usize,
    /// The room of each line after the first.
    rest: usize,
    breaks_words: bool,
}

impl Filler {
    fn new(first: usize, rest: usize) -> Self {
        Self {
            lines: Vec::new(),
            start: 0,
            taken: 0,
            is_fresh: true,
            room: first,
            rest,
            breaks_words: false,
        }
    }

    fn end(mut self, at: usize) -> Vec<Range<usize>> {
        self.lines.push(self.start..at);
        self.lines
    }

    fn add(&mut self, at: usize, text: &str, parts: Parts) {
        for (place, part) in split(text, parts) {
            let width = columns(part.trim_end());
            if !self.is_fresh && self.taken + width > self.room {
                self.end_line(at + place);
            }
            let is_too_long = self.breaks_words && self.taken + width > self.room;
            match parts {
                Parts::Words if is_too_long => self.add(at + place, part, Parts::Syllables),
                Parts::Syllables if is_too_long => self.add(at + place, part, Parts::Characters),
                _ => {
                    self.taken += columns(part);
                    self.is_fresh = false;
                }
            }
        }
    }

    fn end_line(&mut self, at: usize) {
        self.lines.push(self.start..at);
        (self.start, self.taken, self.room) = (at, 0, self.rest);
        self.is_fresh = true;
    }
}

/// The parts of a text, each with its first byte.
fn split(text: &str, parts: Parts) -> Vec<(usize, &str)> {
    if parts == Parts::Characters {
        return text.grapheme_indices(true).collect();
    }
    let characters: BTreeSet<usize> = text.grapheme_indices(true).map(|(at, _)| at).collect();
    let allowed = linebreaks(text).map(|(end, _)| end);
    let ends: BTreeSet<usize> = match parts {
        Parts::Words => allowed
            .filter(|end| is_between_words(text, *end))
            .chain(after_blanks(text))
            .collect(),
        Parts::Syllables | Parts::Characters => allowed.collect(),
    };
    let ends = ends.intersection(&characters).copied();
    let mut split = Vec::new();
    let mut begin = 0;
    for end in ends.chain([text.len()]) {
        if end > begin {
            split.push((begin, text.get(begin..end).unwrap_or("")));
        }
        begin = end;
    }
    split
}

/// Unicode has no break before a slash or an exclamation mark, not even after a blank; a path may begin a line here.
fn after_blanks(text: &str) -> impl Iterator<Item = usize> {
    let blanks = text.match_indices(' ').map(|(at, _)| at + 1);
    blanks.filter(|end| !text.get(*end..).unwrap_or(" ").starts_with(' '))
}

fn is_between_words(text: &str, at: usize) -> bool {
    let (before, after) = text.split_at(at);
    let is_wide = |c: char| columns(c.encode_utf8(&mut [0; 4])) == 2;
    let before = before.chars().next_back();
    before.is_some_and(char::is_whitespace)
        || before.is_some_and(is_wide)
        || after.chars().next().is_some_and(is_wide)
}

#[cfg(test)]
mod tests {
    use super::filled;

    #[test]
    fn a_sentence_ends_a_line_before_it_is_too_long() {
        assert_eq!(filled("aa bb cc", 5), ["aa bb", "cc"]);
        assert_eq!(filled("", 5), [""]);
        assert_eq!(filled("a /a/long/path b", 5), ["a", "/a/long/path", "b"]);
    }

    #[test]
    fn east_asian_letters_need_no_blank_between_them() {
        assert_eq!(
            filled("日本語です。a/bを", 8),
            ["日本語で", "す。a/b", "を"]
        );
        assert_eq!(filled("한국어", 4), ["한국", "어"]);
    }

    #[test]
    fn no_line_begins_with_what_closes_or_ends_with_what_opens() {
        assert_eq!(filled("あいう、え", 6), ["あい", "う、え"]);
        assert_eq!(filled("あいう」え", 6), ["あい", "う」え"]);
        assert_eq!(filled("あい「うえ", 6), ["あい", "「うえ"]);
        assert_eq!(filled("あいカー", 6), ["あい", "カー"]);
        assert_eq!(filled("あいきょ", 6), ["あい", "きょ"]);
    }
}
