//! The `install` command.

/// Options of the command.
#[derive(clap::Args)]
pub(crate) struct Options {}

#[expect(clippy::unnecessary_wraps, reason = "being written")]
pub(crate) fn run(_: &Options) -> anyhow::Result<()> {
    Ok(())
}
