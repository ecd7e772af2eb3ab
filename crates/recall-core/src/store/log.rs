//! Logs to which many processes add whole lines.

use std::fs::OpenOptions;
use std::io::{self, ErrorKind, Write};
use std::os::unix::fs::OpenOptionsExt;
use std::path::Path;

use super::write;
use crate::problem::{Deed, Fault, Problem};

/// Adds one line to a log; a log that is not there begins with `header`.
///
/// # Errors
/// Where the log is a link or no file, or cannot be written.
pub fn append(path: &Path, header: &str, line: &str) -> Result<(), Problem> {
    write::if_missing(path, header.as_bytes())?;
    let metadata = path
        .symlink_metadata()
        .map_err(Problem::io(Deed::Append, path))?;
    if metadata.is_symlink() {
        return Err(Problem::unfit(path, Fault::Link));
    }
    if !metadata.is_file() {
        return Err(Problem::unfit(path, Fault::NotAFile));
    }
    let text = format!("{}\n", line.replace(['\n', '\r'], " "));
    let mut file = OpenOptions::new()
        .append(true)
        .mode(0o600)
        .open(path)
        .map_err(Problem::io(Deed::Append, path))?;
    // One write is one line, also when others append at the same time.
    let written = file
        .write(text.as_bytes())
        .map_err(Problem::io(Deed::Append, path))?;
    if written < text.len() {
        let cut = io::Error::new(
            ErrorKind::StorageFull,
            "only a part of the line was written",
        );
        return Err(Problem::io(Deed::Append, path)(cut));
    }
    Ok(())
}
