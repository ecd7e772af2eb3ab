//! Unread letters: the subject of the latest one of each other member of the team, and never its words.

use std::cmp::Reverse;
use std::path::{Path, PathBuf};

use super::letter::{self, Letter};
use super::{Section, Start};
use crate::budget;
use crate::config::{Member, Owner};
use crate::frame;
use crate::language::Language;
use crate::problem::{Deed, Fault, Problem};
use crate::say;
use crate::store::{places, read};

/// The most letters that are told, over all senders (the first seed's measure).
const MOST: usize = 3;
/// The most UTF-16 code units of a subject.
const SUBJECT: usize = 200;
/// The most UTF-16 code units of a date.
const DATE: usize = 60;
/// The most UTF-16 code units of a path.
const FILE: usize = 200;

/// A letter that was not read yet.
struct Unread<'a> {
    sender: &'a Member,
    file: PathBuf,
    date: String,
    subject: String,
}

/// The newest unread letters to the member whose project this is.
pub fn section(start: &Start<'_>, problems: &mut Vec<Problem>) -> Option<Section> {
    let language = start.project.language;
    let me = start.project.member()?;
    let unread = unread(start, me, problems)?;
    if unread.is_empty() {
        return None;
    }
    let told = unread.iter().take(MOST);
    let mut lines: Vec<String> = told.map(|letter| line(letter, start)).collect();
    let more = unread.len().saturating_sub(MOST);
    if more > 0 {
        lines.push(say!(language, "…(+{more} more)", "…(ほかに{more}件)"));
    }
    lines.push(how_to_mark(&me.label, language));
    Some(Section {
        name: "letters",
        heading: say!(
            language,
            "Unread letters from the team (subjects only)",
            "チームからの未読の手紙（件名のみ）",
        ),
        body: lines.join("\n"),
    })
}

/// The latest letter of each other member that was not read yet, newest first.
fn unread<'a>(
    start: &Start<'a>,
    me: &Member,
    problems: &mut Vec<Problem>,
) -> Option<Vec<Unread<'a>>> {
    let folder = folder(start, me, problems)?;
    let members = start.project.config.members.iter();
    let others = members.filter(|member| member.key != me.key);
    let mut unread: Vec<Unread<'_>> = others
        .filter_map(|sender| of_sender(&folder, sender, me, problems))
        .collect();
    unread.sort_by_key(|letter| Reverse(letter::moment(&letter.date)));
    Some(unread)
}

/// The folder of the team's letters. Only one that somebody named must be there.
fn folder(start: &Start<'_>, me: &Member, problems: &mut Vec<Problem>) -> Option<PathBuf> {
    let config = &start.project.config;
    let folder = me.folder.join(&config.team.letters);
    if folder.is_dir() {
        return Some(places::real(&folder));
    }
    if config.owner("team.letters") == Some(Owner::User) {
        problems.push(match folder.metadata() {
            Ok(_) => Problem::unfit(&folder, Fault::NotAFolder),
            Err(error) => Problem::io(Deed::Read, &folder)(error),
        });
    }
    None
}

fn of_sender<'a>(
    folder: &Path,
    sender: &'a Member,
    me: &Member,
    problems: &mut Vec<Problem>,
) -> Option<Unread<'a>> {
    let file = folder.join(format!("{}-to-{}.md", sender.key, me.key));
    let text = read::text_if_there(&file);
    let text = text.map_err(|problem| problems.push(problem)).ok()??;
    let Letter {
        date,
        subject,
        read: false,
    } = letter::latest(&letter::letters(&text))?
    else {
        return None;
    };
    let (date, subject) = (date.to_owned(), subject.to_owned());
    Some(Unread {
        sender,
        file,
        date,
        subject,
    })
}

fn line(letter: &Unread<'_>, start: &Start<'_>) -> String {
    let file = places::for_people(&letter.file, start.here.home.as_deref());
    let (sender, date) = (&letter.sender.label, short(&letter.date, DATE));
    let (subject, file) = (short(&letter.subject, SUBJECT), short(&file, FILE));
    format!("- {sender}, {date}: {subject} ({file})")
}

fn how_to_mark(me: &str, language: Language) -> String {
    say!(
        language,
        "\nRead the file for the letter itself, and tell the user that it came. Once it is read, add the line `[READ YYYY-MM-DD] {me}: <in a few words>`, with today's date, below its subject: then it is not told again.",
        "\n本文は対応するファイルを読み、届いたことをユーザーに伝えてください。読んだら、件名の行の下に今日の日付で`[READ YYYY-MM-DD] {me}: <要約>`と追記すると、次からは知らされません。",
    )
}

fn short(text: &str, room: usize) -> String {
    budget::shorten(&frame::quote_line(text), room, |_| "…".to_owned())
}
