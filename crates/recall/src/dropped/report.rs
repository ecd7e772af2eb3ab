//! What a summary lacks, as a page for a person and as JSON for programs.

use std::fmt::Write as _;

use recall_core::clock::moment;
use recall_core::language::{Language, Words};
use recall_core::process::Surroundings;
use recall_core::project::Project;
use recall_core::store::places;
use recall_core::{budget, say, words};
use retention::lost::{Deed, Lost, Name, Prompt};
use serde_json::{Value, json};
use time::OffsetDateTime;
use time::format_description::well_known::Rfc3339;

use super::Told;
use crate::answer;
use crate::palette::{FAINT, HEADER, NAME};
use crate::plain::{one_line, shown};
use crate::sequence::link;

/// The most UTF-16 code units of a prompt, and of the line that a name stood in.
const PROMPT: usize = 400;
const LINE: usize = 100;

/// The lost things, kind by kind, what was needed again first.
pub(crate) fn text(told: &Told<'_>, most: usize, project: &Project, here: &Surroundings) -> String {
    let language = project.language;
    let lost = &told.lost;
    let mut text = header(told, project, here);
    if lost.is_nothing() {
        let all = say!(
            language,
            "The summary has everything that is looked for.",
            "探す対象はすべて要約に含まれています。"
        );
        return text + &all + "\n";
    }
    let prompts: Vec<String> = lost.prompts.iter().map(|it| prompt(it, language)).collect();
    let names = again_first(&lost.names, |name| name.again);
    let sections = [
        (
            words!("Prompts with words that are gone", "言葉が失われた依頼"),
            prompts,
        ),
        (words!("Files", "ファイル"), deeds(&lost.files)),
        (words!("Commands", "コマンド"), deeds(&lost.commands)),
        (
            words!("Names, each with its last line", "名前と、最後に出てきた行"),
            names.into_iter().map(name).collect(),
        ),
    ];
    for (heading, lines) in sections {
        text.push_str(&section(heading, &lines, most, language));
    }
    let note = say!(
        language,
        "* came up again after the compaction",
        "* 圧縮の後にもう一度出てきたもの"
    );
    if has_again(lost) {
        let _ = writeln!(text, "{FAINT}{note}{FAINT:#}");
    }
    text.trim_end().to_owned() + "\n"
}

/// The same for programs. README.md documents it and tests/dropped.rs insists on it.
pub(crate) fn json(told: &Told<'_>) -> String {
    let deeds = |deeds: &[Deed]| -> Vec<Value> {
        let each = deeds
            .iter()
            .map(|deed| json!({"text": deed.text, "again": deed.again}));
        each.collect()
    };
    let lost = &told.lost;
    let prompts = lost.prompts.iter();
    let prompts = prompts.map(|it| json!({"text": it.text, "gone": it.gone, "of": it.of}));
    let names = lost.names.iter();
    let names = names.map(|it| json!({"text": it.text, "again": it.again, "line": it.line}));
    answer::json(&json!({
        "path": told.path.to_string_lossy(),
        "session": told.session,
        "compaction": told.number,
        "of": told.of,
        "time": told.at,
        "prompts": prompts.collect::<Vec<_>>(),
        "files": deeds(&lost.files),
        "commands": deeds(&lost.commands),
        "names": names.collect::<Vec<_>>(),
    }))
}

fn header(told: &Told<'_>, project: &Project, here: &Surroundings) -> String {
    let (number, of) = (told.number, told.of);
    let at = told.at.as_deref();
    let at = at.and_then(|at| OffsetDateTime::parse(at, &Rfc3339).ok());
    let at = at.map(|at| moment(at, here.zone())).unwrap_or_default();
    let title = say!(
        project.language,
        "What the summary of compaction {number} of {of} lacks",
        "{of}回中{number}回目の圧縮で、要約に残らなかったもの"
    );
    let path = places::for_people(told.path, here.home.as_deref());
    let path = link(told.path, &one_line(&path));
    format!("{HEADER}{title}{HEADER:#}  {FAINT}{at}{FAINT:#}\n{FAINT}{path}{FAINT:#}\n\n")
}

fn section(heading: Words, lines: &[String], most: usize, language: Language) -> String {
    if lines.is_empty() {
        return String::new();
    }
    let (heading, count) = (heading.text(language), lines.len());
    let mut text = format!("{NAME}{heading}{NAME:#}  {FAINT}{count}{FAINT:#}\n");
    text.extend(lines.iter().take(most).map(String::as_str));
    let more = count.saturating_sub(most);
    if more > 0 {
        let more = say!(
            language,
            "… and {more} more: `--limit {count}` shows all",
            "…ほかに{more}件。`--limit {count}`ですべて表示します"
        );
        let _ = writeln!(text, "  {FAINT}{more}{FAINT:#}");
    }
    text + "\n"
}

fn deeds(deeds: &[Deed]) -> Vec<String> {
    let sorted = again_first(deeds, |deed| deed.again).into_iter();
    let told = sorted.map(|deed| format!("{} {}\n", mark(deed.again), line(&deed.text)));
    told.collect()
}

fn name(name: &Name) -> String {
    let context = name
        .line
        .as_deref()
        .map(|text| line(&budget::clip(text.trim(), LINE)));
    let context = context
        .filter(|context| *context != name.text)
        .unwrap_or_default();
    let name = format!("{} {}", mark(name.again), line(&name.text));
    format!("{name}  {FAINT}{context}{FAINT:#}")
        .trim_end()
        .to_owned()
        + "\n"
}

fn prompt(prompt: &Prompt, language: Language) -> String {
    let percent = prompt.gone * 100 / prompt.of.max(1);
    let gone = say!(language, "{percent} % gone", "{percent}%が消失");
    let words = shown(&budget::abridge(prompt.text.trim(), PROMPT));
    let mut lines = words.lines();
    let first = lines.next().unwrap_or_default();
    let mut text = format!("  {first}  {FAINT}{gone}{FAINT:#}\n");
    text.extend(lines.map(|line| format!("    {line}\n")));
    text
}

/// The things that came up again, then the others, each from the latest on.
fn again_first<T>(things: &[T], again: impl Fn(&T) -> bool) -> Vec<&T> {
    let mut sorted: Vec<&T> = things.iter().collect();
    sorted.sort_by_key(|thing| !again(thing));
    sorted
}

fn has_again(lost: &Lost) -> bool {
    let deeds = lost.files.iter().chain(&lost.commands);
    deeds
        .map(|deed| deed.again)
        .chain(lost.names.iter().map(|name| name.again))
        .any(|again| again)
}

fn mark(again: bool) -> &'static str {
    if again { " *" } else { "  " }
}

fn line(text: &str) -> String {
    shown(text).replace('\n', " ")
}
