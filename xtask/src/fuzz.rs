//! Tries to break what reads foreign bytes, with bytes that a fuzzer makes up.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::time::Instant;

use anyhow::{Context, Result, bail, ensure};

use crate::command::succeeds;

/// The seconds after which one input counts as a hang.
const HANG: u32 = 10;

/// Options of the command.
#[derive(clap::Args)]
pub(crate) struct Options {
    /// For how long in all; the targets share it
    #[arg(long, value_name = "N", default_value_t = 60)]
    seconds: u64,
    /// Only this target
    #[arg(long, value_name = "NAME")]
    only: Option<String>,
}

/// What a target came to.
struct Figures {
    seconds: u64,
    runs: u64,
    coverage: u64,
    features: u64,
}

pub(crate) fn run(options: &Options) -> Result<()> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../fuzz");
    let folder = folder
        .canonicalize()
        .context("could not find the folder fuzz")?;
    let targets = targets(&folder, options.only.as_deref())?;
    has_tools()?;
    let share = (options.seconds / targets.len() as u64).max(1);
    succeeds(
        &mut on_target("build", &folder, &[]),
        "build the fuzz targets",
    )?;
    let mut broken = Vec::new();
    for target in &targets {
        if !fuzz(&folder, target, share)? {
            broken.push(target.as_str());
        }
    }
    ensure!(
        broken.is_empty(),
        "the fuzzer broke: {}; each input that did it is in fuzz/artifacts",
        broken.join(", ")
    );
    Ok(())
}

/// The names of the targets, in their order.
fn targets(folder: &Path, only: Option<&str>) -> Result<Vec<String>> {
    let folder = folder.join("fuzz_targets");
    let listing = fs::read_dir(&folder);
    let listing = listing.with_context(|| format!("could not list {}", folder.display()))?;
    let paths = listing.filter_map(|it| it.ok().map(|it| it.path()));
    let names = paths.filter_map(|path| Some(path.file_stem()?.to_str()?.to_owned()));
    let mut names: Vec<String> = names.collect();
    names.sort();
    if let Some(only) = only {
        ensure!(
            names.iter().any(|it| it == only),
            "there is no target {only}; there are: {}",
            names.join(", ")
        );
        names.retain(|it| it == only);
    }
    Ok(names)
}

fn has_tools() -> Result<()> {
    let asked = nightly(&["cargo", "fuzz", "--version"]).output();
    if !asked.is_ok_and(|it| it.status.success()) {
        bail!(
            "fuzzing needs a nightly compiler and cargo-fuzz: `rustup toolchain install nightly && cargo install cargo-fuzz`, and a C++ compiler"
        );
    }
    Ok(())
}

/// Fuzzes one target and prints its figures; says whether it held.
fn fuzz(folder: &Path, target: &str, seconds: u64) -> Result<bool> {
    // What the fuzzer finds on its way goes here, so that the seeds stay those that were made by hand.
    let found = scratch(folder).join("corpus").join(target);
    fs::create_dir_all(&found).with_context(|| format!("could not make {}", found.display()))?;
    let (found, seeds) = (text(&found)?, text(&folder.join("corpus").join(target))?);
    let dictionary = format!("-dict={}", text(&folder.join("words.dict"))?);
    let (limit, hang) = (
        format!("-max_total_time={seconds}"),
        format!("-timeout={HANG}"),
    );
    let began = Instant::now();
    let output = on_target(
        "run",
        folder,
        &[target, &found, &seeds, "--", &limit, &hang],
    )
    .args([&dictionary, "-print_final_stats=1", "-max_len=4096"])
    .env("RUST_BACKTRACE", "0")
    .stdout(Stdio::null())
    .output()
    .with_context(|| format!("could not run the target {target}"))?;
    let said = String::from_utf8_lossy(&output.stderr);
    let figures = figures(&said, began.elapsed().as_secs());
    print(target, &figures, &output, &said);
    Ok(output.status.success())
}

#[expect(clippy::print_stdout, reason = "it is what the command is for")]
fn print(target: &str, figures: &Figures, output: &Output, said: &str) {
    let Figures {
        seconds,
        runs,
        coverage,
        features,
    } = figures;
    let result = if output.status.success() {
        "held"
    } else {
        "BROKEN"
    };
    println!(
        "{target:16} {result:6} {seconds:>5} s {runs:>10} runs {coverage:>6} edges {features:>6} features"
    );
    if !output.status.success() {
        let lines: Vec<&str> = said.lines().collect();
        let from = lines
            .iter()
            .position(|it| it.contains("panicked at") || it.contains("ERROR"));
        let telling = lines
            .iter()
            .skip(from.unwrap_or(lines.len().saturating_sub(30)));
        for line in telling.take(40) {
            println!("    {line}");
        }
    }
}

/// What the fuzzer says of itself: `#12 NEW cov: 34 ft: 56 ...`, and at the end how many runs there were.
fn figures(said: &str, seconds: u64) -> Figures {
    let mut words = said.split_whitespace().rev();
    let after = |name: &str| {
        let words: Vec<&str> = said.split_whitespace().collect();
        let at = words.iter().rposition(|it| *it == name)?;
        words.get(at + 1)?.parse().ok()
    };
    let counted = words.find_map(|it| it.strip_prefix('#')?.parse().ok());
    Figures {
        seconds,
        runs: after("stat::number_of_executed_units:")
            .or(counted)
            .unwrap_or(0),
        coverage: after("cov:").unwrap_or(0),
        features: after("ft:").unwrap_or(0),
    }
}

fn on_target(deed: &str, folder: &Path, arguments: &[&str]) -> Command {
    let mut command = nightly(&["cargo", "fuzz", deed]);
    command
        .arg("--fuzz-dir")
        .arg(folder)
        .arg("--target-dir")
        .arg(scratch(folder))
        .args(arguments)
        .current_dir(folder);
    command
}

/// Where the targets are built.
fn scratch(folder: &Path) -> PathBuf {
    folder.join("target")
}

fn nightly(arguments: &[&str]) -> Command {
    let mut command = Command::new("rustup");
    command.args(["run", "nightly"]).args(arguments);
    // This command's own cargo is another one.
    for name in ["CARGO", "RUSTC", "RUSTUP_TOOLCHAIN"] {
        command.env_remove(name);
    }
    command
}

fn text(path: &Path) -> Result<String> {
    let text = path.to_str().map(str::to_owned);
    text.with_context(|| format!("{} is no text, which the fuzzer needs", path.display()))
}

#[cfg(test)]
mod tests {
    use super::figures;

    #[test]
    fn the_figures_are_the_last_that_the_fuzzer_says() {
        let said = "#2\tINITED cov: 10 ft: 20 corp: 1/1b\n#99\tNEW    cov: 34 ft: 56 corp: 2/9b\n";
        let found = figures(said, 3);
        assert_eq!((found.runs, found.coverage, found.features), (99, 34, 56));
        let end = "Done 1234 runs\nstat::number_of_executed_units: 1234\n";
        assert_eq!(figures(&format!("{said}{end}"), 3).runs, 1234);
        assert_eq!(figures("", 3).runs, 0);
    }
}
