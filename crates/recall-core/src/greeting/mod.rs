//! What a starting session is told: a section for each thing that earlier sessions left.

pub mod dialogue;
pub mod handoff;
pub mod handover;
pub mod imports;
pub mod interrupted;
pub mod letter;
pub mod letters;
pub mod loaded;
pub mod reminder;
pub mod state;
pub mod table;
pub mod text;

use crate::handoff::place::{Known, Place};
use crate::hook::{Event, Source};
use crate::problem::Problem;
use crate::process::Surroundings;
use crate::project::Project;
use table::Kind;
pub use text::{Section, text};

/// A session that starts or goes on.
#[derive(Clone, Copy, Debug)]
pub struct Start<'a> {
    /// The event that says so.
    pub event: &'a Event,
    /// Why it starts.
    pub source: Source,
    /// The project that it starts in.
    pub project: &'a Project,
    /// Where the project's handoffs are.
    pub place: Option<&'a Place>,
    /// What is around it.
    pub here: &'a Surroundings,
}

/// The sections that this start calls for and that there is something for, in their order.
pub fn sections(start: &Start<'_>, problems: &mut Vec<Problem>) -> Vec<Section> {
    let place = start.place;
    let mut known = place.map_or_else(Known::default, |place| place.known(problems));
    let section = |kind: &Kind| match kind {
        Kind::Handover => handover::section(start, problems),
        Kind::Dialogue => dialogue::section(start, problems),
        Kind::State => state::section(start, problems),
        Kind::Letters => letters::section(start, problems),
        Kind::Handoff => handoff::section(start, &mut known, problems),
        Kind::Interrupted => interrupted::section(start, &known),
        Kind::Reminder => reminder::section(start),
    };
    table::kinds(start.source)
        .iter()
        .filter_map(section)
        .collect()
}
