//! Measures what recall is worth, and what it costs beside the programs that people know.
//!
//! A bench lays files, then lets whole processes run in turn: each table names the commands, the
//! first of which is the peer, and says whether what is wanted of the others held.

mod retention;

mod figures;
mod ground;
mod race;
mod transcript;

mod backup;
mod greeting;
mod recall;
mod redact;
mod search;
mod show;
mod size;

use std::path::PathBuf;

use clap::Subcommand;

use ground::{Ground, Runs};
use race::Race;

/// Measures what recall is worth, and what it costs
#[derive(clap::Args)]
pub(crate) struct Options {
    #[command(subcommand)]
    measure: Measure,
}

#[derive(Subcommand)]
enum Measure {
    Retention(retention::Options),
    /// Measures a backup beside `cp`
    Backup(Runs),
    /// Measures what a compaction costs before the next request goes out
    Recall(Runs),
    /// Measures the start of a session beside the questions to git
    Greeting(Runs),
    /// Measures how soon `recall` shows a large backup
    Show(Runs),
    /// Measures how soon `recall search` has looked through 2 GiB of transcripts, beside `rg`
    Search(Runs),
    Redact(redact::Options),
    /// Measures the programs, and what they open before an event is theirs
    Size(Runs),
    #[command(hide = true)]
    RedactFile {
        file: PathBuf,
    },
}

/// Lays what a table needs, as the ones before left it, and says what runs.
type Lay = for<'a> fn(&'a Ground, &Runs) -> anyhow::Result<Race<'a>>;

const BACKUP: &[Lay] = &[
    backup::first_copy,
    backup::what_is_new,
    backup::nothing_new,
    backup::memory,
];
const RECALL: &[Lay] = &[recall::by_length, recall::beside_nothing];
const GREETING: &[Lay] = &[greeting::alone, greeting::with_everything];
const SHOW: &[Lay] = &[show::last_turns];
const SEARCH: &[Lay] = &[search::a_word];

pub(crate) fn run(options: &Options) -> anyhow::Result<()> {
    match &options.measure {
        Measure::Retention(options) => retention::run(options),
        Measure::Backup(options) => run_all(options, BACKUP),
        Measure::Recall(options) => run_all(options, RECALL),
        Measure::Greeting(options) => run_all(options, GREETING),
        Measure::Show(options) => run_all(options, SHOW),
        Measure::Search(options) => run_all(options, SEARCH),
        Measure::Redact(options) => redact::run(options),
        Measure::Size(options) => size::run(options),
        Measure::RedactFile { file } => redact::file(file),
    }
}

fn run_all(options: &Runs, tables: &[Lay]) -> anyhow::Result<()> {
    let ground = Ground::new(options)?;
    for lay in tables {
        let race = lay(&ground, options)?;
        crate::report::print(&format!("\n{}", race.run(&ground, options.runs)?));
    }
    Ok(())
}
