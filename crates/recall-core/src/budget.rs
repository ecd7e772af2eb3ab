//! Room in UTF-16 code units, as the client counts it, and cuts between grapheme clusters.

use unicode_segmentation::UnicodeSegmentation;

/// The most UTF-16 code units that the client delivers whole of one string (client 2.1.332).
///
/// Over it the model gets a short preview, and nobody is told.
pub const LIMIT: usize = 10_000;

/// The room recall plans with, which leaves some of [`LIMIT`] unused for what no plan foresees.
pub const ROOM: usize = 9_850;

/// The length of a text in UTF-16 code units.
#[must_use]
pub fn units(text: &str) -> usize {
    if text.is_ascii() {
        return text.len();
    }
    text.chars().map(char::len_utf16).sum()
}

/// A text, whole or cut.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Cut<'a> {
    /// What stays, ending between two grapheme clusters.
    pub kept: &'a str,
    /// Characters (code points) that were left out.
    pub dropped: usize,
}

/// The longest start of a text that fits into `room` UTF-16 code units and breaks no grapheme cluster.
#[must_use]
pub fn cut(text: &str, room: usize) -> Cut<'_> {
    if units(text) <= room {
        return Cut {
            kept: text,
            dropped: 0,
        };
    }
    let (kept, rest) =
        text.split_at(plain(text, room).unwrap_or_else(|| fitting(text.graphemes(true), room)));
    Cut {
        kept: kept.trim_end(),
        dropped: rest.chars().count(),
    }
}

/// The longest start of a text that has at most `most` characters (code points) and breaks no grapheme cluster.
#[must_use]
pub fn cut_characters(text: &str, most: usize) -> Cut<'_> {
    let length = |text: &str| text.chars().count();
    let all = length(text);
    if all <= most {
        return Cut {
            kept: text,
            dropped: 0,
        };
    }
    let mut used = 0;
    let fits = |cluster: &&str| {
        used += length(cluster);
        used <= most
    };
    let kept: usize = text.graphemes(true).take_while(fits).map(str::len).sum();
    let kept = text.get(..kept).unwrap_or("").trim_end();
    Cut {
        kept,
        dropped: all - length(kept),
    }
}

/// The start of a text, with dots where more would follow: `room` UTF-16 code units and the dots.
#[must_use]
pub fn clip(text: &str, room: usize) -> String {
    let cut = cut(text, room);
    let dots = if cut.dropped > 0 { "…" } else { "" };
    format!("{}{dots}", cut.kept)
}

/// A text of at most `room` UTF-16 code units, whose middle gives way to recall's own mark: ` …(+N)… `.
#[must_use]
pub fn abridge(text: &str, room: usize) -> String {
    shorten(text, room, |gone| format!(" …(+{gone})… "))
}

/// A text of at most `room` UTF-16 code units, shortened in the middle where it must be.
///
/// `mark` stands where the middle was and says how many characters (code points)
/// are gone. A room that cannot hold the mark gets as much of the mark as fits.
#[must_use]
pub fn shorten(text: &str, room: usize, mark: impl Fn(usize) -> String) -> String {
    if units(text) <= room {
        return text.to_owned();
    }
    let all = text.chars().count();
    let Some(spare) = room.checked_sub(units(&mark(all))) else {
        return cut(&mark(all), room).kept.to_owned();
    };
    let (start, rest) = text.split_at(fitting(text.graphemes(true), spare - spare / 4));
    let tail = fitting(rest.graphemes(true).rev(), spare / 4);
    let (gone, end) = rest.split_at(rest.len() - tail);
    format!("{start}{}{end}", mark(gone.chars().count()))
}

/// The bytes that fit, where each byte up to there and the next one is a cluster of its own, as in most code.
fn plain(text: &str, room: usize) -> Option<usize> {
    let looked_at = text.as_bytes().get(..=room)?;
    let is_plain = looked_at.is_ascii() && !looked_at.contains(&b'\r');
    is_plain.then_some(room)
}

/// The bytes of the first of these clusters that fit into `room` UTF-16 code units together.
fn fitting<'a>(clusters: impl Iterator<Item = &'a str>, room: usize) -> usize {
    let mut used = 0;
    clusters
        .take_while(|cluster| {
            used += units(cluster);
            used <= room
        })
        .map(str::len)
        .sum()
}

/// The largest equal share by which texts of these lengths fit together into `room`; short ones stay whole.
///
/// All in the same unit. Nothing is returned when even the equal shares would be empty.
#[must_use]
pub fn fair_share(lengths: &[usize], room: usize) -> usize {
    let mut sorted = lengths.to_vec();
    sorted.sort_unstable();
    let mut left = room;
    for (position, length) in sorted.iter().enumerate() {
        let takers = sorted.len() - position;
        if length * takers > left {
            return left / takers;
        }
        left -= length;
    }
    sorted.last().copied().unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::{abridge, clip, cut, fair_share, shorten, units};

    #[test]
    fn units_are_counted_as_the_client_counts_them() {
        assert_eq!(units("abc"), 3);
        assert_eq!(units("日本語"), 3);
        assert_eq!(units("🦀"), 2);
        assert_eq!(units("👩‍💻"), 5);
    }

    #[track_caller]
    fn check_cut(text: &str, room: usize, kept: &str, dropped: usize) {
        let cut = cut(text, room);
        assert_eq!((cut.kept, cut.dropped), (kept, dropped));
    }

    #[test]
    fn a_text_that_fits_stays_whole() {
        check_cut("日本語", 3, "日本語", 0);
        check_cut("", 0, "", 0);
    }

    #[test]
    fn a_cut_never_breaks_what_a_person_sees_as_one_character() {
        check_cut("か\u{3099}か\u{3099}", 3, "か\u{3099}", 2);
        check_cut("👩‍💻👩‍💻", 9, "👩‍💻", 3);
        check_cut("🇯🇵🇯🇵", 7, "🇯🇵", 2);
        check_cut("👩‍💻", 4, "", 3);
    }

    #[test]
    fn a_plain_text_is_cut_where_its_clusters_say() {
        for text in ["plain text", "ab\r\ncd", "ae\u{301}b", "a👩‍💻", ""] {
            for room in 0..=units(text) {
                let by_clusters = super::fitting(
                    unicode_segmentation::UnicodeSegmentation::graphemes(text, true),
                    room,
                );
                let plain = super::plain(text, room);
                assert!(
                    plain.is_none_or(|bytes| bytes == by_clusters),
                    "{text:?} {room}"
                );
            }
        }
        assert_eq!(super::plain("plain text", 5), Some(5));
    }

    #[test]
    fn every_length_of_cut_fits_and_stays_text() {
        let text = "e\u{301}日本語🦀👩‍💻🇯🇵\r\n한국어中文";
        for room in 0..=units(text) {
            let cut = cut(text, room);
            assert!(units(cut.kept) <= room);
            assert!(text.starts_with(cut.kept));
        }
    }

    #[track_caller]
    fn check_shortened(text: &str, room: usize, expected: &str) {
        assert_eq!(shorten(text, room, |gone| format!("…(+{gone})…")), expected);
    }

    #[test]
    fn a_long_text_loses_its_middle_and_says_how_much() {
        check_shortened("abcdefghijklmnopqrstuvwxyz", 16, "abcdefg…(+17)…yz");
        check_shortened("abcdefghij", 10, "abcdefghij");
    }

    #[test]
    fn a_shortened_text_keeps_to_its_room_and_loses_nothing_unsaid() {
        let text = "👩‍💻語e\u{301}".repeat(100);
        for room in 0..300 {
            let short = shorten(&text, room, |gone| format!("…(+{gone})…"));
            assert!(units(&short) <= room);
        }
    }

    #[test]
    fn a_clipped_text_ends_in_dots_and_an_abridged_one_tells_its_gap() {
        assert_eq!(clip("abcdef", 4), "abcd…");
        assert_eq!(clip("abcd", 4), "abcd");
        assert_eq!(
            abridge("abcdefghijklmnopqrstuvwxyz", 18),
            "abcdefg …(+17)… yz"
        );
    }

    #[test]
    fn short_texts_leave_their_room_to_long_ones() {
        assert_eq!(fair_share(&[10, 10, 100], 60), 40);
        assert_eq!(fair_share(&[100, 100], 60), 30);
        assert_eq!(fair_share(&[10, 20], 60), 20);
        assert_eq!(fair_share(&[], 60), 0);
    }
}
