//! A state told later: what has changed since comes first, so that nothing stale is taken for the present.

use super::State;
use super::changes::{Present, changes};
use super::sections::{Kind, Part, facts, parts};
use crate::budget::{self, fair_share, units};
use crate::frame;
use crate::language::Language;
use crate::say;

/// The most UTF-16 code units of a state that is told.
const MOST: usize = 2_500;

/// The text of a state: what has changed, the facts of then, and the parts wanted, each with its share of the room.
#[must_use]
pub fn text(
    then: &State,
    now: &Present,
    wanted: impl Fn(Kind) -> bool,
    language: Language,
) -> String {
    let opening = say!(language, "Since then:", "その後の変化:");
    let middle = say!(language, "As it was then:", "その時点の状態:");
    let mut changes = changes(then, now, language);
    if changes.is_empty() {
        changes.push(say!(
            language,
            "nothing of it has changed",
            "変化はありません"
        ));
    }
    let head = [
        format!("{opening}\n{}", items(&changes)),
        format!("{middle}\n{}", items(&facts(then, language))),
    ];
    let parts: Vec<Part> = parts(then, language)
        .into_iter()
        .filter(|part| wanted(part.kind))
        .collect();
    let lengths: Vec<usize> = parts.iter().map(|part| units(&part.body)).collect();
    let around: usize = parts.iter().map(|part| units(&part.heading) + 14).sum();
    let fixed: usize = head.iter().map(|text| units(text) + 2).sum();
    let share = fair_share(&lengths, MOST.saturating_sub(fixed + around));
    let told = parts.iter().map(|part| told(part, share, language));
    head.into_iter()
        .chain(told)
        .collect::<Vec<_>>()
        .join("\n\n")
}

fn told(part: &Part, share: usize, language: Language) -> String {
    let body = budget::shorten(&part.body, share, |gone| {
        say!(
            language,
            "\n…(+{gone} characters)…\n",
            "\n…(+{gone}文字)…\n"
        )
    });
    let body = if part.quoted {
        frame::fenced(&body)
    } else {
        body
    };
    format!("{}:\n{body}", part.heading)
}

fn items(lines: &[String]) -> String {
    let items: Vec<String> = lines.iter().map(|line| format!("- {line}")).collect();
    items.join("\n")
}

#[cfg(test)]
mod tests {
    use super::text;
    use crate::budget::units;
    use crate::language::Language::{English, Japanese};
    use crate::state::changes::Present;
    use crate::state::{Excerpt, Git, State};

    #[test]
    fn a_text_keeps_to_its_room_and_every_part_wanted_has_some_of_it() {
        let lines: Vec<String> = (0..2_000).map(|nth| format!("👩‍💻 line {nth}")).collect();
        let excerpt = Excerpt {
            file: "a.md".repeat(90),
            lines: lines.clone(),
            partial: false,
        };
        let then = State {
            root: "r".repeat(900),
            decisions: Some(excerpt.clone()),
            tool_log: Some(excerpt),
            files: lines,
            ..State::default()
        };
        let now = Present {
            git: Git::NoCheckout,
            ..Present::default()
        };
        for language in [English, Japanese] {
            let text = text(&then, &now, |_| true, language);
            assert!(units(&text) <= 2_560, "{}", units(&text));
            assert_eq!(text.matches("👩‍💻 line 0\n").count(), 3, "{text}");
            assert!(text.matches("…(+").count() >= 3, "{text}");
        }
    }
}
