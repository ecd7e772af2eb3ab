//! Shows the kept conversations of a project.

mod choose;
mod options;
mod page;

use std::io::{self, ErrorKind, Write};
use std::path::Path;
use std::process::ExitCode;

use anstream::{AutoStream, ColorChoice};
use clap::Parser;
use recall_core::language::Language;
use recall_core::problem::{Deed, Problem};
use recall_core::process::{Exit, Surroundings};
use recall_core::project;

use options::Options;
use page::Page;

fn main() -> ExitCode {
    let options = Options::parse();
    let here = Surroundings::read();
    let mut problems = Vec::new();
    let project = project::open(here.start(None), &here, &mut problems);
    let exit = choose::project(&options, project.clone(), &here, &mut problems)
        .and_then(|project| page::page(&options, &project, &here))
        .and_then(|page| show(&page, options.no_color))
        .unwrap_or_else(|problem| {
            problems.push(problem);
            Exit::Trouble
        });
    complain(&problems, project.language);
    exit.into()
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
        Err(error) if error.kind() != ErrorKind::BrokenPipe => Err(Problem::io(
            Deed::Write,
            Path::new("standard output"),
        )(error)),
        _ => Ok(Exit::Done),
    }
}

fn complain(problems: &[Problem], language: Language) {
    for problem in problems {
        let _ = writeln!(io::stderr(), "recall: {}", problem.text(language));
    }
}
