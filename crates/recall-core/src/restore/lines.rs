//! Lines that carry what the work turns on, each chosen because it adds names that the block lacks.

use std::borrow::Cow;
use std::cmp::Reverse;
use std::collections::BinaryHeap;
use std::ops::Range;

use foldhash::{HashMap, HashMapExt, HashSet, HashSetExt};

use super::identifiers;
use crate::budget::{self, units};
use crate::frame::{framed, is_harmless};

/// The most UTF-16 code units of one line.
const LONGEST: usize = 240;
/// Bytes above which a line is data and not something to read.
const DATA: usize = 2_000;
/// Words below which a line says nothing by itself.
const WORDS: usize = 4;
/// Bytes of text, from the newest back, in which lines are looked for.
pub const REACH: usize = 500_000;
/// How far back, in things said and done, a name has lost half its weight.
const HALF: u64 = 10;
/// What a line costs besides its own length, so that many short lines do not crowd out one good one.
const FIXED: u64 = 100;

/// How lines of a diff begin that only say where it is.
const DIFF: [&str; 4] = ["index ", "@@ ", "diff --git ", "similarity index "];

/// A text of the segment that lines can be taken from.
#[derive(Clone, Debug)]
pub struct Source<'a> {
    /// Where it is from, for the person who reads the block.
    pub label: String,
    /// The text, plain.
    pub text: Cow<'a, str>,
    /// How many things were said and done after it.
    pub ago: u64,
    /// Whether the assistant wrote it, in a reply or in the arguments of a tool.
    pub own: bool,
}

/// Lines that were taken from one place, in its order.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Excerpt {
    /// Where they are from.
    pub label: String,
    /// The lines.
    pub lines: Vec<String>,
}

/// Chooses lines of these sources, given newest first, that together take at most `room` UTF-16 code units.
///
/// No more sources are asked for than are looked through. `told` is what the block says already: a
/// name in it need not be told again.
#[must_use]
pub fn choose<'a>(
    sources: impl Iterator<Item = Source<'a>>,
    told: &str,
    room: usize,
) -> Vec<Excerpt> {
    let sources = within_reach(sources);
    let mut names = Names::of(&sources);
    let candidates = candidates(&sources, &mut names);
    let mut covered = vec![false; names.uses.len()];
    identifiers::each(told, |name| cover(&mut covered, names.known.get(name)));
    let chosen = picked(&sources, &candidates, &names, covered, room);
    excerpts(&sources, candidates, &chosen)
}

/// The newest sources up to the one in which the reach ends.
fn within_reach<'a>(sources: impl Iterator<Item = Source<'a>>) -> Vec<Source<'a>> {
    let (mut near, mut reach) = (Vec::new(), REACH);
    for source in sources {
        let length = source.text.len();
        near.push(source);
        let Some(left) = reach.checked_sub(length) else {
            break;
        };
        reach = left;
    }
    near
}

/// The positions of the lines that gain most for their room, each measured by what the ones before it left to say.
fn picked(
    sources: &[Source<'_>],
    candidates: &[Candidate<'_>],
    names: &Names<'_>,
    mut covered: Vec<bool>,
    room: usize,
) -> HashSet<usize> {
    let weights = names.weights();
    let gains = candidates
        .iter()
        .map(|candidate| candidate.gain(names, &weights, &covered));
    let mut queue: BinaryHeap<(u64, Reverse<usize>)> = gains.zip((0..).map(Reverse)).collect();
    let (mut chosen, mut headed) = (HashSet::new(), HashSet::new());
    let least = candidates.iter().map(|it| it.cost).min().unwrap_or(0);
    let mut left = room;
    while left >= least
        && let Some((promised, Reverse(position))) = queue.pop()
    {
        let Some(candidate) = candidates.get(position) else {
            continue;
        };
        let gained = candidate.gain(names, &weights, &covered);
        // What others said meanwhile lowers a line's gain: it queues again with what is left of it.
        if gained < promised {
            queue.extend((gained > 0).then_some((gained, Reverse(position))));
            continue;
        }
        let label = label(sources, candidate);
        let heading = if headed.contains(label) {
            0
        } else {
            units(label) + 2
        };
        let cost = candidate.cost + heading;
        if gained == 0 || cost > left {
            continue;
        }
        left -= cost;
        headed.insert(label);
        cover(&mut covered, names.mentioned(&candidate.mentions));
        chosen.insert(position);
    }
    chosen
}

/// Marks names, by their numbers, as told.
fn cover<'n>(covered: &mut [bool], names: impl IntoIterator<Item = &'n usize>) {
    for name in names {
        if let Some(covered) = covered.get_mut(*name) {
            *covered = true;
        }
    }
}

fn label<'s>(sources: &'s [Source<'_>], candidate: &Candidate<'_>) -> &'s str {
    let source = sources.get(candidate.source);
    source.map_or("", |source| source.label.as_str())
}

struct Candidate<'a> {
    /// The position of its source.
    source: usize,
    line: Cow<'a, str>,
    cost: usize,
    /// Where its names stand among the mentions.
    mentions: Range<usize>,
}

impl Candidate<'_> {
    /// The weight of the names that it adds, for its room.
    fn gain(&self, names: &Names<'_>, weights: &[u64], covered: &[bool]) -> u64 {
        let fresh = names
            .mentioned(&self.mentions)
            .iter()
            .filter(|name| covered.get(**name) == Some(&false));
        let weight: u64 = fresh.filter_map(|name| weights.get(*name)).sum();
        weight / (self.cost as u64 + FIXED)
    }
}

/// About as many names as these texts hold, so that what keeps them is laid out once.
fn many(sources: &[Source<'_>]) -> usize {
    let bytes: usize = sources.iter().map(|source| source.text.len()).sum();
    bytes.min(REACH) / 25
}

struct Names<'a> {
    known: HashMap<&'a str, usize>,
    /// How often each was used, how long ago last, and whether the assistant ever wrote it itself.
    uses: Vec<(u64, u64, bool)>,
    /// The numbers of the names that stand in lines, one after the other.
    mentions: Vec<usize>,
}

impl<'a> Names<'a> {
    fn of(sources: &[Source<'_>]) -> Self {
        let many = many(sources);
        Self {
            known: HashMap::with_capacity(many / 2),
            uses: Vec::with_capacity(many),
            mentions: Vec::with_capacity(many),
        }
    }

    /// Counts a use of a name in a line.
    fn mention(&mut self, name: &'a str, source: &Source<'_>) {
        let number = *self.known.entry(name).or_insert(self.uses.len());
        if number == self.uses.len() {
            self.uses.push((0, source.ago, false));
        }
        if let Some((count, ago, own)) = self.uses.get_mut(number) {
            *count += 1;
            *ago = source.ago.min(*ago);
            *own |= source.own;
        }
        self.mentions.push(number);
    }

    /// The numbers of the names in these mentions.
    fn mentioned(&self, mentions: &Range<usize>) -> &[usize] {
        self.mentions.get(mentions.clone()).unwrap_or(&[])
    }

    /// A recent name weighs most, a frequent one more, and one the assistant wrote itself a little more.
    fn weights(&self) -> Vec<u64> {
        let weight = |&(count, ago, own): &(u64, u64, bool)| {
            let recent = 1_000_000 * HALF / (HALF + ago);
            let frequent = 100 + 42 * u64::from((1 + count).ilog2());
            recent * frequent * if own { 6 } else { 5 } / 5
        };
        self.uses.iter().map(weight).collect()
    }
}

fn candidates<'a>(sources: &'a [Source<'_>], names: &mut Names<'a>) -> Vec<Candidate<'a>> {
    let mut candidates: Vec<Candidate<'a>> = Vec::with_capacity(many(sources));
    let mut seen = HashSet::with_capacity(many(sources) / 4);
    let mut reach = REACH;
    // Of two equal lines the newer one stays.
    for (number, source) in sources.iter().enumerate() {
        for line in readable(&source.text) {
            let Some(left) = reach.checked_sub(line.len()) else {
                return candidates;
            };
            reach = left;
            let begin = names.mentions.len();
            identifiers::each(line, |name| names.mention(name, source));
            if names.mentions.len() == begin {
                continue;
            }
            let line = tidy(line);
            if says_something(&line) && seen.insert(line.clone()) {
                let line = told(line, begin, names);
                candidates.push(Candidate {
                    source: number,
                    cost: units(&line) + 1,
                    line,
                    mentions: begin..names.mentions.len(),
                });
            } else {
                names.mentions.truncate(begin);
            }
        }
    }
    candidates
}

/// A line as it can be told; its mentions, which begin there, become those that are left in it.
fn told<'a>(line: Cow<'a, str>, begin: usize, names: &mut Names<'a>) -> Cow<'a, str> {
    // No text has more UTF-16 code units than bytes.
    if line.len() <= LONGEST && is_harmless(&line) {
        return line;
    }
    let told = budget::clip(&framed(&line), LONGEST);
    names.mentions.truncate(begin);
    identifiers::each(&told, |name| {
        names.mentions.extend(names.known.get(name));
    });
    Cow::Owned(told)
}

/// The lines that a person could read, without the client's own reminders.
fn readable(text: &str) -> impl Iterator<Item = &str> {
    let (reminds, mut reminding) = (text.contains("<system-reminder>"), false);
    text.lines().filter(move |line| {
        reminding |= reminds && line.contains("<system-reminder>");
        let skip = reminding || line.len() > DATA;
        reminding = reminding && !line.contains("</system-reminder>");
        !skip
    })
}

/// A line without the number that a reading tool puts before it, and with single blanks.
fn tidy(line: &str) -> Cow<'_, str> {
    let line = line.trim();
    let unnumbered = line.trim_start_matches(|c: char| c.is_ascii_digit());
    let line = match unnumbered.strip_prefix(['→', '\t']) {
        Some(rest) if unnumbered.len() < line.len() => rest.trim(),
        _ => line,
    };
    let has_gap = line.as_bytes().windows(2).any(|pair| pair == b"  ");
    if !has_gap && !line.contains('\t') {
        return Cow::Borrowed(line);
    }
    Cow::Owned(line.split_whitespace().collect::<Vec<_>>().join(" "))
}

fn says_something(line: &str) -> bool {
    if DIFF.iter().any(|start| line.starts_with(start)) {
        return false;
    }
    // Most lines are told by their bytes, which is quicker than by characters.
    if line.is_ascii() {
        let words = line
            .as_bytes()
            .split(|byte| !byte.is_ascii_alphanumeric() && *byte != b'_');
        let telling = words.filter(|word| word.len() >= 3 && !identifiers::is_number(word));
        return telling.take(WORDS).count() == WORDS;
    }
    let words = line.split(|c: char| !c.is_alphanumeric() && c != '_');
    let telling = words
        .filter(|word| word.chars().nth(2).is_some() && !identifiers::is_number(word.as_bytes()));
    telling.take(WORDS).count() == WORDS
        || line.chars().filter(|c| !c.is_ascii()).take(12).count() == 12
}

/// The chosen lines, oldest first, each place's together where its newest line stands.
fn excerpts(
    sources: &[Source<'_>],
    candidates: Vec<Candidate<'_>>,
    chosen: &HashSet<usize>,
) -> Vec<Excerpt> {
    let numbered = candidates.into_iter().enumerate();
    let mut lines: Vec<(usize, Candidate<'_>)> = numbered
        .filter(|(position, _)| chosen.contains(position))
        .collect();
    lines.sort_by_key(|(position, candidate)| (Reverse(candidate.source), *position));
    let mut excerpts: Vec<Excerpt> = Vec::new();
    for (_, candidate) in lines {
        let label = label(sources, &candidate);
        let known = excerpts.iter().position(|excerpt| excerpt.label == label);
        let mut excerpt = known.map_or(
            Excerpt {
                label: label.to_owned(),
                lines: Vec::new(),
            },
            |known| excerpts.remove(known),
        );
        excerpt.lines.push(candidate.line.into_owned());
        excerpts.push(excerpt);
    }
    excerpts
}

#[cfg(test)]
mod tests;
