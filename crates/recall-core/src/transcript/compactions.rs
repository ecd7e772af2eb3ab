//! Where the compactions stand among what was said and done, and what each of them took away.

use super::entry::{Entry, What};

/// The position of each compaction: its boundary, or its summary where the client wrote no boundary (before 1.0.110).
#[must_use]
pub fn positions(entries: &[Entry]) -> Vec<usize> {
    let mut positions = Vec::new();
    // A summary belongs to the boundary before it as long as nothing was said in between.
    let mut has_begun = false;
    for (position, entry) in entries.iter().enumerate() {
        match entry.what {
            What::Boundary => {
                positions.push(position);
                has_begun = true;
            }
            What::Summary(_) if !has_begun => {
                positions.push(position);
                has_begun = true;
            }
            What::Prompt { .. } | What::Reply(_) | What::Call { .. } => has_begun = false,
            _ => {}
        }
    }
    positions
}

/// What the compaction of this number took away, from the one before it on: 1 is the first, -1 the latest.
#[must_use]
pub fn before(entries: &[Entry], number: isize) -> Option<&[Entry]> {
    let positions = positions(entries);
    let nth = match usize::try_from(number) {
        Ok(number) => number.checked_sub(1)?,
        Err(_) => positions.len().checked_sub(number.unsigned_abs())?,
    };
    let end = *positions.get(nth)?;
    let begin = nth.checked_sub(1).and_then(|before| positions.get(before));
    entries.get(begin.map_or(0, |begin| begin + 1)..end)
}

#[cfg(test)]
mod tests {
    use std::io::Cursor;

    use super::before;
    use crate::transcript::What;
    use crate::transcript::segment::whole;

    #[track_caller]
    fn check_before(number: isize, expected: Option<&[&str]>) {
        let reading = whole(Cursor::new(
            [
                r#"{"type":"user","message":{"content":"one"}}"#,
                r#"{"type":"user","isCompactSummary":true,"message":{"content":"of an old client"}}"#,
                r#"{"type":"user","message":{"content":"two"}}"#,
                r#"{"type":"system","subtype":"compact_boundary"}"#,
                r#"{"type":"user","isCompactSummary":true,"message":{"content":"of a new one"}}"#,
                r#"{"type":"user","message":{"content":"three"}}"#,
            ]
            .join("\n"),
        ));
        let reading = reading.unwrap();
        let taken = before(&reading.entries, number);
        let said = taken.map(|entries| {
            let said = entries.iter().filter_map(|entry| match &entry.what {
                What::Prompt { text, .. } => Some(text.as_str()),
                _ => None,
            });
            said.collect::<Vec<_>>()
        });
        assert_eq!(said.as_deref(), expected, "{number}");
    }

    #[test]
    fn what_a_compaction_took_away_is_found_from_the_first_and_from_the_latest() {
        check_before(1, Some(&["one"]));
        check_before(2, Some(&["two"]));
        check_before(3, None);
        check_before(0, None);
        check_before(-1, Some(&["two"]));
        check_before(-2, Some(&["one"]));
        check_before(-3, None);
    }
}
