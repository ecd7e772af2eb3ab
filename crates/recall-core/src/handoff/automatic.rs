//! What a session leaves by itself when it ends: first and last prompt, what is still to do, the files, a question without an answer.

use time::{Duration, OffsetDateTime};

use super::caps::Draft;
use crate::budget;
use crate::frame;
use crate::language::Language;
use crate::restore::material::{self, Folders};
use crate::say;
use crate::transcript::entry::{Deed, Ending, Origin, Todo};
use crate::transcript::{Entry, What};

/// The most UTF-16 code units of a prompt.
const PROMPT: usize = 1_200;
/// The most UTF-16 code units of a question.
const QUESTION: usize = 600;
/// A prompt can be dated a little before its session's start was heard of.
const BEFORE: Duration = Duration::seconds(10);

/// What a session leaves, or nothing where nothing was asked in it.
///
/// `first` is the session's first prompt, where it lies before the entries.
#[must_use]
pub fn draft(
    entries: &[Entry],
    first: Option<&str>,
    folders: Folders<'_>,
    language: Language,
) -> Option<Draft> {
    let last = prompts(entries).last()?;
    let first = first.or_else(|| prompts(entries).next());
    let open = material::open(entries).todos;
    let todo = |todo: Todo| match todo.status.as_str() {
        "pending" => todo.text,
        status => format!("{} ({status})", todo.text),
    };
    Some(Draft {
        summary: summary(first.filter(|first| *first != last), last, language),
        open_questions: unanswered(entries).into_iter().collect(),
        next_steps: open.into_iter().map(todo).collect(),
        files_touched: material::files(entries, folders).changed,
    })
}

/// Whether anything was asked since a moment; a prompt without a date counts.
#[must_use]
pub fn was_asked_since(entries: &[Entry], since: Option<OffsetDateTime>) -> bool {
    entries.iter().any(|entry| {
        let is_late = |since: OffsetDateTime| entry.at.is_none_or(|at| at >= since - BEFORE);
        matches!(entry.what, What::Prompt { .. }) && since.is_none_or(is_late)
    })
}

/// When something was asked last, where the transcript says so.
#[must_use]
pub fn asked_last(entries: &[Entry]) -> Option<OffsetDateTime> {
    let is_prompt = |entry: &&Entry| matches!(entry.what, What::Prompt { .. });
    entries.iter().rfind(is_prompt)?.at
}

fn summary(first: Option<&str>, last: &str, language: Language) -> String {
    let told = |prompt: &str| budget::abridge(&frame::plain(prompt.trim()), PROMPT);
    let last = told(last);
    match first.map(told) {
        Some(first) => say!(
            language,
            "The session began with: {first}\n\nIt was asked last: {last}",
            "最初の依頼: {first}\n\n最後の依頼: {last}",
        ),
        None => say!(language, "It was asked: {last}", "依頼: {last}"),
    }
}

/// What people and programs asked, without what the client wrote in their place.
fn prompts(entries: &[Entry]) -> impl DoubleEndedIterator<Item = &str> {
    entries.iter().filter_map(|entry| match &entry.what {
        What::Prompt { text, origin } if *origin != Origin::Plan => Some(text.as_str()),
        _ => None,
    })
}

/// The question that the session ended with: one of the assistant's that nobody answered.
fn unanswered(entries: &[Entry]) -> Option<String> {
    let (mut question, mut answered_by) = (None, None);
    for entry in entries {
        match &entry.what {
            What::Prompt { .. } => question = None,
            What::Reply(text) => question = asked(text),
            What::Call { id, deed, .. } => {
                if let Deed::Ask(questions) = deed {
                    question = Some(questions.join("\n"));
                    answered_by = Some(id);
                }
            }
            What::Outcome { call, ending, .. } => {
                if answered_by == Some(call) && *ending == Ending::Done {
                    question = None;
                }
            }
            What::Action(_) | What::Boundary | What::Summary(_) => {}
        }
    }
    let question = question.filter(|question| !question.is_empty())?;
    Some(budget::abridge(&frame::plain(&question), QUESTION))
}

/// The last paragraph of a reply, where it asks something.
fn asked(reply: &str) -> Option<String> {
    let last = reply.trim_end().rsplit("\n\n").next()?.trim();
    let asks = last
        .lines()
        .any(|line| line.trim_end().ends_with(['?', '？']));
    asks.then(|| last.to_owned())
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use time::macros::datetime;

    use super::{draft, was_asked_since};
    use crate::language::Language;
    use crate::restore::material::Folders;
    use crate::transcript::entry::{Deed, Ending, Origin, Todo};
    use crate::transcript::{Entry, What};

    fn entry(what: What) -> Entry {
        Entry {
            uuid: None,
            offset: 0,
            at: Some(datetime!(2026-11-30 12:00 UTC)),
            what,
            taken_back: false,
        }
    }

    fn prompt(text: &str) -> Entry {
        let (text, origin) = (text.to_owned(), Origin::Typed);
        entry(What::Prompt { text, origin })
    }

    fn reply(text: &str) -> Entry {
        entry(What::Reply(text.to_owned()))
    }

    fn call(deed: Deed) -> Entry {
        entry(What::Call {
            id: "c1".to_owned(),
            name: String::new(),
            input: String::new(),
            deed,
        })
    }

    fn outcome(ending: Ending) -> Entry {
        entry(What::Outcome {
            call: "c1".to_owned(),
            ending,
            text: String::new(),
        })
    }

    fn left(entries: &[Entry], first: Option<&str>) -> Option<super::Draft> {
        let folders = Folders {
            root: Path::new("/w/app"),
            cwd: None,
        };
        draft(entries, first, folders, Language::English)
    }

    #[test]
    fn first_and_last_prompt_say_what_it_was_about() {
        let entries = [
            prompt("fix the export"),
            reply("Done."),
            prompt("now the import"),
        ];
        let summary = |entries, first| left(entries, first).unwrap().summary;
        assert_eq!(
            summary(&entries, None),
            "The session began with: fix the export\n\nIt was asked last: now the import"
        );
        assert_eq!(summary(&entries[..1], None), "It was asked: fix the export");
        assert_eq!(
            summary(&entries[2..], Some("plan it")),
            "The session began with: plan it\n\nIt was asked last: now the import"
        );
    }

    #[test]
    fn a_session_in_which_nothing_was_asked_leaves_nothing() {
        assert_eq!(left(&[], None), None);
        assert_eq!(left(&[reply("Hello.")], None), None);
    }

    #[test]
    fn what_is_to_do_and_the_files_are_told() {
        let todo = |text: &str, status: &str| Todo {
            text: text.to_owned(),
            status: status.to_owned(),
        };
        let todos = vec![
            todo("a", "completed"),
            todo("b", "in_progress"),
            todo("c", "pending"),
        ];
        let entries = [
            prompt("go"),
            call(Deed::Todos(todos)),
            call(Deed::Edit("/w/app/src/a.rs".to_owned())),
        ];
        let draft = left(&entries, None).unwrap();
        assert_eq!(draft.next_steps, ["b (in_progress)", "c"]);
        assert_eq!(draft.files_touched, ["src/a.rs"]);
    }

    #[track_caller]
    fn check_question(entries: &[Entry], expected: &[&str]) {
        let mut all = vec![prompt("go")];
        all.extend(entries.iter().cloned());
        assert_eq!(left(&all, None).unwrap().open_questions, expected);
    }

    #[test]
    fn a_question_that_nobody_answered_stays_open() {
        check_question(&[reply("Done.\n\nShall I push it?")], &["Shall I push it?"]);
        check_question(
            &[reply("終わりました。\n\n公開しますか？")],
            &["公開しますか？"],
        );
        check_question(&[reply("Why? Because.\n\nDone.")], &[]);
        check_question(&[reply("Shall I?"), prompt("yes")], &[]);
        let ask = || call(Deed::Ask(vec!["Which one?".to_owned()]));
        check_question(&[ask()], &["Which one?"]);
        check_question(&[ask(), outcome(Ending::Refused(None))], &["Which one?"]);
        check_question(&[ask(), outcome(Ending::Done)], &[]);
    }

    #[test]
    fn only_what_was_asked_since_the_session_went_on_counts() {
        let entries = [prompt("go")];
        let asked = |since| was_asked_since(&entries, since);
        assert!(asked(None));
        assert!(asked(Some(datetime!(2026-11-30 12:00:05 UTC))));
        assert!(!asked(Some(datetime!(2026-11-30 13:00 UTC))));
        assert!(!was_asked_since(&[reply("Hello.")], None));
    }
}
