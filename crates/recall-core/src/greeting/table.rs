//! Which sections a greeting has, by why the session starts.

use crate::hook::Source;

/// The kinds of sections, in their order.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// The handover section of a memory file.
    Handover,
    /// The last words of the session before.
    Dialogue,
    /// The state of the work, with what has changed since.
    State,
    /// Letters of the team that were not read yet.
    Letters,
    /// What another session handed over.
    Handoff,
    /// A session that never ended.
    Interrupted,
    /// What to look at before anything is changed.
    Reminder,
}

/// The sections of a greeting.
///
/// A session that goes on has its dialogue in its history already, or the
/// recall gives it back.
#[must_use]
pub fn kinds(source: Source) -> &'static [Kind] {
    match source {
        Source::Startup | Source::Clear => &[
            Kind::Handover,
            Kind::Dialogue,
            Kind::State,
            Kind::Letters,
            Kind::Handoff,
            Kind::Interrupted,
        ],
        Source::Resume | Source::Fork => {
            &[Kind::Handover, Kind::State, Kind::Letters, Kind::Handoff]
        }
        Source::Compact => &[Kind::Handover, Kind::State, Kind::Handoff, Kind::Reminder],
    }
}
