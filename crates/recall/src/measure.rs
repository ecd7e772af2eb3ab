//! Sizes for people.

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

#[cfg(test)]
mod tests {
    use super::bytes;

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
}
