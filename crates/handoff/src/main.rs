//! Hands the work of one session over to exactly one other: a server for agents, and a command for people.

mod accept;
mod caller;
mod deeds;
mod given;
mod lines;
mod localize;
mod mcp;
mod options;
mod people;
mod told;
mod why;

use std::io::{self, ErrorKind, Write};
use std::path::Path;
use std::process::ExitCode;

use anstream::AutoStream;
use clap::{CommandFactory, Error, FromArgMatches};
use recall_core::language::Language;
use recall_core::problem::{Deed, Problem};
use recall_core::process::{Exit, Surroundings};
use recall_core::project;

use options::{Command, Options};

fn main() -> ExitCode {
    let here = Surroundings::read();
    let mut problems = Vec::new();
    let project = project::open(here.start(None), &here, &mut problems);
    let language = project.language;
    let options = match parse(language) {
        Ok(options) => options,
        Err(error) => return answer(error, language).into(),
    };
    let done = match options.command {
        Command::Mcp => mcp::serve(here, language),
        Command::Completions(asked) => completions(asked.shell),
        command => people::run(command, &project, &here, &mut problems).and_then(|page| {
            print(&page.text)?;
            Ok(page.exit)
        }),
    };
    let exit = done.unwrap_or_else(|problem| {
        problems.push(problem);
        Exit::Trouble
    });
    for problem in &problems {
        let _ = writeln!(io::stderr(), "handoff: {}", problem.text(language));
    }
    exit.into()
}

fn parse(language: Language) -> Result<Options, Error> {
    let command = command_line::localized(Options::command(), language, &localize::HELP);
    let mut matches = command.try_get_matches()?;
    Options::from_arg_matches_mut(&mut matches)
}

/// Answers a command line that asks for help, or that cannot be followed.
fn answer(error: Error, language: Language) -> Exit {
    if !error.use_stderr() {
        let _ = error.print();
        return Exit::Done;
    }
    let text = command_line::complaint(error, None, language);
    let _ = write!(AutoStream::auto(io::stderr().lock()), "{}", text.ansi());
    Exit::Trouble
}

fn completions(shell: clap_complete::Shell) -> Result<Exit, Problem> {
    let mut script = Vec::new();
    clap_complete::generate(shell, &mut Options::command(), "handoff", &mut script);
    print(&String::from_utf8_lossy(&script))?;
    Ok(Exit::Done)
}

fn print(text: &str) -> Result<(), Problem> {
    let mut output = io::stdout().lock();
    match output
        .write_all(text.as_bytes())
        .and_then(|()| output.flush())
    {
        // A reader that has seen enough closes the pipe, and that is no trouble.
        Err(error) if error.kind() != ErrorKind::BrokenPipe => {
            Err(Problem::io(Deed::Write, Path::new("/dev/stdout"))(error))
        }
        _ => Ok(()),
    }
}
