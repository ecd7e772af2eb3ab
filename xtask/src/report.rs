//! What install and uninstall say at the end.

mod handoff;
mod install;
mod uninstall;

pub(crate) use install::{dry_run, installed};
pub(crate) use uninstall::uninstalled;

/// The one place that writes to stdout.
#[expect(clippy::print_stdout, reason = "it is what the commands answer")]
pub(crate) fn print(text: &str) {
    println!("{}", text.trim_end());
}
