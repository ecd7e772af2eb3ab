//! How a moment is shown to a person: in local time, with the zone, or by how long ago it was.

use time::format_description::FormatItem;
use time::macros::format_description;
use time::{Duration, OffsetDateTime, UtcOffset};

use crate::language::{Language, counted};
use crate::say;

const MOMENT: &[FormatItem<'_>] = format_description!(
    "[year]-[month]-[day] [hour]:[minute] [offset_hour sign:mandatory]:[offset_minute]"
);
const SHORT: &[FormatItem<'_>] = format_description!("[month]-[day] [hour]:[minute]");

/// The day, time and zone of a moment: `2026-11-30 18:31 +09:00`.
#[must_use]
pub fn moment(at: OffsetDateTime, zone: UtcOffset) -> String {
    at.to_offset(zone).format(MOMENT).unwrap_or_default()
}

/// The month, day and time, where the year and the zone stand nearby: `11-30 18:31`.
#[must_use]
pub fn short(at: OffsetDateTime, zone: UtcOffset) -> String {
    at.to_offset(zone).format(SHORT).unwrap_or_default()
}

/// How long ago something was, in its two largest units.
#[must_use]
pub fn age(age: Duration, language: Language) -> String {
    let minutes = usize::try_from(age.whole_minutes()).ok();
    let Some(minutes) = minutes.filter(|_| !age.is_negative()) else {
        return say!(
            language,
            "at a time that lies ahead of this clock",
            "この時計より先の時刻に"
        );
    };
    let (days, hours) = (minutes / 1_440, minutes / 60 % 24);
    let minutes = minutes % 60;
    let in_english = |parts: &[(usize, &str)]| {
        let parts = parts.iter().filter(|(count, _)| *count > 0);
        let parts: Vec<String> = parts.map(|(count, noun)| counted(*count, noun)).collect();
        parts.join(" ")
    };
    match (days, hours, minutes) {
        (0, 0, 0) => say!(language, "less than a minute ago", "1分以内に"),
        (0, 0, _) => {
            let english = in_english(&[(minutes, "minute")]);
            say!(language, "{english} ago", "{minutes}分前に")
        }
        (0, _, _) => {
            let english = in_english(&[(hours, "hour"), (minutes, "minute")]);
            say!(language, "{english} ago", "{hours}時間{minutes}分前に")
        }
        _ => {
            let english = in_english(&[(days, "day"), (hours, "hour")]);
            say!(language, "{english} ago", "{days}日{hours}時間前に")
        }
    }
}

/// How long ago something was, in its largest unit, as a list says it.
#[must_use]
pub fn ago(age: Duration, language: Language) -> String {
    let minutes = usize::try_from(age.whole_minutes()).ok();
    let Some(minutes) = minutes.filter(|_| !age.is_negative()) else {
        return say!(language, "in the future", "未来");
    };
    let (count, noun, japanese) = match minutes {
        0 => return say!(language, "just now", "たった今"),
        1..60 => (minutes, "minute", "分"),
        60..1_440 => (minutes / 60, "hour", "時間"),
        _ => (minutes / 1_440, "day", "日"),
    };
    let english = counted(count, noun);
    say!(language, "{english} ago", "{count}{japanese}前")
}

#[cfg(test)]
mod tests {
    use time::Duration;
    use time::macros::{datetime, offset};

    use super::{age, ago, moment, short};
    use crate::language::Language::{English, Japanese};

    #[test]
    fn a_moment_is_told_in_the_readers_zone() {
        let at = datetime!(2026-11-30 09:31:27 UTC);
        assert_eq!(moment(at, offset!(+9)), "2026-11-30 18:31 +09:00");
        assert_eq!(moment(at, offset!(-3:30)), "2026-11-30 06:01 -03:30");
        assert_eq!(short(at, offset!(+9)), "11-30 18:31");
    }

    #[track_caller]
    fn check_age(seconds: i64, english: &str, japanese: &str) {
        let passed = Duration::seconds(seconds);
        assert_eq!(
            (
                age(passed, English).as_str(),
                age(passed, Japanese).as_str()
            ),
            (english, japanese)
        );
    }

    #[test]
    fn an_age_is_told_in_its_two_largest_units() {
        check_age(0, "less than a minute ago", "1分以内に");
        check_age(59, "less than a minute ago", "1分以内に");
        check_age(60, "1 minute ago", "1分前に");
        check_age(3_600, "1 hour ago", "1時間0分前に");
        check_age(
            3_600 * 5 + 60 * 12,
            "5 hours 12 minutes ago",
            "5時間12分前に",
        );
        check_age(86_400, "1 day ago", "1日0時間前に");
        check_age(86_400 * 3 + 3_600 * 2, "3 days 2 hours ago", "3日2時間前に");
        check_age(
            -60,
            "at a time that lies ahead of this clock",
            "この時計より先の時刻に",
        );
    }

    #[test]
    fn a_list_tells_an_age_in_its_largest_unit() {
        #[track_caller]
        fn check(seconds: i64, english: &str, japanese: &str) {
            let passed = Duration::seconds(seconds);
            let told = [English, Japanese].map(|language| ago(passed, language));
            assert_eq!(told, [english, japanese]);
        }
        check(59, "just now", "たった今");
        check(60, "1 minute ago", "1分前");
        check(3_599, "59 minutes ago", "59分前");
        check(3_600, "1 hour ago", "1時間前");
        check(86_399, "23 hours ago", "23時間前");
        check(86_400 * 40, "40 days ago", "40日前");
        check(-1, "in the future", "未来");
    }
}
