//! Hook that tells a starting session what the last one left for it.

use std::process::ExitCode;

use recall_core::greeting::{self, Greeting, dialogue, gather};
use recall_core::hook::{Event, Kind, Reply, Source};
use recall_core::process::{Outcome, Surroundings, hook};
use recall_core::project;

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
    let project = project::open(
        here.start(event.cwd.as_deref()),
        here,
        &mut outcome.problems,
    );
    let handover = outcome.take(gather::handover(&project, event)).flatten();
    // A session that goes on has its dialogue in its history already, or the recall gives it back.
    let kept = matches!(source, Source::Startup | Source::Clear)
        .then(|| gather::dialogue(&project, event, here.now, &mut outcome.problems))
        .flatten();
    let words = kept
        .as_ref()
        .and_then(|(backup, entries)| Some((backup, dialogue::last(entries)?)));
    let file = project.config.handover.file.display().to_string();
    let text = greeting::text(&Greeting {
        language: project.language,
        handover: handover.as_deref().map(|section| (section, file.as_str())),
        dialogue: words
            .as_ref()
            .map(|(backup, words)| (words, backup.name.as_str(), backup.at)),
        user: project.config.user.as_deref(),
        assistant: project.assistant(),
        meeting: here.meeting.as_deref(),
        zone: here.zone,
    });
    outcome.language = Some(project.language);
    outcome.done = Some(format!(
        "handover: {}, last dialogue: {}",
        handover.is_some(),
        words.is_some()
    ));
    outcome.reply = text.map(|context| Reply::Context {
        context,
        notice: None,
    });
    outcome
}
