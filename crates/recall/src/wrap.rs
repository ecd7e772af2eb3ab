//! Pages in lines that a terminal need not break, whatever stands on their left and whatever colours them.

use std::ops::Range;

use crate::fill;
use crate::sequence::{Piece, end, is_end, pieces};
use crate::width::{columns, start, without_tabs};

/// The least columns that a text is laid out for.
const LEAST: usize = 8;
/// What stands at the left of a quoted text.
const BARS: [char; 5] = ['│', '┃', '┌', '├', '╞'];
/// What an item of a list begins with.
const BULLETS: [char; 6] = ['✓', '!', '✗', '→', '-', '·'];
/// What a line to be pasted into a shell begins with; it stays whole, because a line end would run half of it.
const COMMANDS: [&str; 5] = ["mkdir ", "cp ", "cd ", "claude ", "recall show "];

/// A page in which no line takes more than so many columns, but for commands to be pasted.
///
/// What is on the left of a line, a bar or blanks, is there on each line that it becomes.
pub(crate) fn page(text: &str, most: usize) -> String {
    let mut weaver = Weaver::default();
    for (nth, line) in text.split('\n').enumerate() {
        if nth > 0 {
            weaver.end_line("");
        }
        weaver.line(&Line::of(line), most.max(LEAST));
    }
    weaver.page
}

/// A line of a page, with its sequences beside it.
struct Line<'a> {
    plain: String,
    /// Each sequence and the byte of `plain` that it stands before.
    marks: Vec<(usize, Piece<'a>)>,
}

/// What is written on the left of the lines that a line becomes.
struct Lead {
    text: String,
    columns: usize,
}

#[derive(Default)]
struct Weaver<'a> {
    page: String,
    styles: Vec<&'a str>,
    link: Option<&'a str>,
}

impl<'a> Line<'a> {
    fn of(line: &'a str) -> Self {
        let (mut plain, mut marks) = (String::new(), Vec::new());
        for piece in pieces(line) {
            match piece {
                Piece::Text(text) => plain.push_str(&without_tabs(text, columns(&plain))),
                other => marks.push((plain.len(), other)),
            }
        }
        Self { plain, marks }
    }

    fn is_rule(&self) -> bool {
        let mut letters = self.plain.chars();
        let first = letters.next();
        first.is_some_and(|c| "═─".contains(c)) && letters.all(|c| Some(c) == first)
    }

    fn is_command(&self) -> bool {
        let text = self.plain.trim_start();
        let is_indented = text.len() < self.plain.len();
        is_indented && COMMANDS.iter().any(|command| text.starts_with(command))
    }

    fn lead(&self, most: usize) -> Lead {
        let text = self.plain.trim_start_matches(BARS);
        if text.len() < self.plain.len() {
            let styles = self.marks.iter().map_while(|mark| match mark {
                (0, Piece::Style(style)) => Some(*style),
                _ => None,
            });
            let style: String = styles.collect();
            let closed = if style.is_empty() { "" } else { &end(false) };
            // Where something was found, the bar is heavy on each line.
            let bar = if self.plain.starts_with('┃') {
                '┃'
            } else {
                '│'
            };
            return Lead {
                text: format!("{style}{bar}{closed}  "),
                columns: 3,
            };
        }
        let columns = indentation(text, most);
        Lead {
            text: " ".repeat(columns),
            columns,
        }
    }
}

impl<'a> Weaver<'a> {
    fn line(&mut self, line: &Line<'a>, most: usize) {
        let plain = line.plain.as_str();
        let whole = Range {
            start: 0,
            end: plain.len(),
        };
        if columns(plain) <= most || line.is_command() {
            return self.weave(line, whole, true);
        }
        if line.is_rule() {
            let end = start(plain, most).len();
            return self.weave(line, 0..end, true);
        }
        let lead = line.lead(most);
        let begin = plain.len() - plain.trim_start_matches(BARS).trim_start().len();
        let lines = fill::lines(plain, begin, most, most - lead.columns);
        let last = lines.len().saturating_sub(1);
        for (nth, range) in lines.into_iter().enumerate() {
            if nth > 0 {
                self.end_line(&lead.text);
            }
            self.weave(line, range, nth == last);
        }
    }

    /// Writes a part of a line with the sequences in it; blanks at the end of any but the last are nothing to see.
    fn weave(&mut self, line: &Line<'a>, range: Range<usize>, is_last: bool) {
        let text = line.plain.get(range.clone()).unwrap_or("");
        let shown = if is_last { text } else { text.trim_end() };
        let seen = range.start + shown.len();
        let mut at = range.start;
        for (place, mark) in &line.marks {
            let (Piece::Style(sequence) | Piece::Link(sequence) | Piece::Text(sequence)) = *mark;
            let is_here = *place >= range.start && *place < range.end;
            let ends_here = *place == range.end && (is_last || is_end(sequence));
            let began_here = *place > range.start || range.start == 0 || !is_end(sequence);
            if (is_here && began_here) || ends_here || (is_last && *place > range.end) {
                let until = (*place).clamp(at, seen.max(at));
                self.page.push_str(line.plain.get(at..until).unwrap_or(""));
                at = until;
                self.mark(mark);
            }
        }
        self.page.push_str(line.plain.get(at..seen).unwrap_or(""));
    }

    fn mark(&mut self, mark: &Piece<'a>) {
        match *mark {
            Piece::Style(style) if is_end(style) => self.styles.clear(),
            Piece::Style(style) => self.styles.push(style),
            Piece::Link(link) => self.link = Some(link).filter(|link| !is_end(link)),
            Piece::Text(_) => {}
        }
        let (Piece::Style(sequence) | Piece::Link(sequence) | Piece::Text(sequence)) = *mark;
        self.page.push_str(sequence);
    }

    /// Ends a line; a pager shows each line for itself, so that what is open begins anew on the next.
    fn end_line(&mut self, lead: &str) {
        if self.link.is_some() {
            self.page.push_str(&end(true));
        }
        if !self.styles.is_empty() {
            self.page.push_str(&end(false));
        }
        self.page.push('\n');
        self.page.push_str(lead);
        self.page.extend(self.styles.iter().copied());
        self.page.push_str(self.link.unwrap_or(""));
    }
}

/// Where the lines that a line becomes begin: under its text, not under its blanks, bullet or name.
fn indentation(text: &str, most: usize) -> usize {
    let blanks = text.len() - text.trim_start().len();
    let rest = text.trim_start();
    if let Some(item) = rest.strip_prefix(BULLETS)
        && item.starts_with(' ')
    {
        return (blanks + 2).min(most / 2);
    }
    let gaps = rest.match_indices("  ").map(|(at, _)| {
        let (name, after) = rest.split_at(at);
        blanks + columns(name) + after.len() - after.trim_start().len()
    });
    let under_text = gaps.filter(|columns| *columns <= most / 2).max();
    under_text.unwrap_or(blanks).min(most / 2)
}

#[cfg(test)]
mod tests {
    use super::page;
    use crate::palette::{FAINT, USER};
    use crate::sequence::plain;
    use crate::width::columns;

    #[track_caller]
    fn check(text: &str, most: usize, expected: &str) {
        assert_eq!(page(text, most), expected);
    }

    #[test]
    fn a_line_that_fits_stays_as_it_is() {
        check("a  b\n\nc\n", 8, "a  b\n\nc\n");
    }

    #[test]
    fn what_stands_on_the_left_stands_there_on_each_line() {
        check("│  aaaa bbbb", 8, "│  aaaa\n│  bbbb");
        check("┌ You  2026-11-30", 14, "┌ You\n│  2026-11-30");
        check("┃  aaaa bbbb", 8, "┃  aaaa\n┃  bbbb");
        check("  ✓ aaaa bbbb", 10, "  ✓ aaaa\n    bbbb");
        check("    aaa bbb", 8, "    aaa\n    bbb");
        check("-n  aaa bbb", 8, "-n  aaa\n    bbb");
    }

    #[test]
    fn a_word_longer_than_a_line_is_broken_where_unicode_allows_it_else_anywhere() {
        check("/aa/bb/cc", 8, "/aa/bb/\ncc");
        check("aaaaaaaaaa", 8, "aaaaaaaa\naa");
        check("👩‍💻👩‍💻👩‍💻👩‍💻👩‍💻", 8, "👩‍💻👩‍💻👩‍💻👩‍💻\n👩‍💻");
    }

    #[test]
    fn what_stands_on_the_left_is_never_left_alone() {
        check("  /aaa/bbb/ccc", 8, "  /aaa/\n  bbb/\n  ccc");
        check("│  aaaaaaa", 8, "│  aaaaa\n│  aa");
    }

    #[test]
    fn a_rule_is_cut_and_a_command_stays_whole() {
        check(&"═".repeat(12), 8, &"═".repeat(8));
        check("  cp -n aaaa bbbb", 8, "  cp -n aaaa bbbb");
        check("  recall show aaaa", 8, "  recall show aaaa");
    }

    #[test]
    fn a_colour_that_goes_on_begins_anew_on_each_line() {
        check(
            &format!("{FAINT}aaaa bbbb{FAINT:#} c"),
            8,
            "\u{1b}[2maaaa\u{1b}[0m\n\u{1b}[2mbbbb\u{1b}[0m c",
        );
        check(
            &format!("{USER}│{USER:#}  aaaa bbbb"),
            8,
            "\u{1b}[1m\u{1b}[33m│\u{1b}[0m  aaaa\n\u{1b}[1m\u{1b}[33m│\u{1b}[0m  bbbb",
        );
    }

    #[test]
    fn nothing_is_lost_and_no_line_is_too_long_whatever_the_width() {
        let text = format!(
            "{USER}│{USER:#}  日本語の文と、English words, 👩‍💻と\te\u{301}e\u{301} /a/long/path--with-hyphens「引用」{FAINT}https://example.com/a?b=c{FAINT:#}"
        );
        let letters = |text: &str| -> String {
            let seen = plain(text);
            seen.chars()
                .filter(|c| !c.is_whitespace() && *c != '│')
                .collect()
        };
        for most in 8..120 {
            let page = page(&text, most);
            assert_eq!(letters(&page), letters(&text), "{page}");
            for line in page.lines() {
                assert!(columns(&plain(line)) <= most, "{most}: {line}");
            }
        }
    }
}
