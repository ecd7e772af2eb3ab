//! What a compaction dropped that the session needed again.

use std::collections::{BTreeSet, HashMap, HashSet};

use crate::Result;

use crate::compactions::Part;
use crate::deeds;
use crate::entities::Patterns;
use crate::session::Line;
use crate::text::{head, reaches};
use crate::words::{Trigram, long_words, trigrams};

/// Characters of a prompt that count.
pub(crate) const PROMPT: usize = 600;
/// Characters from which a line is data.
pub(crate) const DATA: usize = 2_000;

/// What the conversation had, the model lost, and the session needed again.
#[derive(Debug, Default)]
pub struct Dropped {
    /// Files that tools were pointed at again.
    pub files: BTreeSet<String>,
    /// Commands that were run again.
    pub commands: BTreeSet<String>,
    /// The groups of three words of each prompt, which are always needed.
    pub prompts: Vec<HashSet<Trigram>>,
    /// Names that were used again, each with the words of every line that it stood in.
    pub context: Context,
}

/// Names, each with the words of every line that it stood in.
pub type Context = HashMap<String, Vec<HashSet<String>>>;

impl Dropped {
    /// What this compaction dropped.
    ///
    /// # Errors
    /// Where a pattern gives up.
    pub fn by(part: &Part<'_>, patterns: &Patterns) -> Result<Dropped> {
        let kept = kept_text(part);
        Ok(Dropped {
            files: again(part, |line| Ok(deeds::files(line)), &kept)?,
            commands: again(part, |line| deeds::commands(line, patterns), &kept)?,
            prompts: prompts(part, &kept, patterns)?,
            context: context(part, &kept, patterns)?,
        })
    }

    /// Whether nothing was dropped that was needed again.
    pub fn is_nothing(&self) -> bool {
        self.files.is_empty()
            && self.commands.is_empty()
            && self.prompts.is_empty()
            && self.context.is_empty()
    }
}

/// What the model still has.
pub(crate) fn kept_text(part: &Part<'_>) -> String {
    let summary = part.summary.map(|line| line.said(false));
    let stayed = part.before.iter().filter(|line| part.is_kept(line));
    let stayed = stayed.map(|line| line.said(true));
    summary
        .into_iter()
        .chain(stayed)
        .collect::<Vec<_>>()
        .join("\n")
}

/// What occurs on both sides and was not kept.
fn again(
    part: &Part<'_>,
    of: impl Fn(&Line<'_>) -> Result<Vec<String>>,
    kept: &str,
) -> Result<BTreeSet<String>> {
    let all = |lines: &[&Line<'_>]| -> Result<BTreeSet<String>> {
        let each = lines.iter().map(|line| of(line));
        Ok(each
            .collect::<Result<Vec<_>>>()?
            .into_iter()
            .flatten()
            .collect())
    };
    let (mut again, before) = (all(&part.after)?, all(&part.before)?);
    again.retain(|it| before.contains(it) && !kept.contains(it.as_str()));
    Ok(again)
}

fn prompts(part: &Part<'_>, kept: &str, patterns: &Patterns) -> Result<Vec<HashSet<Trigram>>> {
    let kept = trigrams(kept, patterns)?;
    let dropped = part.before.iter().filter(|line| !part.is_kept(line));
    let (mut seen, mut prompts) = (HashSet::new(), Vec::new());
    for text in dropped.filter_map(|line| line.typed()) {
        let text = head(&text, PROMPT);
        if seen.insert(text.to_owned()) {
            let mut words = trigrams(text, patterns)?;
            words.retain(|it| !kept.contains(it));
            prompts.extend((!words.is_empty()).then_some(words));
        }
    }
    Ok(prompts)
}

fn context(part: &Part<'_>, kept: &str, patterns: &Patterns) -> Result<Context> {
    let spoken: Vec<String> = part.before.iter().map(|line| line.said(true)).collect();
    let needed = needed(part, &spoken, kept, patterns)?;
    let mut context: HashMap<_, Vec<_>> =
        needed.into_iter().map(|name| (name, Vec::new())).collect();
    if context.is_empty() {
        return Ok(context);
    }
    for line in spoken.iter().flat_map(|text| text.split('\n')) {
        if reaches(line, DATA) {
            continue;
        }
        for name in patterns.entities(line)? {
            if let Some(lines) = context.get_mut(&name) {
                lines.push(long_words(line, patterns)?);
            }
        }
    }
    Ok(context)
}

/// Names that came up again and are neither kept nor a file's.
fn needed(
    part: &Part<'_>,
    spoken: &[String],
    kept: &str,
    patterns: &Patterns,
) -> Result<HashSet<String>> {
    let mut before = HashSet::new();
    for text in spoken {
        before.extend(patterns.entities(text)?);
    }
    let mut needed = named_after(part, patterns)?;
    needed.retain(|name| before.contains(name));
    retain_lost(&mut needed, kept, patterns)?;
    Ok(needed)
}

/// The names that came up after a compaction.
pub(crate) fn named_after(part: &Part<'_>, patterns: &Patterns) -> Result<HashSet<String>> {
    let mut named = HashSet::new();
    for text in part.after.iter().map(|line| line.said(false)) {
        if !text.contains("<local-command") && !text.contains("<command-name>") {
            named.extend(patterns.entities(&text)?);
        }
    }
    Ok(named)
}

/// Leaves out the names that were kept, and those of files.
pub(crate) fn retain_lost(
    names: &mut HashSet<String>,
    kept: &str,
    patterns: &Patterns,
) -> Result<()> {
    let kept_names = patterns.entities(kept)?;
    names.retain(|name| {
        let is_kept = kept_names.contains(name) || kept.contains(name.as_str());
        !is_kept && !name.contains('/') && !has_ending(name)
    });
    Ok(())
}

/// Whether a name ends as a file's does.
fn has_ending(name: &str) -> bool {
    name.rsplit_once('.').is_some_and(|(_, ending)| {
        (1..=5).contains(&ending.len()) && ending.bytes().all(|byte| byte.is_ascii_lowercase())
    })
}
