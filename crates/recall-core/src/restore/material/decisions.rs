//! What was decided, refused and found out.

use foldhash::{HashSet, HashSetExt};

use super::calls;
use super::commands::{clipped, first_line};
use crate::language::Language;
use crate::say;
use crate::transcript::entry::{Deed, Ending};
use crate::transcript::{Entry, What};

/// What the user decided beside the prompts: refusals with their words, and answers to questions; newest first.
#[must_use]
pub fn rulings(entries: &[Entry], language: Language) -> Vec<String> {
    let calls = calls(entries);
    let mut rulings = Vec::new();
    for entry in entries.iter().rev() {
        let What::Outcome { call, ending, text } = &entry.what else {
            continue;
        };
        let Some((name, deed)) = calls.get(call.as_str()) else {
            continue;
        };
        match ending {
            Ending::Refused(Some(words)) => {
                let what = subject(name, deed);
                rulings.push(say!(
                    language,
                    "refused {what}: {words}",
                    "拒否 {what}: {words}"
                ));
            }
            _ if matches!(deed, Deed::Ask(_)) => rulings.push(text.trim().to_owned()),
            _ => {}
        }
    }
    rulings
}

/// What the assistant found out or settled, in its own lines; newest first.
#[must_use]
pub fn findings(entries: &[Entry]) -> Vec<String> {
    let replies = entries.iter().rev().filter_map(|entry| match &entry.what {
        What::Reply(text) => Some(text.as_str()),
        _ => None,
    });
    let lines = replies
        .flat_map(|text| text.lines().rev())
        .map(|line| line.trim().trim_start_matches(['-', '*', ' ']));
    let mut seen = HashSet::new();
    lines
        .filter(|line| is_finding(line) && seen.insert(*line))
        .map(str::to_owned)
        .collect()
}

fn subject(name: &str, deed: &Deed) -> String {
    match deed {
        Deed::Edit(path) | Deed::Read(path) => format!("{name} {path}"),
        Deed::Run(command) => format!("`{}`", clipped(first_line(command))),
        _ => name.to_owned(),
    }
}

/// Words by which a line says that something was settled, found out or ruled out.
const FINDINGS: [&str; 20] = [
    "decided",
    "decision",
    "instead of",
    "rather than",
    "ruled out",
    "rejected",
    "root cause",
    "turns out",
    "doesn't work",
    "does not work",
    "won't work",
    "because of",
    "決定",
    "決め",
    "却下",
    "採用",
    "方針",
    "見送",
    "原因は",
    "判明",
];

fn is_finding(line: &str) -> bool {
    if !(24..=400).contains(&line.chars().count()) {
        return false;
    }
    let lower = line.to_lowercase();
    FINDINGS.iter().any(|word| lower.contains(word))
}
