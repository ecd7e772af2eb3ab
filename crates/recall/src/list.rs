//! The list of sessions, newest first: a table where there is room, else two lines each.

use std::path::Path;

use anstyle::Style;
use recall_core::clock::{ago, moment};
use recall_core::language::counted;
use recall_core::problem::Problem;
use recall_core::process::{Exit, Surroundings};
use recall_core::project::Project;
use recall_core::say;
use recall_core::store::places;
use recall_core::transcript::survey::Survey;
use serde_json::{Value, json};
use time::format_description::well_known::Rfc3339;

use crate::options::List;
use crate::page::Page;
use crate::palette::{FAINT, NAME, WELL};
use crate::plain::one_line;
use crate::sessions::Listed;
use crate::survey::surveys;
use crate::table::{Cell, flow, table};
use crate::width::clip;
use crate::{measure, sessions};

/// From so many columns on a table has room for a title.
const TABLE: usize = 100;
/// From so many columns on a table has room for the time beside the age, and for the project.
const WIDE: usize = 130;
/// The columns before a title that has a line of its own.
const BLANKS: usize = 5;
/// The first characters of a session's id, which tell it from others as a commit's do.
const ID: usize = 8;

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
    let listed = if asked.whose.all {
        sessions::of_all(project, here)?
    } else {
        sessions::of_project(project, here)?
    };
    let surveys = surveys(&listed);
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
        Page::of(as_text(&rows, asked, project, here, columns))
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

fn as_text(
    rows: &[Row],
    asked: &List,
    project: &Project,
    here: &Surroundings,
    columns: Option<usize>,
) -> String {
    match columns {
        Some(columns) if columns < TABLE => {
            let rows = rows.iter();
            rows.map(|row| two_lines(row, asked, project, here, columns))
                .collect()
        }
        _ => {
            let heads = heads(asked, project, columns);
            let cells = rows
                .iter()
                .map(|row| cells(row, asked, project, here, columns));
            let all: Vec<Vec<Cell>> = std::iter::once(heads).chain(cells).collect();
            table(&all, columns)
        }
    }
}

fn is_wide(columns: Option<usize>) -> bool {
    columns.is_none_or(|columns| columns >= WIDE)
}

fn heads(asked: &List, project: &Project, columns: Option<usize>) -> Vec<Cell> {
    let language = project.language;
    let name = |text: String| Cell::new(text, NAME);
    let number = |text: String| Cell::number(text, NAME);
    let mut heads = vec![number("#".to_owned())];
    if is_wide(columns) {
        heads.push(name(say!(language, "when", "日時")));
    }
    heads.extend([
        name(say!(language, "age", "経過")),
        name(say!(language, "session", "セッション")),
        name(say!(language, "file", "種類")),
        number(say!(language, "turns", "ターン")),
        number(say!(language, "compacted", "圧縮")),
        number(say!(language, "size", "サイズ")),
    ]);
    if asked.whose.all {
        heads.push(name(say!(language, "project", "プロジェクト")));
    }
    heads.push(name(say!(language, "title", "タイトル")));
    heads
}

fn cells(
    row: &Row,
    asked: &List,
    project: &Project,
    here: &Surroundings,
    columns: Option<usize>,
) -> Vec<Cell> {
    let listed = &row.listed;
    let plain = Style::new();
    let count = |of: fn(&Survey) -> usize| {
        row.survey
            .as_ref()
            .map_or("?".to_owned(), |it| of(it).to_string())
    };
    let mut cells = vec![Cell::number(row.number.to_string(), NAME)];
    if is_wide(columns) {
        cells.push(Cell::new(moment(listed.at, here.zone), plain));
    }
    let path = listed.path.clone();
    cells.extend([
        Cell::new(ago(here.now - listed.at, project.language), plain),
        Cell::new(short_id(listed), FAINT).leading_to(path),
        Cell::new(kind(listed, project), kind_style(listed)),
        Cell::number(count(|it| it.turns), plain),
        Cell::number(count(|it| it.compactions), plain),
        Cell::number(measure::bytes(listed.bytes), plain),
    ]);
    if asked.whose.all {
        let most = if is_wide(columns) { 40 } else { 16 };
        let root = shown_root(listed.root.as_deref(), here);
        cells.push(Cell::new(clip(&root, most), FAINT));
    }
    cells.push(Cell::new(title(row, project), plain));
    cells
}

/// The title on a line of its own, and below it what the table has in its columns.
fn two_lines(
    row: &Row,
    asked: &List,
    project: &Project,
    here: &Surroundings,
    columns: usize,
) -> String {
    let (language, listed) = (project.language, &row.listed);
    let number = row.number;
    let title = title(row, project);
    let title = clip(&title, columns.saturating_sub(BLANKS));
    let fact = |text: String| Cell::new(text, FAINT);
    let mut facts = vec![
        fact(ago(here.now - listed.at, language)),
        fact(short_id(listed)).leading_to(listed.path.clone()),
        Cell::new(kind(listed, project), kind_style(listed)),
    ];
    if let Some(survey) = &row.survey {
        let (turns, compactions) = (survey.turns, survey.compactions);
        let (some_turns, some_compactions) =
            (counted(turns, "turn"), counted(compactions, "compaction"));
        facts.push(fact(say!(language, "{some_turns}", "{turns}ターン")));
        facts.push(fact(say!(
            language,
            "{some_compactions}",
            "圧縮{compactions}回"
        )));
    }
    facts.push(fact(measure::bytes(listed.bytes)));
    if asked.whose.all {
        let root = shown_root(listed.root.as_deref(), here);
        facts.push(fact(
            clip(&root, columns.saturating_sub(BLANKS)).into_owned(),
        ));
    }
    let facts = flow(&facts, BLANKS, columns);
    format!("{NAME}{number:>3}{NAME:#}  {title}\n{facts}")
}

fn kind(listed: &Listed, project: &Project) -> String {
    if listed.is_live {
        say!(project.language, "live", "進行中")
    } else {
        say!(project.language, "backup", "バックアップ")
    }
}

fn kind_style(listed: &Listed) -> Style {
    if listed.is_live { WELL } else { FAINT }
}

/// The title, else what was asked first, on one line.
fn title(row: &Row, project: &Project) -> String {
    let Some(survey) = &row.survey else {
        return say!(project.language, "(cannot be read)", "（読み取れません）");
    };
    let told = survey.title.as_ref().or(survey.first_prompt.as_ref());
    told.map_or_else(
        || say!(project.language, "(nobody said anything)", "（会話なし）"),
        |text| one_line(text),
    )
}

fn shown_root(root: Option<&Path>, here: &Surroundings) -> String {
    let root = root.map(|root| places::for_people(root, here.home.as_deref()));
    one_line(root.as_deref().unwrap_or("-"))
}

/// The same for programs. README.md documents it and tests/list.rs insists on it.
fn as_json(rows: &[Row], asked: &List, project: &Project) -> String {
    let all = json!({
        "root": project.root.to_string_lossy(),
        "all": asked.whose.all,
        "sessions": rows.iter().map(row_json).collect::<Vec<_>>(),
    });
    format!("{all:#}\n")
}

fn row_json(row: &Row) -> Value {
    let (listed, survey) = (&row.listed, row.survey.as_ref());
    let root = listed.root.as_ref().map(|root| root.to_string_lossy());
    json!({
        "number": row.number,
        "kind": if listed.is_live { "live" } else { "backup" },
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
