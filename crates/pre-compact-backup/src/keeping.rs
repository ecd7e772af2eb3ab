//! What is kept in a project's backups folder at one event, and how its log and receipt tell it.

use std::panic::resume_unwind;
use std::path::Path;
use std::thread::{self, ScopedJoinHandle};

use recall_core::backup::{self, Kept, Whose};
use recall_core::hook::Event;
use recall_core::problem::Problem;
use recall_core::process::{Outcome, Surroundings};
use recall_core::project::Project;
use recall_core::state::{State, gather, kept};
use recall_core::{compaction_log, rotation, subagent};

/// Keeps the transcript first, since it matters most, and then what is around it.
pub(crate) fn keep(
    event: &Event,
    here: &Surroundings,
    project: &Project,
    folder: &Path,
    outcome: &mut Outcome,
) -> String {
    // The state dump is the session's, and a subagent knows another part of the work.
    let has_state = !subagent::is_of(event);
    let (what, state) = thread::scope(|scope| {
        // The state is looked for while the transcript is copied; it is written after it.
        let looking = has_state.then(|| scope.spawn(|| look(event, here, project)));
        let kept = transcript(event, here, project, folder);
        let what = outcome
            .take(kept)
            .unwrap_or_else(|| "nothing kept".to_owned());
        let logged = compaction_log::add(&project.root, event, here.now, &what);
        outcome.take(logged);
        (what, looking.map(found))
    });
    let dumped = match state {
        Some(found) => dump(found, here, project, folder, outcome),
        None => "no state kept for a subagent".to_owned(),
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

/// The state of the work, and what of it could not be read.
type Found = (State, Vec<Problem>);

fn look(event: &Event, here: &Surroundings, project: &Project) -> Found {
    let mut problems = Vec::new();
    let state = gather::state(event, here, project, &mut problems);
    (state, problems)
}

/// What was looked for; a panic goes on where the hook catches its own.
fn found(looking: ScopedJoinHandle<'_, Found>) -> Found {
    looking.join().unwrap_or_else(|panic| resume_unwind(panic))
}

/// Keeps the state of the work beside the transcript.
fn dump(
    (state, problems): Found,
    here: &Surroundings,
    project: &Project,
    folder: &Path,
    outcome: &mut Outcome,
) -> String {
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
