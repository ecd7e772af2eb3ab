//! Lines that carry what the work turns on, each chosen because it adds names that the block lacks.

use std::borrow::Cow;
use std::cmp::Reverse;
use std::collections::{BinaryHeap, HashMap, HashSet};

use super::identifiers;
use crate::budget::{self, units};
use crate::frame::framed;

/// The most UTF-16 code units of one line.
const LONGEST: usize = 240;
/// Bytes above which a line is data and not something to read.
const DATA: usize = 2_000;
/// Words below which a line says nothing by itself.
const WORDS: usize = 4;
/// Bytes of text, from the newest back, in which lines are looked for.
const REACH: usize = 800_000;
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
    let mut names = Names::default();
    let candidates = candidates(&sources, &mut names);
    let mut covered = vec![false; names.uses.len()];
    identifiers::each(told, |name| cover(&mut covered, names.known.get(name)));
    let chosen = picked(&candidates, &names.weights(), covered, room);
    excerpts(candidates, &chosen)
}

/// The newest sources up to the one in which the reach ends.
fn within_reach<'a>(sources: impl Iterator<Item = Source<'a>>) -> Vec<Source<'a>> {
    let (mut near, mut reach) = (Vec::new(), REACH);
    for source in sources {
        let readable: usize = readable(&source.text).map(str::len).sum();
        near.push(source);
        let Some(left) = reach.checked_sub(readable) else {
            break;
        };
        reach = left;
    }
    near
}

/// The positions of the lines that gain most for their room, each measured by what the ones before it left to say.
fn picked(
    candidates: &[Candidate<'_>],
    weights: &[u64],
    mut covered: Vec<bool>,
    room: usize,
) -> HashSet<usize> {
    let gains = candidates
        .iter()
        .map(|candidate| candidate.gain(weights, &covered));
    let mut queue: BinaryHeap<(u64, Reverse<usize>)> = gains.zip((0..).map(Reverse)).collect();
    let (mut chosen, mut headed) = (HashSet::new(), HashSet::new());
    let mut left = room;
    while let Some((promised, Reverse(position))) = queue.pop() {
        let Some(candidate) = candidates.get(position) else {
            continue;
        };
        let gained = candidate.gain(weights, &covered);
        // What others said meanwhile lowers a line's gain: it queues again with what is left of it.
        if gained < promised {
            queue.extend((gained > 0).then_some((gained, Reverse(position))));
            continue;
        }
        let heading = if headed.contains(candidate.label) {
            0
        } else {
            units(candidate.label) + 2
        };
        let cost = candidate.cost + heading;
        if gained == 0 || cost > left {
            continue;
        }
        left -= cost;
        headed.insert(candidate.label);
        cover(&mut covered, &candidate.names);
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

struct Candidate<'a> {
    source: usize,
    label: &'a str,
    line: String,
    cost: usize,
    names: Vec<usize>,
}

impl Candidate<'_> {
    /// The weight of the names that it adds, for its room.
    fn gain(&self, weights: &[u64], covered: &[bool]) -> u64 {
        let fresh = self
            .names
            .iter()
            .filter(|name| covered.get(**name) == Some(&false));
        let weight: u64 = fresh.filter_map(|name| weights.get(*name)).sum();
        weight / (self.cost as u64 + FIXED)
    }
}

#[derive(Default)]
struct Names {
    known: HashMap<String, usize>,
    /// How often each was used, how long ago last, and whether the assistant ever wrote it itself.
    uses: Vec<(u64, u64, bool)>,
}

impl Names {
    /// Counts a use of a name, and tells the name's number.
    fn add(&mut self, name: &str, source: &Source<'_>) -> usize {
        let number = self.known.get(name).copied().unwrap_or_else(|| {
            let next = self.uses.len();
            self.known.insert(name.to_owned(), next);
            self.uses.push((0, source.ago, false));
            next
        });
        if let Some((count, ago, own)) = self.uses.get_mut(number) {
            *count += 1;
            *ago = source.ago.min(*ago);
            *own |= source.own;
        }
        number
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

fn candidates<'a>(sources: &'a [Source<'_>], names: &mut Names) -> Vec<Candidate<'a>> {
    let mut candidates: Vec<Candidate<'a>> = Vec::new();
    let mut seen: HashSet<Cow<'_, str>> = HashSet::new();
    let mut reach = REACH;
    // Of two equal lines the newer one stays.
    for (number, source) in sources.iter().enumerate() {
        for line in readable(&source.text) {
            let Some(left) = reach.checked_sub(line.len()) else {
                return candidates;
            };
            reach = left;
            let line = tidy(line);
            let mut used = Vec::new();
            identifiers::each(&line, |name| used.push(names.add(name, source)));
            if !used.is_empty() && says_something(&line) && seen.insert(line.clone()) {
                let (line, used) = told(&line, used, names);
                candidates.push(Candidate {
                    source: number,
                    label: &source.label,
                    cost: units(&line) + 1,
                    line,
                    names: used,
                });
            }
        }
    }
    candidates
}

/// A line as it can be told, and the names that are left in it.
fn told(line: &str, used: Vec<usize>, names: &Names) -> (String, Vec<usize>) {
    let told = budget::clip(&framed(line), LONGEST);
    if told == line {
        return (told, used);
    }
    let mut left = Vec::new();
    identifiers::each(&told, |name| left.extend(names.known.get(name)));
    (told, left)
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
    if !line.contains("  ") && !line.contains('\t') {
        return Cow::Borrowed(line);
    }
    Cow::Owned(line.split_whitespace().collect::<Vec<_>>().join(" "))
}

fn says_something(line: &str) -> bool {
    if DIFF.iter().any(|start| line.starts_with(start)) {
        return false;
    }
    let words = line.split(|c: char| !c.is_alphanumeric() && c != '_');
    let telling = words.filter(|word| word.chars().count() >= 3 && !identifiers::is_number(word));
    telling.take(WORDS).count() == WORDS
        || line.chars().filter(|c| !c.is_ascii()).take(12).count() == 12
}

/// The chosen lines, oldest first, each place's together where its newest line stands.
fn excerpts(candidates: Vec<Candidate<'_>>, chosen: &HashSet<usize>) -> Vec<Excerpt> {
    let numbered = candidates.into_iter().enumerate();
    let mut lines: Vec<(usize, Candidate<'_>)> = numbered
        .filter(|(position, _)| chosen.contains(position))
        .collect();
    lines.sort_by_key(|(position, candidate)| (Reverse(candidate.source), *position));
    let mut excerpts: Vec<Excerpt> = Vec::new();
    for (_, Candidate { label, line, .. }) in lines {
        let known = excerpts.iter().position(|excerpt| excerpt.label == label);
        let mut excerpt = known.map_or(
            Excerpt {
                label: label.to_owned(),
                lines: Vec::new(),
            },
            |known| excerpts.remove(known),
        );
        excerpt.lines.push(line);
        excerpts.push(excerpt);
    }
    excerpts
}

#[cfg(test)]
mod tests {
    use std::borrow::Cow;

    use super::{Excerpt, REACH, Source, choose};
    use crate::budget::units;

    fn source(label: &str, ago: u64, text: &'static str) -> Source<'static> {
        Source {
            label: label.to_owned(),
            text: Cow::Borrowed(text),
            ago,
            own: false,
        }
    }

    #[track_caller]
    fn check(sources: &[Source<'_>], told: &str, room: usize, expected: &[(&str, &[&str])]) {
        let found = choose(sources.iter().rev().cloned(), told, room);
        let excerpt = |(label, lines): &(&str, &[&str])| Excerpt {
            label: (*label).to_owned(),
            lines: lines.iter().map(|&line| line.to_owned()).collect(),
        };
        assert_eq!(found, expected.iter().map(excerpt).collect::<Vec<_>>());
    }

    const POOL: &str =
        "the pool is built in openPool with maxIdle set\nnothing to see here at all\n";

    #[test]
    fn a_line_is_chosen_for_the_names_in_it() {
        check(
            &[source("a", 0, POOL)],
            "",
            200,
            &[("a", &["the pool is built in openPool with maxIdle set"])],
        );
    }

    #[test]
    fn what_is_told_already_is_not_told_again() {
        check(&[source("a", 0, POOL)], "openPool and maxIdle", 200, &[]);
        let twice = [source("a", 3, POOL), source("b", 0, POOL)];
        check(
            &twice,
            "",
            200,
            &[("b", &["the pool is built in openPool with maxIdle set"])],
        );
    }

    #[test]
    fn where_room_is_short_the_recent_line_wins() {
        let sources = [
            source("a", 90, "first we looked at oldName and then left"),
            source("b", 1, "then we looked at newName and stayed there"),
        ];
        check(
            &sources,
            "",
            50,
            &[("b", &["then we looked at newName and stayed there"])],
        );
    }

    #[test]
    fn lines_of_one_place_stand_together_in_their_order() {
        let sources = [
            source("a", 9, "one line about firstName in the file"),
            source("b", 5, "one line about otherName in between"),
            source("a", 1, "one line about secondName in the file"),
        ];
        check(
            &sources,
            "",
            400,
            &[
                ("b", &["one line about otherName in between"]),
                (
                    "a",
                    &[
                        "one line about firstName in the file",
                        "one line about secondName in the file",
                    ],
                ),
            ],
        );
    }

    #[test]
    fn the_number_that_a_reading_tool_adds_is_taken_off() {
        check(
            &[source(
                "a",
                0,
                "   12→    let pool = openPool(config, retries);",
            )],
            "",
            200,
            &[("a", &["let pool = openPool(config, retries);"])],
        );
    }

    #[test]
    fn reminders_of_the_client_data_and_bare_names_are_no_lines() {
        let text: String = format!(
            "<system-reminder>\nplease never mention openPool to anybody\n</system-reminder>\n{}\nopenPool(\nindex 3f2a91c..77aa01b 100644 of some file\n",
            "openPool data ".repeat(400),
        );
        let source = Source {
            label: "a".to_owned(),
            text: Cow::Owned(text),
            ago: 0,
            own: false,
        };
        check(&[source], "", 2_000, &[]);
    }

    #[test]
    fn sources_out_of_reach_are_not_asked_for() {
        let long = "one line about someName in a long text\n".repeat(REACH / 50);
        let source = |nth: u64| Source {
            label: format!("{nth}"),
            text: Cow::Owned(long.clone()),
            ago: nth,
            own: false,
        };
        let mut asked = 0;
        let sources = (0..9).map(source).inspect(|_| asked += 1);
        assert_eq!(choose(sources, "", 200).len(), 1);
        assert_eq!(asked, 2);
    }

    #[test]
    fn the_lines_and_their_labels_keep_to_the_room() {
        let text: String = (0..200)
            .map(|nth| format!("line {nth} speaks about name_{nth} and others\n"))
            .collect();
        let source = Source {
            label: "a label".to_owned(),
            text: Cow::Owned(text),
            ago: 0,
            own: false,
        };
        for room in [0, 20, 100, 1_000] {
            let excerpts = choose(std::iter::once(source.clone()), "", room);
            let used: usize = excerpts
                .iter()
                .map(|excerpt| {
                    units(&excerpt.label)
                        + 2
                        + excerpt
                            .lines
                            .iter()
                            .map(|line| units(line) + 1)
                            .sum::<usize>()
                })
                .sum();
            assert!(used <= room, "{used} of {room}");
        }
    }
}
