//! Hook that keeps the transcript before a compaction and at the end of a session.

use std::path::Path;
use std::process::ExitCode;

use recall_core::backup::{self, Kept, Whose};
use recall_core::compaction_log;
use recall_core::handoff::leaving;
use recall_core::hook::{Event, Kind, Reply};
use recall_core::problem::Problem;
use recall_core::process::{Outcome, Surroundings, hook};
use recall_core::project::{self, Project};
use recall_core::restore::summarizer;
use recall_core::rotation;
use recall_core::state::{gather, kept};
use recall_core::subagent;

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
        Some(folder) => keep_all(event, here, &project, &folder, &mut outcome),
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

/// Keeps the transcript first, since it matters most, and then what is around it.
fn keep_all(
    event: &Event,
    here: &Surroundings,
    project: &Project,
    folder: &Path,
    outcome: &mut Outcome,
) -> String {
    let kept = keep(event, here, project, folder);
    let what = outcome
        .take(kept)
        .unwrap_or_else(|| "nothing kept".to_owned());
    let logged = compaction_log::add(&project.root, event, here.now, &what);
    outcome.take(logged);
    // The state dump is the session's, and a subagent knows another part of the work.
    let dumped = if subagent::is_of(event) {
        "no state kept for a subagent".to_owned()
    } else {
        dump(event, here, project, folder, outcome)
    };
    rotation::sweep(
        folder,
        here.now,
        &project.config.keep,
        &mut outcome.problems,
    );
    format!("{what}; {dumped}")
}

fn keep(
    event: &Event,
    here: &Surroundings,
    project: &Project,
    folder: &Path,
) -> Result<String, Problem> {
    let agents = subagent::transcript(event);
    let (transcript, whose) = match &agents {
        Some(own) => (own.as_path(), Whose::Agent),
        None => (event.named_transcript()?, Whose::Session),
    };
    let name = |path: &Path| {
        path.file_name()
            .unwrap_or_default()
            .to_string_lossy()
            .into_owned()
    };
    Ok(
        match backup::keep(
            folder,
            transcript,
            whose,
            here.now,
            project.config.keep.age(),
        )? {
            Kept::New { path, bytes } => format!("{} ({bytes} bytes)", name(&path)),
            Kept::Already(path) => format!("{} holds it already", name(&path)),
        },
    )
}

/// Keeps the state of the work beside the transcript, which matters more and comes first.
fn dump(
    event: &Event,
    here: &Surroundings,
    project: &Project,
    folder: &Path,
    outcome: &mut Outcome,
) -> String {
    let mut problems = Vec::new();
    let state = gather::state(event, here, project, &mut problems);
    for problem in problems {
        outcome.take::<()>(Err(problem));
    }
    let kept = kept::keep(folder, &state, project.language, here.now, here.zone());
    match outcome.take(kept) {
        Some(kept::Kept::New(name)) => name,
        Some(kept::Kept::Already(name)) => format!("{name} holds the state already"),
        None => "no state kept".to_owned(),
    }
}
