//! Parts of what agents and people read of handoffs, in recall's own sentences and in quotes.

use recall_core::handoff::choice;
use recall_core::handoff::interrupted::Interrupted;
use recall_core::handoff::record::{Handoff, Reason, State};
use recall_core::handoff::text::{self, line};

use recall_core::{clock, frame, say};

use crate::accept::{Taken, Why, is_held};
use crate::caller::Caller;
use crate::told::Told;
use crate::why;

/// The project's names: `acme-api (workspace default)`.
pub(crate) fn scope(caller: &Caller<'_>) -> String {
    let scope = &caller.place.scope;
    let (project, workspace) = (line(&scope.project), line(&scope.workspace));
    say!(
        caller.language,
        "{project} (workspace {workspace})",
        "{project}（ワークスペース{workspace}）"
    )
}

/// What has become of a handoff, in a few words.
pub(crate) fn state(handoff: &Handoff, caller: &Caller<'_>) -> String {
    let language = caller.language;
    match (handoff.state, handoff.reason) {
        (State::Open, _) => say!(language, "open", "待機中"),
        (State::Claimed, _) => say!(
            language,
            "claimed by a process that ended too early",
            "記録前に中断（claimed）"
        ),
        (State::Accepted, _) => {
            let who = text::acceptor(handoff, language);
            say!(language, "accepted by {who}", "{who}が受け取り済み")
        }
        (State::Expired, Some(Reason::Cancelled)) => say!(language, "cancelled", "取り消し済み"),
        (State::Expired, Some(Reason::Superseded)) => {
            say!(language, "superseded", "新しいものに交代")
        }
        (State::Expired, Some(Reason::Stale)) => say!(language, "stale", "期限切れ"),
        (State::Expired, _) => say!(language, "expired", "失効"),
    }
}

/// Why an open handoff is not for the one who asks, as what follows its state; nothing where it is.
pub(crate) fn withheld(handoff: &Handoff, told: &Told, caller: &Caller<'_>) -> String {
    let refusal = choice::refusal(handoff, caller.asker(), &caller.going_on);
    match refusal.filter(|_| told.withheld.is_some()) {
        Some(refusal) => format!("; {}", why::withheld(refusal, handoff, caller)),
        None => String::new(),
    }
}

/// The handoff that the one who asked has now, or had before.
pub(crate) fn held<'a>(taken: &'a Taken, caller: &Caller<'_>) -> Option<&'a Handoff> {
    match taken {
        Taken::Got(handoff) | Taken::ByHook(handoff) => Some(handoff),
        Taken::Nothing(Why::Refused(_, handoff)) if is_held(caller, handoff) => Some(handoff),
        Taken::Nothing(_) => None,
    }
}

/// Everything that a handoff says, in quotes, below where it comes from.
pub(crate) fn whole(handoff: &Handoff, caller: &Caller<'_>) -> String {
    let (language, here) = (caller.language, caller.here);
    let offer = text::offer(handoff, here.now, here.zone(), language);
    let body = frame::fenced(&frame::quote(&text::body(handoff, language)));
    format!("{offer}\n{body}")
}

/// The session that was interrupted later than everything that waits.
pub(crate) fn unended(found: &Interrupted, caller: &Caller<'_>) -> String {
    let language = caller.language;
    let id = line(&found.session.session_id);
    let age = clock::age(caller.here.now - found.last_at, language);
    let heading = say!(
        language,
        "A session was interrupted {age} and never ended ({id}); it is newer than everything that waits. It was asked last:",
        "終わらないまま中断したセッションがあります（{age}、{id}）。待っているどの引き継ぎよりも新しいものです。最後の依頼:"
    );
    let prompt = frame::fenced(&frame::quote(&found.prompt));
    let Some(result) = &found.result else {
        return format!("{heading}\n{prompt}");
    };
    let then = say!(language, "A tool answered last:", "最後のツールの結果:");
    let result = frame::fenced(&frame::quote(result));
    format!("{heading}\n{prompt}\n{then}\n{result}")
}
