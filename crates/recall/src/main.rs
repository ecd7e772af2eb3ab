//! Shows the kept conversations of a project, and looks after them.

mod answer;
mod arguments;
mod choose;
mod conversation;
mod doctor;
mod dropped;
mod export;
mod fill;
mod follow;
mod list;
mod localize;
mod manual;
mod meant;
mod measure;
mod options;
mod page;
mod pager;
mod palette;
mod plain;
mod progress;
mod prune;
mod restore;
mod search;
mod sequence;
mod session;
mod sessions;
mod settings;
mod shell;
mod survey;
mod table;
mod terminal;
mod transcripts;
mod verify;
mod which;
mod width;
mod wrap;

use std::process::ExitCode;

use clap::{CommandFactory, Error, FromArgMatches};
use recall_core::language::Language;
use recall_core::problem::Problem;
use recall_core::process::{Exit, Surroundings};
use recall_core::project::{self, Project};

use options::{Command, Options};
use page::Page;
use terminal::Terminal;
use which::Meant;

fn main() -> ExitCode {
    let here = Surroundings::read();
    let mut problems = Vec::new();
    let project = project::open(here.start(None), &here, &mut problems);
    let language = project.language;
    let exit = match parse(language) {
        Ok(options) => run(&options, project, &here, &mut problems),
        Err(error) => return answer(error, language, &here).into(),
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
    let terminal = Terminal::read(options.no_color, options.no_pager);
    let readable = terminal.readable();
    let project = choose::project(options.member(), project, here, problems)?;
    let (page, exit) = match &options.command {
        // The settings are told with what is wrong in them.
        Some(Command::Config(asked)) => {
            let page = settings::page(asked, &project, here, std::mem::take(problems));
            (page, Exit::Done)
        }
        Some(Command::Doctor(asked)) => {
            doctor::page(asked, &project, here, &std::mem::take(problems), readable)?
        }
        Some(Command::Verify(asked)) => verify::page(asked, &project, here, readable)?,
        Some(Command::Restore(asked)) => restore::page(asked, &project, here)?,
        Some(Command::Prune(asked)) => prune::page(asked, &project, here, problems)?,
        Some(Command::List(asked)) => {
            list::page(asked, &project, here, problems, terminal.columns())?
        }
        Some(Command::Session(asked)) => return session(asked, &project, here, &terminal),
        Some(Command::Completions(asked)) => (
            manual::completions(asked, command(project.language)),
            Exit::Done,
        ),
        Some(Command::Man(asked)) => {
            let language = project.language;
            let is_terminal = terminal.columns().is_some();
            let page = manual::man(asked, command(language), language, is_terminal)?;
            (page, Exit::Done)
        }
        Some(Command::Dropped(asked)) => dropped::page(asked, &project, here)?,
        Some(Command::Export(asked)) => export::page(asked, &project, here)?,
        Some(Command::Search(asked)) => search::page(asked, &project, here, problems)?,
        None => (page::page(&options.show, &project, here)?, Exit::Done),
    };
    let shown = show(&page, &terminal)?;
    Ok(if exit == Exit::Done { shown } else { exit })
}

/// Shows a session, and goes on with it where that is asked for.
fn session(
    asked: &options::Session,
    project: &Project,
    here: &Surroundings,
    terminal: &Terminal,
) -> Result<Exit, Problem> {
    let listed = match which::which(&asked.which(), project, here)? {
        Meant::This(listed) | Meant::File(listed) => listed,
        Meant::Nothing(why) => return show(&Page::nothing(why), terminal),
    };
    if !asked.follow {
        return show(&session::page(asked, &listed, project, here)?, terminal);
    }
    if !listed.is_live {
        return Err(follow::kept(&listed.path, project));
    }
    let manner = session::manner(asked, project)?;
    let from = follow::whole(&listed.path)?;
    let page = session::page(asked, &listed, project, here)?;
    show(&page, &terminal.without_pager())?;
    follow::follow(&listed.path, from, &manner, project, here, terminal)?;
    Ok(Exit::Done)
}

/// The one definition of the command line: arguments, help, completions and manual come from it.
fn command(language: Language) -> clap::Command {
    let command = command_line::localized(Options::command(), language, &localize::HELP);
    // Beside its name a text would have hardly any room.
    command.next_line_help(terminal::is_narrow())
}

fn parse(language: Language) -> Result<Options, Error> {
    let mut matches = command(language).try_get_matches()?;
    Options::from_arg_matches_mut(&mut matches)
}

/// Answers a command line that asks for help, or that cannot be followed.
fn answer(error: Error, language: Language, here: &Surroundings) -> Exit {
    if error.use_stderr() {
        let meant = meant::meant(&error, &command(language));
        let told = command_line::complaint(error, meant.as_deref(), language);
        terminal::tell(&told.ansi().to_string());
        return Exit::Trouble;
    }
    let is_given = |option: &str| here.arguments.iter().any(|given| given == option);
    let terminal = Terminal::read(is_given("--no-color"), is_given("--no-pager"));
    let _ = terminal::write(&Page::of(error.render().ansi().to_string()), &terminal);
    Exit::Done
}

fn show(page: &Page, terminal: &Terminal) -> Result<Exit, Problem> {
    if let Some(note) = &page.note {
        terminal::complain(note);
    }
    if page.text.is_empty() {
        return Ok(Exit::Nothing);
    }
    terminal::write(page, terminal)?;
    Ok(Exit::Done)
}

fn complain(problems: &[Problem], language: Language) {
    for problem in problems {
        terminal::complain(&problem.text(language));
    }
}
