//! The help and the errors of a command line, in the reader's language.

use clap::builder::StyledStr;
use clap::error::{ContextKind, ContextValue, ErrorKind};
use clap::{Arg, ArgAction, Command, Error};
use recall_core::language::Language;

/// How a Japanese help page is laid out.
const PAGE: &str = "{about}\n\n使い方: {usage}\n\n{all-args}{after-help}";

/// What a program's help says in Japanese.
#[derive(Clone, Copy, Debug)]
pub struct Japanese {
    /// What each command and argument is for, by its name.
    pub words: &'static [(&'static str, &'static str)],
    /// How the help ends.
    pub end: &'static str,
    /// The program's version.
    pub version: &'static str,
}

/// What every program has.
const COMMON: [(&str, &str); 2] = [
    ("help", "このヘルプを表示します"),
    ("version", "バージョンを表示します"),
];

/// The command line with its help in this language.
#[must_use]
pub fn localized(command: Command, language: Language, words: &Japanese) -> Command {
    match language {
        Language::English => command,
        Language::Japanese => {
            let command = words.command(command);
            let version = flag("version", 'V', ArgAction::Version);
            command
                .disable_version_flag(true)
                .arg(version)
                .after_help(words.end)
                .version(words.version)
        }
    }
}

/// What is said about a command line that cannot be followed, and the one that was meant, where that is known.
#[must_use]
pub fn complaint(mut error: Error, meant: Option<&str>, language: Language) -> StyledStr {
    let own = match language {
        Language::English => None,
        Language::Japanese => wrong(&error, meant),
    };
    if let Some(meant) = meant {
        error.remove(ContextKind::SuggestedSubcommand);
        error.remove(ContextKind::SuggestedArg);
        let tip = StyledStr::from(format!("did you mean `{meant}`?"));
        error.insert(ContextKind::Suggested, ContextValue::StyledStrs(vec![tip]));
    }
    own.map_or_else(
        || error.render(),
        |text| {
            StyledStr::from(format!(
                "エラー: {text}\n\n詳しくは`--help`をご覧ください。\n"
            ))
        },
    )
}

/// What has no Japanese words among all that a command line says of itself; empty where all is well.
///
/// For the test of a program, which insists on it.
#[must_use]
pub fn unspoken(command: Command, words: &Japanese) -> Vec<String> {
    let mut command = localized(command, Language::Japanese, words);
    command.build();
    let mut found = Vec::new();
    collect_unspoken(&command, &mut found);
    found
}

impl Japanese {
    fn command(&self, command: Command) -> Command {
        let about = self.words(command.get_name());
        let command = command
            .mut_args(|argument| {
                let help = self.words(argument.get_id().as_str());
                let has_default = !argument.get_default_values().is_empty();
                let has_choice = argument.get_action().takes_values();
                let heading = if argument.is_positional() {
                    "引数"
                } else {
                    "オプション"
                };
                argument
                    .help(help)
                    .hide_default_value(has_default)
                    .hide_possible_values(has_choice)
                    .help_heading(heading)
            })
            .about(about)
            .help_template(PAGE)
            .subcommand_help_heading("コマンド")
            .subcommand_value_name("コマンド")
            .disable_help_flag(true)
            .arg(flag("help", 'h', ArgAction::Help));
        command.mut_subcommands(|inner| self.command(inner))
    }

    fn words(&self, name: &str) -> &'static str {
        let known = self.words.iter().find(|(known, _)| *known == name);
        known.map_or("", |(_, words)| words)
    }
}

fn flag(name: &'static str, short: char, action: ArgAction) -> Arg {
    let known = COMMON.iter().find(|(known, _)| *known == name);
    let help = known.map_or("", |(_, words)| words);
    let flag = Arg::new(name).long(name).short(short).action(action);
    flag.help(help).help_heading("オプション")
}

fn collect_unspoken(command: &Command, found: &mut Vec<String>) {
    let arguments = command.get_arguments();
    let said = arguments.map(|argument| (argument.get_id().as_str(), argument.get_help()));
    for (name, said) in said.chain([(command.get_name(), command.get_about())]) {
        let said = said.map(ToString::to_string).unwrap_or_default();
        if !said.chars().any(|c| ('\u{3040}'..'\u{a000}').contains(&c)) {
            found.push(name.to_owned());
        }
    }
    for inner in command.get_subcommands() {
        collect_unspoken(inner, found);
    }
}

fn wrong(error: &Error, meant: Option<&str>) -> Option<String> {
    let context = |kind| match error.get(kind) {
        Some(ContextValue::String(text)) => text.clone(),
        Some(ContextValue::Strings(texts)) => texts.join(", "),
        _ => String::new(),
    };
    let argument = context(ContextKind::InvalidArg);
    let suggested = [
        ContextKind::SuggestedArg,
        ContextKind::SuggestedSubcommand,
        ContextKind::SuggestedValue,
    ];
    let nearest = suggested.map(context).concat();
    let valid = context(ContextKind::ValidValue);
    let hint = match meant {
        Some(meant) => format!("`{meant}`でしょうか。"),
        None if nearest.is_empty() => String::new(),
        None => format!("「{nearest}」でしょうか。"),
    };
    let value = context(ContextKind::InvalidValue);
    Some(match error.kind() {
        ErrorKind::UnknownArgument => format!("「{argument}」という引数はありません。{hint}"),
        ErrorKind::InvalidSubcommand => {
            let command = context(ContextKind::InvalidSubcommand);
            format!("「{command}」というコマンドはありません。{hint}")
        }
        ErrorKind::InvalidValue if value.is_empty() => {
            format!("「{argument}」には値が必要です。")
        }
        ErrorKind::InvalidValue if !valid.is_empty() => {
            format!("「{argument}」に「{value}」は使えません。使えるのは{valid}です。{hint}")
        }
        ErrorKind::InvalidValue | ErrorKind::ValueValidation => {
            format!(
                "「{argument}」に「{value}」は使えません。1以上の整数などの正しい値を指定してください。{hint}"
            )
        }
        ErrorKind::MissingRequiredArgument => format!("「{argument}」が必要です。"),
        ErrorKind::ArgumentConflict => {
            let first = argument + &context(ContextKind::InvalidSubcommand);
            let second = context(ContextKind::PriorArg);
            format!("「{first}」と「{second}」は一緒に使えません。")
        }
        _ => return None,
    })
}
