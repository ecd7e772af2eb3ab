//! What is proved, one file for each scenario.

mod automatic_compaction;
mod clear;
mod handoff;
mod handoff_race;
mod interrupted_session;
mod interrupted_turn;
mod manual_compaction;
mod odd_path;
mod registered;
mod reload_context;
mod resume;
mod second_session;
mod session_end;
mod state;
mod steps;
mod subfolder;
mod terminal_automatic;
mod terminal_manual;
mod uninstalled;
mod words;

use crate::stage::{Place, Stage};

/// One claim about the installed programs, and where it is proved.
#[derive(Debug, Clone, Copy)]
pub struct Scenario {
    /// The name to choose it by.
    pub name: &'static str,
    /// Where the project is.
    pub place: Place,
    /// What happens and has to come of it.
    pub play: fn(&Stage) -> anyhow::Result<()>,
}

const PROJECT: Place = Place {
    project: "invoices",
    start: "",
};

/// Every scenario, the ones that explain the others first.
pub const ALL: &[Scenario] = &[
    in_project("automatic_compaction", automatic_compaction::play),
    in_project("interrupted_turn", interrupted_turn::play),
    in_project("manual_compaction", manual_compaction::play),
    in_project("resume", resume::play),
    in_project("second_session", second_session::play),
    in_project("clear", clear::play),
    in_project("session_end", session_end::play),
    in_project("state", state::play),
    in_project("handoff", handoff::play),
    in_project("handoff_race", handoff_race::play),
    in_project("interrupted_session", interrupted_session::play),
    in_project("reload_context", reload_context::play),
    Scenario {
        name: "subfolder",
        place: Place {
            project: "invoices",
            start: "services/export",
        },
        play: subfolder::play,
    },
    Scenario {
        name: "odd_path",
        place: Place {
            project: "my project 日本語",
            start: "",
        },
        play: odd_path::play,
    },
    in_project("terminal_manual", terminal_manual::play),
    in_project("terminal_automatic", terminal_automatic::play),
    in_project("registered", registered::play),
    in_project("uninstalled", uninstalled::play),
];

const fn in_project(name: &'static str, play: fn(&Stage) -> anyhow::Result<()>) -> Scenario {
    Scenario {
        name,
        place: PROJECT,
        play,
    }
}
