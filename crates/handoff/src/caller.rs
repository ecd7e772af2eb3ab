//! Who asks for handoffs, of which project, and what is there.

use std::collections::HashSet;
use std::path::PathBuf;

use recall_core::handoff::choice::Asker;
use recall_core::handoff::place::{self, Known, Place};
use recall_core::handoff::record::{Handoff, Through};
use recall_core::handoff::session::Session;
use recall_core::language::Language;
use recall_core::problem::Problem;
use recall_core::process::Surroundings;

/// One who asks, before the handoffs of one project as they are now.
#[derive(Debug)]
pub(crate) struct Caller<'a> {
    pub(crate) here: &'a Surroundings,
    pub(crate) language: Language,
    pub(crate) place: Place,
    pub(crate) who: Who,
    pub(crate) handoffs: Vec<Handoff>,
    pub(crate) sessions: Vec<Session>,
    pub(crate) going_on: HashSet<String>,
}

/// Who asks.
#[derive(Clone, Debug)]
pub(crate) struct Who {
    /// The session, where it is known.
    pub(crate) session: Option<String>,
    /// The names of the agent; nothing for a person.
    pub(crate) agents: Option<Vec<String>>,
    /// The folder that the work goes on in, where it is one of the project's.
    pub(crate) folder: Option<PathBuf>,
    /// Whether handoffs of every operator are meant.
    pub(crate) any_owner: bool,
}

impl<'a> Caller<'a> {
    /// Looks at what is there; what cannot be read is reported, and the rest counts.
    pub(crate) fn new(
        place: Place,
        who: Who,
        here: &'a Surroundings,
        language: Language,
        problems: &mut Vec<Problem>,
    ) -> Self {
        let Known { sessions, handoffs } = place.known(problems);
        let going_on = place::going_on(&sessions, here);
        Self {
            here,
            language,
            place,
            who,
            handoffs,
            sessions,
            going_on,
        }
    }

    /// Who asks, as the choice among handoffs knows it.
    pub(crate) fn asker(&self) -> Asker<'_> {
        Asker {
            session: self.who.session.as_deref(),
            agents: self.who.agents.as_deref(),
            owner: &self.here.operator,
            any_owner: self.who.any_owner,
            folder: self.who.folder.as_deref(),
        }
    }

    /// The name of the agent; nothing for a person.
    pub(crate) fn agent(&self) -> Option<&str> {
        let first = self.who.agents.as_ref()?.first()?;
        Some(first)
    }

    /// How the one who asks accepts a handoff.
    pub(crate) fn through(&self) -> Through {
        match self.who.agents {
            Some(_) => Through::Tool,
            None => Through::Person,
        }
    }
}
