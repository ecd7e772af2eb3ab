//! Measures what recall is worth.

mod retention;

use clap::Subcommand;

/// Measures what recall is worth
#[derive(clap::Args)]
pub(crate) struct Options {
    #[command(subcommand)]
    measure: Measure,
}

#[derive(Subcommand)]
enum Measure {
    Retention(retention::Options),
}

pub(crate) fn run(options: &Options) -> anyhow::Result<()> {
    match &options.measure {
        Measure::Retention(options) => retention::run(options),
    }
}
