//! How far a deed of more than a second has come, told on a terminal's standard error.

use std::io::{self, Write};
use std::sync::{Arc, Condvar, Mutex, PoisonError};
use std::thread::{self, JoinHandle};
use std::time::Duration;

use crate::plain::one_line;
use crate::terminal;
use crate::width::clip;

/// How long nothing is said.
const PATIENCE: Duration = Duration::from_secs(1);
/// How often what is said can change.
const BEAT: Duration = Duration::from_millis(100);
/// What clears the line that was said.
const CLEAR: &str = "\r\u{1b}[K";

/// Tells how far it is, and takes that back in the end.
///
/// A thread of its own tells it, so that one file that takes long is told of too.
pub(crate) struct Progress {
    said: Arc<Said>,
    teller: Option<JoinHandle<()>>,
}

#[derive(Default)]
struct Said {
    state: Mutex<State>,
    changed: Condvar,
}

#[derive(Default)]
struct State {
    line: String,
    is_over: bool,
}

impl Progress {
    /// Begins a deed now.
    pub(crate) fn begin() -> Self {
        let said = Arc::new(Said::default());
        let columns = terminal::size(&io::stderr()).map(|(columns, _)| columns);
        let teller = columns.map(|columns| {
            let said = Arc::clone(&said);
            thread::spawn(move || tell(&said, columns))
        });
        Self { said, teller }
    }

    /// This is how far it is.
    pub(crate) fn at(&self, how_far: &str) {
        if self.teller.is_some() {
            self.change(|state| state.line = one_line(how_far));
        }
    }

    fn change(&self, change: impl FnOnce(&mut State)) {
        let mut state = self
            .said
            .state
            .lock()
            .unwrap_or_else(PoisonError::into_inner);
        change(&mut state);
        self.said.changed.notify_all();
    }
}

impl Drop for Progress {
    fn drop(&mut self) {
        self.change(|state| state.is_over = true);
        if let Some(teller) = self.teller.take() {
            // It only writes, and what it wrote is of no use any more.
            let _ = teller.join();
        }
    }
}

fn tell(said: &Said, columns: usize) {
    let mut wait = PATIENCE;
    let mut is_told = false;
    loop {
        let state = said.state.lock().unwrap_or_else(PoisonError::into_inner);
        let waited = said
            .changed
            .wait_timeout_while(state, wait, |state| !state.is_over);
        let (state, _) = waited.unwrap_or_else(PoisonError::into_inner);
        if state.is_over {
            break;
        }
        let line = clip(&state.line, columns.saturating_sub(1)).into_owned();
        drop(state);
        let _ = write!(io::stderr(), "{CLEAR}{line}");
        is_told = true;
        wait = BEAT;
    }
    if is_told {
        let _ = write!(io::stderr(), "{CLEAR}");
    }
}
