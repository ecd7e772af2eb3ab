//! Installs, uninstalls, proves and measures recall: `cargo xtask <command>`.

mod bench;
mod fuzz;
mod install;
mod real_client;
mod stress;
mod uninstall;

mod backup;
mod command;
mod disk;
mod link;
mod places;
mod programs;
mod record;
mod report;
mod server;
mod skill;

use clap::{Parser, Subcommand};
use xtask::{entries, settings};

#[derive(Parser)]
#[command(
    name = "cargo xtask",
    bin_name = "cargo xtask",
    about,
    disable_help_subcommand = true
)]
struct Options {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    Install(install::Options),
    Uninstall(uninstall::Options),
    RealClient(real_client::Options),
    Bench(bench::Options),
    Fuzz(fuzz::Options),
    Stress(stress::Options),
}

fn main() -> anyhow::Result<()> {
    match Options::parse().command {
        Command::Install(options) => install::run(&options),
        Command::Uninstall(options) => uninstall::run(&options),
        Command::RealClient(options) => real_client::run(&options),
        Command::Bench(options) => bench::run(&options),
        Command::Fuzz(options) => fuzz::run(&options),
        Command::Stress(options) => stress::run(&options),
    }
}
