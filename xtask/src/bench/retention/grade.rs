//! How much of what was dropped a text brings back: a share of each kind.

use std::collections::HashSet;

use anyhow::Result;

use super::compactions::Compaction;
use super::ways::Way;
use retention::dropped::{Context, Dropped};
use retention::entities::Patterns;
use retention::text::{delivered, units};
use retention::words::{long_words, trigrams, words};

/// The kinds of what is measured, in the order of the figures.
pub(super) const KINDS: [&str; 4] = ["files", "commands", "words", "context"];

/// Words that a line must have in common with a line of before, besides the name, to be its context.
const COMMON: usize = 3;

/// The figures of one compaction.
pub(super) struct Row {
    /// The transcript's name.
    pub(super) file: String,
    pub(super) at: usize,
    /// How much there was to bring back.
    pub(super) of: [usize; 4],
    /// What each way brought back.
    pub(super) got: Vec<Got>,
}

/// What one way brought back of one compaction.
pub(super) struct Got {
    pub(super) figures: [f64; 4],
    /// UTF-16 code units of the text.
    pub(super) units: usize,
}

impl Row {
    pub(super) fn of(
        file: &str,
        compaction: &Compaction<'_>,
        ways: &[Way<'_>],
        patterns: &Patterns,
    ) -> Result<Row> {
        let dropped = &compaction.dropped;
        let got = ways.iter().map(|way| {
            let text = (way.answer)(compaction)?;
            let figures = grade(dropped, delivered(&text), patterns)?;
            Ok(Got {
                figures,
                units: units(&text),
            })
        });
        let of = [
            dropped.files.len(),
            dropped.commands.len(),
            dropped.prompts.len(),
            dropped.context.len(),
        ];
        Ok(Row {
            file: file.to_owned(),
            at: compaction.at,
            of,
            got: got.collect::<Result<_>>()?,
        })
    }
}

/// The mean share of each kind, over the compactions that had something of it.
pub(super) fn shares(rows: &[Row], way: usize) -> [f64; 4] {
    let mut shares = [0.0; 4];
    for (kind, share) in shares.iter_mut().enumerate() {
        let each = rows.iter().filter_map(|row| {
            let of = row.of.get(kind).filter(|of| **of > 0)?;
            let got = row.got.get(way)?.figures.get(kind)?;
            Some(got / *of as f64)
        });
        let each: Vec<f64> = each.collect();
        *share = sum(each.iter().copied()) / each.len().max(1) as f64;
    }
    shares
}

/// A sum that is zero where there is nothing, and not the negative zero of an empty `sum`.
fn sum(shares: impl Iterator<Item = f64>) -> f64 {
    shares.fold(0.0, |sum, share| sum + share)
}

/// What of the dropped things is in a text: how many files and commands, shares of prompts, names in context.
fn grade(dropped: &Dropped, text: &str, patterns: &Patterns) -> Result<[f64; 4]> {
    let found = |it: &&String| text.contains(it.as_str());
    let said = trigrams(text, patterns)?;
    let share =
        |prompt: &HashSet<_>| prompt.intersection(&said).count() as f64 / prompt.len() as f64;
    Ok([
        dropped.files.iter().filter(found).count() as f64,
        dropped.commands.iter().filter(found).count() as f64,
        sum(dropped.prompts.iter().map(share)),
        in_context(&dropped.context, text, patterns)? as f64,
    ])
}

/// How many names stand in a line that says something which a line of before said about them.
fn in_context(context: &Context, text: &str, patterns: &Patterns) -> Result<usize> {
    let mut told = HashSet::new();
    for line in text.split('\n') {
        let said = long_words(line, patterns)?;
        for name in patterns.entities(line)? {
            let Some(lines) = context.get(&name) else {
                continue;
            };
            let own = words(&name, patterns)?;
            let common = |before: &&HashSet<String>| {
                said.intersection(before)
                    .filter(|word| !own.contains(word))
                    .count()
                    >= COMMON
            };
            if lines.iter().any(|before| common(&before)) {
                told.insert(name);
            }
        }
    }
    Ok(told.len())
}

#[cfg(test)]
mod tests {
    use super::{Got, Row, grade, shares};
    use retention::dropped::Dropped;
    use retention::entities::Patterns;
    use retention::words::{long_words, trigrams};

    fn dropped() -> Dropped {
        let patterns = Patterns::compile().unwrap();
        let context = [
            "the pool opens with maxIdle connections kept",
            "maxIdle again",
        ];
        let context = context.map(|line| long_words(line, &patterns).unwrap());
        let prompts = ["keep five connections open", "接続数は５まで"];
        Dropped {
            files: ["pool/open.rs".to_owned(), "pool/close.rs".to_owned()].into(),
            commands: ["cargo test -p pool".to_owned()].into(),
            prompts: prompts.map(|it| trigrams(it, &patterns).unwrap()).into(),
            context: [("maxIdle".to_owned(), context.into())].into(),
        }
    }

    #[track_caller]
    fn check(text: &str, expected: [f64; 4]) {
        let figures = grade(&dropped(), text, &Patterns::compile().unwrap()).unwrap();
        assert_eq!(figures, expected, "{text}");
    }

    #[test]
    fn nothing_brings_nothing_back() {
        check("", [0.0; 4]);
        check("files, commands, words and context", [0.0; 4]);
    }

    #[test]
    fn files_and_commands_come_back_word_for_word() {
        check("src/pool/open.rs", [1.0, 0.0, 0.0, 0.0]);
        check(
            "pool/open.rs pool/close.rs\n$ cargo test -p pool",
            [2.0, 1.0, 0.0, 0.0],
        );
        check("open.rs\ncargo test -p other", [0.0; 4]);
    }

    #[test]
    fn a_prompt_comes_back_by_its_groups_of_three_words() {
        check("You: Keep five connections, please", [0.0, 0.0, 0.5, 0.0]);
        check(
            "> keep five connections open\n> 接続数は５まで",
            [0.0, 0.0, 2.0, 0.0],
        );
        check("接続数を５まで", [0.0, 0.0, 0.4, 0.0]);
    }

    #[test]
    fn a_name_counts_in_a_line_that_tells_something_about_it() {
        check("maxIdle", [0.0; 4]);
        check("maxIdle pool connections", [0.0; 4]);
        check("maxIdle: pool connections kept", [0.0, 0.0, 0.0, 1.0]);
        check("maxIdle\npool connections kept", [0.0; 4]);
        check("maxIdle maxidle pool connections", [0.0; 4]);
    }

    #[test]
    fn shares_are_means_over_the_compactions_that_had_something() {
        let row = |of, figures| Row {
            file: String::new(),
            at: 0,
            of,
            got: vec![Got { figures, units: 0 }],
        };
        let rows = [
            row([4, 0, 1, 0], [1.0, 0.0, 0.5, 0.0]),
            row([1, 2, 0, 0], [1.0, 1.0, 0.0, 0.0]),
        ];
        assert_eq!(shares(&rows, 0), [0.625, 0.5, 0.5, 0.0]);
        assert_eq!(shares(&[], 0), [0.0; 4]);
    }
}
