//! The part of a transcript that a compaction takes away: from the compaction before it to now.

use std::io::{self, Read, Seek};

use super::back::Back;
use super::claude::{self, Part, Record};
use super::entry::{Entry, What};
use super::line;

/// The most bytes that are read of one segment; a longer one is read from its newest end.
pub const MOST: u64 = 256 * 1024 * 1024;

/// What was read of a transcript's end.
#[derive(Debug, Default)]
pub struct Reading {
    /// What was said and done, oldest first.
    pub entries: Vec<Entry>,
    /// Lines that could not be read whole, apart from a last line still being written.
    pub damaged: usize,
    /// Whether reading stopped at [`MOST`] instead of where it was meant to.
    pub too_long: bool,
}

/// Reads the segment since the last compaction, backwards, so that the cost follows the segment.
///
/// A compaction with nothing said after it is the one being answered: the
/// segment before it is the one that was taken away.
///
/// # Errors
/// Where the source cannot be read.
pub fn last_segment<R: Read + Seek>(source: R) -> io::Result<Reading> {
    let mut said = false;
    read_back(source, |record| {
        if said && record.parts.iter().any(is_border) {
            return Verdict::StopBefore;
        }
        said |= record.parts.iter().any(is_said);
        Verdict::Take
    })
}

/// Reads the segment that the latest compaction took away, or nothing where there was no compaction yet.
///
/// # Errors
/// Where the source cannot be read.
pub fn before_last_compaction<R: Read + Seek>(source: R) -> io::Result<Option<Reading>> {
    let (mut passed, mut said) = (false, false);
    let reading = read_back(source, |record| {
        let border = record.parts.iter().any(is_border);
        if !passed {
            passed = border;
            return Verdict::Skip;
        }
        if said && border {
            return Verdict::StopBefore;
        }
        said |= record.parts.iter().any(is_said);
        Verdict::Take
    })?;
    Ok(passed.then_some(reading))
}

/// Reads at least the last `count` prompts with what answered them, across compactions.
///
/// # Errors
/// Where the source cannot be read.
pub fn last_prompts<R: Read + Seek>(source: R, count: usize) -> io::Result<Reading> {
    let mut seen = std::collections::HashSet::new();
    read_back(source, |record| {
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

enum Verdict {
    Skip,
    Take,
    StopAfter,
    StopBefore,
}

fn read_back<R: Read + Seek>(
    source: R,
    mut judge: impl FnMut(&Record) -> Verdict,
) -> io::Result<Reading> {
    let mut back = Back::new(source)?;
    let mut newest_first = Vec::new();
    let mut reading = Reading::default();
    let mut end = None;
    let mut stop = false;
    while !stop && let Some(text) = back.line()? {
        let last_line = end.is_none();
        let end = *end.get_or_insert(text.offset);
        let mut records = Vec::new();
        let whole = line::read(&text.bytes, |object| {
            records.extend(claude::record(object, text.offset));
        });
        reading.damaged += usize::from(!whole && !last_line);
        for record in records.into_iter().rev() {
            let verdict = judge(&record);
            stop = matches!(verdict, Verdict::StopAfter | Verdict::StopBefore);
            if matches!(verdict, Verdict::Take | Verdict::StopAfter) {
                newest_first.push(record);
            }
            if stop {
                break;
            }
        }
        reading.too_long = !stop && end - text.offset > MOST;
        stop |= reading.too_long;
    }
    newest_first.reverse();
    reading.entries = claude::entries(newest_first);
    Ok(reading)
}

fn is_border(part: &Part) -> bool {
    matches!(
        part,
        Part::Entry(Entry {
            what: What::Boundary | What::Summary(_),
            ..
        })
    )
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

fn is_opening(part: &Part) -> bool {
    matches!(
        part,
        Part::Entry(Entry {
            what: What::Prompt { .. },
            ..
        })
    )
}
