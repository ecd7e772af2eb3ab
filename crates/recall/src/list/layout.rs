//! How the list is laid out: a table where there is room, else a title and facts below it for each session.

use std::path::Path;

use anstyle::Style;
use recall_core::clock::{ago, moment};
use recall_core::language::counted;
use recall_core::process::Surroundings;
use recall_core::project::Project;
use recall_core::say;
use recall_core::store::places;
use recall_core::transcript::survey::Survey;

use super::{Row, short_id};
use crate::measure;
use crate::options::List;
use crate::palette::{FAINT, NAME, WELL};
use crate::plain::one_line;
use crate::sessions::Listed;
use crate::table::{Cell, flow, table};
use crate::width::clip;

/// From so many columns on a table has room for a title.
const TABLE: usize = 100;
/// From so many columns on a table has room for the time beside the age, and for the project.
const WIDE: usize = 130;
/// The columns before a title that has a line of its own.
const BLANKS: usize = 5;
/// The rows for so many columns, or for a pipe.
pub(super) fn text(
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
        cells.push(Cell::new(moment(listed.at, here.zone()), plain));
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
    match listed.backup {
        None => say!(project.language, "live", "進行中"),
        Some(number) => say!(project.language, "backup {number}", "バックアップ{number}"),
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
