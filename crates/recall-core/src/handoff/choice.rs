//! Who may get a handoff, and which comes first.

use std::collections::HashSet;
use std::path::Path;

use super::record::{Handoff, State};

/// Who asks for a handoff.
#[derive(Clone, Copy, Debug)]
pub struct Asker<'a> {
    /// The session, where it is known.
    pub session: Option<&'a str>,
    /// The names of the agent; nothing for a person, who may take what is for any agent.
    pub agents: Option<&'a [String]>,
    /// The operator.
    pub owner: &'a str,
    /// Whether handoffs of every operator are asked for, by one who may.
    pub any_owner: bool,
    /// The folder that the work goes on in; nothing means wherever it was.
    pub folder: Option<&'a Path>,
}

/// Why somebody does not get a handoff.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Refusal {
    /// It is not open.
    Closed,
    /// It belongs to another operator.
    OtherOwner,
    /// It is for another agent.
    OtherAgent,
    /// The session left it itself.
    Own,
    /// It is automatic, and its session may still be going on.
    GoesOn,
    /// It is automatic, and of another folder.
    Elsewhere,
}

/// Why the asker does not get a handoff, or nothing.
#[must_use]
pub fn refusal(handoff: &Handoff, asker: Asker<'_>, going_on: &HashSet<String>) -> Option<Refusal> {
    let from = handoff.from_session_id.as_deref();
    if handoff.state != State::Open {
        Some(Refusal::Closed)
    } else if !may_see(handoff, asker) {
        Some(Refusal::OtherOwner)
    } else if from.is_some() && from == asker.session {
        Some(Refusal::Own)
    } else if !is_for(handoff, asker.agents) {
        Some(Refusal::OtherAgent)
    } else if handoff.automatic && from.is_some_and(|from| going_on.contains(from)) {
        Some(Refusal::GoesOn)
    } else if handoff.automatic && !is_near(handoff, asker.folder) {
        Some(Refusal::Elsewhere)
    } else {
        None
    }
}

/// Whether a handoff is the asker's to see: of the same operator, or shared.
#[must_use]
pub fn may_see(handoff: &Handoff, asker: Asker<'_>) -> bool {
    handoff.shared || asker.any_owner || handoff.owner == asker.owner
}

/// The handoffs that the asker may get, in the order of their worth: a person's before an automatic one, then the newest.
#[must_use]
pub fn queue<'a>(
    handoffs: &'a [Handoff],
    asker: Asker<'_>,
    going_on: &HashSet<String>,
) -> Vec<&'a Handoff> {
    let mut queue: Vec<&Handoff> = handoffs
        .iter()
        .filter(|handoff| refusal(handoff, asker, going_on).is_none())
        .collect();
    queue.sort_by(|one, other| {
        let rank = |it: &Handoff| (!it.automatic, it.created_at);
        (rank(other), &other.id).cmp(&(rank(one), &one.id))
    });
    queue
}

/// Whether two folders are the same, or one lies in the other, by whole names.
#[must_use]
pub fn are_near(one: &Path, other: &Path) -> bool {
    one.starts_with(other) || other.starts_with(one)
}

fn is_near(handoff: &Handoff, folder: Option<&Path>) -> bool {
    match (&handoff.cwd, folder) {
        (Some(cwd), Some(folder)) => are_near(Path::new(cwd), folder),
        _ => true,
    }
}

/// Whether an agent of these names is the one that a handoff is for.
fn is_for(handoff: &Handoff, agents: Option<&[String]>) -> bool {
    let (Some(to), Some(agents)) = (&handoff.to_agent, agents) else {
        return true;
    };
    agents.iter().any(|agent| same_agent(agent, to))
}

/// Whether two names mean one agent: case, blanks and hyphens make no difference, nor does what follows a host's name.
fn same_agent(agent: &str, to: &str) -> bool {
    let plain = |name: &str| {
        let letters = name.chars().filter(|c| !matches!(c, ' ' | '-' | '_'));
        letters.flat_map(char::to_lowercase).collect::<String>()
    };
    let host = |name: &str| name.split(['-', '_', ' ']).next().map(plain);
    let (one, other) = (plain(agent), plain(to));
    !other.is_empty() && (one == other || host(agent).as_ref() == Some(&other))
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;
    use std::path::Path;

    use time::OffsetDateTime;
    use time::macros::datetime;

    use super::{Asker, Refusal, are_near, queue, refusal, same_agent};
    use crate::handoff::record::{Handoff, State};

    const NOON: OffsetDateTime = datetime!(2026-11-30 12:00 UTC);

    fn handoff(id: &str) -> Handoff {
        Handoff {
            id: id.to_owned(),
            workspace: "default".to_owned(),
            project: "app".to_owned(),
            from_session_id: Some("before".to_owned()),
            from_agent: None,
            to_agent: None,
            cwd: Some("/w/app/api".to_owned()),
            summary: "go on".to_owned(),
            open_questions: Vec::new(),
            next_steps: Vec::new(),
            files_touched: Vec::new(),
            cut: Vec::new(),
            automatic: false,
            attended: true,
            state: State::Open,
            reason: None,
            created_at: NOON,
            accepted_at: None,
            accepted_by: None,
            accepted_by_session: None,
            accepted_through: None,
            owner: "me".to_owned(),
            shared: false,
        }
    }

    fn automatic(id: &str) -> Handoff {
        Handoff {
            automatic: true,
            ..handoff(id)
        }
    }

    fn asker(agents: &[String]) -> Asker<'_> {
        Asker {
            session: Some("now"),
            agents: Some(agents),
            owner: "me",
            any_owner: false,
            folder: Some(Path::new("/w/app/api")),
        }
    }

    #[track_caller]
    fn check(handoff: &Handoff, asker: Asker<'_>, expected: Option<Refusal>) {
        assert_eq!(refusal(handoff, asker, &HashSet::new()), expected);
    }

    #[test]
    fn a_persons_comes_before_an_automatic_one_and_the_newer_before_the_older() {
        let at = |hour: u8| NOON.replace_hour(hour).unwrap();
        let old = Handoff {
            created_at: at(8),
            ..handoff("old")
        };
        let new = Handoff {
            created_at: at(9),
            ..handoff("new")
        };
        let latest = Handoff {
            created_at: at(11),
            ..automatic("latest")
        };
        let handoffs = [latest, old, new];
        let queue = queue(&handoffs, asker(&[]), &HashSet::new());
        let ids: Vec<&str> = queue.iter().map(|it| it.id.as_str()).collect();
        assert_eq!(ids, ["new", "old", "latest"]);
    }

    #[test]
    fn nobody_gets_their_own() {
        let own = Asker {
            session: Some("before"),
            ..asker(&[])
        };
        check(&handoff("a"), own, Some(Refusal::Own));
        check(&handoff("a"), asker(&[]), None);
    }

    #[test]
    fn one_for_an_agent_waits_for_that_agent() {
        let mut to = handoff("a");
        to.to_agent = Some("Smith".to_owned());
        let (scout, smith) = (["scout".to_owned()], ["smith".to_owned()]);
        check(&to, asker(&scout), Some(Refusal::OtherAgent));
        check(&to, asker(&smith), None);
        let person = Asker {
            agents: None,
            ..asker(&[])
        };
        check(&to, person, None);
    }

    #[test]
    fn an_agent_is_known_by_its_hosts_name() {
        for (agent, to, same) in [
            ("claude-code", "Claude Code", true),
            ("codex-mcp-client", "codex", true),
            ("codex", "codex-mcp-client", false),
            ("smith", "smithy", false),
            ("", "", false),
        ] {
            assert_eq!(same_agent(agent, to), same, "{agent} {to}");
        }
    }

    #[test]
    fn one_of_another_operator_is_nobodys_unless_it_is_shared() {
        let mut other = handoff("a");
        other.owner = "you".to_owned();
        check(&other, asker(&[]), Some(Refusal::OtherOwner));
        let any_owner = Asker {
            any_owner: true,
            ..asker(&[])
        };
        check(&other, any_owner, None);
        other.shared = true;
        check(&other, asker(&[]), None);
    }

    #[test]
    fn an_automatic_one_waits_until_its_session_has_ended() {
        let going_on = HashSet::from(["before".to_owned()]);
        let refused = |handoff| refusal(&handoff, asker(&[]), &going_on);
        assert_eq!(refused(automatic("a")), Some(Refusal::GoesOn));
        assert_eq!(refused(handoff("a")), None);
    }

    #[test]
    fn an_automatic_one_stays_near_its_folder() {
        let elsewhere = Asker {
            folder: Some(Path::new("/w/app/api-v2")),
            ..asker(&[])
        };
        check(&automatic("a"), elsewhere, Some(Refusal::Elsewhere));
        check(&handoff("a"), elsewhere, None);
        for (folder, near) in [
            ("/w/app", true),
            ("/w/app/api/src", true),
            ("/w/app/ap", false),
            ("/w/site", false),
        ] {
            let folder = Path::new(folder);
            assert_eq!(are_near(Path::new("/w/app/api"), folder), near);
        }
    }

    #[test]
    fn one_that_was_taken_is_given_to_nobody() {
        for state in [State::Claimed, State::Accepted, State::Expired] {
            let mut taken = handoff("a");
            taken.state = state;
            check(&taken, asker(&[]), Some(Refusal::Closed));
        }
    }
}
