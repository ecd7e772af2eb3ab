//! A state as a file: a first line for recall, and below it the same for people.

use time::{OffsetDateTime, UtcOffset};

use super::State;
use super::sections::{facts, parts};
use crate::clock::moment;
use crate::frame;
use crate::language::Language;
use crate::say;

/// How the line for recall begins and ends: a comment, which no reader of Markdown shows.
const START: &str = "<!-- recall-state ";
/// See [`START`].
const END: &str = " -->";

/// The text of a dump.
#[must_use]
pub fn text(state: &State, language: Language, now: OffsetDateTime, zone: UtcOffset) -> String {
    let title = say!(language, "# State of the work", "# 作業の状態");
    let (trigger, at) = (frame::quote_line(&state.trigger), moment(now, zone));
    let session = frame::quote_line(state.session.as_deref().unwrap_or("unknown"));
    let mut lines = vec![
        say!(language, "trigger: {trigger}", "契機: {trigger}"),
        say!(language, "time: {at}", "時刻: {at}"),
        say!(language, "session: {session}", "セッション: {session}"),
    ];
    lines.extend(facts(state, language));
    let lines: Vec<String> = lines.iter().map(|line| format!("- {line}")).collect();
    let parts = parts(state, language).into_iter().map(|part| {
        let body = if part.quoted {
            frame::fenced(&part.body)
        } else {
            part.body
        };
        format!("## {}\n\n{body}", part.heading)
    });
    let blocks: Vec<String> = [line(state), title, lines.join("\n")]
        .into_iter()
        .chain(parts)
        .collect();
    format!("{}\n", blocks.join("\n\n"))
}

/// The state that a dump holds, or nothing where its first line is not recall's.
#[must_use]
pub fn parse(text: &str) -> Option<State> {
    let first = text.lines().next()?;
    let json = first.strip_prefix(START)?.strip_suffix(END)?;
    serde_json::from_str(json).ok()
}

fn line(state: &State) -> String {
    let json = serde_json::to_string(state).unwrap_or_default();
    // JSON has these two in texts only, so that nothing in a state can end the comment.
    let json = json.replace('>', "\\u003e").replace('<', "\\u003c");
    format!("{START}{json}{END}")
}

#[cfg(test)]
mod tests {
    use time::UtcOffset;
    use time::macros::datetime;

    use super::{parse, text};
    use crate::language::Language::{self, English, Japanese};
    use crate::state::{Checkout, Commit, Excerpt, Git, Listing, Place, Refusal, State};

    fn dumped(state: &State, language: Language) -> String {
        text(
            state,
            language,
            datetime!(2026-11-30 09:31 UTC),
            UtcOffset::UTC,
        )
    }

    fn full() -> State {
        let evil = "x --> <!-- ```\n\u{1b}[31m\u{0}👩‍💻 \\u003e".to_owned();
        let excerpt = Excerpt {
            file: evil.clone(),
            lines: vec![evil.clone()],
            partial: true,
        };
        let commit = Commit {
            id: "a".repeat(40),
            short: "aaaaaaa".into(),
            subject: evil.clone(),
        };
        let place = Place {
            bare: false,
            worktree_of: Some(evil.clone()),
            submodule_of: Some(evil.clone()),
            under_way: Some("merge".into()),
        };
        State {
            trigger: "PreCompact auto".into(),
            session: Some("session-1".into()),
            root: evil.clone(),
            git: Git::Checkout(Box::new(Checkout {
                place: Ok(place),
                branch: Ok(Some(evil.clone())),
                commits: Ok(vec![commit]),
                status: Err(Refusal::Late(2_000)),
                diff: Ok(Listing {
                    lines: vec![evil.clone()],
                    left_out: 3,
                }),
            })),
            decisions: Some(excerpt.clone()),
            tool_log: Some(excerpt),
            files: vec![evil],
        }
    }

    #[test]
    fn every_state_reads_back_as_it_was_whatever_the_language() {
        let states = [
            State::default(),
            full(),
            State {
                git: Git::NoProgram,
                ..full()
            },
        ];
        for state in states {
            for language in [English, Japanese] {
                let text = dumped(&state, language);
                assert_eq!(parse(&text).as_ref(), Some(&state), "{text}");
                let first = text.lines().next().unwrap();
                assert_eq!(first.matches("-->").count(), 1, "{first}");
            }
        }
    }

    #[test]
    fn what_a_later_version_adds_or_leaves_out_does_no_harm() {
        let first = r#"<!-- recall-state {"trigger":"t","weather":"fine"} -->"#;
        let state = State {
            trigger: "t".into(),
            ..State::default()
        };
        assert_eq!(parse(first), Some(state));
    }

    #[test]
    fn a_first_line_that_is_not_recalls_holds_nothing() {
        for text in [
            "",
            "# mine",
            "<!-- recall-state {} --",
            "<!-- recall-state 7 -->",
        ] {
            assert_eq!(parse(text), None, "{text}");
        }
    }

    #[test]
    fn the_text_for_people_names_each_part() {
        let text = dumped(&full(), English);
        for words in [
            "- trigger: PreCompact auto\n- time: 2026-11-30 09:31 +00:00\n- session: session-1\n",
            "- in progress: merge\n",
            "## git status --short\n\ngit status took more than 2 s\n",
            "## Last commits\n\n````\naaaaaaa x",
            "…(+3 lines)…\n",
            "## Decisions (the first 1 lines of x",
            "## Files that the session changed\n",
            "## Tool log, of any session (x",
        ] {
            assert!(text.contains(words), "{words}: {text}");
        }
    }
}
