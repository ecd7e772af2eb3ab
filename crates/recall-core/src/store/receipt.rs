//! Receipts: one line for each run of a hook, so that a silent failure can be found later.

use std::fs;
use std::path::Path;

use serde::Serialize;

use super::{log, private, read};
use crate::problem::Problem;

/// How many months of receipts stay.
const MONTHS: usize = 2;

/// What one run of a hook did.
#[derive(Clone, Debug, Serialize)]
pub struct Receipt<'a> {
    /// When it began, in RFC 3339.
    pub time: &'a str,
    /// The program.
    pub program: &'a str,
    /// Its version.
    pub version: &'a str,
    /// The event that it answered, with its source or trigger.
    pub event: &'a str,
    /// The session.
    pub session: &'a str,
    /// `ok`, `nothing` (there was nothing to say) or `problem`.
    pub result: &'a str,
    /// Bytes that it printed.
    pub bytes: usize,
    /// Milliseconds from its start.
    pub ms: u128,
    /// What it did, or what went wrong.
    pub reason: &'a str,
}

/// Adds a receipt to this month's file in `<claude dir>/recall`.
///
/// # Errors
/// Where it cannot be written.
pub fn leave(claude_dir: &Path, receipt: &Receipt<'_>) -> Result<(), Problem> {
    let folder = claude_dir.join("recall");
    private::folder(&folder)?;
    let month = receipt.time.get(..7).unwrap_or("undated");
    let path = folder.join(format!("receipts-{month}.jsonl"));
    if path.symlink_metadata().is_err() {
        forget_old_months(&folder)?;
    }
    let line = serde_json::to_string(receipt).unwrap_or_default();
    log::append(&path, "", &line)
}

fn forget_old_months(folder: &Path) -> Result<(), Problem> {
    let is_receipts = |name: &str| name.starts_with("receipts-") && name.ends_with(".jsonl");
    let mut months = read::files(folder)?;
    months.retain(|path| {
        path.file_name()
            .and_then(|name| name.to_str())
            .is_some_and(is_receipts)
    });
    months.sort();
    let surplus = months.len().saturating_sub(MONTHS - 1);
    for path in months.into_iter().take(surplus) {
        // Another process may have been quicker.
        let _ = fs::remove_file(path);
    }
    Ok(())
}
