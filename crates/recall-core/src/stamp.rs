//! The time in a file name: `2026-11-30T09-31-27` or `20261130-093127`, in UTC, sorting as text in the order of time.

use time::format_description::FormatItem;
use time::macros::format_description;
use time::{OffsetDateTime, PrimitiveDateTime, UtcOffset};

const FORMAT: &[FormatItem<'_>] =
    format_description!("[year]-[month]-[day]T[hour]-[minute]-[second]");

const SHORT: &[FormatItem<'_>] = format_description!("[year][month][day]-[hour][minute][second]");

/// The UTC stamp of a moment, to the second.
#[must_use]
pub fn of(moment: OffsetDateTime) -> String {
    let utc = moment.to_offset(UtcOffset::UTC);
    utc.format(FORMAT).unwrap_or_default()
}

/// The moment a stamp names, or nothing where the text is no stamp.
#[must_use]
pub fn parse(stamp: &str) -> Option<OffsetDateTime> {
    PrimitiveDateTime::parse(stamp, FORMAT)
        .ok()
        .map(PrimitiveDateTime::assume_utc)
}

/// The UTC stamp of a moment, to the second, in its short form: `20261130-093127`.
#[must_use]
pub fn short(moment: OffsetDateTime) -> String {
    let utc = moment.to_offset(UtcOffset::UTC);
    utc.format(SHORT).unwrap_or_default()
}

/// The moment a short stamp names, or nothing where the text is none.
#[must_use]
pub fn parse_short(stamp: &str) -> Option<OffsetDateTime> {
    PrimitiveDateTime::parse(stamp, SHORT)
        .ok()
        .map(PrimitiveDateTime::assume_utc)
}

/// The suffix of the `nth` file of one second: none for the first, then `_002`, `_003`, ...
///
/// An underscore sorts after the dot that ends the first name, so that the
/// plain order of names is the order of writing.
#[must_use]
pub fn suffix(nth: u32) -> String {
    if nth <= 1 {
        String::new()
    } else {
        format!("_{nth:03}")
    }
}

#[cfg(test)]
mod tests {
    use time::macros::datetime;

    use super::{of, parse, parse_short, short, suffix};

    #[test]
    fn a_stamp_is_in_utc_to_the_second() {
        let moment = datetime!(2026-11-30 18:31:27.9 +9);
        assert_eq!(of(moment), "2026-11-30T09-31-27");
    }

    #[test]
    fn a_stamp_reads_back_as_its_moment() {
        assert_eq!(
            parse("2026-11-30T09-31-27"),
            Some(datetime!(2026-11-30 09:31:27 UTC))
        );
        assert_eq!(parse("2026-02-30T09-31-27"), None);
        assert_eq!(parse("yesterday"), None);
    }

    #[test]
    fn a_short_stamp_reads_back_as_its_moment() {
        let moment = datetime!(2026-11-30 18:31:27.9 +9);
        assert_eq!(short(moment), "20261130-093127");
        assert_eq!(
            parse_short("20261130-093127"),
            Some(datetime!(2026-11-30 09:31:27 UTC))
        );
        assert_eq!(parse_short("2026113-0093127"), None);
        assert_eq!(parse_short("20260230-093127"), None);
    }

    #[test]
    fn names_of_one_second_sort_in_the_order_of_writing() {
        let names: Vec<String> = [1, 2, 3, 10, 200]
            .map(|nth| format!("transcript-2026-11-30T09-31-27{}.jsonl", suffix(nth)))
            .to_vec();
        assert!(names.is_sorted(), "{names:?}");
    }
}
