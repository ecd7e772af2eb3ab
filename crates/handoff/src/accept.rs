//! Accepting: one handoff for one who asks, or the honest reason why there is none.

use recall_core::handoff::choice::{self, Refusal};
use recall_core::handoff::record::{Handoff, State, Through};
use recall_core::handoff::store::{self, Accepting};
use recall_core::problem::Problem;

use crate::caller::Caller;

/// What came of asking for a handoff.
#[derive(Debug)]
pub(crate) enum Taken {
    /// The one who asked has it now, and nobody else will.
    Got(Box<Handoff>),
    /// The hook gave it to this very session when it started.
    ByHook(Box<Handoff>),
    /// There is none.
    Nothing(Why),
}

/// Why there is none.
#[derive(Debug)]
pub(crate) enum Why {
    /// Nothing waits for the one who asks; so many wait for others.
    NothingWaits(usize),
    /// No handoff has this id.
    Unknown(String),
    /// This one is not to be had, or no more.
    Refused(Refusal, Box<Handoff>),
}

/// Takes the handoff of an id, else the one that comes first.
///
/// A session that got one when it started is told so, and gets a second one only by its id.
///
/// # Errors
/// Where one is there and cannot be read or written.
pub(crate) fn accept(caller: &Caller<'_>, id: Option<&str>) -> Result<Taken, Problem> {
    if let Some(id) = id {
        return by_id(caller, id);
    }
    if let Some(held) = caller.handoffs.iter().find(|it| by_hook(caller, it)) {
        return Ok(Taken::ByHook(Box::new(held.clone())));
    }
    let queue = choice::queue(&caller.handoffs, caller.asker(), &caller.going_on);
    for waiting in &queue {
        if let Some(handoff) = take(caller, &waiting.id)? {
            return Ok(Taken::Got(Box::new(handoff)));
        }
    }
    let open = caller
        .handoffs
        .iter()
        .filter(|it| it.state == State::Open && choice::may_see(it, caller.asker()));
    // What others were quicker to take waits for nobody any more.
    let waiting = open.count().saturating_sub(queue.len());
    Ok(Taken::Nothing(Why::NothingWaits(waiting)))
}

fn by_id(caller: &Caller<'_>, id: &str) -> Result<Taken, Problem> {
    let unknown = || Taken::Nothing(Why::Unknown(id.to_owned()));
    let Some(asked) = caller.handoffs.iter().find(|it| it.id == id) else {
        return Ok(unknown());
    };
    let refusal = choice::refusal(asked, caller.asker(), &caller.going_on);
    match refusal {
        // A person or an agent that names one knows which folder it is of.
        None | Some(Refusal::Elsewhere) => {
            if let Some(handoff) = take(caller, id)? {
                return Ok(Taken::Got(Box::new(handoff)));
            }
        }
        Some(Refusal::Closed) => {}
        Some(refusal) => {
            return Ok(Taken::Nothing(Why::Refused(
                refusal,
                Box::new(asked.clone()),
            )));
        }
    }
    let Some(now) = store::settled(caller.place.holding(id), id)? else {
        return Ok(unknown());
    };
    Ok(if !choice::may_see(&now, caller.asker()) {
        Taken::Nothing(Why::Refused(Refusal::OtherOwner, Box::new(now)))
    } else if by_hook(caller, &now) {
        Taken::ByHook(Box::new(now))
    } else {
        Taken::Nothing(Why::Refused(Refusal::Closed, Box::new(now)))
    })
}

fn take(caller: &Caller<'_>, id: &str) -> Result<Option<Handoff>, Problem> {
    let by = Accepting {
        agent: caller.agent(),
        session: caller.who.session.as_deref(),
        through: caller.through(),
    };
    store::accept(caller.place.holding(id), id, by, caller.here.now)
}

/// Whether the hook gave a handoff to the very session that asks.
fn by_hook(caller: &Caller<'_>, handoff: &Handoff) -> bool {
    handoff.accepted_through == Some(Through::Hook) && is_held(caller, handoff)
}

/// Whether the session that asks has got a handoff, however it did.
pub(crate) fn is_held(caller: &Caller<'_>, handoff: &Handoff) -> bool {
    let session = caller.who.session.as_deref();
    handoff.state == State::Accepted
        && session.is_some()
        && handoff.accepted_by_session.as_deref() == session
}
