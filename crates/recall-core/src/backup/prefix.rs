//! Whether a kept file is what a transcript begins with, told without reading all of either.

use std::fs::File;
use std::io;
use std::ops::Range;
use std::os::unix::fs::FileExt;

/// Bytes that are compared at the start, and at each place in between.
const BLOCK: u64 = 4 * 1024;
/// How many places in between are compared, the same distance from each other.
const PLACES: u64 = 64;
/// Bytes that are read at once.
const READ: u64 = 64 * 1024;

/// Whether the first `size` bytes of a transcript are those of a file of that size.
///
/// A transcript only grows, by the client's contract: so the start says whose it is, and a file that
/// recall wrote can differ from it only in what was not flushed when the power was cut. That is at
/// most the last `unflushed` bytes, and these are compared one by one. In between only samples are
/// compared: a transcript that somebody changed there, keeping its length, is not noticed. A file
/// of little more than `unflushed` bytes is compared whole.
pub(super) fn holds(kept: &File, size: u64, transcript: &File, unflushed: u64) -> io::Result<bool> {
    for range in ranges(size, unflushed) {
        if !is_same(kept, transcript, range)? {
            return Ok(false);
        }
    }
    Ok(true)
}

fn ranges(size: u64, unflushed: u64) -> Vec<Range<u64>> {
    let rest = size.saturating_sub(unflushed);
    let end = std::iter::once(rest..size);
    let block = |at: u64| at..(at + BLOCK).min(rest);
    if rest <= BLOCK * PLACES {
        return std::iter::once(0..rest).chain(end).collect();
    }
    let places = (0..PLACES).map(|nth| block(rest / PLACES * nth));
    places.chain(end).collect()
}

fn is_same(one: &File, other: &File, range: Range<u64>) -> io::Result<bool> {
    let (mut left, mut right) = ([0; READ as usize], [0; READ as usize]);
    let mut at = range.start;
    while at < range.end {
        let wanted = usize::try_from((range.end - at).min(READ)).unwrap_or(0);
        let (Some(left), Some(right)) = (left.get_mut(..wanted), right.get_mut(..wanted)) else {
            return Ok(false);
        };
        for (file, bytes) in [(one, &mut *left), (other, &mut *right)] {
            match file.read_exact_at(bytes, at) {
                Err(error) if error.kind() == io::ErrorKind::UnexpectedEof => return Ok(false),
                read => read?,
            }
        }
        if left != right {
            return Ok(false);
        }
        at += wanted as u64;
    }
    Ok(true)
}

#[cfg(test)]
mod tests {
    use std::io::Write;

    use super::{BLOCK, PLACES, holds, ranges};

    const UNFLUSHED: u64 = 10_000;

    fn file(bytes: &[u8]) -> std::fs::File {
        let mut file = tempfile::tempfile().unwrap();
        file.write_all(bytes).unwrap();
        file
    }

    #[track_caller]
    fn check(kept: &[u8], transcript: &[u8], expected: bool) {
        let (size, kept, transcript) = (kept.len() as u64, file(kept), file(transcript));
        let found = holds(&kept, size, &transcript, UNFLUSHED).unwrap();
        assert_eq!(found, expected);
    }

    #[test]
    fn a_small_file_is_compared_byte_by_byte() {
        let transcript: Vec<u8> = (0..30_000_u32).map(|n| (n % 251) as u8).collect();
        for size in [0, 1, 4_096, 9_999, 10_000, 10_001, 30_000] {
            check(&transcript[..size], &transcript, true);
            for at in [0, size / 3, size.saturating_sub(1)] {
                let mut other = transcript[..size].to_vec();
                if let Some(byte) = other.get_mut(at) {
                    *byte ^= 1;
                    check(&other, &transcript, false);
                }
            }
        }
    }

    #[test]
    fn what_is_longer_than_the_transcript_is_not_its_start() {
        check(b"abc", b"ab", false);
    }

    #[test]
    fn of_a_long_file_the_start_and_all_of_the_end_are_compared() {
        let transcript = vec![b'x'; 600_000];
        check(&transcript[..500_000], &transcript, true);
        for at in [0, 500_000 - 10_000, 499_999] {
            let mut other = transcript[..500_000].to_vec();
            other[at] = 0;
            check(&other, &transcript, false);
        }
        let emptied = [&transcript[..495_000], &[0; 5_000]].concat();
        check(&emptied, &transcript, false);
    }

    #[test]
    fn what_is_read_does_not_grow_with_the_file() {
        let gib = ranges(1 << 30, UNFLUSHED);
        let read: u64 = gib.iter().map(|range| range.end - range.start).sum();
        assert_eq!(read, BLOCK * PLACES + UNFLUSHED);
        assert_eq!(gib.first(), Some(&(0..BLOCK)));
    }
}
