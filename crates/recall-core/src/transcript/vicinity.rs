//! The part of a transcript around one of its lines, in memory that follows the part and not the file.

use std::io::{self, Read, Seek};

use super::segment::{self, Reading, Verdict};

/// Prompts after the line that are kept beyond those asked for: one can be queued, copied or taken back.
const SPARE: usize = 8;

/// Reads what stands around the last line whose id begins so, backwards, with at least `beside` prompts before its own
/// and after it, where there are as many.
///
/// Nothing where no line's id begins so.
///
/// # Errors
/// Where the source cannot be read.
pub fn around<R: Read + Seek>(source: R, id: &str, beside: usize) -> io::Result<Option<Reading>> {
    // The prompts still to be read once the line was found, and those passed before that.
    let (mut left, mut passed) = (None, 0);
    let reading = segment::read_back(source, u64::MAX, |record| {
        let opens = record.parts.iter().any(segment::is_opening);
        let is_it = |uuid: &String| !id.is_empty() && uuid.starts_with(id);
        if left.is_none() && record.uuid.as_ref().is_some_and(is_it) {
            left = Some(beside);
        }
        match &mut left {
            Some(0) if opens => Verdict::StopAfter,
            Some(left) => {
                *left -= usize::from(opens);
                Verdict::Take
            }
            None => {
                passed += usize::from(opens);
                if passed <= beside + SPARE {
                    return Verdict::Take;
                }
                passed = 0;
                Verdict::TakeAnew
            }
        }
    })?;
    Ok(left.map(|_| reading))
}

#[cfg(test)]
mod tests {
    use std::io::Cursor;

    use super::{SPARE, around};
    use crate::transcript::{What, turn, turns};

    const PROMPTS: usize = 100;

    /// The prompts of a turn and of one beside it on each side, in a session of a hundred prompts and replies.
    #[track_caller]
    fn check(id: &str, expected: Option<&[&str]>) {
        let lines = (0..PROMPTS).map(|nth| {
            format!(
                "{{\"type\":\"user\",\"uuid\":\"p{nth:02}\",\"message\":{{\"content\":\"ask {nth}\"}}}}\n\
                 {{\"type\":\"assistant\",\"uuid\":\"r{nth:02}\",\"message\":{{\"content\":[{{\"type\":\"text\",\"text\":\"a\"}}]}}}}\n"
            )
        });
        let reading = around(Cursor::new(lines.collect::<String>()), id, 1).unwrap();
        let prompts = reading.map(|reading| {
            let prompts = reading.entries.iter();
            let prompts = prompts.filter(|entry| matches!(entry.what, What::Prompt { .. }));
            assert!(
                prompts.count() <= 2 * (SPARE + 4),
                "the part follows the file"
            );
            let turns = turns(&reading.entries);
            let range = turn::around(&turns, id, 1).unwrap();
            let asked = turns[range].iter().filter_map(turn::Turn::asked);
            asked.map(str::to_owned).collect::<Vec<_>>()
        });
        assert_eq!(
            prompts.as_deref(),
            expected
                .map(|asked| asked.iter().map(|it| (*it).to_owned()).collect::<Vec<_>>())
                .as_deref(),
            "{id}"
        );
    }

    #[test]
    fn the_turns_beside_a_line_are_read_wherever_it_stands() {
        check("r40", Some(&["ask 39", "ask 40", "ask 41"]));
        check("p40", Some(&["ask 39", "ask 40", "ask 41"]));
        check("r99", Some(&["ask 98", "ask 99"]));
        check("p00", Some(&["ask 0", "ask 1"]));
        for nth in 1..PROMPTS - 1 {
            let asked = [nth - 1, nth, nth + 1].map(|nth| format!("ask {nth}"));
            check(
                &format!("r{nth:02}"),
                Some(&asked.each_ref().map(String::as_str)),
            );
        }
    }

    #[test]
    fn of_several_lines_the_last_counts_and_what_is_nowhere_is_nothing() {
        check("p", Some(&["ask 98", "ask 99"]));
        check("q", None);
        check("", None);
    }
}
