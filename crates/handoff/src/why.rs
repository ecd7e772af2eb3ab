//! Why somebody does not get a handoff, in a sentence.

use recall_core::handoff::choice::Refusal;
use recall_core::handoff::record::{Handoff, Reason, State};
use recall_core::handoff::text::{self, line};

use recall_core::{clock, say};

use crate::accept::{Why, is_held};
use crate::caller::Caller;

/// The sentence for whoever asked.
pub(crate) fn sentence(why: &Why, caller: &Caller<'_>) -> String {
    let language = caller.language;
    match why {
        Why::NothingWaits(0) => say!(
            language,
            "No handoff is pending here.",
            "待っている引き継ぎはありません。"
        ),
        Why::NothingWaits(others) => say!(
            language,
            "No handoff is pending for you; {others} open for others, which memory_handoff_list or `handoff list` shows with the reason.",
            "受け取れる引き継ぎはありません。ほかの相手を待つものが{others}件あり、理由はmemory_handoff_listか`handoff list`で確認できます。"
        ),
        Why::Unknown(id) => {
            let id = line(id);
            say!(
                language,
                "No handoff {id} is here: take the id from memory_handoff_list or `handoff list`.",
                "引き継ぎ{id}はありません。IDはmemory_handoff_listか`handoff list`で確認してください。"
            )
        }
        Why::Refused(Refusal::Closed, handoff) => closed(handoff, caller),
        Why::Refused(refusal, handoff) => {
            let id = line(&handoff.id);
            let reason = withheld(*refusal, handoff, caller);
            say!(
                language,
                "Handoff {id} was not taken: {reason}.",
                "引き継ぎ{id}は受け取りませんでした。{reason}。"
            )
        }
    }
}

/// Why an open handoff is not for the one who asks, as a part of a sentence.
pub(crate) fn withheld(refusal: Refusal, handoff: &Handoff, caller: &Caller<'_>) -> String {
    let language = caller.language;
    match refusal {
        Refusal::Closed => say!(language, "it is not open", "受け取れる状態ではありません"),
        Refusal::OtherOwner => say!(
            language,
            "it belongs to another operator and is not shared",
            "別のオペレーターのもので、共有されていません"
        ),
        Refusal::OtherAgent => {
            let to = line(handoff.to_agent.as_deref().unwrap_or_default());
            say!(
                language,
                "it is for the agent {to}",
                "エージェント{to}宛てです"
            )
        }
        Refusal::Own => say!(
            language,
            "this session left it itself",
            "このセッション自身が残したものです"
        ),
        Refusal::GoesOn => say!(
            language,
            "the session that it was written for may still be going on",
            "元のセッションがまだ続いている可能性があります"
        ),
        Refusal::Elsewhere => say!(
            language,
            "it is of another folder and comes only to one who names its id",
            "別のフォルダーのもので、IDを指定した場合だけ受け取れます"
        ),
    }
}

/// The name of a refusal for a program.
pub(crate) const fn code(refusal: Refusal) -> &'static str {
    match refusal {
        Refusal::Closed => "closed",
        Refusal::OtherOwner => "other_owner",
        Refusal::OtherAgent => "other_agent",
        Refusal::Own => "own",
        Refusal::GoesOn => "goes_on",
        Refusal::Elsewhere => "elsewhere",
    }
}

/// What has become of one that is not open: who has it and since when, or why nobody will.
fn closed(handoff: &Handoff, caller: &Caller<'_>) -> String {
    let (language, id) = (caller.language, line(&handoff.id));
    match handoff.state {
        State::Accepted => accepted(handoff, caller),
        State::Claimed => say!(
            language,
            "Handoff {id} is claimed: a process took it and ended before it could say for whom. `handoff give-back {id}` opens it again.",
            "引き継ぎ{id}はclaimedの状態です。受け取ったプロセスが、相手を記録する前に終了しました。`handoff give-back {id}`で元に戻せます。"
        ),
        State::Expired => {
            let reason = handoff.reason.map_or("other", Reason::name);
            say!(
                language,
                "Handoff {id} has expired ({reason}); `handoff give-back {id}` opens it again.",
                "引き継ぎ{id}は失効しています（{reason}）。`handoff give-back {id}`で元に戻せます。"
            )
        }
        State::Open => say!(
            language,
            "Handoff {id} was given back just now: ask again.",
            "引き継ぎ{id}はたった今返却されました。もう一度試してください。"
        ),
    }
}

fn accepted(handoff: &Handoff, caller: &Caller<'_>) -> String {
    let (language, here, id) = (caller.language, caller.here, line(&handoff.id));
    let when = handoff.accepted_at.map_or_else(String::new, |at| {
        let age = clock::age(here.now - at, language);
        format!(" ({age}, {})", clock::moment(at, here.zone()))
    });
    if is_held(caller, handoff) {
        return say!(
            language,
            "This session has handoff {id} already{when}; `handoff show {id}` shows it.",
            "引き継ぎ{id}はこのセッションが受け取り済みです{when}。`handoff show {id}`で表示できます。"
        );
    }
    let who = text::acceptor(handoff, language);
    say!(
        language,
        "Handoff {id} went to {who}{when}.",
        "引き継ぎ{id}は{who}が受け取りました{when}。"
    )
}
