//! Sessions read from their first line to their last, on all cores.

use std::fs::File;
use std::io::BufReader;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::thread;
use std::time::Duration;

use recall_core::problem::{Deed, Problem};
use recall_core::store::read;
use recall_core::transcript::survey::{Survey, survey};

use crate::progress::Progress;
use crate::sessions::Listed;

/// Bytes that are read at once.
const LOOK: usize = 256 * 1024;
/// How often is said how far it is.
const BEAT: Duration = Duration::from_millis(100);

/// What each of these sessions comes to, in their order.
pub(crate) fn surveys(sessions: &[Listed]) -> Vec<Result<Survey, Problem>> {
    let next = AtomicUsize::new(0);
    let mut found: Vec<Option<Result<Survey, Problem>>> = Vec::new();
    found.resize_with(sessions.len(), || None);
    let (results, received) = channel();
    thread::scope(|scope| {
        let cores = thread::available_parallelism().map_or(1, usize::from);
        for _ in 0..cores.min(sessions.len()) {
            let (next, results) = (&next, results.clone());
            scope.spawn(move || {
                while let Some((nth, session)) = take(next, sessions) {
                    // The receiver is there until every result has come.
                    let _ = results.send((nth, of(session)));
                }
            });
        }
        drop(results);
        let mut progress = Progress::begin();
        let mut done = 0;
        loop {
            match received.recv_timeout(BEAT) {
                Ok((nth, result)) => {
                    done += 1;
                    if let Some(place) = found.get_mut(nth) {
                        *place = Some(result);
                    }
                }
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => break,
            }
            progress.at(done, sessions.len(), "");
        }
    });
    found.into_iter().flatten().collect()
}

fn take<'a>(next: &AtomicUsize, sessions: &'a [Listed]) -> Option<(usize, &'a Listed)> {
    let nth = next.fetch_add(1, Ordering::Relaxed);
    sessions.get(nth).map(|session| (nth, session))
}

fn of(session: &Listed) -> Result<Survey, Problem> {
    let path = &session.path;
    let file: File = read::open(path)?;
    survey(BufReader::with_capacity(LOOK, file)).map_err(Problem::io(Deed::Read, path))
}
