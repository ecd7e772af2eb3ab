//! How many turns are wanted: the argument, else the environment, else recall.json, else ten.

use crate::language::Language;
use crate::problem::Problem;
use crate::say;

/// Turns that are restored where nobody asks for another number.
pub const DEFAULT: usize = 10;

/// Where the number can come from; the first usable one counts.
#[derive(Clone, Copy, Debug, Default)]
pub struct Wishes<'a> {
    /// The value of `--turns`.
    pub argument: Option<&'a str>,
    /// The value of `RECALL_TURNS`.
    pub environment: Option<&'a str>,
    /// `turns` of recall.json, which is a number already.
    pub config: Option<usize>,
}

/// The number of turns, and a problem for each value that is not a positive number.
pub fn turns(wishes: Wishes<'_>, language: Language, problems: &mut Vec<Problem>) -> usize {
    let named = [
        ("--turns", wishes.argument),
        ("RECALL_TURNS", wishes.environment),
    ];
    let mut wanted = None;
    for (name, value) in named {
        let Some(value) = value else {
            continue;
        };
        match value.trim().parse::<usize>() {
            Ok(turns) if turns > 0 => wanted = wanted.or(Some(turns)),
            _ => problems.push(Problem::Value(say!(
                language,
                "{name} is \"{value}\", which is not a positive number: it is skipped",
                "{name}の値「{value}」は正の数ではないため、無視しました",
            ))),
        }
    }
    wanted.or(wishes.config).unwrap_or(DEFAULT)
}

#[cfg(test)]
mod tests {
    use super::{Wishes, turns};
    use crate::language::Language;

    #[track_caller]
    fn check(
        argument: Option<&str>,
        environment: Option<&str>,
        config: Option<usize>,
        expected: usize,
        faults: usize,
    ) {
        let mut problems = Vec::new();
        let wishes = Wishes {
            argument,
            environment,
            config,
        };
        assert_eq!(turns(wishes, Language::English, &mut problems), expected);
        assert_eq!(problems.len(), faults, "{problems:?}");
    }

    #[test]
    fn the_argument_beats_the_environment_beats_the_file_beats_ten() {
        check(Some("3"), Some("4"), Some(5), 3, 0);
        check(None, Some("4"), Some(5), 4, 0);
        check(None, None, Some(5), 5, 0);
        check(None, None, None, 10, 0);
    }

    #[test]
    fn what_is_no_positive_number_is_reported_and_skipped() {
        for value in ["0", "-1", "ten", "", "3.5"] {
            check(Some(value), Some("4"), None, 4, 1);
            check(None, Some(value), Some(5), 5, 1);
        }
    }
}
