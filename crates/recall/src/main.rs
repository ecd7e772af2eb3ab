//! Shows the kept conversations of a project, and looks after them.

mod answer;
mod arguments;
mod choose;
mod doctor;
mod dropped;
mod export;
mod localize;
mod measure;
mod options;
mod page;
mod prune;
mod restore;
mod search;
mod settings;
mod shell;
mod source;
mod transcripts;
mod verify;

use std::io::{self, ErrorKind, Write};
use std::path::Path;
use std::process::ExitCode;

use anstream::{AutoStream, ColorChoice};
use clap::{CommandFactory, Error, FromArgMatches};
use recall_core::language::Language;
use recall_core::problem::{Deed, Problem};
use recall_core::process::{Exit, Surroundings};
use recall_core::project::{self, Project};

use options::{Command, Options};
use page::Page;

fn main() -> ExitCode {
    let here = Surroundings::read();
    let mut problems = Vec::new();
    let project = project::open(here.start(None), &here, &mut problems);
    let language = project.language;
    let exit = match parse(language) {
        Ok(options) => run(&options, project, &here, &mut problems),
        Err(error) => return answer(&error, language).into(),
    };
    let exit = exit.unwrap_or_else(|problem| {
        problems.push(problem);
        Exit::Trouble
    });
    complain(&problems, language);
    exit.into()
}

fn run(
    options: &Options,
    project: Project,
    here: &Surroundings,
    problems: &mut Vec<Problem>,
) -> Result<Exit, Problem> {
    let (page, exit) = match &options.command {
        // The settings are told with what is wrong in them.
        Some(Command::Config(asked)) => {
            let page = settings::page(asked, &project, here, std::mem::take(problems));
            (page, Exit::Done)
        }
        Some(Command::Doctor(asked)) => {
            doctor::page(asked, &project, here, &std::mem::take(problems))?
        }
        Some(Command::Verify) => verify::page(&project, here)?,
        Some(Command::Restore(asked)) => restore::page(asked, &project, here)?,
        Some(Command::Prune(asked)) => prune::page(asked, &project, here, problems)?,
        Some(Command::Dropped(asked)) => dropped::page(asked, &project, here)?,
        Some(Command::Export(asked)) => export::page(asked, &project, here)?,
        Some(Command::Search(asked)) => search::page(asked, &project, here, problems)?,
        None => {
            let project = choose::project(&options.show, project, here, problems)?;
            (page::page(&options.show, &project, here)?, Exit::Done)
        }
    };
    let shown = show(&page, options.no_color)?;
    Ok(if exit == Exit::Done { shown } else { exit })
}

fn parse(language: Language) -> Result<Options, Error> {
    let command = localize::command(Options::command(), language);
    let mut matches = command.try_get_matches()?;
    Options::from_arg_matches_mut(&mut matches)
}

/// Answers a command line that asks for help, or that cannot be followed.
fn answer(error: &Error, language: Language) -> Exit {
    if !error.use_stderr() {
        let _ = error.print();
        return Exit::Done;
    }
    let text = localize::complaint(error, language);
    let _ = write!(AutoStream::auto(io::stderr().lock()), "{}", text.ansi());
    Exit::Trouble
}

fn show(page: &Page, no_color: bool) -> Result<Exit, Problem> {
    if let Some(note) = &page.note {
        let _ = writeln!(io::stderr(), "recall: {note}");
    }
    if page.text.is_empty() {
        return Ok(Exit::Nothing);
    }
    let color = if no_color {
        ColorChoice::Never
    } else {
        ColorChoice::Auto
    };
    let mut output = AutoStream::new(io::stdout().lock(), color);
    match output
        .write_all(page.text.as_bytes())
        .and_then(|()| output.flush())
    {
        // A reader that has seen enough closes the pipe, and that is no trouble.
        Err(error) if error.kind() != ErrorKind::BrokenPipe => {
            Err(Problem::io(Deed::Write, Path::new("/dev/stdout"))(error))
        }
        _ => Ok(Exit::Done),
    }
}

fn complain(problems: &[Problem], language: Language) {
    for problem in problems {
        let _ = writeln!(io::stderr(), "recall: {}", problem.text(language));
    }
}
