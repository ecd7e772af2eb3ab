//! What somebody meant who typed what recall does not know.

use std::path::Path;

use clap::error::{ContextKind, ContextValue, ErrorKind};
use clap::{Command, Error};
use recall_core::config::nearest::nearest;

/// Words that other tools have for recall's commands, each with what it is called here.
const WORDS: &[(&str, &str)] = &[
    ("ls", "list"),
    ("l", "list"),
    ("dir", "list"),
    ("history", "list"),
    ("sessions", "list"),
    ("backups", "list"),
    ("log", "list"),
    ("index", "list"),
    ("cat", "show"),
    ("view", "show"),
    ("open", "show"),
    ("read", "show"),
    ("print", "show"),
    ("display", "show"),
    ("session", "show"),
    ("last", "show"),
    ("tail", "show --follow"),
    ("follow", "show --follow"),
    ("watch", "show --follow"),
    ("compaction", "show --before-compaction"),
    ("before", "show --before-compaction"),
    ("goto", "show --around"),
    ("grep", "search"),
    ("rg", "search"),
    ("ag", "search"),
    ("ack", "search"),
    ("find", "search"),
    ("look", "search"),
    ("query", "search"),
    ("match", "search"),
    ("where", "search"),
    ("lost", "dropped"),
    ("forgot", "dropped"),
    ("forgotten", "dropped"),
    ("missing", "dropped"),
    ("gone", "dropped"),
    ("summary", "dropped"),
    ("dump", "export"),
    ("save", "export"),
    ("write", "export"),
    ("share", "export"),
    ("html", "export --html"),
    ("markdown", "export --markdown"),
    ("md", "export --markdown"),
    ("check", "verify"),
    ("validate", "verify"),
    ("status", "doctor"),
    ("diagnose", "doctor"),
    ("settings", "config"),
    ("configuration", "config"),
    ("cp", "restore"),
    ("copy", "restore"),
    ("recover", "restore"),
    ("clean", "prune"),
    ("gc", "prune"),
    ("rotate", "prune"),
    ("completion", "completions"),
    ("manual", "man"),
    ("help", "--help"),
    ("version", "--version"),
    ("n", "--turns N"),
    ("count", "--turns N"),
    ("limit", "--turns N"),
    ("project", "--member KEY"),
];

/// The command line that was most likely meant, where clap has no idea of its own.
pub(crate) fn meant(error: &Error, command: &Command) -> Option<String> {
    let context = |kind| match error.get(kind) {
        Some(ContextValue::String(text)) => Some(text.as_str()),
        _ => None,
    };
    let typed = match error.kind() {
        ErrorKind::InvalidSubcommand => context(ContextKind::InvalidSubcommand)?,
        ErrorKind::UnknownArgument => context(ContextKind::InvalidArg)?,
        // A session where a number of something else is taken.
        ErrorKind::ValueValidation => {
            let typed = context(ContextKind::InvalidValue)?;
            let is_number = typed.parse::<i64>().is_ok();
            let is_session = names_a_session(typed) && !is_number;
            return is_session.then(|| format!("recall show {typed}"));
        }
        _ => return None,
    };
    let is_suggested = error.get(ContextKind::SuggestedArg).is_some();
    let near = || near(typed, command).filter(|_| !is_suggested);
    known(typed, command).or_else(near)
}

/// What was typed in another form or in the words of another tool.
fn known(typed: &str, command: &Command) -> Option<String> {
    let plain = plain(typed);
    let is_option = plain.len() < typed.len();
    if is_option && plain == "json" {
        return Some("recall list --json".to_owned());
    }
    if names(command).contains(&plain.as_str()) {
        return Some(format!("recall {plain}"));
    }
    if let Some(here) = word(&plain) {
        let is_for_any = is_option && here.starts_with('-');
        return Some(if is_for_any {
            here.to_owned()
        } else {
            format!("recall {here}")
        });
    }
    let is_session = !is_option && names_a_session(typed);
    is_session.then(|| format!("recall show {typed}"))
}

/// What was mistyped.
fn near(typed: &str, command: &Command) -> Option<String> {
    let words = WORDS.iter().map(|(word, _)| *word);
    let words = words.filter(|word| word.len() > 3);
    let plain = plain(typed);
    let near = nearest(&plain, names(command).into_iter().chain(words))?;
    Some(format!("recall {}", word(near).unwrap_or(near)))
}

fn plain(typed: &str) -> String {
    typed.trim_start_matches('-').to_lowercase()
}

fn names(command: &Command) -> Vec<&str> {
    command.get_subcommands().map(Command::get_name).collect()
}

fn word(plain: &str) -> Option<&'static str> {
    let found = WORDS.iter().find(|(word, _)| *word == plain);
    found.map(|(_, here)| *here)
}

/// Whether a word is a number in the list, an id or its beginning, or a file.
fn names_a_session(typed: &str) -> bool {
    let is_id = typed.len() >= 4
        && typed
            .bytes()
            .all(|byte| byte.is_ascii_hexdigit() || byte == b'-')
        && typed.bytes().any(|byte| byte.is_ascii_digit());
    let is_number = !typed.is_empty() && typed.bytes().all(|byte| byte.is_ascii_digit());
    let is_path =
        typed.contains('/') || Path::new(typed).extension().is_some_and(|it| it == "jsonl");
    is_id || is_number || is_path
}

#[cfg(test)]
mod tests {
    use clap::CommandFactory;

    use super::meant;
    use crate::options::Options;

    #[track_caller]
    fn check(typed: &str, expected: Option<&str>) {
        let arguments = ["recall"].into_iter().chain(typed.split(' '));
        let error = Options::command()
            .try_get_matches_from(arguments)
            .unwrap_err();
        assert_eq!(
            meant(&error, &Options::command()).as_deref(),
            expected,
            "{typed}: {error}"
        );
    }

    #[test]
    fn a_number_an_id_or_a_file_alone_is_a_session_to_show() {
        check("3", Some("recall show 3"));
        check("0a1b2c3d", Some("recall show 0a1b2c3d"));
        check("./a.jsonl", Some("recall show ./a.jsonl"));
        check("a.jsonl", Some("recall show a.jsonl"));
        check("--from 0a1b2c3d", Some("recall show 0a1b2c3d"));
        check("restore ./a.jsonl", Some("recall show ./a.jsonl"));
        check("--from -1", None);
        check("--turns 0", None);
    }

    #[test]
    fn a_command_typed_as_an_option_is_the_command() {
        check("--list", Some("recall list"));
        check("--doctor", Some("recall doctor"));
        check("--json", Some("recall list --json"));
    }

    #[test]
    fn the_words_of_other_tools_are_known() {
        check("ls", Some("recall list"));
        check("history", Some("recall list"));
        check("cat", Some("recall show"));
        check("grep retry", Some("recall search"));
        check("find retry cap", Some("recall search"));
        check("serch", Some("recall search"));
        check("lost", Some("recall dropped"));
        check("html", Some("recall export --html"));
        check("--markdown", Some("recall export --markdown"));
        check("export --md", Some("recall export --markdown"));
        check("tail", Some("recall show --follow"));
        check("help", Some("recall --help"));
        check("-n", Some("--turns N"));
        check("historry", Some("recall list"));
        check("lst", Some("recall list"));
    }

    #[test]
    fn an_option_that_clap_knows_better_is_left_to_it_and_what_nobody_can_guess_to_the_help() {
        check("xyzzy", None);
        check("list --al", None);
        check("show --folow", None);
    }
}
