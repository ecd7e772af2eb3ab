//! One session: its last turns, or those that one of its compactions took away, or those around a line.

mod json;

use std::fs::File;
use std::ops::Range;
use std::path::Path;

use recall_core::language::counted;
use recall_core::problem::{Deed, Problem};
use recall_core::process::Surroundings;
use recall_core::project::Project;
use recall_core::say;
use recall_core::store::{places, read};
use recall_core::transcript::compactions;
use recall_core::transcript::segment::{self, Reading};
use recall_core::transcript::turn::Turn;
use recall_core::transcript::{Entry, around, turns, vicinity};

use crate::conversation::{Manner, told};
use crate::options::{Role, Session, Tools};
use crate::page::{Page, damage, faint, header, silent};
use crate::palette::NAME;
use crate::plain::one_line;
use crate::sessions::Listed;
use crate::which::project_of;

/// What is shown of a file.
struct Shown {
    /// What was said, of which the last turns are shown.
    entries: Vec<Entry>,
    reading: Reading,
    /// The compaction before which it was said, and how many there were.
    compaction: Option<(isize, usize)>,
}

/// The page of a session.
pub(crate) fn page(
    asked: &Session,
    listed: &Listed,
    project: &Project,
    here: &Surroundings,
) -> Result<Page, Problem> {
    let manner = manner(asked, project)?;
    let path = listed.path.as_path();
    let shown = match read(asked, path, project, here)? {
        Ok(shown) => shown,
        Err(why) => return Ok(Page::nothing(why)),
    };
    let all = turns(&shown.entries);
    let range = match &asked.around {
        None => all.len().saturating_sub(asked.turns())..all.len(),
        Some(id) => around(&all, id, asked.beside()).unwrap_or_default(),
    };
    let chosen = all.get(range.clone()).unwrap_or(&[]);
    if chosen.is_empty() {
        let why = match &asked.around {
            Some(id) => unsaid(id, path, project, here),
            None => silent(path, project, here),
        };
        return Ok(Page::nothing(why));
    }
    if asked.json {
        return Ok(Page::data(json::text(listed, &shown, chosen, &manner)));
    }
    let of = project_of(listed, project, here);
    let part = part(chosen.len(), asked, &shown, project);
    let mut text = header(path, &part, &of, here);
    for turn in chosen {
        text.push_str(&mark(turn, asked, project));
        text.push_str(&told(turn, &manner, &of, here));
    }
    let mut below: Vec<String> = damage(&shown.reading, project).into_iter().collect();
    below.extend(more(asked, &range, all.len(), project));
    Ok(Page::of(text + &faint(&below)))
}

/// Whose words are told, and how much of the tools.
///
/// # Errors
/// Where only tools are asked for, and none of them.
pub(crate) fn manner(asked: &Session, project: &Project) -> Result<Manner, Problem> {
    if asked.role == [Role::Tool] && asked.tools == Tools::Off {
        return Err(Problem::Value(say!(
            project.language,
            "--role tool with --tools off would show nothing; leave --tools out, or say `--tools full`",
            "--role toolと--tools offを合わせると何も残りません。--toolsを外すか、`--tools full`としてください"
        )));
    }
    Ok(Manner {
        roles: asked.role.clone(),
        tools: asked.tools,
    })
}

/// What was asked for of a file, or why there is nothing of it.
fn read(
    asked: &Session,
    path: &Path,
    project: &Project,
    here: &Surroundings,
) -> Result<Result<Shown, String>, Problem> {
    let failed = |error| Problem::io(Deed::Read, path)(error);
    let file = read::open(path)?;
    if let Some(id) = &asked.around {
        return beside(asked, id, file, path, project, here);
    }
    let Some(number) = asked.before_compaction else {
        // One more than is shown tells whether there are earlier ones.
        let wanted = asked.turns().saturating_add(1);
        let mut reading = segment::last_prompts(file, wanted).map_err(failed)?;
        return Ok(Ok(Shown {
            entries: std::mem::take(&mut reading.entries),
            reading,
            compaction: None,
        }));
    };
    let mut reading = segment::whole(file).map_err(failed)?;
    if reading.too_long && number.get() > 0 {
        return Ok(Err(unknown_start(project)));
    }
    let entries = std::mem::take(&mut reading.entries);
    let of = compactions::positions(&entries).len();
    Ok(match compactions::before(&entries, number.get()) {
        Some(before) => Ok(Shown {
            entries: before.to_vec(),
            reading,
            compaction: Some((number.get(), of)),
        }),
        None => Err(too_far(number.get(), of, project)),
    })
}

/// What stands beside a line; one turn more than is shown tells whether there are others.
fn beside(
    asked: &Session,
    id: &str,
    file: File,
    path: &Path,
    project: &Project,
    here: &Surroundings,
) -> Result<Result<Shown, String>, Problem> {
    let wanted = asked.beside().saturating_add(1);
    let reading = vicinity::around(file, id, wanted).map_err(Problem::io(Deed::Read, path))?;
    Ok(match reading {
        Some(mut reading) => Ok(Shown {
            entries: std::mem::take(&mut reading.entries),
            reading,
            compaction: None,
        }),
        None => Err(unsaid(id, path, project, here)),
    })
}

fn unsaid(id: &str, path: &Path, project: &Project, here: &Surroundings) -> String {
    let (path, id) = (places::for_people(path, here.home.as_deref()), one_line(id));
    say!(
        project.language,
        "nothing is said in {path} in a line whose id begins with \"{id}\"; `recall search` finds lines by their words",
        "{path}には、IDが「{id}」で始まる行の発言がありません。`recall search`で言葉から探せます"
    )
}

/// What stands above the turn with the line that was asked for, if it has others beside it.
fn mark(turn: &Turn<'_>, asked: &Session, project: &Project) -> String {
    let Some(id) = asked.around.as_ref().filter(|id| turn.has(id)) else {
        return String::new();
    };
    let id = one_line(id);
    let mark = say!(
        project.language,
        "line {id} is in this turn",
        "行{id}はこのターンにあります"
    );
    format!("\n{NAME}▼ {mark}{NAME:#}\n")
}

fn unknown_start(project: &Project) -> String {
    say!(
        project.language,
        "this file is too long to be counted from its first compaction; -1 is the latest, -2 the one before",
        "このファイルは長すぎて最初の圧縮から数えられません。-1が最後、-2がその一つ前です"
    )
}

fn too_far(number: isize, of: usize, project: &Project) -> String {
    let times = counted(of, "time");
    if of == 0 {
        return say!(
            project.language,
            "this session was not compacted, so nothing was taken away",
            "このセッションは圧縮されておらず、失われたものはありません"
        );
    }
    say!(
        project.language,
        "there is no compaction {number}: this session was compacted {times}, 1 is the first and -1 the latest",
        "{number}番目の圧縮はありません。このセッションの圧縮は{of}回で、1が最初、-1が最後です"
    )
}

fn part(count: usize, asked: &Session, shown: &Shown, project: &Project) -> String {
    let turns = counted(count, "turn");
    if let Some(id) = &asked.around {
        let id = one_line(id);
        return say!(
            project.language,
            "{turns} around line {id}",
            "行{id}の前後の{count}ターン"
        );
    }
    let Some((number, of)) = shown.compaction else {
        return say!(project.language, "the last {turns}", "直近の{count}ターン");
    };
    let nth = usize::try_from(number).unwrap_or(of + 1 - number.unsigned_abs().min(of));
    say!(
        project.language,
        "the last {turns} before compaction {nth} of {of}",
        "圧縮{nth}回目（全{of}回）の前の{count}ターン"
    )
}

/// That there is more than is shown, and how it is seen.
fn more(asked: &Session, shown: &Range<usize>, of: usize, project: &Project) -> Option<String> {
    let is_all = shown.start == 0 && shown.end == of;
    let more = match asked.around {
        None => asked.turns().saturating_mul(10),
        Some(_) => asked.beside().saturating_mul(5),
    };
    let told = match asked.around {
        None => say!(
            project.language,
            "There is more before that: `--turns {more}` shows it.",
            "これより前にも会話があります。`--turns {more}`で表示します。"
        ),
        Some(_) => say!(
            project.language,
            "There is more before or after that: `--turns {more}` shows it.",
            "前後にも会話があります。`--turns {more}`で表示します。"
        ),
    };
    (!is_all).then_some(told)
}
