//! Hook that tells a starting session what the last one left for it.

use std::process::ExitCode;

use recall_core::greeting::handoff::GIVEN;
use recall_core::greeting::{self, Section, Start};
use recall_core::handoff::{leaving, place};
use recall_core::hook::{Event, Kind, Reply, Source};
use recall_core::language::Language;
use recall_core::process::{Outcome, Surroundings, hook};
use recall_core::{project, say};

fn main() -> ExitCode {
    hook("session-start-greeting", env!("CARGO_PKG_VERSION"), run)
}

fn run(event: &Event, here: &Surroundings) -> Outcome {
    match event.kind {
        Kind::SessionStart(source) => greet(event, source, here),
        Kind::Other(ref name) if name.is_empty() => Outcome::without_event_name(),
        _ => Outcome::default(),
    }
}

fn greet(event: &Event, source: Source, here: &Surroundings) -> Outcome {
    let mut outcome = Outcome::default();
    let folder = here.start(event.cwd.as_deref());
    let project = project::open(folder, here, &mut outcome.problems);
    let place = place::of(&project, here, &mut outcome.problems);
    if let Some(place) = &place {
        let is_new_run = source != Source::Compact;
        outcome.take(leaving::began(event, place, &project, here, is_new_run));
    }
    let start = Start {
        event,
        source,
        project: &project,
        place: place.as_ref(),
        here,
    };
    let sections = greeting::sections(&start, &mut outcome.problems);
    let told: Vec<&str> = sections.iter().map(|section| section.name).collect();
    outcome.done = Some(format!("told: {}", told.join(", ")));
    outcome.language = Some(project.language);
    outcome.reply = greeting::text(&start, &sections).map(|context| Reply::Context {
        context,
        notice: notice(&sections, project.language),
    });
    outcome
}

/// What the person reads: that this session, and no other, has got a handoff.
fn notice(sections: &[Section], language: Language) -> Option<String> {
    let given = sections.iter().find(|section| section.name == GIVEN)?;
    let heading = &given.heading;
    Some(say!(
        language,
        "recall: this session goes on from: {heading}",
        "recall: このセッションに渡しました: {heading}",
    ))
}
