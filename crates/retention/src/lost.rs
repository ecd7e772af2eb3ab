//! What a compaction took away that its summary does not have, whether it was needed again or not.

use std::collections::{HashMap, HashSet};

use crate::Result;
use crate::compactions::Part;
use crate::deeds;
use crate::dropped::{DATA, PROMPT, kept_text, named_after, retain_lost};
use crate::entities::Patterns;
use crate::session::Line;
use crate::text::{head, reaches};
use crate::words::trigrams;

/// What was lost, each kind from the latest to the earliest.
#[derive(Debug, Default)]
pub struct Lost {
    /// Files that tools were pointed at, each by the last two parts of its path.
    pub files: Vec<Deed>,
    /// Commands that were run, each by its first line.
    pub commands: Vec<Deed>,
    /// Prompts of which words are gone.
    pub prompts: Vec<Prompt>,
    /// Names of identifiers, hashes, flags and addresses.
    pub names: Vec<Name>,
}

/// A file or a command.
#[derive(Debug, PartialEq, Eq)]
pub struct Deed {
    /// What it is.
    pub text: String,
    /// Whether the session came back to it afterwards.
    pub again: bool,
}

/// A prompt.
#[derive(Debug, PartialEq, Eq)]
pub struct Prompt {
    /// What was typed.
    pub text: String,
    /// How many of its groups of three words are gone, and how many it has.
    pub gone: usize,
    /// See `gone`.
    pub of: usize,
}

/// A name.
#[derive(Debug, PartialEq, Eq)]
pub struct Name {
    /// What it is.
    pub text: String,
    /// Whether the session used it again afterwards.
    pub again: bool,
    /// The last line that it stood in, where one was short enough to be no data.
    pub line: Option<String>,
}

impl Lost {
    /// What this compaction took away and its summary does not have.
    ///
    /// # Errors
    /// Where a pattern gives up.
    pub fn by(part: &Part<'_>, patterns: &Patterns) -> Result<Self> {
        let kept = kept_text(part);
        Ok(Self {
            files: deeds(part, |line| Ok(deeds::files(line)), &kept)?,
            commands: deeds(part, |line| deeds::commands(line, patterns), &kept)?,
            prompts: prompts(part, &kept, patterns)?,
            names: names(part, &kept, patterns)?,
        })
    }

    /// Whether the summary has everything.
    #[must_use]
    pub fn is_nothing(&self) -> bool {
        self.files.is_empty()
            && self.commands.is_empty()
            && self.prompts.is_empty()
            && self.names.is_empty()
    }
}

fn deeds(
    part: &Part<'_>,
    of: impl Fn(&Line<'_>) -> Result<Vec<String>>,
    kept: &str,
) -> Result<Vec<Deed>> {
    let mut after = HashSet::new();
    for line in &part.after {
        after.extend(of(line)?);
    }
    let (mut seen, mut lost) = (HashSet::new(), Vec::new());
    for line in part.before.iter().rev() {
        for text in of(line)?.into_iter().rev() {
            if !kept.contains(&text) && seen.insert(text.clone()) {
                let again = after.contains(&text);
                lost.push(Deed { text, again });
            }
        }
    }
    Ok(lost)
}

fn prompts(part: &Part<'_>, kept: &str, patterns: &Patterns) -> Result<Vec<Prompt>> {
    let kept = trigrams(kept, patterns)?;
    let dropped = part.before.iter().filter(|line| !part.is_kept(line));
    let (mut seen, mut lost) = (HashSet::new(), Vec::new());
    for text in dropped.filter_map(|line| line.typed()) {
        if !seen.insert(head(&text, PROMPT).to_owned()) {
            continue;
        }
        let words = trigrams(head(&text, PROMPT), patterns)?;
        let (gone, of) = (words.difference(&kept).count(), words.len());
        lost.extend((gone > 0).then_some(Prompt { text, gone, of }));
    }
    lost.reverse();
    Ok(lost)
}

fn names(part: &Part<'_>, kept: &str, patterns: &Patterns) -> Result<Vec<Name>> {
    // The last line of each name, and when it came up last.
    let mut last: HashMap<String, (usize, Option<String>)> = HashMap::new();
    let spoken = part.before.iter().map(|line| line.said(true));
    for (at, text) in spoken.enumerate() {
        for name in patterns.entities(&text)? {
            last.entry(name).or_default().0 = at;
        }
        for line in text.split('\n').filter(|line| !reaches(line, DATA)) {
            for name in patterns.entities(line)? {
                last.entry(name).or_default().1 = Some(line.to_owned());
            }
        }
    }
    let after = named_after(part, patterns)?;
    let mut lost: HashSet<String> = last.keys().cloned().collect();
    retain_lost(&mut lost, kept, patterns)?;
    let lost = lost.into_iter().filter_map(|text| {
        let (at, line) = last.remove(&text)?;
        let again = after.contains(&text);
        Some((at, Name { text, again, line }))
    });
    let mut lost: Vec<(usize, Name)> = lost.collect();
    lost.sort_by(|(at, one), (other_at, other)| (other_at, &one.text).cmp(&(at, &other.text)));
    Ok(lost.into_iter().map(|(_, name)| name).collect())
}

#[cfg(test)]
mod tests {
    use super::Lost;
    use crate::compactions::parts;
    use crate::dropped::Dropped;
    use crate::entities::Patterns;
    use crate::session;

    const BEFORE: &str = r#"
{"type":"user","message":{"content":"never touch the journal file"}}
{"type":"user","message":{"content":"keep five connections open"}}
{"type":"assistant","message":{"content":[{"type":"tool_use","name":"Read","input":{"file_path":"/p/src/pool.rs"}}]}}
{"type":"assistant","message":{"content":[{"type":"tool_use","name":"Read","input":{"file_path":"/p/src/main.rs"}}]}}
{"type":"assistant","message":{"content":[{"type":"tool_use","name":"Bash","input":{"command":"cargo test -p pool"}}]}}
{"type":"assistant","message":{"content":[{"type":"text","text":"the pool opens with maxIdle connections\nand minIdle too"}]}}
{"type":"system","subtype":"compact_boundary"}
{"type":"user","isCompactSummary":true,"message":{"content":"src/main.rs was read, keep five connections open, minIdle"}}
"#;
    const AFTER: &str = r#"
{"type":"assistant","message":{"content":[{"type":"tool_use","name":"Read","input":{"file_path":"src/pool.rs"}}]}}
{"type":"assistant","message":{"content":[{"type":"text","text":"maxIdle is five"}]}}
"#;

    fn lost(session: &str) -> Lost {
        let lines = session::lines(session.as_bytes());
        Lost::by(&parts(&lines)[0], &Patterns::compile().unwrap()).unwrap()
    }

    #[test]
    fn what_the_summary_has_is_not_lost() {
        let lost = lost(BEFORE);
        let texts = |deeds: &[super::Deed]| -> Vec<String> {
            deeds.iter().map(|deed| deed.text.clone()).collect()
        };
        assert_eq!(texts(&lost.files), ["src/pool.rs"]);
        assert_eq!(texts(&lost.commands), ["cargo test -p pool"]);
        let [prompt] = lost.prompts.as_slice() else {
            panic!("{:?}", lost.prompts);
        };
        assert_eq!(
            (prompt.text.as_str(), prompt.gone, prompt.of),
            ("never touch the journal file", 3, 3)
        );
        let [name] = lost.names.as_slice() else {
            panic!("{:?}", lost.names);
        };
        let line = "the pool opens with maxIdle connections";
        assert_eq!(
            (name.text.as_str(), name.line.as_deref()),
            ("maxIdle", Some(line))
        );
    }

    #[test]
    fn what_was_needed_again_is_what_the_measure_counts() {
        let session = [BEFORE, AFTER].concat();
        let again = lost(&session);
        let marks = [
            again.files[0].again,
            again.commands[0].again,
            again.names[0].again,
        ];
        assert_eq!(marks, [true, false, true]);
        let lines = session::lines(session.as_bytes());
        let dropped = Dropped::by(&parts(&lines)[0], &Patterns::compile().unwrap()).unwrap();
        assert_eq!((dropped.files.len(), dropped.commands.len()), (1, 0));
        assert_eq!((dropped.prompts.len(), dropped.context.len()), (1, 1));
    }
}
