//! The list of sessions, newest first, for a person or for programs.

mod layout;

use recall_core::problem::Problem;
use recall_core::process::{Exit, Surroundings};
use recall_core::project::Project;
use recall_core::say;
use recall_core::store::places;
use recall_core::transcript::survey::Survey;
use serde_json::{Value, json};
use time::format_description::well_known::Rfc3339;

use crate::answer;
use crate::options::List;
use crate::page::Page;
use crate::plain::one_line;
use crate::progress::Progress;
use crate::sessions;
use crate::sessions::Listed;
use crate::survey::surveys;

/// The first characters of a session's id, which tell it from others as a commit's do.
pub(crate) const ID: usize = 8;

/// A session with what it comes to.
struct Row {
    number: usize,
    listed: Listed,
    /// Nothing where it could not be read.
    survey: Option<Survey>,
}

/// The page of the sessions of this project, or of all, for so many columns.
pub(crate) fn page(
    asked: &List,
    project: &Project,
    here: &Surroundings,
    problems: &mut Vec<Problem>,
    columns: Option<usize>,
) -> Result<(Page, Exit), Problem> {
    let progress = Progress::begin();
    let listed = if asked.whose.all {
        sessions::of_all(project, here)?
    } else {
        sessions::of_project(project, here)?
    };
    let surveys = surveys(&listed, &progress);
    drop(progress);
    let mut rows = Vec::new();
    for (nth, (listed, survey)) in listed.into_iter().zip(surveys).enumerate() {
        let survey = survey.map_err(|problem| problems.push(problem)).ok();
        let number = nth + 1;
        rows.push(Row {
            number,
            listed,
            survey,
        });
    }
    let exit = if rows.is_empty() {
        Exit::Nothing
    } else if rows.iter().any(|row| row.survey.is_none()) {
        Exit::Trouble
    } else {
        Exit::Done
    };
    let page = if asked.json {
        Page {
            note: rows.is_empty().then(|| nothing(asked, project, here)),
            ..Page::data(as_json(&rows, asked, project))
        }
    } else if rows.is_empty() {
        Page::nothing(nothing(asked, project, here))
    } else {
        Page::of(layout::text(&rows, asked, project, here, columns))
    };
    Ok((page, exit))
}

/// What is said where there is no session.
pub(crate) fn nothing_kept(project: &Project, here: &Surroundings) -> String {
    let root = places::for_people(&project.root, here.home.as_deref());
    say!(
        project.language,
        "there is no session of {root}, neither a backup nor a live transcript; `recall list --all` lists those of every project",
        "{root}のセッションは、バックアップにも進行中のトランスクリプトにもありません。`recall list --all`ですべてのプロジェクトのものを一覧できます"
    )
}

/// How a session's id is shown.
pub(crate) fn short_id(listed: &Listed) -> String {
    let id = listed.session.as_deref().unwrap_or("-");
    one_line(id).chars().take(ID).collect()
}

fn nothing(asked: &List, project: &Project, here: &Surroundings) -> String {
    if !asked.whose.all {
        return nothing_kept(project, here);
    }
    say!(
        project.language,
        "there is no session of any project yet",
        "どのプロジェクトにもまだセッションがありません"
    )
}

/// The same for programs. README.md documents it and tests/list.rs insists on it.
fn as_json(rows: &[Row], asked: &List, project: &Project) -> String {
    let all = json!({
        "root": project.root.to_string_lossy(),
        "all": asked.whose.all,
        "sessions": rows.iter().map(row_json).collect::<Vec<_>>(),
    });
    answer::json(&all)
}

fn row_json(row: &Row) -> Value {
    let (listed, survey) = (&row.listed, row.survey.as_ref());
    let root = listed.root.as_ref().map(|root| root.to_string_lossy());
    json!({
        "number": row.number,
        "kind": if listed.is_live { "live" } else { "backup" },
        "backup": listed.backup,
        "session": listed.session,
        "path": listed.path.to_string_lossy(),
        "root": root,
        "time": listed.at.format(&Rfc3339).unwrap_or_default(),
        "bytes": listed.bytes,
        "title": survey.and_then(|it| it.title.as_ref()),
        "first_prompt": survey.and_then(|it| it.first_prompt.as_ref()),
        "turns": survey.map(|it| it.turns),
        "compactions": survey.map(|it| it.compactions),
    })
}
