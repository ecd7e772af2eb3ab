//! The page that a person reads: a header, the turns, and how to see more.

use std::path::Path;

use recall_core::language::counted;
use recall_core::problem::{Deed, Problem};
use recall_core::process::Surroundings;
use recall_core::project::Project;
use recall_core::say;
use recall_core::store::{places, read};
use recall_core::transcript::segment::{self, Reading};
use recall_core::transcript::turns;

use crate::choose::{self, Chosen};
use crate::conversation::{Manner, WIDTH, told};
use crate::options::Show;
use crate::palette::{FAINT, HEADER};
use crate::plain;
use crate::sequence::link;

/// What is written where.
pub(crate) struct Page {
    /// For standard output; empty where there is nothing to show.
    pub(crate) text: String,
    /// A sentence for standard error.
    pub(crate) note: Option<String>,
    /// Whether it is for programs, and so never wrapped nor paged.
    pub(crate) is_data: bool,
}

impl Page {
    /// A page for a person.
    pub(crate) fn of(text: String) -> Self {
        Self {
            text,
            note: None,
            is_data: false,
        }
    }

    /// A page for programs.
    pub(crate) fn data(text: String) -> Self {
        Self {
            is_data: true,
            ..Self::of(text)
        }
    }

    /// No page, and the sentence that says why.
    pub(crate) fn nothing(why: String) -> Self {
        Self {
            note: Some(why),
            ..Self::of(String::new())
        }
    }
}

/// The page that was asked for.
pub(crate) fn page(
    options: &Show,
    project: &Project,
    here: &Surroundings,
) -> Result<Page, Problem> {
    let chosen = choose::file(options, project, here)?;
    let (path, note) = match &chosen {
        Chosen::Nothing(why) => {
            return Ok(Page::nothing(why.clone()));
        }
        Chosen::Live(path) => (path, Some(choose::instead(path, project, here))),
        Chosen::Backup { path, .. } => (path, None),
    };
    let wanted = options.turns.get();
    let reading =
        segment::last_prompts(read::open(path)?, wanted).map_err(Problem::io(Deed::Read, path))?;
    let turns = turns(&reading.entries);
    let last = turns
        .get(turns.len().saturating_sub(wanted)..)
        .unwrap_or(&turns);
    if last.is_empty() {
        return Ok(Page::nothing(silent(path, project, here)));
    }
    let count = last.len();
    let turns = counted(count, "turn");
    let title = say!(project.language, "the last {turns}", "直近の{count}ターン");
    let mut text = header(path, &title, project, here);
    for turn in last {
        text.push_str(&told(turn, &Manner::default(), project, here));
    }
    text.push_str(&footer(&chosen, &reading, project));
    Ok(Page {
        note,
        ..Page::of(text)
    })
}

/// Nobody said anything in a file.
pub(crate) fn silent(path: &Path, project: &Project, here: &Surroundings) -> String {
    let path = places::for_people(path, here.home.as_deref());
    say!(
        project.language,
        "nobody said anything in {path}",
        "{path}には会話がありません"
    )
}

/// What a page of a conversation begins with: whose it is, which part of it, and in which file.
pub(crate) fn header(path: &Path, part: &str, project: &Project, here: &Surroundings) -> String {
    let folder = project
        .root
        .file_name()
        .unwrap_or_default()
        .to_string_lossy()
        .into_owned();
    let name = project
        .assistant()
        .map_or_else(|| folder.clone(), |name| format!("{name} · {folder}"));
    let shown = places::for_people(path, here.home.as_deref());
    let rule = "═".repeat(WIDTH);
    let name = plain::shown(&format!("{name}: {part}"));
    let shown = link(path, &plain::shown(&shown));
    format!(
        "{HEADER}{rule}\n  {name}{HEADER:#}\n  {FAINT}{shown}{FAINT:#}\n{HEADER}{rule}{HEADER:#}\n"
    )
}

fn footer(chosen: &Chosen, reading: &Reading, project: &Project) -> String {
    let mut lines = Vec::new();
    lines.extend(damage(reading, project));
    if let Chosen::Backup { number, of, .. } = chosen
        && number < of
    {
        let (rest, next) = (of - number, number + 1);
        let older = counted(rest, "older backup");
        lines.push(say!(
            project.language,
            "{older}: `recall --from {next}` shows the one before.",
            "さらに古いバックアップが{rest}件あります。`recall --from {next}`で一つ前を表示します。",
        ));
    }
    faint(&lines)
}

/// What is said of lines that could not be read.
pub(crate) fn damage(reading: &Reading, project: &Project) -> Option<String> {
    let (damaged, lines_of) = (reading.damaged, counted(reading.damaged, "line"));
    (damaged > 0).then(|| {
        say!(
            project.language,
            "{lines_of} of this file could not be read, and left out here.",
            "このファイルには読み取れない行が{damaged}行あり、飛ばしました。",
        )
    })
}

/// Sentences below a conversation.
pub(crate) fn faint(lines: &[String]) -> String {
    lines
        .iter()
        .map(|line| format!("{FAINT}{line}{FAINT:#}\n"))
        .collect()
}
