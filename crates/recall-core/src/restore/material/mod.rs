//! What a segment holds that could be worth restoring, sorted by kind.

mod commands;
mod decisions;
mod files;
mod open;
mod sources;

use std::path::Path;

use foldhash::HashMap;

use crate::transcript::entry::Deed;
use crate::transcript::{Entry, What};

pub use commands::{Command, Failure, commands};
pub use decisions::{findings, rulings};
pub use files::{Files, files};
pub use open::{Open, open};
pub use sources::{Speakers, sources};

/// The folders that paths are told from, and the home folder.
#[derive(Clone, Copy, Debug)]
pub struct Folders<'a> {
    /// The project's root.
    pub root: &'a Path,
    /// The folder that the session was in.
    pub cwd: Option<&'a str>,
}

fn deeds(entries: &[Entry]) -> impl DoubleEndedIterator<Item = &Deed> {
    entries.iter().filter_map(|entry| match &entry.what {
        What::Call { deed, .. } => Some(deed),
        _ => None,
    })
}

fn calls(entries: &[Entry]) -> HashMap<&str, (&str, &Deed)> {
    let calls = entries.iter().filter_map(|entry| match &entry.what {
        What::Call { id, name, deed, .. } => Some((id.as_str(), (name.as_str(), deed))),
        _ => None,
    });
    calls.collect()
}
