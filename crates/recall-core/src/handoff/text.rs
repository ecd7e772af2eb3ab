//! A handoff as a session or a person reads it: quoted history of another session, and never an instruction.

use time::{OffsetDateTime, UtcOffset};

use super::record::Handoff;
use crate::clock::{age, moment};
use crate::frame;
use crate::language::Language;
use crate::say;

/// The most UTF-16 code units of a name in a sentence.
const NAME: usize = 100;

/// When and by whom it was left: `2 hours 5 minutes ago (2026-11-30 18:31 +09:00), by smith`.
#[must_use]
pub fn origin(
    handoff: &Handoff,
    now: OffsetDateTime,
    zone: UtcOffset,
    language: Language,
) -> String {
    let at = moment(handoff.created_at, zone);
    let age = age(now - handoff.created_at, language);
    let from = from(handoff, language);
    let by = if handoff.automatic {
        say!(
            language,
            "written by recall when the session ended, {age}",
            "セッションの終わりにrecallが{age}作成"
        )
    } else {
        say!(language, "left {age}", "{age}作成")
    };
    say!(
        language,
        "{by} ({at}), from {from}",
        "{by}、{at}、{from}より"
    )
}

/// Who left it: the agent and the start of the session's id.
#[must_use]
pub fn from(handoff: &Handoff, language: Language) -> String {
    who(&handoff.from_agent, &handoff.from_session_id, language)
}

/// Who accepted it: the agent and the start of the session's id.
#[must_use]
pub fn acceptor(handoff: &Handoff, language: Language) -> String {
    who(&handoff.accepted_by, &handoff.accepted_by_session, language)
}

/// Everything that it says, plain: to be quoted by whoever shows it.
#[must_use]
pub fn body(handoff: &Handoff, language: Language) -> String {
    let questions = say!(language, "Open questions:", "未解決の質問:");
    let steps = say!(language, "Next steps:", "次のステップ:");
    let files = say!(language, "Files touched:", "変更したファイル:");
    let cut = say!(language, "Cut when it was left:", "作成時に省いたもの:");
    let lists = [
        (questions, &handoff.open_questions),
        (steps, &handoff.next_steps),
        (files, &handoff.files_touched),
        (cut, &handoff.cut),
    ];
    let told = lists.iter().filter(|(_, items)| !items.is_empty());
    let told = told.map(|(heading, items)| format!("{heading}\n{}", bullets(items)));
    let parts: Vec<String> = std::iter::once(handoff.summary.clone())
        .chain(told)
        .collect();
    parts.join("\n\n")
}

/// One line that offers it: its id, who left it and how long ago, and nothing that it says.
#[must_use]
pub fn offer(
    handoff: &Handoff,
    now: OffsetDateTime,
    zone: UtcOffset,
    language: Language,
) -> String {
    let (id, origin) = (line(&handoff.id), origin(handoff, now, zone, language));
    match handoff.to_agent.as_deref().map(line) {
        Some(to) => say!(
            language,
            "- {id}: {origin}, for {to}",
            "- {id}: {origin}、{to}宛て"
        ),
        None => format!("- {id}: {origin}"),
    }
}

fn bullets(items: &[String]) -> String {
    let item = |item: &String| format!("- {}", item.replace('\n', "\n  "));
    items.iter().map(item).collect::<Vec<_>>().join("\n")
}

fn who(agent: &Option<String>, session: &Option<String>, language: Language) -> String {
    let agent = agent.as_deref().map(line);
    let session = session.as_deref().map(|id| short(&line(id)));
    match (agent, session) {
        (Some(agent), Some(session)) => say!(
            language,
            "{agent}, session {session}",
            "{agent}（セッション{session}）"
        ),
        (Some(agent), None) => agent,
        (None, Some(session)) => say!(language, "session {session}", "セッション{session}"),
        (None, None) => say!(language, "a person", "利用者"),
    }
}

/// A name in one of recall's own sentences: one short line that cannot close the frame around it.
#[must_use]
pub fn line(text: &str) -> String {
    crate::budget::clip(&frame::quote_line(text), NAME)
}

/// The start of an id, which tells sessions apart for a person.
fn short(id: &str) -> String {
    id.chars().take(8).collect()
}
