//! Fetches the real Claude Code clients and proves the built programs on them.

use std::env;
use std::ffi::OsString;
use std::fs;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use anyhow::{Context, bail, ensure};

use crate::command::{cargo, succeeds};
use crate::programs;

/// The clients that every change is proved on.
const PINNED: [&str; 2] = ["2.1.150", "2.1.332"];

/// Options of the command.
#[derive(clap::Args)]
pub(crate) struct Options {
    /// A client to use instead of the pinned ones; may be given several times
    #[arg(long = "client", value_name = "VERSION")]
    clients: Vec<String>,
    /// Play only the scenarios whose name holds this
    #[arg(long, value_name = "NAME")]
    only: Option<String>,
}

pub(crate) fn run(options: &Options) -> anyhow::Result<()> {
    is_installed("tmux", "-V", "tmux, which gives the client a terminal")?;
    let target = target_folder()?;
    let versions = if options.clients.is_empty() {
        PINNED.map(str::to_owned).to_vec()
    } else {
        options.clients.clone()
    };
    let mut clients = Vec::new();
    for version in &versions {
        clients.push((version, fetch(&target, version)?));
    }
    let built = programs::build()?;
    let folder = built
        .first()
        .and_then(|(_, path)| path.parent())
        .context("cargo built no program")?;
    build_harness()?;
    let mut harness = Command::new(target.join("debug/real-client"));
    harness
        .arg("--installer")
        .arg(env::current_exe().context("could not find this executable")?)
        .arg("--programs")
        .arg(folder);
    for (version, binary) in clients {
        let mut client = OsString::from(format!("{version}="));
        client.push(binary);
        harness.arg("--client").arg(client);
    }
    if let Some(only) = &options.only {
        harness.args(["--only", only]);
    }
    succeeds(&mut harness, "prove the programs on the real client")
}

/// Where cargo builds, which a variable or a configuration may have moved.
fn target_folder() -> anyhow::Result<PathBuf> {
    let output = cargo()
        .args(["metadata", "--format-version", "1", "--no-deps"])
        .stderr(Stdio::inherit())
        .output()
        .context("could not run cargo metadata")?;
    ensure!(
        output.status.success(),
        "could not run cargo metadata: {}",
        output.status
    );
    let metadata: serde_json::Value =
        serde_json::from_slice(&output.stdout).context("could not read cargo's metadata")?;
    let folder = metadata
        .get("target_directory")
        .and_then(serde_json::Value::as_str)
        .context("cargo's metadata names no target folder")?;
    Ok(PathBuf::from(folder))
}

/// The client's executable, fetched unless it is there already.
fn fetch(target: &Path, version: &str) -> anyhow::Result<PathBuf> {
    let folder = target.join("real-client").join(version);
    if let Some(binary) = find_client(&folder)? {
        return Ok(binary);
    }
    is_installed(
        "npm",
        "--version",
        "Node.js with npm, which fetches the client",
    )?;
    fs::create_dir_all(&folder).with_context(|| format!("could not make {}", folder.display()))?;
    let mut npm = Command::new("npm");
    npm.args(["install", "--no-audit", "--no-fund", "--prefix"])
        .arg(&folder)
        .arg(format!("@anthropic-ai/claude-code@{version}"));
    succeeds(&mut npm, &format!("fetch the client {version}"))?;
    find_client(&folder)?.with_context(|| {
        format!(
            "{} holds no claude-code-<platform>/claude after npm install",
            folder.display()
        )
    })
}

/// The native executable, which comes in a package named after platform and processor.
fn find_client(folder: &Path) -> anyhow::Result<Option<PathBuf>> {
    let packages = folder.join("node_modules/@anthropic-ai");
    let entries = match fs::read_dir(&packages) {
        Ok(entries) => entries,
        Err(error) if error.kind() == ErrorKind::NotFound => return Ok(None),
        Err(error) => {
            return Err(error).with_context(|| format!("could not read {}", packages.display()));
        }
    };
    let mut found = Vec::new();
    for entry in entries {
        let entry = entry.with_context(|| format!("could not read {}", packages.display()))?;
        let binary = entry.path().join("claude");
        if entry
            .file_name()
            .to_string_lossy()
            .starts_with("claude-code-")
            && binary.is_file()
        {
            found.push(binary);
        }
    }
    Ok(found.into_iter().min())
}

fn build_harness() -> anyhow::Result<()> {
    let mut harness = cargo();
    harness.args(["build", "--package", "real-client"]);
    succeeds(&mut harness, "build the harness")
}

fn is_installed(program: &str, argument: &str, what: &str) -> anyhow::Result<()> {
    let started = Command::new(program)
        .arg(argument)
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .status();
    match started {
        Ok(_) => Ok(()),
        Err(error) if error.kind() == ErrorKind::NotFound => {
            bail!("{program} was not found; install {what}")
        }
        Err(error) => Err(error).with_context(|| format!("could not start {program}")),
    }
}
