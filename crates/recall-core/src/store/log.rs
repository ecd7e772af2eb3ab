//! Logs to which many processes add whole lines.

use std::fs::{File, OpenOptions};
use std::io::{self, ErrorKind, Write};
use std::os::unix::fs::FileExt;
use std::path::Path;

use rustix::fs::{FlockOperation, flock};

use super::write;
use crate::problem::{Deed, Problem};

/// Adds one line to a log; a log that is not there begins with `header`.
///
/// # Errors
/// Where the log is a link or no file, or cannot be written.
pub fn append(path: &Path, header: &str, line: &str) -> Result<(), Problem> {
    write::if_missing(path, header.as_bytes())?;
    let refused = |error| Problem::io(Deed::Append, path)(error);
    let mut file = write::without_links(OpenOptions::new().read(true).append(true))
        .open(path)
        .map_err(refused)?;
    // What was looked at can be something else by now.
    write::expect_file(path, &file.metadata().map_err(refused)?)?;
    add(&mut file, &line.replace(['\n', '\r'], " ")).map_err(refused)
}

/// Adds a line whole or not at all: what a full disk took of it is cut off again.
///
/// A process that is killed in between leaves a line without an end. It gets one, so that the next
/// line is whole; it is not removed, since a person may have written it.
fn add(file: &mut File, line: &str) -> io::Result<()> {
    // Some file systems know no locks; one write is one line there too, as long as the disk has room.
    let _ = flock(&*file, FlockOperation::LockExclusive);
    let end = file.metadata()?.len();
    let is_torn = end > 0 && last_byte(file, end)? != b'\n';
    let start = if is_torn { "\n" } else { "" };
    let text = format!("{start}{line}\n");
    let written = file.write(text.as_bytes())?;
    if written == text.len() {
        return Ok(());
    }
    file.set_len(end)?;
    let cut = "only a part of the line was written";
    Err(io::Error::new(ErrorKind::StorageFull, cut))
}

fn last_byte(file: &File, end: u64) -> io::Result<u8> {
    let mut last = [0];
    file.read_exact_at(&mut last, end - 1)?;
    Ok(u8::from_be_bytes(last))
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::append;

    #[test]
    fn a_line_that_was_torn_does_not_take_the_next_with_it() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("log.md");
        append(&path, "# Log\n", "one").unwrap();
        let torn = fs::read_to_string(&path).unwrap() + "tw";
        fs::write(&path, torn).unwrap();
        append(&path, "# Log\n", "three\nfour").unwrap();
        let log = fs::read_to_string(&path).unwrap();
        assert_eq!(log, "# Log\none\ntw\nthree four\n");
    }
}
