//! `recall dropped`: what a compaction took away that its summary does not have.

mod borders;
mod report;

use std::fs::File;
use std::num::NonZeroUsize;
use std::os::unix::fs::FileExt;
use std::path::{Path, PathBuf};

use clap::Args;
use recall_core::language::counted;
use recall_core::problem::{Deed, Problem};
use recall_core::process::{Exit, Surroundings};
use recall_core::project::Project;
use recall_core::say;
use recall_core::store::{places, read};
use retention::compactions;
use retention::entities::Patterns;
use retention::lost::Lost;
use retention::session;

use crate::options::Whose;
use crate::page::Page;
use crate::plain::one_line;
use crate::sessions::Listed;
use crate::transcripts;
use crate::which::{self, Meant};
use borders::Borders;

/// Which compaction of which session is told.
#[derive(Debug, Args)]
pub(crate) struct Dropped {
    /// The Kth compaction of the session; the latest by default.
    #[arg(value_name = "K")]
    pub(crate) compaction: Option<NonZeroUsize>,

    /// The number in `recall list`, the session's id or how it begins, or a file; by default the newest.
    #[arg(long = "session", value_name = "N|SESSION|PATH")]
    pub(crate) which: Option<String>,

    #[command(flatten)]
    pub(crate) whose: Whose,

    /// Show at most so many of each kind.
    #[arg(long = "limit", value_name = "N", default_value = "30")]
    pub(crate) most: NonZeroUsize,

    /// Write JSON, for programs.
    #[arg(long)]
    pub(crate) json: bool,
}

/// A compaction, and what its summary lacks.
struct Told<'a> {
    path: &'a Path,
    /// The how many-eth of its session it is, and how many there are.
    number: usize,
    of: usize,
    session: Option<String>,
    /// When it was, as the transcript writes it.
    at: Option<String>,
    lost: Lost,
}

/// The page of what was dropped.
pub(crate) fn page(
    asked: &Dropped,
    project: &Project,
    here: &Surroundings,
) -> Result<(Page, Exit), Problem> {
    let which = which::Asked::of(asked.which.as_deref(), &asked.whose);
    let (path, note) = match which::which(&which, project, here)? {
        Meant::This(listed) => gone_on(listed, project, here),
        Meant::File(listed) => (listed.path, None),
        Meant::Nothing(why) => return Ok(nothing(why)),
    };
    let file = read::open(&path)?;
    let borders = Borders::of(&file).map_err(Problem::io(Deed::Read, &path))?;
    let of = borders.count();
    let number = asked.compaction.map_or(of, Into::into);
    if number == 0 || number > of {
        return Ok(nothing(none_such(number, of, &path, project, here)));
    }
    let told = told(&path, &file, &borders, number, project)?;
    let page = if asked.json {
        Page::data(report::json(&told))
    } else {
        Page::of(report::text(&told, asked.most.get(), project, here))
    };
    let exit = if told.lost.is_nothing() {
        Exit::Nothing
    } else {
        Exit::Done
    };
    Ok((Page { note, ..page }, exit))
}

/// The file in which a session went on, and what is said where that is not the one that was named.
///
/// A backup ends before the summary of the compaction that it was made for.
fn gone_on(listed: Listed, project: &Project, here: &Surroundings) -> (PathBuf, Option<String>) {
    let live = match (&here.claude_dir, &listed.session) {
        (Some(claude_dir), Some(session)) if !listed.is_live => {
            transcripts::of_session(claude_dir, session)
        }
        _ => Vec::new(),
    };
    let Some(live) = live.into_iter().next() else {
        return (listed.path, None);
    };
    let path = one_line(&places::for_people(&live, here.home.as_deref()));
    let note = say!(
        project.language,
        "instead of that backup this tells {path}, the live transcript of its session",
        "このバックアップの代わりに、同じセッションの進行中のトランスクリプト{path}から表示します"
    );
    (live, Some(note))
}

fn told<'a>(
    path: &'a Path,
    file: &File,
    borders: &Borders,
    number: usize,
    project: &Project,
) -> Result<Told<'a>, Problem> {
    let range = borders.around(number);
    let mut bytes = vec![0; usize::try_from(range.end - range.start).unwrap_or(0)];
    file.read_exact_at(&mut bytes, range.start)
        .map_err(Problem::io(Deed::Read, path))?;
    let lines = session::lines(&bytes);
    let parts = compactions::parts(&lines);
    let lost = match parts.get(usize::from(number > 1)) {
        Some(part) => {
            let lost = Patterns::compile().and_then(|patterns| Lost::by(part, &patterns));
            lost.map_err(|error| cannot(&error, project))?
        }
        None => Lost::default(),
    };
    let border = parts
        .get(usize::from(number > 1))
        .and_then(|part| lines.get(part.at));
    let owned = |text: Option<&str>| text.map(str::to_owned);
    Ok(Told {
        path,
        number,
        of: borders.count(),
        session: owned(border.and_then(|line| line.session())),
        at: owned(border.and_then(|line| line.time())),
        lost,
    })
}

fn nothing(why: String) -> (Page, Exit) {
    (Page::nothing(why), Exit::Nothing)
}

fn none_such(
    number: usize,
    of: usize,
    path: &Path,
    project: &Project,
    here: &Surroundings,
) -> String {
    let path = places::for_people(path, here.home.as_deref());
    if of == 0 {
        return say!(
            project.language,
            "there is no compaction in {path}",
            "{path}に圧縮の記録はありません"
        );
    }
    let compactions = counted(of, "compaction");
    say!(
        project.language,
        "there is no compaction {number}: {path} has {compactions}, and 1 is the first",
        "{number}番目の圧縮はありません。{path}には{of}回あり、1が最初です"
    )
}

fn cannot(error: &retention::Error, project: &Project) -> Problem {
    Problem::Value(say!(
        project.language,
        "could not look for names: {error}",
        "名前を探せませんでした: {error}"
    ))
}
