//! What was found: each message once, the newest of them kept.

use std::collections::{BTreeMap, HashSet};
use std::hash::{DefaultHasher, Hash, Hasher};

use time::OffsetDateTime;

use super::passages::Passage;
use super::said::Message;
use crate::options::Role;

/// A message that holds what was looked for.
pub(crate) struct Hit {
    pub(crate) at: Option<OffsetDateTime>,
    pub(crate) role: Role,
    /// The id of its line.
    pub(crate) uuid: Option<String>,
    /// Which file it stands in.
    pub(crate) place: Place,
    pub(crate) passages: Vec<Passage>,
    /// What it says, as a number.
    words: u64,
    is_queued: bool,
}

/// Where a line stands; of the copies of a message, the one in the least place is told.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Place {
    /// Whether the line calls itself another session's than the file is named for.
    pub(crate) is_copy: bool,
    /// The position of the file among those that are searched.
    pub(crate) file: usize,
    /// Where the line begins, in bytes.
    pub(crate) offset: u64,
}

/// When a message was said, and what makes it the same as its copies.
type Key = (Option<OffsetDateTime>, String);

/// The newest hits, and how many there were in all.
pub(crate) struct Hits {
    most: usize,
    newest: BTreeMap<Key, Hit>,
    /// Each message that was found, as a number.
    all: HashSet<u64>,
    /// The words of users' messages, and of what was found in the queue.
    asked: HashSet<u64>,
    queued: HashSet<u64>,
}

impl Hits {
    /// None yet, and at most so many to be kept.
    pub(crate) fn new(most: usize) -> Self {
        Self {
            most,
            newest: BTreeMap::new(),
            all: HashSet::new(),
            asked: HashSet::new(),
            queued: HashSet::new(),
        }
    }

    /// Adds a message; `passages` are made only where it is kept.
    pub(crate) fn add(
        &mut self,
        message: &Message,
        uuid: Option<&str>,
        place: Place,
        passages: impl FnOnce() -> Vec<Passage>,
    ) {
        let words = number(&(message.role, &message.text));
        let id = match uuid {
            Some(uuid) => format!("{} {uuid}", message.role.name()),
            None => format!("{} {words:016x}", message.role.name()),
        };
        if message.is_queued {
            self.queued.insert(words);
        } else {
            self.all.insert(number(&id));
            if message.role == Role::User {
                self.asked.insert(words);
            }
        }
        let key = (message.at, id);
        let is_full = self.newest.len() >= self.most;
        let is_new = match self.newest.get(&key) {
            Some(copy) => place < copy.place,
            None => {
                !is_full
                    || self
                        .newest
                        .first_key_value()
                        .is_some_and(|(oldest, _)| *oldest < key)
            }
        };
        if is_new {
            let hit = Hit {
                at: message.at,
                role: message.role,
                uuid: uuid.map(str::to_owned),
                place,
                passages: passages(),
                words,
                is_queued: message.is_queued,
            };
            self.keep(key, hit);
        }
    }

    /// Takes in what was found elsewhere.
    pub(crate) fn join(&mut self, other: Self) {
        self.all.extend(other.all);
        self.asked.extend(other.asked);
        self.queued.extend(other.queued);
        for (key, hit) in other.newest {
            if self
                .newest
                .get(&key)
                .is_none_or(|copy| hit.place < copy.place)
            {
                self.keep(key, hit);
            }
        }
    }

    /// How many messages were found.
    pub(crate) fn count(&self) -> usize {
        self.all.len() + self.queued.difference(&self.asked).count()
    }

    /// The newest, newest first.
    pub(crate) fn newest(self) -> Vec<Hit> {
        let asked = self.asked;
        let newest = self.newest.into_iter().rev();
        // A queued text that was sent stands in the transcript a second time, as a prompt.
        let said = newest.filter(|(_, hit)| !hit.is_queued || !asked.contains(&hit.words));
        let mut seen = HashSet::new();
        let once = said.filter(|((_, id), _)| seen.insert(id.clone()));
        once.map(|(_, hit)| hit).collect()
    }

    fn keep(&mut self, key: Key, hit: Hit) {
        self.newest.insert(key, hit);
        if self.newest.len() > self.most {
            self.newest.pop_first();
        }
    }
}

fn number(value: &impl Hash) -> u64 {
    let mut hasher = DefaultHasher::new();
    value.hash(&mut hasher);
    hasher.finish()
}

#[cfg(test)]
mod tests {
    use time::OffsetDateTime;

    use super::super::said::Message;
    use super::{Hits, Place};
    use crate::options::Role;

    fn add(hits: &mut Hits, at: i64, uuid: Option<&str>, text: &str, file: usize) {
        let message = Message {
            role: Role::User,
            text: text.to_owned(),
            at: OffsetDateTime::from_unix_timestamp(at).ok(),
            is_queued: text.starts_with("queued"),
        };
        let place = Place {
            is_copy: false,
            file,
            offset: 0,
        };
        hits.add(&message, uuid, place, Vec::new);
    }

    /// The ids and files of what is kept.
    #[track_caller]
    fn check(hits: Hits, count: usize, expected: &[(&str, usize)]) {
        assert_eq!(hits.count(), count);
        let newest = hits.newest();
        let told = newest
            .iter()
            .map(|hit| (hit.uuid.as_deref().unwrap_or(""), hit.place.file));
        assert_eq!(told.collect::<Vec<_>>(), expected);
    }

    #[test]
    fn the_newest_are_kept_and_all_are_counted() {
        let mut hits = Hits::new(2);
        for (at, uuid) in [(5, "e"), (1, "a"), (9, "i"), (7, "g")] {
            add(&mut hits, at, Some(uuid), "x", 0);
        }
        check(hits, 4, &[("i", 0), ("g", 0)]);
    }

    #[test]
    fn of_copies_the_first_file_is_told_whatever_the_order() {
        let mut hits = Hits::new(9);
        for (uuid, file) in [("a", 2), ("a", 1), ("a", 3)] {
            add(&mut hits, 1, Some(uuid), "x", file);
        }
        let mut other = Hits::new(9);
        add(&mut other, 1, Some("a"), "x", 0);
        hits.join(other);
        check(hits, 1, &[("a", 0)]);
    }

    #[test]
    fn without_an_id_the_words_tell_copies() {
        let mut hits = Hits::new(9);
        for (text, file) in [("x", 1), ("x", 0), ("y", 1)] {
            add(&mut hits, 1, None, text, file);
        }
        assert_eq!((hits.count(), hits.newest().len()), (2, 2));
    }

    #[test]
    fn what_was_queued_and_sent_was_said_once() {
        let mut hits = Hits::new(9);
        add(&mut hits, 1, None, "queued", 0);
        check(hits, 1, &[("", 0)]);
        let mut hits = Hits::new(9);
        add(&mut hits, 1, None, "queued", 0);
        hits.asked.extend(hits.queued.clone());
        hits.all.insert(1);
        check(hits, 1, &[]);
    }
}
