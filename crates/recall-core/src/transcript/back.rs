//! The lines of a file from the last to the first, in memory that follows the longest line.

use std::io::{self, Read, Seek, SeekFrom};
use std::ops::Range;

/// Bytes of the first look at a file's end; later looks grow with the lines they meet.
const FIRST_LOOK: usize = 64 * 1024;

/// Reads lines backwards, without their line ends.
#[derive(Debug)]
pub struct Back<R> {
    source: R,
    /// Where `held` starts in the file, in bytes.
    start: u64,
    buffer: Vec<u8>,
    /// The part of the buffer that holds the bytes between `start` and the line handed out last.
    held: Range<usize>,
    done: bool,
}

/// A source that ends before its end: what stands from there on is not read by [`Back`].
#[derive(Debug)]
pub struct Until<R> {
    source: R,
    end: u64,
}

impl<R> Until<R> {
    /// The first `end` bytes of a source.
    pub const fn new(source: R, end: u64) -> Self {
        Self { source, end }
    }
}

impl<R: Read> Read for Until<R> {
    fn read(&mut self, bytes: &mut [u8]) -> io::Result<usize> {
        self.source.read(bytes)
    }
}

impl<R: Seek> Seek for Until<R> {
    fn seek(&mut self, to: SeekFrom) -> io::Result<u64> {
        match to {
            SeekFrom::End(from_end) => {
                let real = self.source.seek(SeekFrom::End(0))?;
                let at = self.end.min(real).checked_add_signed(from_end);
                let at = at.ok_or(io::ErrorKind::InvalidInput)?;
                self.source.seek(SeekFrom::Start(at))
            }
            to => self.source.seek(to),
        }
    }
}

/// A line and where it starts in the file, in bytes.
#[derive(Debug, PartialEq, Eq)]
pub struct Line<'a> {
    /// Bytes from the start of the file.
    pub offset: u64,
    /// The line without its line end.
    pub bytes: &'a [u8],
}

impl<R: Read + Seek> Back<R> {
    /// Begins at the end of a source as it is now; what is appended later is not seen.
    ///
    /// # Errors
    /// Where the source cannot be sought.
    pub fn new(mut source: R) -> io::Result<Self> {
        let start = source.seek(SeekFrom::End(0))?;
        Ok(Self {
            source,
            start,
            buffer: Vec::new(),
            held: 0..0,
            done: start == 0,
        })
    }

    /// The line before the one handed out last, or nothing before the first line.
    ///
    /// # Errors
    /// Where the source cannot be read.
    pub fn line(&mut self) -> io::Result<Option<Line<'_>>> {
        if self.done {
            return Ok(None);
        }
        let mut searched = 0;
        loop {
            let Range { start, end } = self.held;
            let fresh = self.buffer.get(start..end - searched).unwrap_or(&[]);
            if let Some(at) = memchr::memrchr(b'\n', fresh) {
                self.held.end = start + at;
                return Ok(Some(Line {
                    offset: self.start + at as u64 + 1,
                    bytes: self.buffer.get(start + at + 1..end).unwrap_or(&[]),
                }));
            }
            if self.start == 0 {
                self.done = true;
                return Ok(Some(Line {
                    offset: 0,
                    bytes: self.buffer.get(start..end).unwrap_or(&[]),
                }));
            }
            searched = end - start;
            self.fill()?;
        }
    }

    /// Puts the bytes before `held` in front of it, twice as many each time a line does not end.
    fn fill(&mut self) -> io::Result<()> {
        let look = FIRST_LOOK.max(self.held.len());
        let take = usize::try_from(self.start).unwrap_or(look).min(look);
        let filled = take + self.held.len();
        self.buffer.resize(filled.max(self.buffer.len()), 0);
        self.buffer.copy_within(self.held.clone(), take);
        self.held = 0..filled;
        self.start -= take as u64;
        self.source.seek(SeekFrom::Start(self.start))?;
        let fresh = self.buffer.get_mut(..take).unwrap_or(&mut []);
        self.source.read_exact(fresh)
    }
}

#[cfg(test)]
mod tests {
    use std::io::Cursor;

    use super::{Back, FIRST_LOOK, Until};

    #[track_caller]
    fn check(text: &[u8], expected: &[&[u8]]) {
        let mut back = Back::new(Cursor::new(text)).unwrap();
        let mut lines: Vec<Vec<u8>> = Vec::new();
        while let Some(line) = back.line().unwrap() {
            let at = usize::try_from(line.offset).unwrap();
            assert!(text[at..].starts_with(line.bytes));
            lines.push(line.bytes.to_owned());
        }
        assert_eq!(lines, expected);
    }

    #[test]
    fn lines_come_from_the_last_to_the_first() {
        check(b"a\nbb\nccc", &[b"ccc", b"bb", b"a"]);
    }

    #[test]
    fn a_line_end_at_the_end_leaves_an_empty_last_line() {
        check(b"a\nb\n", &[b"", b"b", b"a"]);
        check(b"\n\n", &[b"", b"", b""]);
    }

    #[test]
    fn an_empty_file_has_no_lines() {
        check(b"", &[]);
    }

    #[track_caller]
    fn check_until(end: u64, expected: &[&[u8]]) {
        let mut back = Back::new(Until::new(Cursor::new(b"a\nbb\nccc"), end)).unwrap();
        let mut lines = Vec::new();
        while let Some(line) = back.line().unwrap() {
            lines.push(line.bytes.to_vec());
        }
        assert_eq!(lines, expected);
    }

    #[test]
    fn what_stands_from_the_given_end_on_is_not_read() {
        check_until(0, &[]);
        check_until(2, &[b"", b"a"]);
        check_until(4, &[b"bb", b"a"]);
        check_until(99, &[b"ccc", b"bb", b"a"]);
    }

    #[test]
    fn lines_longer_than_a_look_arrive_whole() {
        let long = vec![b'x'; 5 * FIRST_LOOK + 7];
        let text = [b"a\n".as_slice(), &long, b"\nb\n", &long].concat();
        check(&text, &[&long, b"b", &long, b"a"]);
    }

    #[test]
    fn a_look_that_ends_between_two_lines_loses_neither() {
        for spare in 0..3 {
            let last = vec![b'x'; FIRST_LOOK - 1 + spare];
            let text = [b"first\n".as_slice(), &last].concat();
            check(&text, &[&last, b"first"]);
        }
    }
}
