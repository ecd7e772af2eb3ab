//! What is kept in a project's backups folder at one event, and how its log and receipt tell it.

use std::path::Path;

use recall_core::backup::{self, Kept, Whose};
use recall_core::hook::Event;
use recall_core::problem::Problem;
use recall_core::process::{Outcome, Surroundings};
use recall_core::project::Project;
use recall_core::state::{gather, kept};
use recall_core::{compaction_log, rotation, subagent};

/// Keeps the transcript first, since it matters most, and then what is around it.
pub(crate) fn keep(
    event: &Event,
    here: &Surroundings,
    project: &Project,
    folder: &Path,
    outcome: &mut Outcome,
) -> String {
    let kept = transcript(event, here, project, folder);
    let what = outcome
        .take(kept)
        .unwrap_or_else(|| "nothing kept".to_owned());
    let logged = compaction_log::add(&project.root, event, here.now, &what);
    outcome.take(logged);
    // The state dump is the session's, and a subagent knows another part of the work.
    let dumped = if subagent::is_of(event) {
        "no state kept for a subagent".to_owned()
    } else {
        state(event, here, project, folder, outcome)
    };
    rotation::sweep(
        folder,
        here.now,
        &project.config.keep,
        &mut outcome.problems,
    );
    format!("{what}; {dumped}")
}

fn transcript(
    event: &Event,
    here: &Surroundings,
    project: &Project,
    folder: &Path,
) -> Result<String, Problem> {
    let agents = subagent::transcript(event);
    let (path, whose) = match &agents {
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
        match backup::keep(folder, path, whose, here.now, project.config.keep.age())? {
            Kept::New { path, bytes } => format!("{} ({bytes} bytes)", name(&path)),
            Kept::Already(path) => format!("{} holds it already", name(&path)),
        },
    )
}

/// Keeps the state of the work beside the transcript, which matters more and comes first.
fn state(
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
