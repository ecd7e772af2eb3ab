//! `recall search`: what people and the model said, in every transcript and backup of a project.

mod asked;
mod crew;
mod escape;
mod hits;
mod passages;
mod query;
mod raw;
mod report;
mod said;
mod scan;
mod when;

use std::collections::HashSet;

use recall_core::problem::Problem;
use recall_core::process::{Exit, Surroundings};
use recall_core::project::Project;

use crate::page::Page;
use crate::sessions::{self, Listed};
pub(crate) use asked::Asked;
use hits::Hits;
use query::Query;
use when::Span;

/// How often the files are listed anew: a session that goes on takes its backup along to a new name.
const LOOKS: usize = 10;

/// What a message must be like to be told.
pub(crate) struct Wanted<'a> {
    asked: &'a Asked,
    query: Query,
    span: Span,
    /// How many are kept.
    most: usize,
}

/// The page of what was found.
pub(crate) fn page(
    asked: &Asked,
    project: &Project,
    here: &Surroundings,
    problems: &mut Vec<Problem>,
) -> Result<(Page, Exit), Problem> {
    let (since, until) = (asked.since.as_deref(), asked.until.as_deref());
    let wanted = Wanted {
        asked,
        query: Query::of(asked, project.language)?,
        span: Span::of(since, until, here.now, here.zone(), project.language)?,
        most: asked.limit.get(),
    };
    let mut files = Vec::new();
    let mut hits = Hits::new(wanted.most);
    let mut is_whole = true;
    for _ in 0..LOOKS {
        let searched = files.len();
        add_new(&mut files, listed(project, asked.whose.all, here)?);
        if files.len() == searched {
            break;
        }
        let (found, trouble) = crew::search(&files, searched, &wanted);
        hits.join(found);
        is_whole &= trouble.is_empty();
        problems.extend(trouble);
    }
    let exit = match (is_whole, hits.count()) {
        (false, _) => Exit::Trouble,
        (true, 0) => Exit::Nothing,
        (true, _) => Exit::Done,
    };
    Ok((report::page(hits, &files, &wanted, project, here), exit))
}

/// Live transcripts first, then backups, so that the first to hold a line is the one to name.
fn listed(project: &Project, all: bool, here: &Surroundings) -> Result<Vec<Listed>, Problem> {
    let mut listed = if all {
        sessions::of_all(project, here)?
    } else {
        sessions::of_project(project, here)?
    };
    listed.sort_by_key(|file| !file.is_live);
    Ok(listed)
}

fn add_new(files: &mut Vec<Listed>, listed: Vec<Listed>) {
    let known: HashSet<_> = files.iter().map(|file| file.path.clone()).collect();
    files.extend(
        listed
            .into_iter()
            .filter(|file| !known.contains(&file.path)),
    );
}
