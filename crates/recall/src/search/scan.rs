//! The lines of a file that are worth reading, found chunk by chunk, in memory that follows the longest of them.

use std::fs::File;
use std::io::{self, ErrorKind};
use std::ops::Range;
use std::os::unix::fs::FileExt;
use std::sync::Mutex;

use super::raw::{Finds, Sieve};

/// Bytes that are looked at at once: few enough to stay near the processor.
const CHUNK: usize = 128 * 1024;
/// Bytes that are looked at for a line end.
const LOOK: usize = 4096;

/// The bytes from which on a line is read by one worker at a time.
const HUGE: u64 = 4 * 1024 * 1024;

/// Held while a huge line is in memory: two of them could be more than there should be.
static ALONE: Mutex<()> = Mutex::new(());

/// Room for a chunk, to be used again.
#[derive(Default)]
pub(crate) struct Room {
    chunk: Vec<u8>,
    /// What the sieve makes of it.
    folded: Vec<u8>,
}

/// A file with the room to read it in.
pub(crate) struct Scan<'f> {
    file: &'f File,
    /// The file's size when it was opened; what is added later is not seen.
    size: u64,
    /// A line that does not lie in one chunk.
    long: Vec<u8>,
}

impl<'f> Scan<'f> {
    pub(crate) fn new(file: &'f File, size: u64) -> Self {
        Self {
            file,
            size,
            long: Vec::new(),
        }
    }

    /// Calls `then` with each line that begins in a range of the file and passes the sieve, and with where it begins.
    pub(crate) fn lines(
        &mut self,
        range: Range<u64>,
        sieve: &Sieve,
        Room { chunk, folded }: &mut Room,
        mut then: impl FnMut(u64, &[u8]),
    ) -> io::Result<()> {
        let end = self.line_start(range.end)?;
        // Where the first line begins that was not looked at yet.
        let mut open = self.line_start(range.start)?;
        let mut at = open;
        while at < end {
            let from = at.saturating_sub(sieve.overlap() as u64).max(open);
            let to = end.min(at + CHUNK as u64);
            if !self.fill(chunk, from..to)? {
                break;
            }
            let mut finds = Finds::new(sieve, chunk, folded);
            while let Some(found) = finds.next(within(open, from)) {
                let line = self.line(chunk, from, found, open)?;
                let is_huge = line.end - line.start > HUGE;
                let alone = is_huge.then(|| ALONE.lock());
                then(line.start, self.bytes(chunk, from, &line)?);
                if is_huge {
                    self.long = Vec::new();
                }
                drop(alone);
                open = line.end + 1;
            }
            at = to.max(open);
        }
        Ok(())
    }

    /// Reads a range of the file, and tells whether it is still there.
    fn fill(&self, bytes: &mut Vec<u8>, range: Range<u64>) -> io::Result<bool> {
        bytes.resize(within(range.end, range.start), 0);
        match self.file.read_exact_at(bytes, range.start) {
            Err(error) if error.kind() == ErrorKind::UnexpectedEof => Ok(false),
            read => read.map(|()| true),
        }
    }

    /// The line around what was found in a chunk, without its end; it begins at `open` or after it.
    fn line(&self, chunk: &[u8], from: u64, found: usize, open: u64) -> io::Result<Range<u64>> {
        let (before, after) = chunk.split_at_checked(found).unwrap_or((chunk, &[]));
        let start = match memchr::memrchr(b'\n', before) {
            Some(end) => from + end as u64 + 1,
            None => self.line_start_before(from, open)?,
        };
        let end = match memchr::memchr(b'\n', after) {
            Some(end) => from + (found + end) as u64,
            None => self.line_end(from + chunk.len() as u64)?,
        };
        Ok(start..end)
    }

    fn bytes<'a>(
        &'a mut self,
        chunk: &'a [u8],
        from: u64,
        line: &Range<u64>,
    ) -> io::Result<&'a [u8]> {
        let in_chunk = within(line.start, from)..within(line.end, from);
        if line.start >= from
            && let Some(bytes) = chunk.get(in_chunk)
        {
            return Ok(bytes);
        }
        let mut long = std::mem::take(&mut self.long);
        self.fill(&mut long, line.clone())?;
        self.long = long;
        Ok(&self.long)
    }

    /// Where the line begins that goes on at a position; at `open` at the earliest.
    fn line_start_before(&self, mut at: u64, open: u64) -> io::Result<u64> {
        let mut look = Vec::new();
        while at > open {
            let from = at.saturating_sub(LOOK as u64).max(open);
            self.fill(&mut look, from..at)?;
            if let Some(end) = memchr::memrchr(b'\n', &look) {
                return Ok(from + end as u64 + 1);
            }
            at = from;
        }
        Ok(open)
    }

    /// Where the first line begins that begins at a position or after it.
    fn line_start(&self, at: u64) -> io::Result<u64> {
        match at.checked_sub(1) {
            None => Ok(0),
            Some(before) => Ok(self.line_end(before)?.saturating_add(1).min(self.size)),
        }
    }

    /// Where the line ends that a position lies in: at its line end, or at the end of the file.
    fn line_end(&self, mut at: u64) -> io::Result<u64> {
        let mut look = [0; LOOK];
        while at < self.size {
            let read = self.file.read_at(&mut look, at)?;
            let fresh = look.get(..read).unwrap_or(&[]);
            match memchr::memchr(b'\n', fresh) {
                Some(end) => return Ok(at + end as u64),
                None if read == 0 => break,
                None => at += read as u64,
            }
        }
        Ok(self.size)
    }
}

/// How far a position lies behind another one; nothing where it lies before it.
fn within(at: u64, from: u64) -> usize {
    usize::try_from(at.saturating_sub(from)).unwrap_or(usize::MAX)
}

#[cfg(test)]
mod tests {
    use std::fs::File;
    use std::io::Write;

    use super::super::raw::Sieve;
    use super::{CHUNK, Room, Scan};

    fn file(text: &[u8]) -> File {
        let mut file = tempfile::tempfile().unwrap();
        file.write_all(text).unwrap();
        file
    }

    #[track_caller]
    fn check(text: &[u8], cuts: &[u64], sieve: &Sieve, expected: &[usize]) {
        let file = file(text);
        let mut found = Vec::new();
        let ends = cuts.iter().copied().chain([text.len() as u64]);
        let mut start = 0;
        for end in ends {
            let range = std::mem::replace(&mut start, end)..end;
            let mut scan = Scan::new(&file, text.len() as u64);
            scan.lines(range, sieve, &mut Room::default(), |at, line| {
                let at = usize::try_from(at).unwrap();
                assert!(at == 0 || text[at - 1] == b'\n');
                let end = text[at..].iter().position(|byte| *byte == b'\n');
                assert_eq!(line, &text[at..end.map_or(text.len(), |end| at + end)]);
                found.push(at);
            })
            .unwrap();
        }
        assert_eq!(found, expected);
    }

    fn word() -> Sieve {
        Sieve::of_piece("needle", true)
    }

    #[test]
    fn each_line_that_passes_is_handed_on_once() {
        let text = b"a needle and a needle\nnone\nNEEDLE";
        check(text, &[], &word(), &[0, 27]);
        check(text, &[], &Sieve::EVERYTHING, &[0, 22, 27]);
        check(b"", &[], &word(), &[]);
        check(b"\n\n", &[], &Sieve::EVERYTHING, &[0, 1]);
    }

    #[test]
    fn whatever_the_parts_every_line_belongs_to_one_of_them() {
        let text = b"needle 1\nx\n\nneedle 2\nneedle 3";
        for cut in 0..=text.len() as u64 {
            check(text, &[cut], &word(), &[0, 12, 21]);
        }
    }

    #[test]
    fn what_lies_across_two_chunks_is_found() {
        for before in CHUNK - 9..CHUNK + 3 {
            let text = ["x".repeat(before), "\nneedle\nend".to_owned()].concat();
            check(text.as_bytes(), &[], &word(), &[before + 1]);
            let text = text.replace('\n', " ") + "\nneedle";
            check(text.as_bytes(), &[], &word(), &[0, text.len() - 6]);
        }
    }

    #[test]
    fn lines_longer_than_a_chunk_arrive_whole() {
        let long = "x".repeat(3 * CHUNK);
        let text = format!("a\n{long}needle{long}\nneedle\n{long}\nneedle{long}");
        let last = 2 + 6 * CHUNK + 7 + 7 + 3 * CHUNK + 1;
        for cuts in [&[][..], &[9000, 700_000]] {
            check(
                text.as_bytes(),
                cuts,
                &word(),
                &[2, 2 + 6 * CHUNK + 7, last],
            );
        }
    }

    #[test]
    fn a_file_that_has_become_shorter_is_no_trouble() {
        let file = file(b"needle\n");
        let mut scan = Scan::new(&file, 4_000_000);
        let none = scan.lines(0..4_000_000, &word(), &mut Room::default(), |_, _| {});
        assert!(none.is_ok());
    }
}
