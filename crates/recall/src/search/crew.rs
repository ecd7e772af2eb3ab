//! Files searched on every processor, block by block.

use std::fs::File;
use std::io::ErrorKind;
use std::panic::resume_unwind;
use std::path::Path;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

use recall_core::problem::{Deed, Problem};
use recall_core::store::read;
use recall_core::transcript::{claude, line};

use super::Wanted;
use super::hits::{Hits, Place};
use super::passages::passages;
use super::said::messages;
use super::scan::{Room, Scan};
use crate::sessions::Listed;

/// Bytes of a file that are searched in one go; a larger file is many of them.
const BLOCK: u64 = 8 * 1024 * 1024;

/// A part of a file.
struct Block {
    file: usize,
    from: u64,
}

/// What the files hold, and what could not be read; a file that has gone meanwhile is no trouble.
pub(crate) fn search(files: &[Listed], from: usize, wanted: &Wanted<'_>) -> (Hits, Vec<Problem>) {
    let blocks: Vec<Block> = (from..files.len())
        .flat_map(|file| blocks(file, files))
        .collect();
    let next = AtomicUsize::new(0);
    let work = || {
        let mut hits = Hits::new(wanted.most);
        let mut problems = Vec::new();
        let mut worker = Worker::new(wanted);
        while let Some(block) = blocks.get(next.fetch_add(1, Ordering::Relaxed)) {
            problems.extend(worker.search(files, block, &mut hits).err());
        }
        (hits, problems)
    };
    let workers = thread::available_parallelism()
        .map_or(1, Into::into)
        .min(blocks.len());
    let done: Vec<_> = thread::scope(|scope| {
        let workers: Vec<_> = (1..workers).map(|_| scope.spawn(work)).collect();
        let own = work();
        let others = workers.into_iter().map(|worker| {
            // What a worker did not look at must not be told as searched.
            worker.join().unwrap_or_else(|fault| resume_unwind(fault))
        });
        others.chain([own]).collect()
    });
    let (mut hits, mut problems) = (Hits::new(wanted.most), Vec::new());
    for (found, trouble) in done {
        hits.join(found);
        trouble
            .into_iter()
            .for_each(|problem| problem.add_to(&mut problems));
    }
    (hits, problems)
}

fn blocks(file: usize, files: &[Listed]) -> impl Iterator<Item = Block> {
    let size = files.get(file).map_or(0, |source| source.bytes);
    let starts = (0..size).step_by(usize::try_from(BLOCK).unwrap_or(usize::MAX));
    starts.map(move |from| Block { file, from })
}

struct Worker<'w> {
    wanted: &'w Wanted<'w>,
    sieve: super::raw::Sieve,
    room: Room,
    open: Option<(usize, File)>,
}

impl<'w> Worker<'w> {
    fn new(wanted: &'w Wanted<'w>) -> Self {
        Self {
            wanted,
            sieve: wanted.query.sieve(),
            room: Room::default(),
            open: None,
        }
    }

    fn search(&mut self, files: &[Listed], block: &Block, hits: &mut Hits) -> Result<(), Problem> {
        let Some(source) = files.get(block.file) else {
            return Ok(());
        };
        let file = match self.open.take().filter(|(open, _)| *open == block.file) {
            Some((_, file)) => file,
            None => match read::open(&source.path) {
                Err(Problem::Io { source, .. }) if source.kind() == ErrorKind::NotFound => {
                    return Ok(());
                }
                file => file?,
            },
        };
        let look = |offset: u64, line: &[u8]| {
            look(self.wanted, block.file, &source.path, offset, line, hits);
        };
        let range = block.from..source.bytes.min(block.from + BLOCK);
        let mut scan = Scan::new(&file, source.bytes);
        scan.lines(range, &self.sieve, &mut self.room, look)
            .map_err(Problem::io(Deed::Read, &source.path))?;
        self.open = Some((block.file, file));
        Ok(())
    }
}

/// Adds the messages of a line that hold what is wanted.
fn look(wanted: &Wanted<'_>, file: usize, path: &Path, offset: u64, bytes: &[u8], hits: &mut Hits) {
    if !wanted.query.could_be_in(bytes) {
        return;
    }
    line::read_opened(bytes, &claude::SAID, |object| {
        let Some(record) = claude::record(object, offset) else {
            return;
        };
        for message in messages(&record) {
            if !wanted.asked.searches(message.role)
                || !wanted.span.holds(message.at)
                || !wanted.query.is_in(&message.text)
            {
                continue;
            }
            let is_copy =
                object.text("sessionId").as_deref() != path.file_stem().and_then(|it| it.to_str());
            let place = Place {
                is_copy,
                file,
                offset,
            };
            hits.add(&message, record.uuid.as_deref(), place, || {
                passages(&message.text, &wanted.query, wanted.asked.context)
            });
        }
    });
}
