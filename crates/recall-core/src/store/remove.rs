//! Removing files that recall itself wrote.

use std::fs;
use std::io::ErrorKind;
use std::path::Path;

use crate::problem::{Deed, Problem};

/// Removes a file; one that is gone already is no problem, since others may rotate at the same time.
///
/// # Errors
/// Where it is there and cannot be removed.
pub fn file(path: &Path) -> Result<(), Problem> {
    match fs::remove_file(path) {
        Err(error) if error.kind() != ErrorKind::NotFound => {
            Err(Problem::io(Deed::Remove, path)(error))
        }
        _ => Ok(()),
    }
}
