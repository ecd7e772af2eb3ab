//! One look through a backup, from its first line to its last, beside the transcript it was copied from.

use std::io::{self, BufRead, BufReader, Read};

use recall_core::transcript::line;

/// What a look through a backup found.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct Look {
    pub(super) lines: usize,
    /// Lines that cannot be read, but for a last one that the client was still writing.
    pub(super) damaged: usize,
    /// The first of them, counted from 1.
    pub(super) first: usize,
    /// The line that the client was still writing.
    pub(super) is_torn: bool,
    /// The byte from which the transcript says something else.
    pub(super) differs: Option<u64>,
}

/// Reads a backup line by line, and with it the transcript that should begin with the same bytes.
pub(super) fn look(backup: impl Read, mut live: Option<impl Read>) -> io::Result<Look> {
    let mut backup = BufReader::with_capacity(1 << 20, backup);
    let (mut found, mut offset) = (Look::default(), 0);
    let (mut text, mut other) = (Vec::new(), Vec::new());
    loop {
        text.clear();
        if backup.read_until(b'\n', &mut text)? == 0 {
            return Ok(found);
        }
        found.lines += 1;
        if !line::read(&text, |_| {}) {
            if text.ends_with(b"\n") {
                found.damaged += 1;
                found.first = if found.damaged == 1 {
                    found.lines
                } else {
                    found.first
                };
            } else {
                found.is_torn = true;
            }
        }
        if let (Some(live), None) = (&mut live, found.differs) {
            other.clear();
            live.take(text.len() as u64).read_to_end(&mut other)?;
            let same = text
                .iter()
                .zip(&other)
                .take_while(|(one, other)| one == other);
            let same = same.count();
            found.differs = (same < text.len()).then_some(offset + same as u64);
        }
        offset += text.len() as u64;
    }
}

#[cfg(test)]
mod tests {
    use super::{Look, look};

    #[track_caller]
    fn check(backup: &str, live: Option<&str>, expected: &Look) {
        let found = look(backup.as_bytes(), live.map(str::as_bytes)).unwrap();
        assert_eq!(found, *expected, "{backup:?} beside {live:?}");
    }

    fn well(lines: usize) -> Look {
        Look {
            lines,
            ..Look::default()
        }
    }

    #[test]
    fn a_backup_is_what_its_transcript_begins_with() {
        check("{}\n{}\n", Some("{}\n{}\n{}\n"), &well(2));
        check("{}\n{}\n", Some("{}\n{}\n"), &well(2));
        check("", Some("{}\n"), &well(0));
        check("{}\n", None, &well(1));
    }

    #[test]
    fn the_first_byte_that_differs_is_named() {
        let differs = |at| Look {
            differs: Some(at),
            ..well(2)
        };
        check("{}\n{}\n", Some("{}\n[]\n"), &differs(3));
        check("{}\n{}\n", Some("{}\n"), &differs(3));
        check("{}\n{}\n", Some(""), &differs(0));
    }

    #[test]
    fn lines_that_cannot_be_read_are_counted_and_a_torn_last_one_is_normal() {
        let damaged = Look {
            damaged: 2,
            first: 2,
            ..well(4)
        };
        check("{}\nx\n{}\ny\n", None, &damaged);
        let torn = Look {
            is_torn: true,
            ..well(2)
        };
        check("{}\n{\"a\":", None, &torn);
    }
}
