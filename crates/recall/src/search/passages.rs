//! The lines of a message around what was found in it.

use std::ops::Range;

use super::query::Query;

/// The most characters of a line that are shown.
const LINE: usize = 240;
/// How many of them stand before the first match of a line that is cut.
const BEFORE: usize = 60;

/// Lines that follow each other.
pub(crate) type Passage = Vec<Line>;

/// A line as it is shown, or a part of it.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Line {
    pub(crate) text: String,
    /// Where the query stands in it.
    pub(crate) marks: Vec<Range<usize>>,
}

/// The lines in which each term stands first, with as many around them as are asked for.
pub(crate) fn passages(text: &str, query: &Query, context: usize) -> Vec<Passage> {
    let lines = lines(text);
    let marks = query.marks(text);
    let line_of = |at: usize| lines.partition_point(|line| line.end < at);
    let firsts = query.firsts(text).into_iter();
    let mut wanted: Vec<Range<usize>> = firsts
        .map(|found| {
            let from = line_of(found.start).saturating_sub(context);
            let to = line_of(found.end).saturating_add(context).saturating_add(1);
            from..to.min(lines.len())
        })
        .collect();
    wanted.sort_by_key(|lines| lines.start);
    let mut runs: Vec<Range<usize>> = Vec::new();
    for range in wanted {
        match runs.last_mut().filter(|last| range.start <= last.end) {
            Some(last) => last.end = last.end.max(range.end),
            None => runs.push(range),
        }
    }
    let passage = |run: Range<usize>| {
        let lines = lines.get(run).unwrap_or_default().iter();
        lines.map(|line| shown(text, line, &marks)).collect()
    };
    runs.into_iter().map(passage).collect()
}

/// Where each line stands, without its end.
fn lines(text: &str) -> Vec<Range<usize>> {
    let mut start = 0;
    let each = text.split('\n').map(|line| {
        let range = start..start + line.len();
        start = range.end + 1;
        range
    });
    each.collect()
}

/// A line with the marks in it; of a long one the part around its first mark.
fn shown(text: &str, line: &Range<usize>, marks: &[Range<usize>]) -> Line {
    let clipped = |mark: &Range<usize>| mark.start.max(line.start)..mark.end.min(line.end);
    let own = marks
        .iter()
        .map(clipped)
        .filter(|mark| mark.start < mark.end);
    let own: Vec<Range<usize>> = own.collect();
    let part = part(text, line, own.first());
    let start = if part.start > line.start { "…" } else { "" };
    let end = if part.end < line.end { "…" } else { "" };
    let words = text.get(part.clone()).unwrap_or("").trim_end_matches('\r');
    let moved = |mark: &Range<usize>| {
        let to =
            |at: usize| at.clamp(part.start, part.start + words.len()) - part.start + start.len();
        to(mark.start)..to(mark.end)
    };
    Line {
        text: format!("{start}{words}{end}"),
        marks: own
            .iter()
            .map(moved)
            .filter(|mark| !mark.is_empty())
            .collect(),
    }
}

fn part(text: &str, line: &Range<usize>, first: Option<&Range<usize>>) -> Range<usize> {
    let within = |range: Range<usize>| text.get(range).unwrap_or("");
    let characters = within(line.clone()).char_indices();
    if characters.clone().nth(LINE).is_none() {
        return line.clone();
    }
    let start = first.map_or(line.start, |mark| {
        let before = within(line.start..mark.start).char_indices();
        before
            .rev()
            .nth(BEFORE - 1)
            .map_or(line.start, |(at, _)| line.start + at)
    });
    let rest = within(start..line.end).char_indices();
    let end = rest
        .clone()
        .nth(LINE)
        .map_or(line.end, |(at, _)| start + at);
    start..end
}

#[cfg(test)]
mod tests {
    use recall_core::language::Language;

    use super::super::query::Query;
    use super::passages;

    /// The passages with `[` and `]` around what was found, their lines between `/`.
    #[track_caller]
    fn check(text: &str, words: &[&str], context: usize, expected: &[&str]) {
        let words: Vec<String> = words.iter().map(|&word| word.to_owned()).collect();
        let query = Query::of_words(&words, Language::English).unwrap();
        let told = passages(text, &query, context).into_iter().map(|passage| {
            let lines = passage.into_iter().map(|line| {
                let mut text = line.text;
                for mark in line.marks.into_iter().rev() {
                    text.insert(mark.end, ']');
                    text.insert(mark.start, '[');
                }
                text
            });
            lines.collect::<Vec<_>>().join("/")
        });
        assert_eq!(told.collect::<Vec<_>>(), expected);
    }

    #[test]
    fn a_match_is_shown_with_the_lines_around_it() {
        let text = "a\nb\nthe pool\nc\nd";
        check(text, &["pool"], 0, &["the [pool]"]);
        check(text, &["pool"], 1, &["b/the [pool]/c"]);
        check(text, &["pool"], 99, &["a/b/the [pool]/c/d"]);
    }

    #[test]
    fn each_word_is_shown_where_it_stands_first() {
        let text = "one\n1\n2\n3\ntwo\none again";
        check(text, &["two", "one"], 0, &["[one]", "[two]"]);
        check(
            text,
            &["two", "one"],
            1,
            &["[one]/1", "3/[two]/[one] again"],
        );
        check(text, &["two", "one"], 2, &["[one]/1/2/3/[two]/[one] again"]);
    }

    #[test]
    fn a_phrase_across_a_line_end_is_marked_on_both_lines() {
        check(
            "the retry\r\ncap is",
            &["retry cap"],
            0,
            &["the [retry]/[cap] is"],
        );
    }

    #[test]
    fn of_a_long_line_the_part_around_the_match_is_shown() {
        let text = format!("{}日本{}", "あ".repeat(500), "い".repeat(500));
        let expected = format!("…{}[日本]{}…", "あ".repeat(60), "い".repeat(178));
        check(&text, &["日本"], 0, &[&expected]);
    }
}
