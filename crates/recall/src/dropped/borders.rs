//! Where the compactions of a transcript stand, found without keeping more than a line of it.

use std::fs::File;
use std::io::{self, BufRead, BufReader};
use std::ops::Range;

use retention::session;

/// The bytes after a compaction that are read at most: enough for what is watched of the session.
const AFTER: u64 = 64 * 1024 * 1024;
/// What the line of a summary holds.
const SUMMARY: &[u8] = b"isCompactSummary";

/// The lines of the summaries, and the size of the file.
pub(crate) struct Borders {
    summaries: Vec<Range<u64>>,
    size: u64,
}

impl Borders {
    /// The borders of a transcript.
    pub(crate) fn of(file: &File) -> io::Result<Self> {
        let mut reader = BufReader::with_capacity(256 * 1024, file);
        let (mut summaries, mut size, mut line) = (Vec::new(), 0, Vec::new());
        loop {
            line.clear();
            let end = size + reader.read_until(b'\n', &mut line)? as u64;
            if end == size {
                return Ok(Self { summaries, size });
            }
            if memchr::memmem::find(&line, SUMMARY).is_some()
                && session::lines(&line)
                    .first()
                    .is_some_and(session::Line::is_summary)
            {
                summaries.push(size..end);
            }
            size = end;
        }
    }

    /// How many there are.
    pub(crate) fn count(&self) -> usize {
        self.summaries.len()
    }

    /// The bytes from the compaction before a compaction to the one after it; 1 is the first.
    pub(crate) fn around(&self, number: usize) -> Range<u64> {
        let summary = |number: usize| number.checked_sub(1).and_then(|at| self.summaries.get(at));
        let start = number
            .checked_sub(1)
            .and_then(summary)
            .map_or(0, |line| line.start);
        let own = summary(number).map_or(self.size, |line| line.end);
        let end = summary(number + 1).map_or(self.size, |line| line.end);
        start..end.min(own + AFTER)
    }
}
