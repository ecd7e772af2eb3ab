//! What was found, as a page for a person and as JSON for programs.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;

use anstyle::Style;
use recall_core::clock::moment;
use recall_core::language::counted;
use recall_core::process::Surroundings;
use recall_core::project::Project;
use recall_core::say;
use serde_json::{Value, json};
use time::format_description::well_known::Rfc3339;

use super::Wanted;
use super::hits::{Hit, Hits};
use super::passages::{Line, Passage};
use crate::list::short_id;
use crate::options::Role;
use crate::page::Page;
use crate::palette::{ASSISTANT, FAINT, MATCH, USER};
use crate::plain::{one_line, shown};
use crate::sequence::link;
use crate::sessions::Listed;
use crate::{answer, shell, which};

/// A file as it is told.
struct Told<'a> {
    file: &'a Listed,
    /// What names it for `recall show`.
    name: String,
}

/// The page that was asked for; without hits, and for a person, it is a note.
pub(crate) fn page(
    hits: Hits,
    files: &[Listed],
    wanted: &Wanted<'_>,
    project: &Project,
    here: &Surroundings,
) -> Page {
    let count = hits.count();
    let newest = hits.newest();
    let positions: BTreeSet<usize> = newest.iter().map(|hit| hit.place.file).collect();
    let told = positions
        .into_iter()
        .filter_map(|at| Some((at, told(files.get(at)?, files, wanted, project, here))));
    let told: BTreeMap<usize, Told<'_>> = told.collect();
    let found = newest
        .iter()
        .filter_map(|hit| Some((hit, told.get(&hit.place.file)?)));
    if wanted.asked.json {
        let hits = found.map(|(hit, file)| value(hit, file));
        let all = json!({ "found": count, "hits": hits.collect::<Vec<_>>() });
        return Page::data(answer::json(&all));
    }
    if count == 0 {
        return Page::nothing(nothing(files.len(), wanted, project));
    }
    let mut text: String = found
        .map(|(hit, file)| message(hit, file, project, here))
        .collect();
    text.push_str(&footer(count, newest.len(), project));
    Page::of(text)
}

fn told<'a>(
    file: &'a Listed,
    files: &[Listed],
    wanted: &Wanted<'_>,
    project: &Project,
    here: &Surroundings,
) -> Told<'a> {
    let name = which::name(file, files, wanted.asked.whose.all, project, here);
    Told { file, name }
}

fn message(hit: &Hit, file: &Told<'_>, project: &Project, here: &Surroundings) -> String {
    let (name, style) = speaker(hit.role, project);
    let at = hit.at.map(|at| moment(at, here.zone())).unwrap_or_default();
    let place = place(file.file, project);
    let name = one_line(&name);
    let mut text = format!("{style}{name}{style:#}  {FAINT}{at}  {place}{FAINT:#}\n");
    for (nth, passage) in hit.passages.iter().enumerate() {
        if nth > 0 {
            let _ = writeln!(text, "{FAINT}⋮{FAINT:#}");
        }
        text.extend(passage.iter().map(|line| marked(line, style)));
    }
    let _ = writeln!(text, "  {FAINT}{}{FAINT:#}\n", open(hit, file));
    text
}

/// The session that something was said in, and the folder of its project where that is another one.
fn place(file: &Listed, project: &Project) -> String {
    let other = file.root.as_ref().filter(|root| **root != project.root);
    let other = other.and_then(|root| root.file_name());
    let other = other.map(|name| one_line(&name.to_string_lossy()) + " ");
    other.unwrap_or_default() + &link(&file.path, &short_id(file))
}

/// A line of a message; one that holds a match is known by its bar where there are no colours.
fn marked(line: &Line, bar: Style) -> String {
    let plain = |from: usize, to: usize| shown(line.text.get(from..to).unwrap_or(""));
    let sign = if line.marks.is_empty() { "│" } else { "┃" };
    let mut text = format!("{bar}{sign}{bar:#}  ");
    let mut at = 0;
    for mark in &line.marks {
        let (before, found) = (plain(at, mark.start), plain(mark.start, mark.end));
        let _ = write!(text, "{before}{MATCH}{found}{MATCH:#}");
        at = mark.end;
    }
    text + &plain(at, line.text.len()) + "\n"
}

fn speaker(role: Role, project: &Project) -> (String, Style) {
    let language = project.language;
    match role {
        Role::User => {
            let you = || say!(language, "You", "あなた");
            (project.config.user.clone().unwrap_or_else(you), USER)
        }
        Role::Assistant => {
            let name = project.assistant().unwrap_or("Claude");
            (name.to_owned(), ASSISTANT)
        }
        Role::Tool => (say!(language, "Tool", "ツール"), FAINT),
    }
}

/// The command that shows a hit where it stands.
fn open(hit: &Hit, told: &Told<'_>) -> String {
    let name = &told.name;
    match hit.uuid.as_deref().filter(|id| shell::is_plain_id(id)) {
        Some(uuid) => {
            // The first part of a UUID tells the lines of one session apart.
            let uuid = uuid.split_once('-').map_or(uuid, |(first, _)| first);
            // In short a tool's words are not told.
            let tools = match hit.role {
                Role::Tool => " --tools full",
                Role::User | Role::Assistant => "",
            };
            format!("recall show {name} --around {uuid}{tools}")
        }
        None => format!("recall show {name}"),
    }
}

fn footer(count: usize, shown: usize, project: &Project) -> String {
    let language = project.language;
    let messages = counted(count, "message");
    let text = if shown < count {
        say!(
            language,
            "{messages}; the newest {shown} are shown, `--limit {count}` shows all",
            "{count}件中、新しい{shown}件です。`--limit {count}`ですべて表示します"
        )
    } else {
        say!(language, "{messages}", "{count}件")
    };
    format!("{FAINT}{text}{FAINT:#}\n")
}

fn nothing(files: usize, wanted: &Wanted<'_>, project: &Project) -> String {
    let language = project.language;
    let counted = counted(files, "file");
    let sentence = say!(
        language,
        "nothing found in {counted}",
        "{files}個のファイルには見つかりませんでした"
    );
    let hint = match (wanted.asked.searches(Role::Tool), wanted.asked.whose.all) {
        (false, _) => say!(
            language,
            "; `--tools` searches what tools were told and answered too",
            "。`--tools`でツールへの指示と応答も探します"
        ),
        (true, false) => say!(
            language,
            "; `--all` searches every project",
            "。`--all`ですべてのプロジェクトを探します"
        ),
        (true, true) => String::new(),
    };
    sentence + &hint
}

/// A hit for programs. README.md documents it and tests/search.rs insists on it.
fn value(hit: &Hit, told: &Told<'_>) -> Value {
    let text = |passage: &Passage| {
        let lines = passage.iter().map(|line| line.text.as_str());
        lines.collect::<Vec<_>>().join("\n")
    };
    let passages: Vec<String> = hit.passages.iter().map(text).collect();
    let lines = hit.passages.iter().flatten();
    let matches = lines.flat_map(|line| {
        line.marks
            .iter()
            .filter_map(|mark| line.text.get(mark.clone()))
    });
    json!({
        "time": hit.at.and_then(|at| at.format(&Rfc3339).ok()),
        "role": hit.role.name(),
        "session": told.file.session,
        "uuid": hit.uuid,
        "path": told.file.path.to_string_lossy(),
        "offset": hit.place.offset,
        "passages": passages,
        "matches": matches.collect::<Vec<_>>(),
        "open": open(hit, told),
    })
}
