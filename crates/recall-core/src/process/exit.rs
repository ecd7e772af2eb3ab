//! How a program ends.

use std::process::ExitCode;

/// The ways a program of recall can end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Exit {
    /// It did what was asked. A hook always ends so: to the client, 2 would mean "block".
    Done,
    /// There was nothing to show.
    Nothing,
    /// It did what was asked, and something that it looked at is not well.
    Amiss,
    /// It could not do what was asked.
    Trouble,
}

impl From<Exit> for ExitCode {
    fn from(exit: Exit) -> Self {
        Self::from(match exit {
            Exit::Done => 0,
            Exit::Nothing | Exit::Amiss => 1,
            Exit::Trouble => 2,
        })
    }
}
