//! The handoff server, offered to the client through the client's own `claude mcp`.
//!
//! The client keeps its servers in a file that is its own, so only the client writes there.

pub(crate) mod client;

use crate::entries::{HANDOFF, command, is_program};
use crate::places::Places;
use client::{Client, Registered, Why};

/// The server's name, which stands in the names of its tools: `mcp__recall-handoff__memory_handoff_list`.
pub(crate) const NAME: &str = "recall-handoff";

/// What came of offering the server.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Offered {
    /// Install would ask the client.
    Planned,
    Added,
    /// It was registered with a program elsewhere.
    Moved,
    AlreadyThere,
    /// The client has another server of that name.
    Foreign,
    /// The client could not be asked, so a person has to.
    ByHand(Why),
}

/// What came of taking it away.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Withdrawn {
    Nothing,
    Removed,
    Foreign,
    ByHand(Why),
}

/// The program that the client starts, as it is registered.
pub(crate) fn program(places: &Places) -> String {
    command(&places.hooks, HANDOFF)
}

/// What offering would do; the client is not asked, as it writes files of its own whenever it starts.
pub(crate) fn preview(client: &Client) -> Offered {
    match client.program {
        Some(_) => Offered::Planned,
        None => Offered::ByHand(Why::NoClient),
    }
}

/// Has the client start this program as a server; nothing changes where it does already.
pub(crate) fn offer(client: &Client, program: &str) -> Offered {
    let offered = match client.registered() {
        Ok(Registered::Command(command)) if command == program => Ok(Offered::AlreadyThere),
        Ok(Registered::Command(command)) if is_program(&command, HANDOFF) => client
            .remove()
            .and_then(|()| client.add(program))
            .map(|()| Offered::Moved),
        Ok(Registered::Command(_) | Registered::Other) => Ok(Offered::Foreign),
        // Adding is safe even if the answer was not understood: the client refuses a name that it has.
        Ok(Registered::Nothing) | Err(Why::Failed(_)) => {
            client.add(program).map(|()| Offered::Added)
        }
        Err(why) => Err(why),
    };
    offered.unwrap_or_else(Offered::ByHand)
}

/// Takes the server away from the client, if it starts a program of recall's.
pub(crate) fn withdraw(client: &Client) -> Withdrawn {
    let withdrawn = match client.registered() {
        Ok(Registered::Command(command)) if is_program(&command, HANDOFF) => {
            client.remove().map(|()| Withdrawn::Removed)
        }
        Ok(Registered::Command(_) | Registered::Other) => Ok(Withdrawn::Foreign),
        Ok(Registered::Nothing) => Ok(Withdrawn::Nothing),
        Err(why) => Err(why),
    };
    withdrawn.unwrap_or_else(Withdrawn::ByHand)
}
