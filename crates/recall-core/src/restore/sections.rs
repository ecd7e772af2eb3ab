//! The sections of a recall, in the order of their worth; what one does not use goes to the next.

use super::conversation::conversation;
use super::lines;
use super::material::{self, Command, Failure, Folders, Speakers};
use super::sheet::Sheet;
use super::telling::{Telling, Told};
use crate::budget::{abridge, clip, units};
use crate::frame::{quote, quote_line};
use crate::say;
use crate::transcript::Entry;
use crate::transcript::turn::Turn;

/// The most UTF-16 code units of each section.
const DECISIONS: usize = 500;
const OPEN: usize = 700;
const FILES: usize = 1_300;
const COMMANDS: usize = 1_700;
/// The most UTF-16 code units of a decision, of a command, and of the error after it.
const DECISION: usize = 240;
const COMMAND: usize = 120;
const ERROR: usize = 120;

/// Writes every section that the segment has something for; the conversation and the commands may
/// take `spare` more room.
pub fn write(
    sheet: &mut Sheet,
    entries: &[Entry],
    turns: &[Turn<'_>],
    wanted: usize,
    spare: usize,
    telling: &Telling<'_>,
) -> Told {
    let folders = Folders {
        root: telling.root,
        cwd: telling.cwd,
    };
    let mut told = conversation(sheet, turns, wanted, spare, telling);
    open(sheet, entries, telling);
    told.files = files(sheet, entries, folders, telling);
    told.commands = commands(sheet, entries, COMMANDS + spare, telling);
    decisions(sheet, entries, telling);
    excerpts(sheet, entries, folders, telling);
    told
}

fn decisions(sheet: &mut Sheet, entries: &[Entry], telling: &Telling<'_>) {
    let heading = say!(
        telling.language,
        "Decisions, refusals and findings, newest first",
        "決定・拒否・判明したこと（新しい順）"
    );
    let decisions = material::rulings(entries, telling.language)
        .into_iter()
        .chain(material::findings(entries));
    let items =
        decisions.map(|decision| format!("- {}", abridge(&quote_line(&decision), DECISION)));
    sheet.list(&heading, items.collect(), DECISIONS, |missing| {
        more(missing, telling)
    });
}

fn open(sheet: &mut Sheet, entries: &[Entry], telling: &Telling<'_>) {
    let open = material::open(entries);
    let item = |todo: &crate::transcript::entry::Todo| {
        let mark = if todo.status == "in_progress" {
            "→"
        } else {
            "-"
        };
        format!("{mark} {}", quote_line(&todo.text))
    };
    let heading = say!(
        telling.language,
        "Still to do (→ begun)",
        "残っている作業（→は着手済み）"
    );
    sheet.list(
        &heading,
        open.todos.iter().map(item).collect(),
        OPEN,
        |missing| more(missing, telling),
    );
    if let Some(plan) = open.plan {
        let heading = say!(telling.language, "The plan", "計画");
        sheet.list(
            &heading,
            vec![abridge(&quote(plan), OPEN - 60)],
            OPEN,
            |missing| more(missing, telling),
        );
    }
}

fn files(
    sheet: &mut Sheet,
    entries: &[Entry],
    folders: Folders<'_>,
    telling: &Telling<'_>,
) -> usize {
    let files = material::files(entries, folders);
    let quoted = |paths: &[String]| {
        paths
            .iter()
            .map(|path| quote_line(path))
            .collect::<Vec<_>>()
    };
    let before = sheet.left;
    let heading = say!(
        telling.language,
        "Files changed, newest first",
        "変更したファイル（新しい順）"
    );
    let changed = sheet.list(&heading, quoted(&files.changed), FILES, |missing| {
        more(missing, telling)
    });
    let heading = say!(
        telling.language,
        "Files read, newest first",
        "読んだファイル（新しい順）"
    );
    let room = FILES.saturating_sub(before - sheet.left);
    changed
        + sheet.list(&heading, quoted(&files.read), room, |missing| {
            more(missing, telling)
        })
}

fn commands(sheet: &mut Sheet, entries: &[Entry], most: usize, telling: &Telling<'_>) -> usize {
    let commands = material::commands(entries);
    let heading = say!(
        telling.language,
        "Commands, newest first (✗ failed)",
        "コマンド（新しい順、✗は失敗）"
    );
    let worths: Vec<u64> = commands
        .iter()
        .zip(0_u64..)
        .map(|(command, rank)| worth(command, rank))
        .collect();
    let items = commands.iter().map(|it| command(it, telling)).collect();
    sheet.choose(&heading, items, &worths, most, |missing| {
        more(missing, telling)
    })
}

/// A recent command is worth more, and so is one that was run again and again.
fn worth(command: &Command, rank: u64) -> u64 {
    1_000_000 * u64::from(1 + (1 + command.runs).ilog2()) / (20 + rank)
}

fn command(command: &Command, telling: &Telling<'_>) -> String {
    let text = clip(&quote_line(&command.text), COMMAND);
    let why = match &command.failure {
        None => return text,
        Some(Failure::Refused) => say!(telling.language, "refused by the user", "利用者が拒否"),
        Some(Failure::Error(error)) => clip(&quote_line(error), ERROR),
    };
    format!("✗ {text} → {why}")
        .trim_end_matches(" → ")
        .to_owned()
}

fn excerpts(sheet: &mut Sheet, entries: &[Entry], folders: Folders<'_>, telling: &Telling<'_>) {
    let heading = say!(
        telling.language,
        "\n## Lines that the work turned on\n",
        "\n## 作業の要点となった行\n"
    );
    let user = telling
        .user
        .map_or_else(|| say!(telling.language, "User", "利用者"), str::to_owned);
    let assistant = telling.assistant.unwrap_or("Claude");
    let sources = material::sources(
        entries,
        folders,
        Speakers {
            user: &user,
            assistant,
        },
    );
    let excerpts = lines::choose(
        sources,
        &sheet.text,
        sheet.left.saturating_sub(units(&heading)),
    );
    if excerpts.is_empty() {
        return;
    }
    sheet.write(&heading);
    for excerpt in excerpts {
        sheet.write(&format!(
            "{}:\n{}\n",
            excerpt.label,
            excerpt.lines.join("\n")
        ));
    }
}

fn more(missing: usize, telling: &Telling<'_>) -> String {
    say!(
        telling.language,
        "(and {missing} more)",
        "（ほか{missing}件）"
    )
}
