//! The long form of tests that cannot try everything in the time of an ordinary run.

use std::process::{Command, Stdio};
use std::time::Instant;

use anyhow::{Context, Result, ensure};

use crate::command::cargo;

/// The variable that asks a test for its long form; `stage::rounds` reads it.
const STRESS: &str = "RECALL_STRESS";

/// A test that has a long form.
struct Test {
    /// What it does, in a few words.
    what: &'static str,
    package: &'static str,
    file: &'static str,
    /// How the names of its functions begin.
    name: &'static str,
}

#[rustfmt::skip]
const TESTS: [Test; 4] = [
    Test { what: "series of kills at calls that change the disk", package: "pre-compact-backup", file: "killed", name: "a_series_of_kills" },
    Test { what: "forty sessions in two hundred processes", package: "pre-compact-backup", file: "together", name: "sessions_that_compact_at_once" },
    Test { what: "one handoff, a thousand processes", package: "handoff", file: "it", name: "race::" },
    Test { what: "rotation of any folder", package: "recall-core", file: "rotation", name: "whatever" },
];

/// Options of the command.
#[derive(clap::Args)]
pub(crate) struct Options {
    /// How many times the usual rounds each test makes; each round has other numbers
    #[arg(long, value_name = "N", default_value_t = 20)]
    rounds: u32,
}

pub(crate) fn run(options: &Options) -> Result<()> {
    let strace = Command::new("strace")
        .arg("-V")
        .stdout(Stdio::null())
        .status();
    ensure!(
        strace.is_ok_and(|it| it.success()),
        "strace was not found, which kills a program at a call: install it"
    );
    for test in &TESTS {
        let began = Instant::now();
        let ran = long_form(test, options.rounds)?;
        ensure!(
            ran,
            "no test of {} in {} begins with {}",
            test.file,
            test.package,
            test.name
        );
        print(test.what, options.rounds, began.elapsed().as_secs());
    }
    Ok(())
}

/// Runs a test; says whether there was one of that name.
fn long_form(test: &Test, rounds: u32) -> Result<bool> {
    let output = cargo()
        .args([
            "test",
            "--quiet",
            "--package",
            test.package,
            "--test",
            test.file,
        ])
        .arg(test.name)
        .env(STRESS, rounds.to_string())
        .stderr(Stdio::inherit())
        .output()
        .context("could not start cargo")?;
    let said = String::from_utf8_lossy(&output.stdout);
    ensure!(
        output.status.success(),
        "{} did not hold:\n{said}",
        test.what
    );
    Ok(!said.contains(" 0 passed"))
}

#[expect(clippy::print_stdout, reason = "it is what the command is for")]
fn print(what: &str, rounds: u32, seconds: u64) {
    println!("{what:46} held {rounds:>5} times the usual rounds {seconds:>5} s");
}
