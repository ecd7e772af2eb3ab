//! The letters of one sender to one receiver: entries of a Markdown file, of which the latest counts.

use std::cmp::Reverse;

/// The start of an entry's heading.
const ENTRY: &str = "## [";
/// The start of its subject's line.
const SUBJECT: &str = "### ";
/// In how many lines after the heading the subject stands.
const WITHIN: usize = 4;
/// What the receiver writes into an entry that was read.
const READ: &str = "[READ ";
/// The date of an entry that only shows how one is written.
const TEMPLATE: &str = "YYYY-MM-DD";

/// The words for a time of day and the time they stand for (the first seed's); a longer one comes before a part of it.
const TIMES: [(&str, &str); 9] = [
    ("深夜", "23:00"),
    ("夜後刻", "22:00"),
    ("夜", "21:00"),
    ("夕", "18:00"),
    ("午後", "14:00"),
    ("昼", "12:00"),
    ("午前", "10:00"),
    ("早朝", "06:00"),
    ("朝", "06:00"),
];

/// An entry of a letters file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Letter<'a> {
    /// When it was written, in the sender's words.
    pub date: &'a str,
    /// What it is about.
    pub subject: &'a str,
    /// Whether its receiver has marked it as read.
    pub read: bool,
}

/// The entries of a file that have a date and a subject, in its order.
#[must_use]
pub fn letters(text: &str) -> Vec<Letter<'_>> {
    let lines: Vec<&str> = text.trim_start_matches('\u{feff}').lines().collect();
    let starts = lines
        .iter()
        .enumerate()
        .filter_map(|(at, line)| Some((at, date(line)?)));
    starts
        .filter_map(|(at, date)| letter(date, lines.get(at + 1..)?))
        .collect()
}

/// The latest entry of a file. Files grow at either end, so its place says nothing.
///
/// Of several at one time an unread one counts, so that none is lost.
#[must_use]
pub fn latest<'a>(letters: &[Letter<'a>]) -> Option<Letter<'a>> {
    // Of equals the first is the least, as in the order of the file.
    let order = |letter: &&Letter<'_>| (Reverse(moment(letter.date)), letter.read);
    letters.iter().min_by_key(order).copied()
}

/// A date as a text that sorts in the order of time: `2026-04-28 14:00`.
///
/// Without a time the words for one count, and without those it is noon.
#[must_use]
pub fn moment(date: &str) -> String {
    let Some(day) = pattern(date, "dddd-dd-dd") else {
        return "0000-00-00 00:00".to_owned();
    };
    let clock = pattern(date, "dd:dd").map(str::to_owned);
    let clock = clock.or_else(|| pattern(date, "d:dd").map(|time| format!("0{time}")));
    let word = || TIMES.iter().find(|(word, _)| date.contains(word));
    let time = clock.unwrap_or_else(|| word().map_or("12:00", |(_, time)| time).to_owned());
    format!("{day} {time}")
}

fn date(line: &str) -> Option<&str> {
    let (date, _) = line.strip_prefix(ENTRY)?.split_once(']')?;
    Some(date).filter(|date| !date.is_empty())
}

fn letter<'a>(date: &'a str, after: &[&'a str]) -> Option<Letter<'a>> {
    let own: Vec<&str> = after
        .iter()
        .copied()
        .take_while(|line| self::date(line).is_none())
        .collect();
    let mut near = own.iter().take(WITHIN);
    let subject = near.find_map(|line| line.strip_prefix(SUBJECT))?.trim();
    let read = own.iter().any(|line| line.contains(READ));
    let letter = Letter {
        date: date.trim(),
        subject,
        read,
    };
    (date != TEMPLATE && !subject.is_empty()).then_some(letter)
}

/// The first part of a text that has this form, in which each `d` is a digit.
fn pattern<'a>(text: &'a str, form: &str) -> Option<&'a str> {
    let fits = |part: &str| {
        part.chars()
            .zip(form.chars())
            .all(|(c, wanted)| match wanted {
                'd' => c.is_ascii_digit(),
                other => c == other,
            })
    };
    let starts = text.char_indices().map(|(at, _)| at);
    let mut parts = starts.filter_map(|at| text.get(at..at + form.len()));
    parts.find(|part| fits(part))
}

#[cfg(test)]
mod tests {
    use super::{Letter, latest, letters, moment};

    #[track_caller]
    fn check_moment(date: &str, expected: &str) {
        assert_eq!(moment(date), expected, "{date}");
    }

    #[test]
    fn a_date_sorts_by_day_and_time() {
        check_moment("2026-04-28 (火) 14:00", "2026-04-28 14:00");
        check_moment("2026-04-28 9:05", "2026-04-28 09:05");
        check_moment("2026-04-28", "2026-04-28 12:00");
        check_moment("Tue 2026-04-28T23:59:10", "2026-04-28 23:59");
        check_moment("yesterday", "0000-00-00 00:00");
    }

    #[test]
    fn the_words_for_a_time_of_day_stand_for_a_time() {
        for (word, time) in [
            ("深夜", "23:00"),
            ("夜後刻", "22:00"),
            ("夜", "21:00"),
            ("夕方", "18:00"),
            ("午後", "14:00"),
            ("昼", "12:00"),
            ("午前", "10:00"),
            ("朝", "06:00"),
            ("早朝", "06:00"),
        ] {
            check_moment(&format!("2026-04-28 {word}"), &format!("2026-04-28 {time}"));
        }
        check_moment("2026-04-28 深夜 01:30", "2026-04-28 01:30");
    }

    #[track_caller]
    fn check(text: &str, expected: &[(&str, &str, bool)]) {
        let found = letters(text);
        let found: Vec<_> = found
            .iter()
            .map(|letter| (letter.date, letter.subject, letter.read))
            .collect();
        assert_eq!(found, expected, "{text}");
    }

    #[test]
    fn an_entry_has_a_date_and_a_subject_within_four_lines() {
        check(
            "# Letters\n\n## [2026-04-28] scout\n\n### The index\n\nbody\n",
            &[("2026-04-28", "The index", false)],
        );
        check(
            "## [2026-04-28]\na\nb\nc\n### Fourth\n",
            &[("2026-04-28", "Fourth", false)],
        );
        check("## [2026-04-28]\na\nb\nc\nd\n### Fifth\n", &[]);
        check("## [2026-04-28]\n### \n", &[]);
        check("## [2026-04-28]\n", &[]);
        check("## []\n### No date\n", &[]);
        check("## 2026-04-28\n### No brackets\n", &[]);
    }

    #[test]
    fn an_entry_takes_neither_subject_nor_mark_of_the_next() {
        check(
            "## [2026-04-28]\n## [2026-04-29]\n### Second\n[READ 2026-04-30] done\n",
            &[("2026-04-29", "Second", true)],
        );
        check(
            "## [2026-04-29]\n### New\nbody\n## [2026-04-28]\n### Old\n[READ 2026-04-28]\n",
            &[("2026-04-29", "New", false), ("2026-04-28", "Old", true)],
        );
    }

    #[test]
    fn an_entry_that_shows_how_one_is_written_is_none() {
        check("## [YYYY-MM-DD]\n### Subject\n", &[]);
        check(
            "## [2026-04-28]\n### A\n## [YYYY-MM-DD]\n### Subject\n[READ YYYY-MM-DD]\n",
            &[("2026-04-28", "A", false)],
        );
    }

    #[test]
    fn line_ends_of_another_system_and_a_byte_order_mark_make_no_difference() {
        check(
            "\u{feff}## [2026-04-28]\r\n### A\r\n",
            &[("2026-04-28", "A", false)],
        );
    }

    #[track_caller]
    fn check_latest(text: &str, subject: Option<&str>) {
        let subjects = latest(&letters(text)).map(|Letter { subject, .. }| subject);
        assert_eq!(subjects, subject, "{text}");
    }

    #[test]
    fn the_latest_counts_wherever_it_stands() {
        let (old, new) = (
            "## [2026-04-28 朝]\n### Old\n",
            "## [2026-04-28 夜]\n### New\n",
        );
        check_latest(&format!("{old}{new}"), Some("New"));
        check_latest(&format!("{new}{old}"), Some("New"));
        check_latest("", None);
    }

    #[test]
    fn of_two_at_one_time_the_unread_one_counts_else_the_first() {
        let (read, unread) = (
            "## [2026-04-28]\n### A\n[READ x]\n",
            "## [2026-04-28]\n### B\n",
        );
        check_latest(&format!("{read}{unread}"), Some("B"));
        check_latest(&format!("{unread}{read}"), Some("B"));
        check_latest(&format!("{unread}{}", unread.replace('B', "C")), Some("B"));
    }
}
