//! How a moment is shown to a person: in local time, with the zone.

use time::format_description::FormatItem;
use time::macros::format_description;
use time::{OffsetDateTime, UtcOffset};

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

#[cfg(test)]
mod tests {
    use time::macros::{datetime, offset};

    use super::{moment, short};

    #[test]
    fn a_moment_is_told_in_the_readers_zone() {
        let at = datetime!(2026-11-30 09:31:27 UTC);
        assert_eq!(moment(at, offset!(+9)), "2026-11-30 18:31 +09:00");
        assert_eq!(moment(at, offset!(-3:30)), "2026-11-30 06:01 -03:30");
        assert_eq!(short(at, offset!(+9)), "11-30 18:31");
    }
}
