//! Dates as people type them: `2026-11-30`, `2026-11-30 18:31`, `3d`, `yesterday`.

use recall_core::language::Language;
use recall_core::problem::Problem;
use recall_core::say;
use time::format_description::FormatItem;
use time::format_description::well_known::Rfc3339;
use time::macros::format_description;
use time::{Date, Duration, OffsetDateTime, PrimitiveDateTime, Time, UtcOffset};

const DAY: &[FormatItem<'_>] = format_description!("[year]-[month]-[day]");
const MINUTE: &[FormatItem<'_>] = format_description!("[year]-[month]-[day] [hour]:[minute]");

/// Which moments count: from the first on, and before the second.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Span {
    since: Option<OffsetDateTime>,
    until: Option<OffsetDateTime>,
}

impl Span {
    /// The span between two dates as they were typed.
    pub(crate) fn of(
        since: Option<&str>,
        until: Option<&str>,
        now: OffsetDateTime,
        zone: UtcOffset,
        language: Language,
    ) -> Result<Self, Problem> {
        let read = |text: Option<&str>| -> Result<_, Problem> {
            let read =
                text.map(|text| parse(text, now, zone).ok_or_else(|| unknown(text, language)));
            read.transpose()
        };
        Ok(Self {
            since: read(since)?.map(|(from, _)| from),
            until: read(until)?.map(|(_, to)| to),
        })
    }

    /// Whether a moment counts; one that is not known does where every moment does.
    pub(crate) fn holds(&self, at: Option<OffsetDateTime>) -> bool {
        match at {
            Some(at) => {
                self.since.is_none_or(|since| at >= since)
                    && self.until.is_none_or(|until| at < until)
            }
            None => self.since.is_none() && self.until.is_none(),
        }
    }
}

/// Where what is typed begins, and where it ends: a day is as long as it is.
fn parse(
    text: &str,
    now: OffsetDateTime,
    zone: UtcOffset,
) -> Option<(OffsetDateTime, OffsetDateTime)> {
    let text = text.trim();
    let today = now.to_offset(zone).date();
    let day = match text {
        "today" | "今日" => Some(today),
        "yesterday" | "昨日" => today.previous_day(),
        _ => Date::parse(text, DAY).ok(),
    };
    let midnight = |day: Date| PrimitiveDateTime::new(day, Time::MIDNIGHT).assume_offset(zone);
    if let Some(day) = day {
        return Some((midnight(day), midnight(day.next_day()?)));
    }
    let minute = PrimitiveDateTime::parse(&text.replacen('T', " ", 1), MINUTE);
    let minute = minute.map(|at| at.assume_offset(zone)).ok();
    let moment = minute.or_else(|| OffsetDateTime::parse(text, &Rfc3339).ok());
    let moment = moment.or_else(|| now.checked_sub(ago(text)?))?;
    Some((moment, moment))
}

fn ago(text: &str) -> Option<Duration> {
    let unit = text.chars().next_back()?;
    let count: i32 = text
        .strip_suffix(unit)?
        .parse()
        .ok()
        .filter(|count| *count >= 0)?;
    let one = match unit {
        'm' => Duration::MINUTE,
        'h' => Duration::HOUR,
        'd' => Duration::DAY,
        'w' => Duration::WEEK,
        _ => return None,
    };
    one.checked_mul(count)
}

fn unknown(text: &str, language: Language) -> Problem {
    Problem::Value(say!(
        language,
        "\"{text}\" is no date: write 2026-11-30, \"2026-11-30 18:31\", 3d, 12h, today or yesterday",
        "「{text}」は日付として読めません。2026-11-30、\"2026-11-30 18:31\"、3d、12h、today、yesterdayのように書いてください"
    ))
}

#[cfg(test)]
mod tests {
    use time::OffsetDateTime;
    use time::macros::{datetime, offset};

    use super::parse;

    #[track_caller]
    fn check(text: &str, from: OffsetDateTime, to: OffsetDateTime) {
        let now = datetime!(2026-11-30 20:00 UTC);
        assert_eq!(parse(text, now, offset!(+9)), Some((from, to)), "{text}");
    }

    #[test]
    fn a_day_is_the_readers_own_and_counts_whole() {
        let days = [
            datetime!(2026-11-30 00:00 +9),
            datetime!(2026-12-01 00:00 +9),
            datetime!(2026-12-02 00:00 +9),
        ];
        check("2026-11-30", days[0], days[1]);
        check("yesterday", days[0], days[1]);
        check("昨日", days[0], days[1]);
        check("today", days[1], days[2]);
    }

    #[test]
    fn a_time_is_a_moment() {
        let at = datetime!(2026-11-30 18:31 +9);
        for text in [
            "2026-11-30 18:31",
            "2026-11-30T18:31",
            "2026-11-30T09:31:00Z",
        ] {
            check(text, at, at);
        }
    }

    #[test]
    fn how_long_ago_is_counted_back_from_now() {
        for (text, at) in [
            ("3d", datetime!(2026-11-27 20:00 UTC)),
            ("12h", datetime!(2026-11-30 08:00 UTC)),
            ("90m", datetime!(2026-11-30 18:30 UTC)),
            ("1w", datetime!(2026-11-23 20:00 UTC)),
        ] {
            check(text, at, at);
        }
    }

    #[test]
    fn anything_else_is_no_date() {
        let now = datetime!(2026-11-30 20:00 UTC);
        for text in [
            "",
            "d",
            "-3d",
            "3y",
            "2026-02-30",
            "30.11.2026",
            "99999999999w",
            "2147483647w",
        ] {
            assert_eq!(parse(text, now, offset!(+9)), None, "{text}");
        }
    }
}
