//! Subagents: their compactions fire the hooks of their session, and their words are not its words.

use std::path::{Path, PathBuf};

use crate::hook::Event;
use crate::store::{live, read};
use crate::transcript::line;

/// Bytes that are looked at of each end of a transcript.
const LOOK: u64 = 256 * 1024;

/// Whether an event happened in a subagent: the client says so, or the transcript is a subagent's.
#[must_use]
pub fn is_of(event: &Event) -> bool {
    event.agent.is_some() || event.transcript.as_deref().is_some_and(is_transcript)
}

/// The transcript of the subagent that an event happened in, or nothing where there is none.
///
/// Clients that name the subagent can name its session's transcript all the same.
#[must_use]
pub fn transcript(event: &Event) -> Option<PathBuf> {
    let named = event.transcript.as_deref();
    if let Some(own) = named.filter(|path| is_transcript(path)) {
        return Some(own.to_owned());
    }
    let agent = event.agent.as_deref().filter(|agent| is_name(agent))?;
    let usual = named.map(|session| live::agents(session, agent));
    let places = event.agent_transcript.clone().into_iter();
    places
        .chain(usual.into_iter().flatten())
        .find(|path| read::open(path).is_ok())
}

/// Whether a transcript is a subagent's, by its name, or because all that is seen of it is.
///
/// Up to client 2.0.24 a subagent's lines stand among those of its session, whose transcript it
/// stays: only one that ends with such lines and does not begin with others is a subagent's own.
#[must_use]
pub fn is_transcript(path: &Path) -> bool {
    live::is_agents_name(path) || ends_so(path) && begins_so(path)
}

fn ends_so(path: &Path) -> bool {
    let Ok((_, bytes)) = read::end(path, LOOK) else {
        return false;
    };
    sides(&bytes).last() == Some(&true)
}

fn begins_so(path: &Path) -> bool {
    read::start(path, LOOK).is_ok_and(|text| sides(text.as_bytes()).first() != Some(&false))
}

/// Of each line that says so, whether it is a subagent's.
fn sides(bytes: &[u8]) -> Vec<bool> {
    let mut sides = Vec::new();
    for line in bytes.split(|byte| *byte == b'\n') {
        line::read(line, |object| {
            let side = object.raw("isSidechain").map(|raw| raw.get() == "true");
            sides.extend(side);
        });
    }
    sides
}

/// Whether an id can only name a file, and no path.
fn is_name(agent: &str) -> bool {
    agent
        .chars()
        .all(|c| c.is_ascii_alphanumeric() || c == '-' || c == '_')
}
