//! Finds what a greeting is made of: the handover section and the last dialogue's backup.

use std::path::Path;

use time::OffsetDateTime;

use super::handover;
use crate::backup::{self, Backup};
use crate::hook::Event;
use crate::problem::{Deed, Fault, Problem};
use crate::project::Project;
use crate::store::{places, read};
use crate::transcript::{Entry, segment};

/// How many backups are looked into for a dialogue.
const LOOKS: usize = 20;
/// How many prompts back a dialogue may lie, so that an unanswered last one still finds a reply.
const PROMPTS: usize = 3;

/// The handover section of the project's memory file, unless the client loads that very file itself.
///
/// # Errors
/// Where the file is there and cannot or must not be read.
pub fn handover(project: &Project, event: &Event) -> Result<Option<String>, Problem> {
    let marks = &project.config.handover;
    let file = project.root.join(&marks.file);
    if file.symlink_metadata().is_err() || is_auto_memory(&file, event) {
        return Ok(None);
    }
    // A link to nowhere lies nowhere: what is the matter with the file comes before where it is.
    read::open(&file)?;
    if !marks.trusted && !places::is_inside(&file, &project.root) {
        return Err(Problem::unfit(&file, Fault::Outside));
    }
    let memory = read::text_if_there(&file)?;
    Ok(memory.and_then(|memory| handover::section(&memory, marks)))
}

/// The newest backup of another session in which somebody said something, not older than backups are read.
pub fn dialogue(
    project: &Project,
    event: &Event,
    now: OffsetDateTime,
    problems: &mut Vec<Problem>,
) -> Option<(Backup, Vec<Entry>)> {
    let backups = backup::list(&places::backups(&project.root))
        .map_err(|problem| problems.push(problem))
        .ok()?;
    let young = backups.into_iter().filter(|backup| backup.is_current(now));
    for backup in young.take(LOOKS) {
        match another_session(&backup, event) {
            Ok(Some(entries)) if super::dialogue::last(&entries).is_some() => {
                return Some((backup, entries));
            }
            Ok(_) => {}
            Err(problem) => problems.push(problem),
        }
    }
    None
}

fn another_session(backup: &Backup, event: &Event) -> Result<Option<Vec<Entry>>, Problem> {
    let session = backup::session(&backup.path)?;
    if session.is_some() && session == event.session {
        return Ok(None);
    }
    let file = read::open(&backup.path)?;
    let reading =
        segment::last_prompts(file, PROMPTS).map_err(Problem::io(Deed::Read, &backup.path))?;
    Ok(Some(reading.entries))
}

/// Whether the client loads this file itself: its auto memory lies beside the transcripts (client 2.1.332).
fn is_auto_memory(file: &Path, event: &Event) -> bool {
    let transcripts = event.transcript.as_deref().and_then(Path::parent);
    transcripts
        .is_some_and(|folder| places::is_same(file, &folder.join("memory").join("MEMORY.md")))
}
