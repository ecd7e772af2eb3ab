//! Ways to bring something back after a compaction: a program, or the rule it has to beat.

use anyhow::Result;

use super::compactions::Compaction;
use retention::session::{Block, Line};
use retention::text::{head, reaches, trim};

/// A way with its name.
pub(super) struct Way<'a> {
    pub(super) name: &'a str,
    pub(super) answer: &'a Answer<'a>,
}

/// What a way says after a compaction.
pub(super) type Answer<'a> = dyn Fn(&Compaction<'_>) -> Result<String> + Sync + 'a;

impl<'a> Way<'a> {
    pub(super) fn new(name: &'a str, answer: &'a Answer<'a>) -> Self {
        Way { name, answer }
    }
}

/// The rule that there was before recall: the last ten entries, where a tool's answer is one too.
pub(super) fn last_ten_turns(before: &[Line<'_>]) -> String {
    let newest = before.iter().rev().filter_map(turn).take(10);
    let mut turns: Vec<String> = newest.collect();
    turns.reverse();
    turns.join("\n\n")
}

fn turn(line: &Line<'_>) -> Option<String> {
    if line.is_user() {
        return asked(line);
    }
    let blocks = line.blocks();
    let texts = blocks.iter().filter_map(|block| match block {
        Block::Text(text) => Some(trim(text)).filter(|text| !text.is_empty()),
        _ => None,
    });
    let text = texts.collect::<Vec<_>>().join("\n");
    (line.is_assistant() && !text.is_empty()).then(|| format!("A: {}", shortened(&text)))
}

fn asked(line: &Line<'_>) -> Option<String> {
    let mut text = line.text();
    if trim(&text).is_empty() {
        let blocks = line.blocks();
        let outcomes = blocks
            .iter()
            .filter(|block| matches!(block, Block::Outcome(_)))
            .count();
        if outcomes == 0 {
            return None;
        }
        text = format!("[tool results {outcomes}]");
    }
    let is_noise = ["<system-reminder>", CONTINUED, "<command-name>"]
        .iter()
        .any(|it| text.contains(it))
        || text.starts_with("Caveat:");
    (!is_noise).then(|| format!("U: {}", shortened(trim(&text))))
}

const CONTINUED: &str = "This session is being continued from a previous conversation";

fn shortened(text: &str) -> String {
    let dots = if reaches(text, 601) { "…" } else { "" };
    format!("{}{dots}", head(text, 600))
}
