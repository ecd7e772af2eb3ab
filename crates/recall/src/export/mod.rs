//! `recall export`: the whole conversation of a session, as Markdown, HTML or JSON.

mod html;
mod markdown;
mod talk;

use std::io::Write;
use std::path::{Path, PathBuf};

use clap::Args;
use recall_core::problem::{Deed, Problem};
use recall_core::process::{Exit, Surroundings};
use recall_core::project::Project;
use recall_core::say;
use recall_core::store::{places, read, write};
use recall_core::transcript::segment;
use serde_json::json;

use crate::answer;
use crate::options::Whose;
use crate::page::Page;
use crate::plain::one_line;
use crate::which::{self, Meant};
use talk::Talk;

/// Which session is written in which form, and where to.
#[derive(Debug, Args)]
pub(crate) struct Export {
    /// The number in `recall list`, the session's id or how it begins, or a file; by default the newest.
    #[arg(value_name = "N|SESSION|PATH")]
    pub(crate) which: Option<String>,

    #[command(flatten)]
    pub(crate) whose: Whose,

    #[command(flatten)]
    pub(crate) form: Form,

    /// Write to a file that is not there yet, instead of to standard output.
    #[arg(long, value_name = "FILE")]
    pub(crate) output: Option<PathBuf>,

    /// Leave secrets as they are.
    #[arg(long)]
    pub(crate) raw: bool,
}

/// The form of the document.
#[derive(Debug, Args)]
#[group(required = true, multiple = false)]
pub(crate) struct Form {
    /// Write Markdown.
    #[arg(long)]
    markdown: bool,

    /// Write one HTML file that needs nothing else.
    #[arg(long)]
    html: bool,

    /// Write JSON, for programs.
    #[arg(long)]
    json: bool,
}

/// A conversation with what is said about it.
struct Document<'a> {
    talk: Talk,
    /// The session's id, where the transcript says it.
    session: Option<String>,
    path: &'a Path,
    /// The folder that it was in last.
    folder: PathBuf,
    /// Whether secrets were left out.
    redacted: bool,
    /// Lines that could not be read.
    damaged: usize,
    /// Whether the beginning is missing, because the transcript is too long.
    too_long: bool,
    project: &'a Project,
    here: &'a Surroundings,
}

/// The page with the conversation, or with where it was written.
pub(crate) fn page(
    asked: &Export,
    project: &Project,
    here: &Surroundings,
) -> Result<(Page, Exit), Problem> {
    let which = which::Asked::of(asked.which.as_deref(), &asked.whose);
    let listed = match which::which(&which, project, here)? {
        Meant::This(listed) | Meant::File(listed) => listed,
        Meant::Nothing(why) => return Ok((Page::nothing(why), Exit::Nothing)),
    };
    let path = listed.path.as_path();
    let project = &which::project_of(&listed, project, here);
    let reading = segment::last_prompts(read::open(path)?, usize::MAX)
        .map_err(Problem::io(Deed::Read, path))?;
    let document = Document {
        talk: Talk::of(&reading.entries, !asked.raw),
        session: listed.session.clone(),
        path,
        folder: reading
            .cwd
            .map_or_else(|| project.root.clone(), PathBuf::from),
        redacted: !asked.raw,
        damaged: reading.damaged,
        too_long: reading.too_long,
        project,
        here,
    };
    if document.talk.items.is_empty() {
        let path = places::for_people(path, here.home.as_deref());
        let why = say!(
            project.language,
            "nobody said anything in {path}",
            "{path}には会話がありません"
        );
        return Ok((Page::nothing(why), Exit::Nothing));
    }
    let text = match (asked.form.html, asked.form.markdown) {
        (true, _) => html::text(&document),
        (_, true) => markdown::text(&document),
        _ => json(&document),
    };
    match &asked.output {
        None => Ok((Page::data(text), Exit::Done)),
        Some(output) => Ok((written(output, &text, project, here)?, Exit::Done)),
    }
}

/// The conversation for programs. README.md documents it and tests/export.rs insists on it.
fn json(document: &Document<'_>) -> String {
    answer::json(&json!({
        "recall": env!("CARGO_PKG_VERSION"),
        "session": document.session,
        "path": document.path.to_string_lossy(),
        "redacted": document.redacted,
        "damaged": document.damaged,
        "complete": !document.too_long,
        "entries": document.talk.items.iter().map(talk::Item::value).collect::<Vec<_>>(),
    }))
}

fn written(
    output: &Path,
    text: &str,
    project: &Project,
    here: &Surroundings,
) -> Result<Page, Problem> {
    let path = here.current_dir.join(output);
    let shown = places::for_people(&path, here.home.as_deref());
    if path.symlink_metadata().is_ok() {
        return Err(Problem::Value(say!(
            project.language,
            "{shown} is there already, and an export never goes over anything: name another file",
            "{shown}はすでにあります。上書きはしませんので、別のファイルを指定してください"
        )));
    }
    let folder = path.parent().unwrap_or(Path::new("/"));
    let name = path
        .file_name()
        .unwrap_or_default()
        .to_string_lossy()
        .into_owned();
    write::new_file(
        folder,
        |_| name.clone(),
        |file| file.write_all(text.as_bytes()),
    )?;
    let shown = one_line(&shown);
    Ok(Page::of(format!("{shown}\n")))
}

impl Document<'_> {
    /// What a reader must know of it: what was left out.
    fn notes(&self) -> Vec<String> {
        let language = self.project.language;
        let mut notes = Vec::new();
        if self.redacted {
            notes.push(say!(
                language,
                "Secrets of known forms were replaced; `--raw` leaves them.",
                "既知の形の秘密情報は伏せてあります（`--raw`でそのまま書き出します）。"
            ));
        }
        if self.damaged > 0 {
            let damaged = self.damaged;
            notes.push(say!(
                language,
                "Lines that could not be read and are left out: {damaged}.",
                "読み取れずに省いた行: {damaged}。"
            ));
        }
        if self.too_long {
            notes.push(say!(
                language,
                "The transcript is very long; its beginning is left out.",
                "トランスクリプトが非常に長いため、始めの部分を省きました。"
            ));
        }
        notes
    }

    /// What it is the conversation of.
    fn title(&self) -> String {
        let folder = self.folder.file_name().unwrap_or_default();
        let folder = folder.to_string_lossy();
        let session = self.session.as_deref().unwrap_or_default();
        let session: String = session.chars().take(8).collect();
        one_line(&format!("{folder} {session}"))
    }

    /// Where it was read, as a person writes it.
    fn place(&self) -> String {
        let path = places::for_people(self.path, self.here.home.as_deref());
        one_line(&path)
    }
}
