//! Records put together: copies dropped, queued texts where they were typed, and prompts that were taken back.

use std::collections::VecDeque;

use foldhash::{HashMap, HashMapExt, HashSet, HashSetExt};

use super::super::entry::{Entry, Origin, What};
use super::noise;
use super::{Part, Record};

/// Puts records, given in file order, together: copies dropped, queued texts where they were typed.
#[must_use]
pub fn entries(records: Vec<Record>) -> Vec<Entry> {
    let mut seen = HashSet::new();
    let mut entries = Vec::new();
    let mut queue = VecDeque::new();
    let mut absorbed = Vec::new();
    let mut asked = HashMap::new();
    for record in records {
        if record.uuid.is_some_and(|uuid| !seen.insert(uuid)) {
            continue;
        }
        if let Some(parent) = record.parent.filter(|_| record.parts.iter().any(is_prompt)) {
            // Going back writes nothing itself: the next prompt just follows an older line.
            let before = asked.insert(parent, entries.len());
            take_back(&mut entries, before);
        }
        for part in record.parts {
            match part {
                Part::Entry(entry) => entries.push(entry),
                Part::Enqueued(entry) => queue.push_back(entry),
                Part::Dequeued => drop(queue.pop_front()),
                Part::Absorbed(text) => absorbed.extend(take(&mut queue, text.as_deref())),
                Part::Recalled => queue.clear(),
            }
        }
    }
    insert_absorbed(&mut entries, absorbed);
    entries
}

fn take_back(entries: &mut [Entry], position: Option<usize>) {
    if let Some(entry) = position.and_then(|position| entries.get_mut(position)) {
        entry.taken_back = true;
    }
}

/// Whether a part is a prompt of its own, and not one that joined a running turn.
fn is_prompt(part: &Part) -> bool {
    let Part::Entry(entry) = part else {
        return false;
    };
    matches!(
        entry.what,
        What::Prompt {
            origin: Origin::Typed | Origin::Program,
            ..
        }
    )
}

fn take(queue: &mut VecDeque<Entry>, text: Option<&str>) -> Option<Entry> {
    match text {
        None => queue.pop_front(),
        Some(text) => {
            let same = |entry: &Entry| matches!(&entry.what, What::Prompt { text: queued, .. } if queued == text);
            let at = queue.iter().position(same)?;
            queue.remove(at)
        }
    }
}

/// Puts texts that only the queue holds where they were typed; one that stands elsewhere too is not said twice.
fn insert_absorbed(entries: &mut Vec<Entry>, absorbed: Vec<Entry>) {
    let texts: HashSet<String> = entries
        .iter()
        .filter_map(prompt_text)
        .map(str::to_owned)
        .collect();
    for mut entry in absorbed {
        let What::Prompt { text, .. } = &mut entry.what else {
            continue;
        };
        *text = text.trim().to_owned();
        if !is_typed(text) || texts.contains(text) {
            continue;
        }
        let at = entries.partition_point(|other| other.offset < entry.offset);
        entries.insert(at, entry);
    }
}

/// Whether a person typed a text that was put into the queue, where the client puts notices too.
#[must_use]
pub fn is_typed(queued: &str) -> bool {
    let written_by_program = queued.starts_with("{\"task_id\"");
    !written_by_program && !noise::is_noise(queued) && !noise::is_slash_command(queued)
}

fn prompt_text(entry: &Entry) -> Option<&str> {
    match &entry.what {
        What::Prompt { text, .. } => Some(text.trim()),
        _ => None,
    }
}
