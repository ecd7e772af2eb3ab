//! How much a handoff may say: secrets go first, then what is over the limits, and each cut is told.

use crate::budget;
use crate::language::{Language, counted};
use crate::redact::redact;
use crate::say;

/// The most characters of a summary.
pub const SUMMARY: usize = 3_000;
/// The most characters of one item of a list.
pub const ITEM: usize = 1_500;
/// The most items of a list.
pub const ITEMS: usize = 20;
/// The most characters of a list's items together.
pub const LIST: usize = 6_000;
/// The most characters of a file's path.
pub const FILE: usize = 512;

/// What somebody wants to leave, as it came.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Draft {
    /// What it says.
    pub summary: String,
    /// What nobody has answered yet.
    pub open_questions: Vec<String>,
    /// What is to do next.
    pub next_steps: Vec<String>,
    /// Files of the work.
    pub files_touched: Vec<String>,
}

/// The draft within its limits and without secrets, and a sentence for each thing that was cut.
#[must_use]
pub fn cap(draft: &Draft, language: Language) -> (Draft, Vec<String>) {
    let mut notes = Vec::new();
    let mut capped = |texts: &[String], most: usize, name: &str| {
        let texts = texts.iter().map(|text| text.trim());
        let texts: Vec<&str> = texts.filter(|text| !text.is_empty()).collect();
        let (kept, note) = list(&texts, most, name, language);
        notes.extend(note);
        kept
    };
    let summary = [draft.summary.clone()];
    let capped = Draft {
        summary: capped(&summary, SUMMARY, "summary").concat(),
        open_questions: capped(&draft.open_questions, ITEM, "open_questions"),
        next_steps: capped(&draft.next_steps, ITEM, "next_steps"),
        files_touched: capped(&draft.files_touched, FILE, "files_touched"),
    };
    (capped, notes)
}

/// The items that fit, each within `most` characters, and what is said where something was cut.
fn list(
    texts: &[&str],
    most: usize,
    name: &str,
    language: Language,
) -> (Vec<String>, Option<String>) {
    let (mut kept, mut used, mut gone) = (Vec::new(), 0, 0);
    for text in texts.iter().take(ITEMS) {
        let plain = redact(text);
        let cut = budget::cut_characters(&plain, most.min(LIST - used));
        gone += cut.dropped;
        used += cut.kept.chars().count();
        if !cut.kept.is_empty() {
            kept.push(cut.kept.to_owned());
        }
    }
    let items = texts.len() - kept.len();
    let characters = counted(gone, "character");
    let left = counted(items, "item");
    let note = match (gone, items) {
        (0, 0) => None,
        (_, 0) => Some(say!(
            language,
            "{name}: cut {characters} over the limit",
            "{name}: 上限を超えた{gone}文字を省きました"
        )),
        (0, _) => Some(say!(
            language,
            "{name}: left out {left} over the limit of {ITEMS}",
            "{name}: 上限の{ITEMS}件を超えた{items}件を省きました"
        )),
        _ => Some(say!(
            language,
            "{name}: left out {left} and {characters} over the limit",
            "{name}: 上限を超えた{items}件と{gone}文字を省きました"
        )),
    };
    (kept, note)
}

#[cfg(test)]
mod tests {
    use super::{Draft, FILE, ITEM, ITEMS, LIST, SUMMARY, cap};
    use crate::language::Language;

    fn capped(draft: &Draft) -> (Draft, Vec<String>) {
        cap(draft, Language::English)
    }

    #[track_caller]
    fn check_summary(length: usize, notes: &[&str]) {
        let summary = "語".repeat(length);
        let (draft, told) = capped(&Draft {
            summary,
            ..Draft::default()
        });
        assert_eq!(draft.summary.chars().count(), length.min(SUMMARY));
        assert_eq!(told, notes);
    }

    #[test]
    fn a_summary_has_at_most_three_thousand_characters() {
        check_summary(SUMMARY, &[]);
        check_summary(SUMMARY + 1, &["summary: cut 1 character over the limit"]);
    }

    #[test]
    fn a_list_has_at_most_twenty_items_and_six_thousand_characters() {
        let items = |count: usize, length: usize| vec!["x".repeat(length); count];
        let check = |steps: Vec<String>, lengths: &[usize], note: Option<&str>| {
            let (draft, notes) = capped(&Draft {
                next_steps: steps,
                ..Draft::default()
            });
            let kept: Vec<usize> = draft.next_steps.iter().map(String::len).collect();
            assert_eq!(kept, lengths);
            assert_eq!(notes.first().map(String::as_str), note);
        };
        check(items(ITEMS, 300), &[300; ITEMS], None);
        check(
            items(ITEMS + 2, 10),
            &[10; ITEMS],
            Some("next_steps: left out 2 items over the limit of 20"),
        );
        check(
            items(1, ITEM + 5),
            &[ITEM],
            Some("next_steps: cut 5 characters over the limit"),
        );
        check(
            items(5, ITEM),
            &[ITEM; LIST / ITEM],
            Some("next_steps: left out 1 item and 1500 characters over the limit"),
        );
    }

    #[test]
    fn a_path_has_at_most_five_hundred_and_twelve_characters() {
        let (draft, notes) = capped(&Draft {
            files_touched: vec!["p".repeat(FILE + 1)],
            ..Draft::default()
        });
        assert_eq!(draft.files_touched, ["p".repeat(FILE)]);
        assert_eq!(notes.len(), 1);
    }

    #[test]
    fn secrets_go_before_anything_is_cut() {
        let secret = format!("{}API_KEY=abcdefghijklmnop0123", "x".repeat(SUMMARY - 12));
        let (draft, _) = capped(&Draft {
            summary: format!("{secret} and more"),
            ..Draft::default()
        });
        assert!(!draft.summary.contains("abcd"), "{}", draft.summary);
    }

    #[test]
    fn what_is_blank_is_no_item() {
        let (draft, notes) = capped(&Draft {
            open_questions: vec![" \n".to_owned(), " one ".to_owned()],
            ..Draft::default()
        });
        assert_eq!(draft.open_questions, ["one"]);
        assert_eq!(notes, Vec::<String>::new());
    }
}
