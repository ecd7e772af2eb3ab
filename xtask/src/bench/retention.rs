//! How much of what a compaction dropped, and the session needed again, comes back.
//!
//! What was dropped is told by the crate `retention`; here is how it is measured.

mod compactions;

mod program;
mod ways;

mod grade;

mod report;

#[cfg(test)]
mod tests;

use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::{fs, thread};

use anyhow::{Context, Result, anyhow, ensure};

use compactions::Compaction;
use grade::Row;
use program::Program;
use retention::entities::Patterns;
use ways::Way;

/// Transcripts that are measured at the same time.
const WORKERS: usize = 2;

/// Measures how much of what a compaction dropped comes back
#[derive(clap::Args)]
pub(crate) struct Options {
    /// A folder of transcripts (*.jsonl) to measure instead of the project's own
    #[arg(value_name = "DIR")]
    folder: Option<PathBuf>,
    /// A shell command to measure instead of this workspace's post-compact-recall
    ///
    /// It is given the hook's JSON on standard input, in an empty project.
    #[arg(long, value_name = "COMMAND")]
    cmd: Option<String>,
    /// Writes the figures of each compaction too, as a JSON object on each line
    #[arg(long, value_name = "FILE")]
    json: Option<PathBuf>,
}

pub(crate) fn run(options: &Options) -> Result<()> {
    let files = transcripts(&options.folder.clone().unwrap_or_else(corpus))?;
    let (name, program) = match &options.cmd {
        Some(command) => ("cmd", Program::Shell(command.clone())),
        None => ("recall", Program::built()?),
    };
    let answer = |compaction: &Compaction<'_>| program.answer(compaction);
    let ways = [
        Way::new("nothing", &|_| Ok(String::new())),
        Way::new("last 10 turns", &|it| Ok(ways::last_ten_turns(it.before))),
        Way::new(name, &answer),
    ];
    let rows = measure(&files, &ways)?;
    if let Some(path) = &options.json {
        fs::write(path, report::lines(&rows, &ways))
            .with_context(|| format!("cannot write {}; name a file that can be", path.display()))?;
    }
    crate::report::print(&report::table(&rows, &ways));
    Ok(())
}

/// The project's own sessions.
fn corpus() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("corpus/retention")
}

/// The transcripts of a folder and the folders in it, by name.
pub(super) fn transcripts(folder: &Path) -> Result<Vec<PathBuf>> {
    let mut found = Vec::new();
    let mut folders = vec![folder.to_owned()];
    while let Some(folder) = folders.pop() {
        let cannot = || {
            format!(
                "cannot read the folder {}; name one that is there",
                folder.display()
            )
        };
        for entry in fs::read_dir(&folder).with_context(cannot)? {
            let path = entry.with_context(cannot)?.path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|it| it == "jsonl") {
                found.push(path);
            }
        }
    }
    ensure!(
        !found.is_empty(),
        "there is no transcript (*.jsonl) in {}; name a folder that holds some",
        folder.display()
    );
    found.sort();
    Ok(found)
}

/// Measures every compaction of these files, in their order.
fn measure(files: &[PathBuf], ways: &[Way<'_>]) -> Result<Vec<Row>> {
    let patterns = Patterns::compile()?;
    let queue = Mutex::new(files.iter().enumerate());
    let work = || -> Result<Vec<(usize, Vec<Row>)>> {
        let mut done = Vec::new();
        let next = || queue.lock().map_or(None, |mut files| files.next());
        while let Some((position, path)) = next() {
            done.push((position, measure_file(path, ways, &patterns)?));
        }
        Ok(done)
    };
    let worked: Vec<_> = thread::scope(|scope| {
        let workers: Vec<_> = (0..WORKERS).map(|_| scope.spawn(work)).collect();
        workers
            .into_iter()
            .map(thread::ScopedJoinHandle::join)
            .collect()
    });
    let mut measured = Vec::new();
    for done in worked {
        measured.extend(done.map_err(|_| anyhow!("a worker of the measure panicked"))??);
    }
    measured.sort_by_key(|(position, _)| *position);
    Ok(measured.into_iter().flat_map(|(_, rows)| rows).collect())
}

fn measure_file(path: &Path, ways: &[Way<'_>], patterns: &Patterns) -> Result<Vec<Row>> {
    let bytes = fs::read(path).with_context(|| format!("cannot read {}", path.display()))?;
    let lines = retention::session::lines(&bytes);
    let compactions = compactions::find(&lines, patterns)
        .with_context(|| format!("cannot measure {}", path.display()))?;
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    let row = |compaction: &Compaction<'_>| {
        Row::of(&name, compaction, ways, patterns).with_context(|| {
            format!(
                "cannot measure {}, compaction at line {}",
                path.display(),
                compaction.at + 1
            )
        })
    };
    compactions.iter().map(row).collect()
}
