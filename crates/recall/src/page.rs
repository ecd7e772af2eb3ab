//! The page that a person reads: a header, the turns, and how to see more.

use std::fmt::Write as _;
use std::path::Path;

use anstyle::{AnsiColor, Style};
use recall_core::clock::moment;
use recall_core::language::counted;
use recall_core::problem::{Deed, Problem};
use recall_core::process::Surroundings;
use recall_core::project::Project;
use recall_core::store::{places, read};
use recall_core::transcript::segment::{self, Reading};
use recall_core::transcript::turn::{Opening, Part, Turn};
use recall_core::transcript::turns;
use recall_core::{budget, frame, say};

use crate::choose::{self, Chosen};
use crate::options::Show;

/// The most UTF-16 code units of a tool call's arguments.
const CALL: usize = 80;
/// The width of the rules, in columns.
const WIDTH: usize = 72;

pub(crate) const USER: Style = AnsiColor::Yellow.on_default().bold();
pub(crate) const ASSISTANT: Style = AnsiColor::Cyan.on_default();
pub(crate) const HEADER: Style = AnsiColor::Cyan.on_default().bold();
pub(crate) const FAINT: Style = Style::new().dimmed();
pub(crate) const FAILED: Style = AnsiColor::Red.on_default();

/// What is written where.
pub(crate) struct Page {
    /// For standard output; empty where there is nothing to show.
    pub(crate) text: String,
    /// A sentence for standard error.
    pub(crate) note: Option<String>,
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
            return Ok(Page {
                text: String::new(),
                note: Some(why.clone()),
            });
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
        return Ok(Page {
            text: String::new(),
            note: Some(silent(path, project, here)),
        });
    }
    let mut text = header(path, last.len(), project, here);
    for turn in last {
        text.push_str(&told(turn, project, here));
    }
    text.push_str(&footer(&chosen, &reading, project));
    Ok(Page { text, note })
}

fn silent(path: &Path, project: &Project, here: &Surroundings) -> String {
    let path = places::for_people(path, here.home.as_deref());
    say!(
        project.language,
        "nobody said anything in {path}",
        "{path}には会話がありません"
    )
}

fn header(path: &Path, count: usize, project: &Project, here: &Surroundings) -> String {
    let folder = project
        .root
        .file_name()
        .unwrap_or_default()
        .to_string_lossy()
        .into_owned();
    let name = project
        .assistant()
        .map_or_else(|| folder.clone(), |name| format!("{name} · {folder}"));
    let path = places::for_people(path, here.home.as_deref());
    let turns = counted(count, "turn");
    let title = say!(
        project.language,
        "{name}: the last {turns}",
        "{name}: 直近の{count}ターン"
    );
    let rule = "═".repeat(WIDTH);
    let name = frame::without_controls(&title);
    let path = frame::without_controls(&path);
    format!(
        "{HEADER}{rule}\n  {name}{HEADER:#}\n  {FAINT}{path}{FAINT:#}\n{HEADER}{rule}{HEADER:#}\n"
    )
}

fn told(turn: &Turn<'_>, project: &Project, here: &Surroundings) -> String {
    let mut text = String::from("\n");
    if let Some(Opening::Prompt(words) | Opening::Command(words)) = turn.opening {
        let you = || say!(project.language, "You", "あなた");
        let user = project.config.user.clone().unwrap_or_else(you);
        let at = turn.at.map(|at| moment(at, here.zone)).unwrap_or_default();
        let back = if turn.taken_back {
            say!(project.language, "  taken back", "  取り消し")
        } else {
            String::new()
        };
        let _ = writeln!(text, "{USER}┌ {user}{USER:#}  {FAINT}{at}{back}{FAINT:#}");
        text.push_str(&quoted(words, USER));
    }
    if !turn.answer.is_empty() {
        let assistant = project.assistant().unwrap_or("Claude");
        let _ = writeln!(text, "{ASSISTANT}├ {assistant}{ASSISTANT:#}");
    }
    for part in &turn.answer {
        match part {
            Part::Reply(words) => text.push_str(&quoted(words, ASSISTANT)),
            Part::Call {
                name,
                input,
                failed,
            } => text.push_str(&call(name, input, *failed, project)),
            Part::Compaction => text.push_str(&compaction(project)),
        }
    }
    let _ = writeln!(text, "{FAINT}{}{FAINT:#}", "─".repeat(WIDTH));
    text
}

fn quoted(words: &str, bar: Style) -> String {
    let words = frame::without_controls(words.trim());
    words
        .lines()
        .map(|line| format!("{bar}│{bar:#}  {line}\n"))
        .collect()
}

fn call(name: &str, input: &str, failed: bool, project: &Project) -> String {
    let input = budget::clip(input, CALL);
    let line = frame::without_controls(&format!("[{name}] {input}")).replace('\n', " ");
    let mark = if failed {
        say!(project.language, "  failed", "  失敗")
    } else {
        String::new()
    };
    format!("{FAINT}│  {line}{FAINT:#}{FAILED}{mark}{FAILED:#}\n")
}

fn compaction(project: &Project) -> String {
    let mark = say!(project.language, "compacted here", "ここで圧縮されました");
    format!("{FAINT}╞══ {mark}{FAINT:#}\n")
}

fn footer(chosen: &Chosen, reading: &Reading, project: &Project) -> String {
    let mut lines = Vec::new();
    if reading.damaged > 0 {
        let (damaged, lines_of) = (reading.damaged, counted(reading.damaged, "line"));
        lines.push(say!(
            project.language,
            "{lines_of} of this file could not be read, and left out here.",
            "このファイルには読み取れない行が{damaged}行あり、飛ばしました。",
        ));
    }
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
    lines
        .iter()
        .map(|line| format!("{FAINT}{line}{FAINT:#}\n"))
        .collect()
}
