//! Which transcript goes on from which, told by their own records: what a name or a time suggests is no proof.
//!
//! A client that goes on under a new id writes as the last record of the old transcript
//! `{"type":"continued-in","sessionId":<old>,"continuedInSessionId":<new>}` (client 2.1.278), and the
//! new one begins with copies of its records, or with a boundary whose `logicalParentUuid` is the id
//! of one (client 1.0.117). Only whole lines count, and of a line only its own fields: words that
//! quote such a record prove nothing. A subagent's records are no part of a session's lineage.

use std::collections::HashSet;

use aho_corasick::AhoCorasick;

use super::super::json::Object;
use super::super::line;
use super::Part;

/// What the record is called that hands a session over.
const CONTINUED: &str = "continued-in";

/// What the first lines of a transcript say of where it comes from.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Head {
    /// The first compaction, where there is one.
    border: Option<Border>,
    /// The ids of its records, and of the one that its first record follows.
    ids: HashSet<String>,
}

#[derive(Clone, Debug, Default, PartialEq, Eq)]
struct Border {
    id: Option<String>,
    follows: Vec<String>,
}

/// That a transcript is gone on from, and how far.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Proof {
    /// What proves it; the stronger one is less.
    pub by: By,
    /// Bytes from its start that belong to the other one's history. What follows was said elsewhere.
    pub end: u64,
}

/// What proves that a transcript is gone on from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum By {
    /// It says so itself.
    Record,
    /// Both hold a record of the same id.
    Id,
}

/// The last lines of a transcript that might be gone on from.
#[derive(Clone, Copy, Debug)]
pub struct Tail<'a> {
    /// The session that it is of.
    pub session: &'a str,
    /// Bytes before these lines; where there are some, the first line is not whole.
    pub offset: u64,
    /// The lines.
    pub bytes: &'a [u8],
}

/// Reads the first lines of a transcript; a last one that is not whole does not count.
#[must_use]
pub fn head(bytes: &[u8]) -> Head {
    let mut head = Head::default();
    for (_, line) in lines(bytes) {
        let Some(object) = whole(line).filter(|object| !object.flag("isSidechain")) else {
            continue;
        };
        let id = |key| object.text(key).filter(|id| !id.is_empty());
        let own = id("uuid").map(String::from);
        let follows = || {
            ["logicalParentUuid", "parentUuid"]
                .into_iter()
                .filter_map(id)
        };
        if own.is_some() && head.ids.is_empty() {
            head.ids.extend(follows().map(String::from));
        }
        let record = super::record(&object, 0);
        let is_border = record.is_some_and(|record| record.parts.iter().any(Part::is_border));
        if is_border && head.border.is_none() {
            let follows = follows().map(String::from).collect();
            head.border = Some(Border {
                id: own.clone(),
                follows,
            });
        }
        head.ids.extend(own);
    }
    head
}

/// What would prove that a session goes on from a transcript.
#[derive(Debug)]
pub struct Evidence<'a> {
    session: Option<&'a str>,
    head: &'a Head,
    /// What a line has to hold to be worth reading.
    wanted: AhoCorasick,
}

impl<'a> Evidence<'a> {
    /// For a session of this id, whose transcript begins so.
    ///
    /// One that begins with a compaction shares that compaction, or the record before it; what it
    /// holds below can stand in others of the same origin too.
    #[must_use]
    pub fn new(session: Option<&'a str>, head: &'a Head) -> Option<Self> {
        let ids: Vec<&String> = match &head.border {
            Some(border) => border.id.iter().chain(&border.follows).collect(),
            None => head.ids.iter().collect(),
        };
        let ids = ids.into_iter().map(String::as_str);
        // Ids are made of the same few letters, so that looking for rare ones first only costs time.
        let wanted = AhoCorasick::builder()
            .prefilter(false)
            .build(ids.chain(std::iter::once(CONTINUED)))
            .ok()?;
        Some(Self {
            session,
            head,
            wanted,
        })
    }

    /// The proof in a transcript's last lines: the record that hands the session over, or a shared id.
    #[must_use]
    pub fn proof(&self, tail: &Tail<'_>) -> Option<Proof> {
        let (mut handed_over, mut shared) = (None, None);
        for (at, line) in lines(tail.bytes).skip(usize::from(tail.offset > 0)) {
            if !self.wanted.is_match(line) {
                continue;
            }
            let Some(object) = whole(line).filter(|object| !object.flag("isSidechain")) else {
                continue;
            };
            let start = tail.offset + at as u64;
            if hands_over(&object, tail.session, self.session) {
                handed_over = Some(start);
            }
            if let Some(id) = object.text("uuid") {
                shared = self.head.end(&id, start, line.len() as u64, shared);
            }
        }
        let by = |by, end: Option<u64>| end.map(|end| Proof { by, end });
        match (by(By::Record, handed_over), by(By::Id, shared)) {
            // A shared compaction says more exactly where the history ends that it took away.
            (Some(record), Some(Proof { end, .. })) if self.head.border.is_some() => {
                Some(Proof { end, ..record })
            }
            (record, id) => record.or(id),
        }
    }
}

/// The session that wrote the last of these lines, which may begin within one.
#[must_use]
pub fn session(bytes: &[u8]) -> Option<String> {
    let lines: Vec<&[u8]> = lines(bytes).map(|(_, line)| line).collect();
    let objects = lines.into_iter().rev().filter_map(whole);
    let mut own = objects.filter(|object| !object.flag("isSidechain"));
    own.find_map(|object| object.text("sessionId").map(String::from))
}

impl Head {
    /// How far the history reaches that a record of this id shares, after what is known `before`.
    fn end(&self, id: &str, start: u64, length: u64, before: Option<u64>) -> Option<u64> {
        let after = start + length;
        match &self.border {
            // A client can write a record a second time (issue 92089), so the first one counts.
            Some(_) if before.is_some() => before,
            Some(border) if border.id.as_deref() == Some(id) => Some(start),
            Some(border) if border.follows.iter().any(|it| it == id) => Some(after),
            None if self.ids.contains(id) => Some(after),
            _ => before,
        }
    }
}

fn hands_over(object: &Object<'_>, from: &str, to: Option<&str>) -> bool {
    let names = |key| object.text(key);
    names("type").is_some_and(|kind| kind == CONTINUED)
        && names("sessionId").is_none_or(|session| session == from)
        && to.is_some()
        && names("continuedInSessionId").as_deref() == to
}

/// The lines with where each starts, line ends included.
fn lines(bytes: &[u8]) -> impl Iterator<Item = (usize, &[u8])> {
    let mut at = 0;
    bytes
        .split_inclusive(|byte| *byte == b'\n')
        .map(move |line| {
            let start = at;
            at += line.len();
            (start, line)
        })
}

fn whole(line: &[u8]) -> Option<Object<'_>> {
    Object::parse(std::str::from_utf8(line::trim(line)).ok()?)
}

#[cfg(test)]
mod tests;
