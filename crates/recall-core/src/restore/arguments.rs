//! The arguments of post-compact-recall, which a person writes into a settings file.

use crate::language::Language;
use crate::problem::Problem;
use crate::say;

/// What the arguments ask for.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Arguments {
    /// The value of `--turns N` or `--turns=N`, as it is written.
    pub turns: Option<String>,
    /// Whether PostCompact answers with a message, as the first seed did.
    pub system_message: bool,
}

/// Reads the arguments; one that is not known is reported, and the rest counts.
pub fn read(arguments: &[String], language: Language, problems: &mut Vec<Problem>) -> Arguments {
    let mut read = Arguments::default();
    let mut rest = arguments.iter();
    while let Some(argument) = rest.next() {
        match argument.as_str() {
            "--turns" => read.turns = Some(rest.next().cloned().unwrap_or_default()),
            "--system-message" => read.system_message = true,
            other => match other.strip_prefix("--turns=") {
                Some(turns) => read.turns = Some(turns.to_owned()),
                None => problems.push(Problem::Value(say!(
                    language,
                    "\"{other}\" is no argument of post-compact-recall, which takes --turns N and --system-message: it is skipped",
                    "「{other}」はpost-compact-recallの引数ではないため、無視しました。使えるのは--turns Nと--system-messageです",
                ))),
            },
        }
    }
    read
}

#[cfg(test)]
mod tests {
    use super::{Arguments, read};
    use crate::language::Language;

    #[track_caller]
    fn check(arguments: &[&str], turns: Option<&str>, system_message: bool, faults: usize) {
        let arguments: Vec<String> = arguments
            .iter()
            .map(|&argument| argument.to_owned())
            .collect();
        let mut problems = Vec::new();
        let found = read(&arguments, Language::English, &mut problems);
        assert_eq!(
            found,
            Arguments {
                turns: turns.map(str::to_owned),
                system_message
            }
        );
        assert_eq!(problems.len(), faults);
    }

    #[test]
    fn both_arguments_are_understood_in_any_order() {
        check(&[], None, false, 0);
        check(&["--turns", "15", "--system-message"], Some("15"), true, 0);
        check(&["--system-message", "--turns=15"], Some("15"), true, 0);
    }

    #[test]
    fn a_number_that_is_missing_is_left_to_be_reported() {
        check(&["--turns"], Some(""), false, 0);
    }

    #[test]
    fn an_unknown_argument_is_reported_and_the_rest_counts() {
        check(&["--turn", "--turns", "3"], Some("3"), false, 1);
    }
}
