//! Hook that keeps the transcript before a compaction and at the end of a session.

mod keeping;

use std::process::ExitCode;

use recall_core::backup;
use recall_core::handoff::leaving;
use recall_core::hook::{Event, Kind, Reply};
use recall_core::process::{Outcome, Surroundings, hook};
use recall_core::project::{self, Project};
use recall_core::restore::summarizer;

fn main() -> ExitCode {
    hook("pre-compact-backup", env!("CARGO_PKG_VERSION"), run)
}

fn run(event: &Event, here: &Surroundings) -> Outcome {
    // What there is to keep is kept, whatever the event is called.
    let mut outcome = match &event.kind {
        Kind::Other(name) if name.is_empty() => Outcome::without_event_name(),
        _ => Outcome::default(),
    };
    if !outcome.problems.is_empty() && event.transcript.is_none() {
        return outcome;
    }
    let project = project::open(
        here.start(event.cwd.as_deref()),
        here,
        &mut outcome.problems,
    );
    outcome.language = Some(project.language);
    if nothing_was_said(event) {
        let left = leave(event, here, &project, &mut outcome);
        outcome.done = Some(format!(
            "the session ended before it had a transcript{left}"
        ));
        return outcome;
    }
    let kept = match outcome.take(backup::prepare(&project.root)) {
        Some(folder) => keeping::keep(event, here, &project, &folder, &mut outcome),
        None => "nothing kept".to_owned(),
    };
    let left = leave(event, here, &project, &mut outcome);
    outcome.done = Some(format!("{kept}{left}"));
    if matches!(event.kind, Kind::PreCompact { .. }) {
        let text = summarizer::instruction(
            &project.config.summarizer,
            project.language,
            &mut outcome.problems,
        );
        outcome.reply = text.map(Reply::Plain);
    }
    outcome
}

/// A session that ends before its first prompt has no transcript, and that is no fault.
fn nothing_was_said(event: &Event) -> bool {
    let missing = event
        .transcript
        .as_ref()
        .is_some_and(|path| path.symlink_metadata().is_err());
    missing && matches!(event.kind, Kind::SessionEnd { .. })
}

/// Leaves a handoff where the session ends, after everything that matters more.
fn leave(event: &Event, here: &Surroundings, project: &Project, outcome: &mut Outcome) -> String {
    if !matches!(event.kind, Kind::SessionEnd { .. }) {
        return String::new();
    }
    let done = leaving::ended(event, project, here, &mut outcome.problems);
    done.map_or_else(String::new, |done| format!("; {done}"))
}
