//! What a session leaves when it ends, and what it gives back where nothing was asked in it.

use std::path::Path;

use time::{Duration, OffsetDateTime};

use super::caps::{self, Draft};
use super::place::{self, Place};
use super::record::{Handoff, State, Through};
use super::session::Session;
use super::{automatic, sessions, store};
use crate::hook::Event;
use crate::language::Language;
use crate::problem::{Deed, Problem};
use crate::process::Surroundings;
use crate::project::Project;
use crate::restore::material::Folders;
use crate::store::read;
use crate::subagent;
use crate::transcript::segment;

/// The most bytes that are read of a session's last segment.
const MOST: u64 = 8 * 1024 * 1024;
/// After so long, handoffs that are closed and sessions that are silent go.
const AGE: Duration = Duration::days(14);

/// Notes that a session begins, or goes on.
///
/// # Errors
/// Where it cannot be written.
pub fn began(
    event: &Event,
    place: &Place,
    project: &Project,
    here: &Surroundings,
    is_new_run: bool,
) -> Result<(), Problem> {
    let id = event.session.as_ref();
    let Some(id) = id.filter(|_| !subagent::is_of(event)) else {
        return Ok(());
    };
    place.prepare()?;
    let known = (!is_new_run).then(|| sessions::find(&place.folder, id));
    let began_at = known.flatten().map(|known| known.began_at);
    let session = Session {
        session_id: id.clone(),
        began_at: began_at.unwrap_or(here.now),
        heard_at: here.now,
        ended_at: None,
        client: place::client(here),
        cwd: Some(project.start.to_string_lossy().into_owned()),
        transcript: event.transcript.as_deref().map(text),
        owner: here.operator.clone(),
    };
    sessions::note(&place.folder, &session)
}

/// Leaves an automatic handoff for what was asked in the session, or gives back what it got.
///
/// Returns what was done, for the receipt.
pub fn ended(
    event: &Event,
    project: &Project,
    here: &Surroundings,
    problems: &mut Vec<Problem>,
) -> Option<String> {
    let place = place::of(project, here, problems)?;
    let id = event.session.as_deref();
    let id = id.filter(|_| !subagent::is_of(event))?;
    let session = sessions::find(&place.folder, id);
    let done = match draft(event, session.as_ref(), project) {
        Ok(Some(left)) if has_left(&place, id, left.asked_last) => Ok(None),
        Ok(Some(left)) => leave(event, &place, project, here, &left.draft),
        Ok(None) => give_back(&place, id, problems),
        // That it cannot be read was told when it was to be kept.
        Err(_) => Ok(None),
    };
    let done = done.map_err(|problem| problem.add_to(problems)).ok();
    if let Some(session) = session {
        let session = Session {
            ended_at: Some(here.now),
            ..session
        };
        let noted = sessions::note(&place.folder, &session);
        let swept = noted.and_then(|()| sweep(&place.folder, here.now));
        let _ = swept.map_err(|problem| problem.add_to(problems));
    }
    done.flatten()
}

fn sweep(folder: &Path, now: OffsetDateTime) -> Result<(), Problem> {
    store::sweep(folder, now, AGE)?;
    sessions::sweep(folder, now, AGE)
}

/// What a session says of itself.
struct Left {
    draft: Draft,
    asked_last: Option<OffsetDateTime>,
}

/// Whether the session has left a handoff itself, and was asked nothing after it.
fn has_left(place: &Place, session: &str, asked_last: Option<OffsetDateTime>) -> bool {
    place.handoffs(&mut Vec::new()).iter().any(|handoff| {
        !handoff.automatic
            && handoff.state != State::Expired
            && handoff.from_session_id.as_deref() == Some(session)
            && asked_last.is_none_or(|asked| asked <= handoff.created_at)
    })
}

/// What the session says of itself, or nothing where nothing was asked since it began.
fn draft(
    event: &Event,
    session: Option<&Session>,
    project: &Project,
) -> Result<Option<Left>, Problem> {
    let path = event.named_transcript()?;
    if read::size(path).is_none() {
        return Ok(None);
    }
    let reading = segment::last_segment_within(read::open(path)?, MOST);
    let reading = reading.map_err(Problem::io(Deed::Read, path))?;
    let since = session.map(|session| session.began_at);
    if !automatic::was_asked_since(&reading.entries, since) {
        return Ok(None);
    }
    let first = segment::first_prompt(read::open(path)?);
    let first = first.map_err(Problem::io(Deed::Read, path))?;
    let folders = Folders {
        root: &project.root,
        cwd: reading.cwd.as_deref(),
    };
    let entries = &reading.entries;
    let draft = automatic::draft(entries, first.as_deref(), folders, project.language);
    let asked_last = automatic::asked_last(entries);
    Ok(draft.map(|draft| Left { draft, asked_last }))
}

fn leave(
    event: &Event,
    place: &Place,
    project: &Project,
    here: &Surroundings,
    draft: &Draft,
) -> Result<Option<String>, Problem> {
    place.prepare()?;
    let handoff = Handoff {
        from_session_id: event.session.clone(),
        from_agent: place::agents(project).into_iter().next(),
        // The folder that the client was started in stays; the session's own follows each `cd`.
        cwd: Some(text(&project.start)),
        automatic: true,
        attended: here.attended,
        ..new(draft, place, project.language, here)
    };
    let left = store::leave(&place.folder, handoff)?;
    Ok(Some(format!("handoff {}", left.id)))
}

/// A handoff of a draft, within its limits, that nobody has left yet.
#[must_use]
pub fn new(draft: &Draft, place: &Place, language: Language, here: &Surroundings) -> Handoff {
    let (draft, cut) = caps::cap(draft, language);
    Handoff {
        id: String::new(),
        workspace: place.scope.workspace.clone(),
        project: place.scope.project.clone(),
        from_session_id: None,
        from_agent: None,
        to_agent: None,
        cwd: None,
        summary: draft.summary,
        open_questions: draft.open_questions,
        next_steps: draft.next_steps,
        files_touched: draft.files_touched,
        cut,
        automatic: false,
        attended: true,
        state: State::Open,
        reason: None,
        created_at: here.now,
        accepted_at: None,
        accepted_by: None,
        accepted_by_session: None,
        accepted_through: None,
        owner: here.operator.clone(),
        shared: false,
    }
}

/// Opens again what the hook gave to sessions that broke off before anything was asked in them, and
/// tells whether there was any.
///
/// # Errors
/// Where one cannot be opened again.
pub fn take_back(
    place: &Place,
    here: &Surroundings,
    sessions: &[Session],
    handoffs: &[Handoff],
) -> Result<bool, Problem> {
    let mut any = false;
    for session in sessions {
        let got = store::got_by(handoffs, &session.session_id);
        let given = got.filter(|handoff| handoff.accepted_through == Some(Through::Hook));
        let unused = given
            .filter(|_| session.was_interrupted(here.now, place::lives))
            .filter(|handoff| !has_worked(session, handoff.accepted_at));
        for handoff in unused {
            store::give_back(place.holding(&handoff.id), &handoff.id)?;
            any = true;
        }
    }
    Ok(any)
}

/// Whether anything was asked in a session since then; what cannot be read counts as asked.
fn has_worked(session: &Session, since: Option<OffsetDateTime>) -> bool {
    let Some(path) = session.transcript.as_deref().map(Path::new) else {
        return true;
    };
    if read::size(path).is_none() {
        return false;
    }
    let reading = read::open(path)
        .ok()
        .and_then(|file| segment::last_prompts(file, 1).ok());
    reading.is_none_or(|reading| automatic::was_asked_since(&reading.entries, since))
}

/// Opens again what a session got and made nothing of.
fn give_back(
    place: &Place,
    session: &str,
    problems: &mut Vec<Problem>,
) -> Result<Option<String>, Problem> {
    let handoffs = place.handoffs(problems);
    let mut ids = Vec::new();
    for handoff in store::got_by(&handoffs, session) {
        store::give_back(place.holding(&handoff.id), &handoff.id)?;
        ids.push(handoff.id.clone());
    }
    Ok((!ids.is_empty()).then(|| format!("gave back handoff {}", ids.join(", "))))
}

fn text(path: &Path) -> String {
    path.to_string_lossy().into_owned()
}
