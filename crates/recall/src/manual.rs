//! What a shell and `man` know of recall, from the same definition as its arguments and its help.

use clap::Command;
use clap_mangen::Man;
use recall_core::config::nearest::nearest;
use recall_core::language::Language;
use recall_core::problem::Problem;
use recall_core::say;

use crate::options;
use crate::page::Page;
use crate::plain::one_line;

/// The completions of a shell.
pub(crate) fn completions(asked: &options::Completions, mut command: Command) -> Page {
    let mut script = Vec::new();
    clap_complete::generate(asked.shell, &mut command, "recall", &mut script);
    Page::data(String::from_utf8_lossy(&script).into_owned())
}

/// The manual page of recall, or of one of its commands.
///
/// # Errors
/// Where there is no such command.
pub(crate) fn man(
    asked: &options::Man,
    mut command: Command,
    language: Language,
    is_terminal: bool,
) -> Result<Page, Problem> {
    command.build();
    let page = match &asked.command {
        None => command,
        Some(name) => match command.find_subcommand(name) {
            Some(found) => found.clone(),
            None => return Err(unknown(name, &command, language)),
        },
    };
    let mut roff = Vec::new();
    // It is written to memory, which takes all of it.
    let _ = Man::new(page).render(&mut roff);
    let page = Page::data(headed(&String::from_utf8_lossy(&roff), language));
    let name = asked.command.as_deref().map(|name| format!(" {name}"));
    let note = is_terminal.then(|| unread(&name.unwrap_or_default(), language));
    Ok(Page { note, ..page })
}

/// The page with its headings in the reader's language; the generator has its own for some, in English.
fn headed(roff: &str, language: Language) -> String {
    let headings = [
        (".SH NAME\n", say!(language, "NAME", "名前")),
        (".SH SYNOPSIS\n", say!(language, "SYNOPSIS", "書式")),
        (".SH DESCRIPTION\n", say!(language, "DESCRIPTION", "説明")),
        (".SH EXTRA\n", say!(language, "EXIT STATUS", "終了コード")),
        (".SH VERSION\n", say!(language, "VERSION", "バージョン")),
    ];
    headings.iter().fold(roff.to_owned(), |page, (line, said)| {
        page.replace(line, &format!(".SH {said}\n"))
    })
}

/// A person at a terminal sees what only `man` reads.
fn unread(name: &str, language: Language) -> String {
    say!(
        language,
        "this is the page as `man` reads it; `recall man{name} | man -l -` shows it",
        "これは`man`用の形式です。`recall man{name} | man -l -`で読めます"
    )
}

fn unknown(name: &str, command: &Command, language: Language) -> Problem {
    let known = command.get_subcommands().map(Command::get_name);
    let known: Vec<&str> = known.collect();
    let names = known.join(", ");
    let name = one_line(name);
    Problem::Value(match nearest(&name, known) {
        Some(near) => say!(
            language,
            "there is no command \"{name}\"; did you mean `recall man {near}`?",
            "「{name}」というコマンドはありません。`recall man {near}`でしょうか。"
        ),
        None => say!(
            language,
            "there is no command \"{name}\"; the commands are {names}",
            "「{name}」というコマンドはありません。コマンドは{names}です"
        ),
    })
}
