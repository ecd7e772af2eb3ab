//! How far a deed of more than a second has come, told on a terminal's standard error.

use std::io::{self, Write};
use std::time::{Duration, Instant};

use recall_core::frame;

use crate::terminal;
use crate::width::clip;

/// How long nothing is said.
const PATIENCE: Duration = Duration::from_secs(1);
/// How long what was said stands.
const BETWEEN: Duration = Duration::from_millis(100);

/// Tells how far it is, and takes that back in the end.
pub(crate) struct Progress {
    /// The terminal's columns; nothing where standard error is none.
    columns: Option<usize>,
    next: Instant,
    is_told: bool,
}

impl Progress {
    /// Begins a deed now.
    pub(crate) fn begin() -> Self {
        Self {
            columns: terminal::size(&io::stderr()).map(|(columns, _)| columns),
            next: Instant::now() + PATIENCE,
            is_told: false,
        }
    }

    /// So many of so many are done, and this one is next.
    pub(crate) fn at(&mut self, done: usize, of: usize, what: &str) {
        let (Some(columns), true) = (self.columns, Instant::now() >= self.next) else {
            return;
        };
        let line = frame::without_controls(&format!("{done}/{of}  {what}"));
        let line = clip(&line, columns.saturating_sub(1)).into_owned();
        let _ = write!(io::stderr(), "\r\u{1b}[K{line}");
        self.next = Instant::now() + BETWEEN;
        self.is_told = true;
    }
}

impl Drop for Progress {
    fn drop(&mut self) {
        if self.is_told {
            let _ = write!(io::stderr(), "\r\u{1b}[K");
        }
    }
}
