//! Commands that run in turn, each a whole process, so that what else the machine does meets all of them.

use std::fs::File;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::Instant;

use anyhow::{Context, Result, ensure};
use wait4::Wait4;

use super::figures::{Figures, Row, Wanted, table};
use super::ground::Ground;

/// Commands to be measured side by side; the first is the peer of the others.
pub(super) struct Race<'a> {
    /// What is measured.
    pub(super) title: String,
    pub(super) contestants: Vec<Contestant>,
    /// What each run needs to find everything as the one before did; it is not measured.
    pub(super) reset: Box<dyn Fn() -> Result<()> + 'a>,
    /// The bytes that each command reads, where its speed matters.
    pub(super) bytes: Option<u64>,
}

/// A command line as it is shown and run: words, then `'a quoted argument'`, then `< input`.
pub(super) struct Contestant {
    command: String,
    /// What it must say on standard output, so that no program is quick because it does nothing.
    says: &'static str,
    wanted: Vec<Wanted>,
}

impl Contestant {
    pub(super) fn new(command: impl Into<String>) -> Self {
        let command = command.into();
        Self {
            command,
            says: "",
            wanted: Vec::new(),
        }
    }

    pub(super) fn saying(self, says: &'static str) -> Self {
        Self { says, ..self }
    }

    pub(super) fn wanted(mut self, wanted: Wanted) -> Self {
        self.wanted.push(wanted);
        self
    }

    fn command(&self, ground: &Ground) -> Result<Command> {
        let (words, input) = match self.command.split_once(" < ") {
            Some((words, input)) => (words, Some(ground.path(input))),
            None => (self.command.as_str(), None),
        };
        let (plain, quoted) = words.split_once('\'').unwrap_or((words, ""));
        let mut words = plain.split_whitespace();
        let mut command = ground.command(words.next().unwrap_or(""));
        command.args(words);
        if !quoted.is_empty() {
            command.arg(quoted.trim_end_matches('\''));
        }
        command.stdin(input.map_or(Ok(Stdio::null()), |path| opened(&path))?);
        Ok(command)
    }

    /// Runs it once to see that it does what it is there for, and to warm what the others find warm.
    fn try_out(&self, ground: &Ground) -> Result<()> {
        let output = self
            .command(ground)?
            .output()
            .with_context(|| self.cannot())?;
        let (said, complaint) = (
            String::from_utf8_lossy(&output.stdout),
            String::from_utf8_lossy(&output.stderr),
        );
        ensure!(
            output.status.success() && complaint.is_empty() && said.contains(self.says),
            "{} ended with {} and said {said:?} and {complaint:?}, so its time would say nothing",
            self.command,
            output.status
        );
        Ok(())
    }

    /// Runs it once more, and adds what that took to its figures.
    fn run(&self, ground: &Ground, figures: &mut Figures) -> Result<()> {
        let mut command = self.command(ground)?;
        command.stdout(Stdio::null()).stderr(Stdio::null());
        let began = Instant::now();
        let mut child = command.spawn().with_context(|| self.cannot())?;
        let used = child.wait4().with_context(|| self.cannot())?;
        let took = began.elapsed();
        ensure!(
            used.status.success(),
            "{} ended with {}",
            self.command,
            used.status
        );
        figures.times.push(took);
        figures
            .processor
            .push(used.rusage.utime + used.rusage.stime);
        figures.peak = figures.peak.max(used.rusage.maxrss);
        Ok(())
    }

    fn cannot(&self) -> String {
        format!("cannot run {}; is that program here?", self.command)
    }
}

impl Race<'_> {
    /// The table of so many runs of each.
    pub(super) fn run(&self, ground: &Ground, runs: usize) -> Result<String> {
        for contestant in &self.contestants {
            (self.reset)()?;
            contestant.try_out(ground)?;
        }
        let mut all = vec![Figures::default(); self.contestants.len()];
        for _ in 0..runs {
            for (contestant, figures) in self.contestants.iter().zip(&mut all) {
                (self.reset)()?;
                contestant.run(ground, figures)?;
            }
        }
        let rows: Vec<_> = self
            .contestants
            .iter()
            .zip(all)
            .map(|(contestant, figures)| Row {
                command: &contestant.command,
                figures,
                wanted: &contestant.wanted,
            })
            .collect();
        Ok(format!("{}\n\n{}", self.title, table(&rows, self.bytes)))
    }
}

fn opened(path: &Path) -> Result<Stdio> {
    let file = File::open(path).with_context(|| format!("cannot read {}", path.display()))?;
    Ok(file.into())
}
