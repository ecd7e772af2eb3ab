//! The compactions of a transcript, each with the conversation before and after it.

use std::collections::HashSet;

use crate::session::Line;

/// Entries after a compaction in which the session is watched.
const AFTER: usize = 40;

/// Every compaction of these lines.
pub fn parts<'l>(lines: &'l [Line<'l>]) -> Vec<Part<'l>> {
    let numbered = lines.iter().enumerate();
    let summaries = numbered.filter_map(|(at, line)| line.is_summary().then_some(at));
    let summaries: Vec<usize> = summaries.collect();
    let numbered = summaries.iter().enumerate();
    let parts = numbered.map(|(nth, summary)| Part::new(lines, &summaries, nth, *summary));
    parts.collect()
}

/// A compaction with the conversation around it.
#[derive(Debug)]
pub struct Part<'l> {
    /// The position of the line that it stands at.
    pub at: usize,
    /// Its summary.
    pub summary: Option<&'l Line<'l>>,
    /// The conversation since the compaction before.
    pub before: Vec<&'l Line<'l>>,
    /// The beginning of the conversation that follows.
    pub after: Vec<&'l Line<'l>>,
    /// Ids of the messages that stayed.
    kept: HashSet<&'l str>,
}

impl<'l> Part<'l> {
    fn new(lines: &'l [Line<'l>], summaries: &[usize], nth: usize, summary: usize) -> Self {
        let before = nth.checked_sub(1).and_then(|nth| summaries.get(nth));
        let from = before.copied().unwrap_or(0);
        let to = summaries.get(nth + 1).copied().unwrap_or(lines.len());
        let is_boundary = |at: &usize| lines.get(*at).is_some_and(Line::is_boundary);
        // The first clients wrote no boundary: there the summary is one.
        let at = (from + 1..=summary)
            .rev()
            .find(is_boundary)
            .unwrap_or(summary);
        let main = |from, to| {
            let lines = lines.get(from..to).unwrap_or_default().iter();
            lines.filter(|line| line.is_main())
        };
        let preserved = lines.get(at).map(Line::preserved).unwrap_or_default();
        Part {
            at,
            summary: lines.get(summary),
            before: main(from, at).collect(),
            after: main(summary + 1, to)
                .filter(|line| !line.is_meta())
                .take(AFTER)
                .collect(),
            kept: preserved.into_iter().collect(),
        }
    }

    /// Whether a message before the compaction stayed in the context.
    pub fn is_kept(&self, line: &Line<'_>) -> bool {
        line.id().is_some_and(|id| self.kept.contains(id))
    }
}
