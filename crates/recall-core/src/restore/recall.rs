//! The recall as a whole: from an event to the block that answers it.

use super::block::{Block, block, prompts_and_last_reply};
use super::source::{self, Found};
use super::telling::Telling;
use crate::hook::Event;
use crate::problem::Problem;
use crate::process::Surroundings;
use crate::project::Project;
use crate::say;
use crate::store::places;
use crate::subagent;
use crate::transcript::segment::Reading;

/// The last `wanted` turns that the event's compaction takes away, or nothing where nothing was said.
///
/// A subagent is told nothing: what its session said is not what its own compaction took away.
pub fn after_compaction(
    event: &Event,
    project: &Project,
    here: &Surroundings,
    wanted: usize,
    problems: &mut Vec<Problem>,
) -> Option<Block> {
    if subagent::is_of(event) {
        return None;
    }
    let found = source::segment(event, &project.root, problems)?;
    let path = places::for_people(&found.path, here.home.as_deref());
    if found.reading.damaged > 0 {
        let damaged = found.reading.damaged;
        problems.push(Problem::Value(say!(
            project.language,
            "could not read all of {path}: {damaged} of the lines read are damaged, and what is whole in them counts",
            "{path}の一部を読み込みできません: 読んだ行のうち{damaged}行が壊れており、読み取れた部分だけを使いました",
        )));
    }
    let telling = telling(project, here, &path, &found.reading, 0);
    block(&found.reading.entries, wanted, &telling)
}

/// The prompts and the last reply that the latest compaction took away, or nothing before the first compaction.
///
/// `beside` UTF-16 code units of the room are left to something else.
///
/// # Errors
/// Where the transcript cannot be read.
pub fn once_more(
    event: &Event,
    project: &Project,
    here: &Surroundings,
    beside: usize,
) -> Result<Option<Block>, Problem> {
    let Some(Found { path, reading }) = source::taken_away(event, &project.root)? else {
        return Ok(None);
    };
    let path = places::for_people(&path, here.home.as_deref());
    let telling = telling(project, here, &path, &reading, beside);
    Ok(prompts_and_last_reply(&reading.entries, &telling))
}

fn telling<'a>(
    project: &'a Project,
    here: &Surroundings,
    transcript: &'a str,
    reading: &'a Reading,
    beside: usize,
) -> Telling<'a> {
    Telling {
        language: project.language,
        user: project.config.user.as_deref(),
        assistant: project.assistant(),
        transcript,
        root: &project.root,
        cwd: reading.cwd.as_deref(),
        zone: here.zone(),
        beside,
        incomplete: reading.damaged > 0 || reading.too_long,
    }
}
