//! The last dialogue: the last words of the user and of the assistant in an earlier session.

use crate::transcript::{Entry, What};

/// The last words of each side.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Dialogue<'a> {
    /// The user's.
    pub user: Option<&'a str>,
    /// The assistant's.
    pub assistant: Option<&'a str>,
}

/// Finds the last words of each side, or nothing where nobody said any.
#[must_use]
pub fn last(entries: &[Entry]) -> Option<Dialogue<'_>> {
    let newest = || entries.iter().rev();
    let user = newest().find_map(|entry| match &entry.what {
        What::Prompt { text, .. } => Some(text.as_str()),
        _ => None,
    });
    let assistant = newest().find_map(|entry| match &entry.what {
        What::Reply(text) => Some(text.as_str()),
        _ => None,
    });
    (user.is_some() || assistant.is_some()).then_some(Dialogue { user, assistant })
}
