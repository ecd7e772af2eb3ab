//! The sessions of a project, as their starts and ends were heard of: which of them goes on, and which was interrupted.

use std::cmp::Reverse;
use std::collections::HashSet;

use serde::{Deserialize, Serialize};
use time::{Duration, OffsetDateTime};

/// A session that was heard of so lately may still be going on, whatever became of its process.
const LATELY: Duration = Duration::minutes(10);

/// A session, as it was heard of last.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Session {
    /// Its id.
    pub session_id: String,
    /// When it began, or was first heard of.
    #[serde(with = "time::serde::rfc3339")]
    pub began_at: OffsetDateTime,
    /// When it began, went on or was compacted last.
    #[serde(with = "time::serde::rfc3339")]
    pub heard_at: OffsetDateTime,
    /// When it ended last.
    #[serde(default, with = "time::serde::rfc3339::option")]
    pub ended_at: Option<OffsetDateTime>,
    /// The client's process.
    #[serde(default)]
    pub client: Option<Client>,
    /// The folder that it was started in.
    #[serde(default)]
    pub cwd: Option<String>,
    /// Its transcript.
    #[serde(default)]
    pub transcript: Option<String>,
    /// The operator whom it belongs to.
    pub owner: String,
}

/// A process, told from a later one of the same number.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Client {
    /// Its number.
    pub pid: u32,
    /// When it was started, in clock ticks since the machine was, where the system tells.
    #[serde(default)]
    pub since: Option<u64>,
}

impl Session {
    /// Whether it ended and has not gone on since.
    #[must_use]
    pub fn has_ended(&self) -> bool {
        self.ended_at.is_some_and(|ended| ended >= self.heard_at)
    }

    /// Whether it may be going on: its process lives, or it was heard of lately.
    #[must_use]
    pub fn may_go_on(&self, now: OffsetDateTime, lives: impl Fn(Client) -> bool) -> bool {
        !self.has_ended() && (self.client.is_some_and(lives) || now - self.heard_at < LATELY)
    }

    /// Whether it began, never ended, and its process is gone; one without a process, if it has long been silent.
    #[must_use]
    pub fn was_interrupted(&self, now: OffsetDateTime, lives: impl Fn(Client) -> bool) -> bool {
        let goes_on = match self.client {
            Some(client) => lives(client),
            None => now - self.heard_at < LATELY,
        };
        !self.has_ended() && !goes_on
    }
}

/// The ids of the sessions that may be going on.
#[must_use]
pub fn going_on(
    sessions: &[Session],
    now: OffsetDateTime,
    lives: impl Fn(Client) -> bool,
) -> HashSet<String> {
    let going_on = sessions
        .iter()
        .filter(|session| session.may_go_on(now, &lives));
    going_on.map(|session| session.session_id.clone()).collect()
}

/// The session that a server works for: the one that it was told of at its start, or a later one of the same client.
///
/// A server lives on after `/clear`, with which its client ends one session and begins another.
/// `starters` are the processes that started the server, the nearest first, of which the client is
/// one. Nothing where the session has ended and no later one is known. A client that tells its
/// hooks of the session but not its servers (2.1.150) is known by having started both.
#[must_use]
pub fn current<'a>(
    sessions: &'a [Session],
    told: Option<&'a str>,
    starters: &[Client],
) -> Option<&'a str> {
    let Some(told) = told else {
        let nearest = starters.first();
        let own = sessions
            .iter()
            .filter(|session| nearest.is_some() && session.client.as_ref() == nearest);
        return latest(own);
    };
    let known = sessions.iter().find(|session| session.session_id == told);
    let Some(known) = known else {
        return Some(told);
    };
    let client = known.client.filter(|client| starters.contains(client));
    let own = sessions
        .iter()
        .filter(|session| client.is_some() && session.client == client);
    latest(own.chain([known]))
}

/// The one that was heard of last, of those that have not ended.
fn latest<'a>(sessions: impl Iterator<Item = &'a Session>) -> Option<&'a str> {
    let going_on = sessions.filter(|session| !session.has_ended());
    let latest = going_on.max_by_key(|session| session.heard_at)?;
    Some(&latest.session_id)
}

/// The sessions of an operator that were interrupted, other than the one that asks, the newest first.
#[must_use]
pub fn interrupted<'a>(
    sessions: &'a [Session],
    asking: Option<&str>,
    owner: &str,
    now: OffsetDateTime,
    lives: impl Fn(Client) -> bool,
) -> Vec<&'a Session> {
    let interrupted = sessions.iter().filter(|session| {
        session.owner == owner
            && Some(session.session_id.as_str()) != asking
            && session.was_interrupted(now, &lives)
    });
    let mut interrupted: Vec<&Session> = interrupted.collect();
    interrupted.sort_by_key(|session| Reverse(session.heard_at));
    interrupted
}

#[cfg(test)]
mod tests {
    use time::macros::datetime;
    use time::{Duration, OffsetDateTime};

    use super::{Client, Session, current, interrupted};

    const NOW: OffsetDateTime = datetime!(2026-11-30 12:00 UTC);

    fn heard(minutes_ago: i64) -> Session {
        let at = NOW - Duration::minutes(minutes_ago);
        Session {
            session_id: "one".to_owned(),
            began_at: at,
            heard_at: at,
            ended_at: None,
            client: Some(Client {
                pid: 7,
                since: None,
            }),
            cwd: None,
            transcript: None,
            owner: "me".to_owned(),
        }
    }

    fn ended(mut session: Session, minutes_ago: i64) -> Session {
        session.ended_at = Some(NOW - Duration::minutes(minutes_ago));
        session
    }

    fn unknown(mut session: Session) -> Session {
        session.client = None;
        session
    }

    #[track_caller]
    fn check(session: &Session, lives: bool, goes_on: bool, interrupted: bool) {
        let lives = |_| lives;
        assert_eq!(session.may_go_on(NOW, lives), goes_on, "goes on");
        assert_eq!(session.was_interrupted(NOW, lives), interrupted, "broken");
    }

    #[test]
    fn a_session_goes_on_as_long_as_its_process_lives() {
        check(&heard(600), true, true, false);
        check(&heard(600), false, false, true);
    }

    #[test]
    fn a_session_that_was_heard_of_lately_may_go_on_without_its_process() {
        check(&heard(9), false, true, true);
        check(&unknown(heard(9)), false, true, false);
        check(&unknown(heard(11)), false, false, true);
    }

    #[test]
    fn a_session_that_ended_was_not_interrupted_unless_it_went_on() {
        check(&ended(heard(20), 5), true, false, false);
        check(&ended(heard(20), 30), false, false, true);
    }

    #[test]
    fn the_operators_own_count_and_the_one_that_was_heard_of_last_comes_first() {
        let (old, new) = (heard(90), heard(30));
        let sessions = [old.clone(), new.clone()];
        let found = |asking, owner| interrupted(&sessions, asking, owner, NOW, |_| false);
        assert_eq!(found(None, "me"), [&new, &old]);
        assert!(found(Some("one"), "me").is_empty());
        assert!(found(None, "you").is_empty());
    }

    #[test]
    fn a_session_that_was_cleared_is_followed_by_the_next_of_its_client() {
        let named = |id: &str, session: Session| Session {
            session_id: id.to_owned(),
            ..session
        };
        let client = heard(0).client.unwrap();
        let check = |sessions: &[Session], starters: &[Client], expected| {
            assert_eq!(current(sessions, Some("one"), starters), expected);
        };
        let (cleared, next) = (ended(heard(20), 5), named("two", heard(5)));
        check(&[], &[client], Some("one"));
        check(&[heard(20)], &[client], Some("one"));
        check(&[cleared.clone(), next.clone()], &[client], Some("two"));
        check(&[cleared.clone(), next.clone()], &[], None);
        check(&[cleared.clone(), unknown(next.clone())], &[client], None);
        check(&[cleared], &[client], None);
        // Its end was not heard of.
        check(&[heard(20), next.clone()], &[client], Some("two"));
        check(&[unknown(heard(20)), next.clone()], &[client], Some("one"));
        // A client inside of another one's session is not taken for that.
        check(&[next], &[client], Some("one"));
    }

    #[test]
    fn a_server_that_was_told_of_no_session_works_for_that_of_the_client_that_started_it() {
        let client = heard(0).client.unwrap();
        let above = Client { pid: 8, ..client };
        let check = |sessions: &[Session], starters: &[Client], expected| {
            assert_eq!(current(sessions, None, starters), expected);
        };
        check(&[heard(5)], &[client], Some("one"));
        check(&[heard(5)], &[above, client], None);
        check(&[heard(5)], &[], None);
        check(&[ended(heard(5), 1)], &[client], None);
        check(&[unknown(heard(5))], &[client], None);
    }
}
