//! Sessions read from their first line to their last, on all cores.

use std::fs::File;
use std::io::{self, BufReader, Read};
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::thread;
use std::time::Duration;

use recall_core::problem::{Deed, Problem};
use recall_core::store::read;
use recall_core::transcript::survey::{Survey, survey};

use crate::measure;
use crate::progress::Progress;
use crate::sessions::Listed;

/// Bytes that are read at once.
const LOOK: usize = 256 * 1024;
/// How often is said how far it is.
const BEAT: Duration = Duration::from_millis(100);

/// A file whose bytes are counted as they are read.
struct Counted<'a> {
    file: File,
    read: &'a AtomicU64,
}

/// What each of these sessions comes to, in their order.
pub(crate) fn surveys(sessions: &[Listed], progress: &Progress) -> Vec<Result<Survey, Problem>> {
    let (next, read) = (AtomicUsize::new(0), AtomicU64::new(0));
    let all = measure::bytes(sessions.iter().map(|session| session.bytes).sum());
    let mut found: Vec<Option<Result<Survey, Problem>>> = Vec::new();
    found.resize_with(sessions.len(), || None);
    let (results, received) = channel();
    thread::scope(|scope| {
        let cores = thread::available_parallelism().map_or(1, usize::from);
        for _ in 0..cores.min(sessions.len()) {
            let (next, read, results) = (&next, &read, results.clone());
            scope.spawn(move || {
                while let Some((nth, session)) = take(next, sessions) {
                    // The receiver is there until every result has come.
                    let _ = results.send((nth, of(session, read)));
                }
            });
        }
        drop(results);
        loop {
            match received.recv_timeout(BEAT) {
                Ok((nth, result)) => {
                    if let Some(place) = found.get_mut(nth) {
                        *place = Some(result);
                    }
                }
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => break,
            }
            let so_far = measure::bytes(read.load(Ordering::Relaxed));
            progress.at(&format!("{so_far} / {all}"));
        }
    });
    found.into_iter().flatten().collect()
}

fn take<'a>(next: &AtomicUsize, sessions: &'a [Listed]) -> Option<(usize, &'a Listed)> {
    let nth = next.fetch_add(1, Ordering::Relaxed);
    sessions.get(nth).map(|session| (nth, session))
}

fn of(session: &Listed, read: &AtomicU64) -> Result<Survey, Problem> {
    let path = &session.path;
    let file = read::open(path)?;
    let counted = Counted { file, read };
    survey(BufReader::with_capacity(LOOK, counted)).map_err(Problem::io(Deed::Read, path))
}

impl Read for Counted<'_> {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        let length = self.file.read(into)?;
        self.read.fetch_add(length as u64, Ordering::Relaxed);
        Ok(length)
    }
}
