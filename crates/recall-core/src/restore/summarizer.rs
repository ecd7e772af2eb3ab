//! What the summariser is told before a compaction, so that less is lost in the first place.

use crate::budget;
use crate::config::Wording;
use crate::language::Language;
use crate::problem::Problem;
use crate::say;

/// The most UTF-16 code units that a text for the summariser may have (issue 2).
pub const LIMIT: usize = 1_200;

/// The text for the summariser, or nothing where recall.json switches it off.
///
/// The model reads it, so it is English in every language.
pub fn instruction(
    setting: &Wording,
    language: Language,
    problems: &mut Vec<Problem>,
) -> Option<String> {
    match setting {
        Wording::Off => None,
        Wording::Default => Some(DEFAULT.to_owned()),
        Wording::Text(text) => {
            let cut = budget::cut(text, LIMIT);
            let (dropped, limit) = (cut.dropped, LIMIT);
            if dropped > 0 {
                problems.push(Problem::Value(say!(
                    language,
                    "\"summarizer\" in recall.json is longer than {limit} characters: its last {dropped} are left out",
                    "recall.jsonの\"summarizer\"が{limit}文字を超えているため、末尾の{dropped}文字を省きました",
                )));
            }
            Some(cut.kept.to_owned())
        }
    }
}

const DEFAULT: &str = "\
Keep these word for word in the summary: what the user asked for, and every rule, constraint, \
preference and decision of theirs, with what they ruled out; approaches that failed, and why, so \
that none is tried again; exact paths, commands, identifiers and numbers (files read and changed, \
flags, settings, hashes, versions, error messages, measurements); what is finished, what is open, \
and the very next step. Prefer the exact name or value to a description of it.
";

#[cfg(test)]
mod tests {
    use super::{LIMIT, instruction};
    use crate::budget::units;
    use crate::config::Wording;
    use crate::language::Language;

    #[track_caller]
    fn check(setting: &Wording, expected: Option<&str>, faults: usize) {
        let mut problems = Vec::new();
        let said = instruction(setting, Language::English, &mut problems);
        assert_eq!(said.as_deref(), expected);
        assert_eq!(problems.len(), faults);
    }

    #[test]
    fn recalls_own_text_fits_and_names_what_must_stay() {
        let said = instruction(&Wording::Default, Language::English, &mut Vec::new()).unwrap();
        assert!(units(&said) <= LIMIT, "{}", units(&said));
        for wanted in [
            "constraint",
            "decision",
            "failed",
            "exact paths, commands, identifiers and numbers",
        ] {
            assert!(said.contains(wanted), "{wanted}");
        }
    }

    #[test]
    fn a_text_of_the_users_takes_its_place() {
        check(
            &Wording::Text("keep the tests".into()),
            Some("keep the tests"),
            0,
        );
    }

    #[test]
    fn a_text_that_is_too_long_is_cut_and_the_cut_is_reported() {
        check(
            &Wording::Text("語".repeat(LIMIT + 1)),
            Some(&"語".repeat(LIMIT)),
            1,
        );
    }

    #[test]
    fn switched_off_it_says_nothing() {
        check(&Wording::Off, None, 0);
    }
}
