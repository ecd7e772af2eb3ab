//! Plays every scenario on the clients given and says what came of each.

use std::path::PathBuf;
use std::process::ExitCode;
use std::time::Instant;

use clap::Parser;
use real_client::client::Client;
use real_client::scenarios::{self, Scenario};
use real_client::stage::{Setup, Stage};

/// Proves the installed programs on the real Claude Code client.
#[derive(Parser)]
struct Options {
    /// The executable whose `install --programs DIR` and `uninstall` are used
    #[arg(long, value_name = "PATH", value_parser = absolute)]
    installer: PathBuf,
    /// The folder of the built programs
    #[arg(long, value_name = "DIR", value_parser = absolute)]
    programs: PathBuf,
    /// A client to prove them on
    #[arg(long = "client", value_name = "VERSION=PATH", required = true)]
    clients: Vec<Client>,
    /// Play only the scenarios whose name holds this
    #[arg(long, value_name = "NAME")]
    only: Option<String>,
}

fn main() -> ExitCode {
    let options = Options::parse();
    let only = options.only.as_deref().unwrap_or_default();
    let chosen = scenarios::ALL
        .iter()
        .filter(|scenario| scenario.name.contains(only));
    let (mut passed, mut failed) = (0, 0);
    for client in &options.clients {
        let setup = Setup {
            installer: options.installer.clone(),
            programs: options.programs.clone(),
            client: client.clone(),
        };
        for scenario in chosen.clone() {
            if prove(&setup, scenario) {
                passed += 1;
            } else {
                failed += 1;
            }
        }
    }
    say(&format!("{passed} passed, {failed} failed"));
    if failed == 0 && passed > 0 {
        ExitCode::SUCCESS
    } else {
        ExitCode::FAILURE
    }
}

/// Plays a scenario and says what came of it.
fn prove(setup: &Setup, scenario: &Scenario) -> bool {
    let begun = Instant::now();
    let result = play(setup, scenario);
    let took = begun.elapsed().as_secs_f64();
    let head = format!("{} {} ...", setup.client.version, scenario.name);
    match &result {
        Ok(()) => say(&format!("{head} ok ({took:.1} s)")),
        Err(error) => say(&format!("{head} FAILED ({took:.1} s)\n{error:#}\n")),
    }
    result.is_ok()
}

fn play(setup: &Setup, scenario: &Scenario) -> anyhow::Result<()> {
    let stage = Stage::raise(setup, scenario.place)?;
    let result = (scenario.play)(&stage).and_then(|()| stage.close());
    result.map_err(|error| {
        let kept = stage.keep();
        anyhow::anyhow!("{error:#}\n{kept}")
    })
}

/// Every stage has a current folder of its own.
fn absolute(path: &str) -> std::io::Result<PathBuf> {
    std::path::absolute(path)
}

#[expect(
    clippy::print_stdout,
    reason = "what came of the scenarios is what this prints"
)]
fn say(line: &str) {
    println!("{line}");
}
