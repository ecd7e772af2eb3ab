//! The programs: built, and put into the hooks folder without disturbing one that runs.

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::{env, fs};

use anyhow::{Context, Result, ensure};
use serde_json::Value;

use crate::disk;
use crate::entries::PROGRAMS;
use crate::places::Places;

/// What happened to a program.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Placed {
    New,
    Replaced,
    UpToDate,
}

/// A program of recall's, and the file to take it from.
pub(crate) type Source = (&'static str, PathBuf);

/// The programs found in a folder.
pub(crate) fn in_folder(folder: &Path) -> Result<Vec<Source>> {
    let find = |name| {
        let path = folder.join(name);
        ensure!(path.is_file(), "there is no program {}", path.display());
        Ok((name, path))
    };
    PROGRAMS.into_iter().map(find).collect()
}

/// The programs built from this workspace.
pub(crate) fn build() -> Result<Vec<Source>> {
    build_with(&[])
}

/// The folder of the programs built from this workspace, this one among them.
pub(crate) fn folder() -> Result<PathBuf> {
    let built = build_with(&[env!("CARGO_PKG_NAME")])?;
    let folder = built.first().and_then(|(_, path)| path.parent());
    folder.map(Path::to_owned).context("cargo built no program")
}

fn build_with(others: &[&str]) -> Result<Vec<Source>> {
    let cargo = env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let workspace = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let mut command = Command::new(cargo);
    command.args([
        "build",
        "--release",
        "--message-format=json-render-diagnostics",
    ]);
    for name in PROGRAMS.iter().chain(others) {
        command.args(["--package", name]);
    }
    let output = command
        .current_dir(workspace)
        .stderr(Stdio::inherit())
        .output()
        .context("cannot start cargo to build the programs")?;
    ensure!(
        output.status.success(),
        "the programs could not be built; nothing was installed"
    );
    let messages = String::from_utf8_lossy(&output.stdout);
    let built: Vec<Source> = messages.lines().filter_map(executable).collect();
    let find = |name| {
        let source = built.iter().find(|(it, _)| *it == name).cloned();
        source.with_context(|| format!("cargo built no program {name}"))
    };
    PROGRAMS.into_iter().map(find).collect()
}

/// What placing a program would do.
pub(crate) fn compare(source: &Path, places: &Places, name: &str) -> Result<Placed> {
    let to = places.program(name);
    let is_folder = fs::symlink_metadata(&to).is_ok_and(|it| it.is_dir());
    ensure!(
        !is_folder,
        "cannot put the program {} in place: a folder is there; move it away and run this again",
        to.display()
    );
    let Some(old) = disk::read(&to)? else {
        return Ok(Placed::New);
    };
    let new = fs::read(source).with_context(|| format!("cannot read {}", source.display()))?;
    let is_same = old == new && disk::mode(&to, 0) & 0o111 == 0o111;
    Ok(if is_same {
        Placed::UpToDate
    } else {
        Placed::Replaced
    })
}

/// Puts a program in place; one that runs keeps the file it was started from.
pub(crate) fn place(source: &Path, places: &Places, name: &str) -> Result<Placed> {
    let placed = compare(source, places, name)?;
    if placed != Placed::UpToDate {
        let bytes =
            fs::read(source).with_context(|| format!("cannot read {}", source.display()))?;
        disk::prepare(&places.program(name), &bytes, 0o755)?.put()?;
    }
    Ok(placed)
}

/// The name and the path in one of cargo's messages, if it is about a program.
fn executable(message: &str) -> Option<Source> {
    let message: Value = serde_json::from_str(message).ok()?;
    let path = message.get("executable")?.as_str()?;
    let name = message.get("target")?.get("name")?.as_str()?;
    let name = PROGRAMS.into_iter().find(|it| *it == name)?;
    Some((name, path.into()))
}
