//! Running other programs: cargo above all.

use std::env;
use std::process::Command;

use anyhow::{Context, Result, ensure};

/// The cargo that runs this.
pub(crate) fn cargo() -> Command {
    Command::new(env::var_os("CARGO").unwrap_or_else(|| "cargo".into()))
}

/// Runs a program to its end.
pub(crate) fn succeeds(command: &mut Command, deed: &str) -> Result<()> {
    let status = command.status().with_context(|| {
        format!(
            "could not {deed}: could not start {}",
            command.get_program().display()
        )
    })?;
    ensure!(status.success(), "could not {deed}: {status}");
    Ok(())
}
