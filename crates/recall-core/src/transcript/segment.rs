//! The part of a transcript that a compaction takes away: from the compaction before it to now.

use std::borrow::Cow;
use std::io::{self, BufRead, BufReader, Read, Seek};

use memchr::memmem;

use super::back::Back;
use super::claude::{self, Part, Record};
use super::entry::{Entry, What};
use super::json::Object;
use super::line;

/// The most bytes that are read of one segment; a longer one is read from its newest end.
pub const MOST: u64 = 256 * 1024 * 1024;

/// The most bytes that are read from the start of a transcript for its first prompt.
pub const START: u64 = 8 * 1024 * 1024;

/// What was read of a transcript's end.
#[derive(Debug, Default)]
pub struct Reading {
    /// What was said and done, oldest first.
    pub entries: Vec<Entry>,
    /// Lines that could not be read whole, apart from a last line still being written.
    pub damaged: usize,
    /// The folder that the session was in last.
    pub cwd: Option<String>,
    /// Whether reading stopped at the most that is read instead of where it was meant to.
    pub too_long: bool,
}

/// Reads the segment since the last compaction, backwards, so that the cost follows the segment.
///
/// A compaction with nothing said after it is the one being answered: the
/// segment before it is the one that was taken away. Where a compaction came
/// between a prompt and its answer, the prompt stands above it and is read too
/// (client 2.1.332).
///
/// Of a long answer of a tool that stands before the newest `answers` bytes of them only the start is
/// read, unless it tells a failure.
///
/// # Errors
/// Where the source cannot be read.
pub fn last_segment<R: Read + Seek>(source: R, answers: usize) -> io::Result<Reading> {
    let (mut segment, bytes) = (Segment::default(), MOST);
    let extent = Extent { bytes, answers };
    read_some_back(source, extent, |_| true, |record| segment.judge(record))
}

/// The same with every answer whole, reading at most about `most` bytes from the newest end.
///
/// # Errors
/// Where the source cannot be read.
pub fn last_segment_within<R: Read + Seek>(source: R, most: u64) -> io::Result<Reading> {
    let mut segment = Segment::default();
    read_back(source, most, |record| segment.judge(record))
}

/// The tool calls of the same segment: lines that hold neither one nor a border are not parsed.
///
/// # Errors
/// Where the source cannot be read.
pub fn last_calls_within<R: Read + Seek>(source: R, most: u64) -> io::Result<Reading> {
    let mut said = false;
    let signs = claude::SIGNS_OF_CALLS.map(memmem::Finder::new);
    let is_wanted = |line: &[u8]| signs.iter().any(|sign| sign.find(line).is_some());
    // Prompts are among what is not parsed, so there is none to look for above the border.
    let judge = |record: &Record| {
        if said && record.parts.iter().any(Part::is_border) {
            return Verdict::StopBefore;
        }
        said |= record.parts.iter().any(is_said);
        Verdict::Take
    };
    read_some_back(source, Extent::of(most), is_wanted, judge)
}

/// Reads the segment that the latest compaction took away, or nothing where there was no compaction yet.
///
/// # Errors
/// Where the source cannot be read.
pub fn before_last_compaction<R: Read + Seek>(source: R) -> io::Result<Option<Reading>> {
    let (mut passed, mut segment) = (false, Segment::default());
    let reading = read_back(source, MOST, |record| {
        if passed {
            return segment.judge(record);
        }
        passed = record.parts.iter().any(Part::is_border);
        Verdict::Skip
    })?;
    Ok(passed.then_some(reading))
}

/// Reads at least the last `count` prompts with what answered them, across compactions.
///
/// # Errors
/// Where the source cannot be read.
pub fn last_prompts<R: Read + Seek>(source: R, count: usize) -> io::Result<Reading> {
    let mut seen = std::collections::HashSet::new();
    read_back(source, MOST, |record| {
        let asks = record.parts.iter().any(is_opening);
        if asks {
            seen.insert(
                record
                    .uuid
                    .clone()
                    .unwrap_or_else(|| format!("{:?}", record.parts)),
            );
        }
        if asks && seen.len() >= count {
            Verdict::StopAfter
        } else {
            Verdict::Take
        }
    })
}

/// The first prompt of a transcript, read from its start; nothing where none stands in its first [`START`] bytes.
///
/// # Errors
/// Where the source cannot be read.
pub fn first_prompt<R: Read>(source: R) -> io::Result<Option<String>> {
    let mut source = BufReader::new(source.take(START));
    let mut bytes = Vec::new();
    while source.read_until(b'\n', &mut bytes)? > 0 {
        let mut records = Vec::new();
        line::read(&bytes, |object| records.extend(claude::record(object, 0)));
        let prompt = claude::entries(records)
            .into_iter()
            .find_map(|entry| match entry.what {
                What::Prompt { text, .. } => Some(text),
                _ => None,
            });
        if prompt.is_some() {
            return Ok(prompt);
        }
        bytes.clear();
    }
    Ok(None)
}

/// Reads everything that was said and done, across compactions.
///
/// # Errors
/// Where the source cannot be read.
pub fn whole<R: Read + Seek>(source: R) -> io::Result<Reading> {
    read_back(source, MOST, |_| Verdict::Take)
}

pub(super) enum Verdict {
    Skip,
    Take,
    /// Take it, and leave out what was taken before the last such record.
    TakeAnew,
    StopAfter,
    StopBefore,
}

/// How far the reading of one segment has come, newest first.
#[derive(Default)]
struct Segment {
    /// Something was said in it.
    said: bool,
    /// The oldest thing said so far is a prompt, and not an answer whose prompt is still to come.
    opened: bool,
    /// The border is behind, and something said above it was passed: nothing, while there is no need to look.
    above: Option<bool>,
}

impl Segment {
    fn judge(&mut self, record: &Record) -> Verdict {
        let border = record.parts.iter().any(Part::is_border);
        let opening = record.parts.iter().any(is_opening);
        let said = record.parts.iter().any(is_said);
        match &mut self.above {
            Some(_) if opening => Verdict::StopAfter,
            Some(true) if border => Verdict::StopBefore,
            Some(passed) => {
                *passed |= said;
                Verdict::Skip
            }
            None if self.said && border && self.opened => Verdict::StopBefore,
            None if self.said && border => {
                self.above = Some(false);
                Verdict::Skip
            }
            None => {
                self.said |= said;
                self.opened = if said { opening } else { self.opened };
                Verdict::Take
            }
        }
    }
}

pub(super) fn read_back<R: Read + Seek>(
    source: R,
    most: u64,
    judge: impl FnMut(&Record) -> Verdict,
) -> io::Result<Reading> {
    read_some_back(source, Extent::of(most), |_| true, judge)
}

/// How much is read.
#[derive(Clone, Copy)]
struct Extent {
    /// Bytes from the newest end.
    bytes: u64,
    /// Bytes of what tools answered, from the newest back, that are read whole.
    answers: usize,
}

impl Extent {
    const fn of(bytes: u64) -> Self {
        let answers = usize::MAX;
        Self { bytes, answers }
    }
}

fn read_some_back<R: Read + Seek>(
    source: R,
    extent: Extent,
    is_wanted: impl Fn(&[u8]) -> bool,
    mut judge: impl FnMut(&Record) -> Verdict,
) -> io::Result<Reading> {
    let mut back = Back::new(source)?;
    let mut taken = Taken::default();
    let mut reading = Reading::default();
    let mut end = None;
    let mut stop = false;
    let mut answered = 0;
    while !stop && let Some(text) = back.line()? {
        let last_line = end.is_none();
        let end = *end.get_or_insert(text.offset);
        let record = if answered > extent.answers {
            claude::record_in_brief
        } else {
            claude::record
        };
        let mut records = Vec::new();
        let mut read = |object: &Object<'_>| {
            records.extend(record(object, text.offset));
            if reading.cwd.is_none() {
                reading.cwd = claude::cwd(object).map(Cow::into_owned);
            }
        };
        let whole =
            !is_wanted(text.bytes) || line::read_opened(text.bytes, &claude::SAID, &mut read);
        reading.damaged += usize::from(!whole && !last_line);
        answered += records.iter().map(answer).sum::<usize>();
        stop = taken.take(records, &mut judge);
        reading.too_long = !stop && end - text.offset > extent.bytes;
        stop |= reading.too_long;
    }
    taken.newest_first.reverse();
    reading.entries = claude::entries(taken.newest_first);
    Ok(reading)
}

/// The records that were taken.
#[derive(Default)]
struct Taken {
    newest_first: Vec<Record>,
    /// How many there were when taking began anew.
    anew: usize,
}

impl Taken {
    /// Takes what is wanted of a line's records, the last first, and tells whether that was all.
    fn take(&mut self, records: Vec<Record>, judge: &mut impl FnMut(&Record) -> Verdict) -> bool {
        for record in records.into_iter().rev() {
            let verdict = judge(&record);
            let stop = matches!(verdict, Verdict::StopAfter | Verdict::StopBefore);
            if matches!(verdict, Verdict::TakeAnew) {
                self.newest_first.drain(..self.anew);
                self.anew = self.newest_first.len();
            }
            if !matches!(verdict, Verdict::Skip | Verdict::StopBefore) {
                self.newest_first.push(record);
            }
            if stop {
                return true;
            }
        }
        false
    }
}

/// Bytes of what tools answer in a record.
fn answer(record: &Record) -> usize {
    let texts = record.parts.iter().map(|part| match part {
        Part::Entry(Entry {
            what: What::Outcome { text, .. },
            ..
        }) => text.len(),
        _ => 0,
    });
    texts.sum()
}

fn is_said(part: &Part) -> bool {
    matches!(
        part,
        Part::Entry(Entry {
            what: What::Prompt { .. } | What::Reply(_) | What::Call { .. },
            ..
        })
    )
}

pub(super) fn is_opening(part: &Part) -> bool {
    matches!(
        part,
        Part::Entry(Entry {
            what: What::Prompt { .. },
            ..
        })
    )
}

#[cfg(test)]
mod tests;
