//! The last dialogue: the last words of the user and of the assistant in an earlier session.

use super::{Section, Start};
use crate::backup::{self, Backup};
use crate::budget;
use crate::clock::moment;
use crate::frame;
use crate::hook::Event;
use crate::problem::{Deed, Problem};
use crate::say;
use crate::store::{places, read};
use crate::transcript::{Entry, What, segment};

/// The most UTF-16 code units of each side's last words (the first seed's measure).
const WORDS: usize = 1_500;
/// How many backups are looked into for a dialogue.
const LOOKS: usize = 20;
/// How many prompts back a dialogue may lie, so that an unanswered last one still finds a reply.
const PROMPTS: usize = 3;

/// The last words of each side.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Dialogue<'a> {
    /// The user's.
    pub user: Option<&'a str>,
    /// The assistant's.
    pub assistant: Option<&'a str>,
}

/// The last words of the newest backup of another session in which somebody said something.
pub fn section(start: &Start<'_>, problems: &mut Vec<Problem>) -> Option<Section> {
    let (backup, entries) = find(start, problems)?;
    let words = last(&entries)?;
    let (language, config) = (start.project.language, &start.project.config);
    let (at, name) = (moment(backup.at, start.here.zone()), backup.name);
    let user = config
        .user
        .clone()
        .unwrap_or_else(|| say!(language, "User", "ユーザー"));
    let assistant = start.project.assistant().unwrap_or("Claude").to_owned();
    let sides = [(user, words.user), (assistant, words.assistant)];
    let said = sides
        .into_iter()
        .filter_map(|(name, words)| Some(format!("{name}:\n{}", fenced(words?))));
    Some(Section {
        name: "last dialogue",
        heading: say!(
            language,
            "The last words of the session before, kept {at} (.claude/backups/{name}; `recall` shows more)",
            "前のセッションの最後のやりとり（{at} に保存、.claude/backups/{name}。`recall`で続きを読めます）",
        ),
        body: said.collect::<Vec<_>>().join("\n\n"),
    })
}

/// Finds the last words of each side, or nothing where nobody said any.
#[must_use]
pub fn last(entries: &[Entry]) -> Option<Dialogue<'_>> {
    let newest = || entries.iter().rev();
    let user = newest().find_map(|entry| match &entry.what {
        What::Prompt { text, .. } => Some(text.as_str()),
        _ => None,
    });
    let assistant = newest().find_map(|entry| match &entry.what {
        What::Reply(text) => Some(text.as_str()),
        _ => None,
    });
    (user.is_some() || assistant.is_some()).then_some(Dialogue { user, assistant })
}

fn find(start: &Start<'_>, problems: &mut Vec<Problem>) -> Option<(Backup, Vec<Entry>)> {
    let mut unread = Vec::new();
    let found = backup::look(&places::backups(&start.project.root), |backups| {
        unread.clear();
        Ok(among(backups, start, &mut unread))
    });
    problems.append(&mut unread);
    found.map_err(|problem| problems.push(problem)).ok()?
}

fn among(
    backups: &[Backup],
    start: &Start<'_>,
    unread: &mut Vec<Problem>,
) -> Option<(Backup, Vec<Entry>)> {
    let current = backups
        .iter()
        .filter(|backup| backup.is_current(start.here.now));
    for backup in current.take(LOOKS) {
        match another_session(backup, start.event) {
            Ok(Some(entries)) if last(&entries).is_some() => {
                return Some((backup.clone(), entries));
            }
            Ok(_) => {}
            Err(_) if !backup.is_there() => {}
            Err(problem) => unread.push(problem),
        }
    }
    None
}

fn another_session(backup: &Backup, event: &Event) -> Result<Option<Vec<Entry>>, Problem> {
    let session = backup::session(&backup.path)?;
    if session.is_some() && session == event.session {
        return Ok(None);
    }
    let file = read::open(&backup.path)?;
    let reading =
        segment::last_prompts(file, PROMPTS).map_err(Problem::io(Deed::Read, &backup.path))?;
    Ok(Some(reading.entries))
}

/// A side's words at their length, between fences.
fn fenced(words: &str) -> String {
    let words = budget::abridge(&frame::quote(words.trim()), WORDS);
    frame::fenced(&words)
}
