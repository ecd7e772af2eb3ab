//! Gathering the state: git is asked while the files are read.

use std::path::{Path, PathBuf};
use std::time::Duration;

use super::{Answer, Excerpt, Git, Listing, State, git};
use crate::budget;
use crate::config::Named;
use crate::hook::{Event, Kind};
use crate::problem::{Deed, Fault, Problem};
use crate::process::Surroundings;
use crate::project::Project;
use crate::redact::redact;
use crate::restore::material::{self, Folders};
use crate::store::{places, read};
use crate::transcript::back::Back;
use crate::transcript::segment;

/// How long each question to git may take.
const LIMIT: Duration = Duration::from_secs(2);
/// How long it may take when a session ends: the client gives all hooks together 1.5 s then (client 2.1.332).
const LIMIT_AT_END: Duration = Duration::from_millis(800);
/// How long after the program's start git may still be at work then.
const LAST_AT_END: Duration = Duration::from_millis(1_200);

/// How many lines of the file of decisions are quoted.
const DECISIONS: usize = 200;
/// How many of a session's own lines of the log of tools are quoted.
const OWN_TOOLS: usize = 20;
/// How many of its last lines are quoted where none is the session's own.
const LAST_TOOLS: usize = 10;
/// The most bytes that are read of the file of decisions.
const MOST_OF_FILE: u64 = 256 * 1024;
/// The most bytes that are looked through in the log of tools, from its end.
const MOST_OF_LOG: u64 = 8 * 1024 * 1024;
/// The most bytes of a segment that are looked through for the files that the session changed: its end comes soon.
const MOST_OF_SEGMENT: u64 = 8 * 1024 * 1024;
/// The most UTF-16 code units of a line.
const LINE: usize = 400;
/// The most lines of an answer of git.
const LINES: usize = 200;
/// The most files that a session changed.
const FILES: usize = 100;

/// The state of the work at this event.
pub fn state(
    event: &Event,
    here: &Surroundings,
    project: &Project,
    problems: &mut Vec<Problem>,
) -> State {
    let asking = git::ask(&project.root, limit(event, here));
    let decisions = decisions(project, here).map_err(|problem| problems.push(problem));
    let tool_log = tool_log(event, project, here).map_err(|problem| problems.push(problem));
    let files = files(event, project);
    State {
        trigger: event.kind.label(),
        session: event.session.clone(),
        root: places::for_people(&project.root, here.home.as_deref()),
        git: bounded(asking.answer(&project.root)),
        decisions: decisions.ok().flatten(),
        tool_log: tool_log.ok().flatten(),
        files,
    }
}

/// The first lines of the file of decisions, or nothing where there is no such file.
///
/// # Errors
/// Where it is there and cannot be read, or must not be.
pub fn decisions(project: &Project, here: &Surroundings) -> Result<Option<Excerpt>, Problem> {
    let Some(path) = place(&project.config.state.decisions, project)? else {
        return Ok(None);
    };
    let text = read::start(&path, MOST_OF_FILE)?;
    let text = redact(&text);
    let mut lines = text.lines().map(clipped);
    Ok(Some(Excerpt {
        file: told(&path, project, here),
        lines: lines.by_ref().take(DECISIONS).collect(),
        partial: lines.next().is_some(),
    }))
}

fn tool_log(
    event: &Event,
    project: &Project,
    here: &Surroundings,
) -> Result<Option<Excerpt>, Problem> {
    let named = project.config.state.tool_log.as_ref();
    let Some(path) = named
        .map(|named| place(named, project))
        .transpose()?
        .flatten()
    else {
        return Ok(None);
    };
    let (own, last) = log_lines(&path, event.session.as_deref())?;
    let partial = own.is_empty();
    let mut lines = if partial { last } else { own };
    lines.reverse();
    Ok(Some(Excerpt {
        file: told(&path, project, here),
        lines,
        partial,
    }))
}

/// The newest lines that carry the session's id, and the newest of all, newest first.
fn log_lines(path: &Path, session: Option<&str>) -> Result<(Vec<String>, Vec<String>), Problem> {
    // An id is told from a longer one by its quotes.
    let mark = session.map(|session| format!("\"{session}\""));
    let mut back = Back::new(read::open(path)?).map_err(Problem::io(Deed::Read, path))?;
    let (mut own, mut last) = (Vec::new(), Vec::new());
    let mut end = None;
    while own.len() < OWN_TOOLS
        && let Some(line) = back.line().map_err(Problem::io(Deed::Read, path))?
        && *end.get_or_insert(line.offset) - line.offset <= MOST_OF_LOG
    {
        let text = String::from_utf8_lossy(line.bytes);
        if text.trim().is_empty() {
            continue;
        }
        if last.len() < LAST_TOOLS {
            last.push(clipped(&redact(&text)));
        }
        if mark.as_ref().is_some_and(|mark| text.contains(mark)) {
            own.push(clipped(&redact(&text)));
        }
    }
    Ok((own, last))
}

/// The files that the session changed since its last compaction.
///
/// What keeps its transcript from being read was told where the transcript was to be kept.
fn files(event: &Event, project: &Project) -> Vec<String> {
    let transcript = event.transcript.as_deref();
    let file = transcript.and_then(|path| read::open(path).ok());
    let Some(reading) =
        file.and_then(|file| segment::last_calls_within(file, MOST_OF_SEGMENT).ok())
    else {
        return Vec::new();
    };
    let folders = Folders {
        root: &project.root,
        cwd: reading.cwd.as_deref(),
    };
    let changed = material::files(&reading.entries, folders).changed;
    changed
        .iter()
        .take(FILES)
        .map(|path| clipped(path))
        .collect()
}

/// The file at the path that somebody named, or nothing where there is none.
fn place(named: &Named, project: &Project) -> Result<Option<PathBuf>, Problem> {
    let path = project.root.join(&named.path);
    if path.symlink_metadata().is_err() {
        return Ok(None);
    }
    // A link to nowhere lies nowhere: what is the matter with the file comes before where it is.
    read::open(&path)?;
    if !named.trusted && !places::is_inside(&path, &project.root) {
        return Err(Problem::unfit(&path, Fault::Outside));
    }
    Ok(Some(path))
}

fn told(path: &Path, project: &Project, here: &Surroundings) -> String {
    match path.strip_prefix(&project.root) {
        Ok(below) => below.display().to_string(),
        Err(_) => places::for_people(path, here.home.as_deref()),
    }
}

fn limit(event: &Event, here: &Surroundings) -> Duration {
    match event.kind {
        Kind::SessionEnd { .. } => LIMIT_AT_END.min(LAST_AT_END.saturating_sub(here.spent())),
        _ => LIMIT,
    }
}

fn bounded(git: Git) -> Git {
    match git {
        Git::Checkout(mut checkout) => {
            shorten(&mut checkout.status);
            shorten(&mut checkout.diff);
            Git::Checkout(checkout)
        }
        other => other,
    }
}

/// Leaves the middle out, because the last line of a difference is its sum.
fn shorten(answer: &mut Answer<Listing>) {
    if let Ok(listing) = answer
        && listing.lines.len() > LINES
    {
        let last = listing.lines.pop();
        listing.left_out = listing.lines.len() - (LINES - 1);
        listing.lines.truncate(LINES - 1);
        listing.lines.extend(last);
    }
}

fn clipped(line: &str) -> String {
    budget::shorten(line, LINE, |gone| format!("…(+{gone})…"))
}
