//! What was found, as a page for a person and as JSON for programs.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;
use std::path::Path;

use anstyle::{AnsiColor, Style};
use recall_core::clock::moment;
use recall_core::language::counted;
use recall_core::process::Surroundings;
use recall_core::project::Project;
use recall_core::{backup, frame, say};
use serde_json::{Value, json};
use time::format_description::well_known::Rfc3339;

use super::Wanted;
use super::asked::Role;
use super::files::{self, Source};
use super::hits::{Hit, Hits};
use super::passages::{Line, Passage};
use crate::page::Page;
use crate::palette::{ASSISTANT, FAINT, USER};
use crate::{answer, shell};

const MATCH: Style = AnsiColor::Red.on_default().bold();
/// How many characters of an id are shown to a person.
const SHORT: usize = 8;

/// A file as it is told.
struct Told<'a> {
    path: &'a Path,
    session: Option<String>,
    /// The folder of its project, where that is another one.
    project: Option<String>,
    is_here: bool,
}

/// The page that was asked for; without hits, and for a person, it is a note.
pub(crate) fn page(
    hits: Hits,
    files: &[Source],
    wanted: &Wanted<'_>,
    project: &Project,
    here: &Surroundings,
) -> Page {
    let count = hits.count();
    let newest = hits.newest();
    let positions: BTreeSet<usize> = newest.iter().map(|hit| hit.place.file).collect();
    let told = positions
        .into_iter()
        .filter_map(|at| Some((at, told(files.get(at)?))));
    let told: BTreeMap<usize, Told<'_>> = told.collect();
    let found = newest
        .iter()
        .filter_map(|hit| Some((hit, told.get(&hit.place.file)?)));
    if wanted.asked.json {
        let hits = found.map(|(hit, file)| value(hit, file, here));
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

fn told(file: &Source) -> Told<'_> {
    let name = file.path.file_stem().unwrap_or_default().to_string_lossy();
    let session = if file.is_live {
        Some(name.into_owned())
    } else {
        backup::session(&file.path).unwrap_or_default()
    };
    let started = (!file.is_here)
        .then(|| files::started_in(&file.path))
        .flatten();
    let project = started.map(|folder| {
        folder
            .file_name()
            .unwrap_or_default()
            .to_string_lossy()
            .into_owned()
    });
    Told {
        path: &file.path,
        session,
        project,
        is_here: file.is_here,
    }
}

fn message(hit: &Hit, file: &Told<'_>, project: &Project, here: &Surroundings) -> String {
    let (name, style) = speaker(hit.role, project);
    let at = hit.at.map(|at| moment(at, here.zone())).unwrap_or_default();
    let session = file.session.as_deref().unwrap_or_default();
    let session: String = session.chars().take(SHORT).collect();
    let place = [file.project.as_deref().unwrap_or_default(), &session].join(" ");
    let (name, place) = (
        frame::without_controls(&name),
        frame::without_controls(place.trim()),
    );
    let mut text = format!("{style}{name}{style:#}  {FAINT}{at}  {place}{FAINT:#}\n");
    for (nth, passage) in hit.passages.iter().enumerate() {
        if nth > 0 {
            let _ = writeln!(text, "{FAINT}⋮{FAINT:#}");
        }
        text.extend(passage.iter().map(|line| marked(line, style)));
    }
    let open = frame::without_controls(&open(hit, file, here));
    let _ = writeln!(text, "{FAINT}→ {open}{FAINT:#}\n");
    text
}

/// A line of a message; one that holds a match is known by its bar where there are no colours.
fn marked(line: &Line, bar: Style) -> String {
    let plain =
        |from: usize, to: usize| frame::without_controls(line.text.get(from..to).unwrap_or(""));
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
fn open(hit: &Hit, file: &Told<'_>, here: &Surroundings) -> String {
    let plain = |id: &&str| shell::is_plain_id(id);
    let session = file
        .session
        .as_deref()
        .filter(plain)
        .filter(|_| file.is_here);
    let what = session.map_or_else(
        || shell::short(file.path, here.home.as_deref()),
        str::to_owned,
    );
    match hit.uuid.as_deref().filter(plain) {
        Some(uuid) => {
            // The first part of a UUID tells the lines of one session apart.
            let uuid = uuid.split_once('-').map_or(uuid, |(first, _)| first);
            format!("recall show {what} --around {uuid}")
        }
        None => format!("recall show {what}"),
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
fn value(hit: &Hit, file: &Told<'_>, here: &Surroundings) -> Value {
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
        "session": file.session,
        "uuid": hit.uuid,
        "path": file.path.to_string_lossy(),
        "offset": hit.place.offset,
        "passages": passages,
        "matches": matches.collect::<Vec<_>>(),
        "open": open(hit, file, here),
    })
}
