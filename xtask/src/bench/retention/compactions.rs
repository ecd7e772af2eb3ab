//! The compactions of a transcript that are measured.

use anyhow::Result;
use retention::compactions;
use retention::dropped::Dropped;
use retention::entities::Patterns;
use retention::session::Line;

/// Compactions that are measured of one transcript.
const MOST: usize = 3;
/// Entries before and after that a compaction needs to be measured.
const LEAST_BEFORE: usize = 20;
const LEAST_AFTER: usize = 10;

/// A compaction that dropped something.
pub(super) struct Compaction<'f> {
    /// The line that it stands at.
    pub(super) at: usize,
    /// What the transcript held then.
    pub(super) before: &'f [Line<'f>],
    pub(super) dropped: Dropped,
}

/// The compactions with enough around them to be measured.
pub(super) fn find<'f>(lines: &'f [Line<'f>], patterns: &Patterns) -> Result<Vec<Compaction<'f>>> {
    let mut found = Vec::new();
    for part in compactions::parts(lines) {
        if found.len() == MOST || part.before.len() < LEAST_BEFORE || part.after.len() < LEAST_AFTER
        {
            continue;
        }
        let dropped = Dropped::by(&part, patterns)?;
        if !dropped.is_nothing() {
            let before = lines.get(..part.at).unwrap_or_default();
            found.push(Compaction {
                at: part.at,
                before,
                dropped,
            });
        }
    }
    Ok(found)
}

#[cfg(test)]
mod tests {
    use retention::entities::Patterns;
    use retention::session;

    use super::find;

    const BOUNDARY: &str = r#"{"subtype":"compact_boundary","compactMetadata":{"preservedMessages":{"allUuids":["kept"]}}}"#;
    const SUMMARY: &str =
        r#"{"type":"user","isCompactSummary":true,"message":{"content":"so far so good"}}"#;

    fn prompt(id: &str, text: &str) -> String {
        format!(r#"{{"type":"user","uuid":"{id}","message":{{"content":"{text}"}}}}"#)
    }

    /// A session of these many lines before a compaction and after it.
    fn session(before: usize, border: &[&str], after: usize) -> String {
        let mut lines = vec![
            prompt("", "never touch the journal"),
            prompt("kept", "this one was kept"),
        ];
        lines.resize_with(before, || prompt("", "go on"));
        lines.extend(border.iter().map(|&line| line.to_owned()));
        lines.extend((0..after).map(|_| prompt("", "then")));
        lines.join("\n")
    }

    #[track_caller]
    fn check(session: &str, expected: &[(usize, usize)]) {
        let lines = session::lines(session.as_bytes());
        let found = find(&lines, &Patterns::compile().unwrap()).unwrap();
        let found: Vec<_> = found
            .iter()
            .map(|it| (it.at, it.dropped.prompts.len()))
            .collect();
        assert_eq!(found, expected);
    }

    #[test]
    fn a_compaction_stands_at_its_boundary_and_keeps_what_it_names() {
        check(&session(20, &[BOUNDARY, SUMMARY], 10), &[(20, 1)]);
    }

    #[test]
    fn a_summary_without_a_boundary_is_a_compaction() {
        check(&session(20, &[SUMMARY], 10), &[(20, 2)]);
    }

    #[test]
    fn what_is_too_short_on_either_side_is_not_measured() {
        check(&session(19, &[BOUNDARY, SUMMARY], 10), &[]);
        check(&session(20, &[BOUNDARY, SUMMARY], 9), &[]);
        check(&session(20, &[BOUNDARY], 10), &[]);
    }

    #[test]
    fn each_compaction_is_measured_from_the_one_before_it() {
        let once = session(20, &[BOUNDARY, SUMMARY], 0);
        let end = session(20, &[], 0);
        check(
            &[once.as_str(), &once, &end].join("\n"),
            &[(20, 1), (42, 1)],
        );
        check(
            &[once.as_str(), &once, &once, &once, &end].join("\n"),
            &[(20, 1), (42, 1), (64, 1)],
        );
    }

    #[test]
    fn a_prompt_that_is_in_the_summary_is_not_dropped() {
        let summary = SUMMARY.replace("so far so good", "they said: never touch the journal");
        check(&session(20, &[BOUNDARY, &summary], 10), &[]);
    }
}
