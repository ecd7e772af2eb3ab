//! Reading and writing whole files: what is there afterwards is all of the old or all of the new.

use std::fs::{self, DirBuilder, File, Permissions};
use std::io::{self, ErrorKind, Write};
use std::os::unix::fs::{DirBuilderExt, PermissionsExt};
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, anyhow, bail};
use tempfile::NamedTempFile;

/// The bytes of a file, or nothing where there is none.
pub(crate) fn read(path: &Path) -> Result<Option<Vec<u8>>> {
    let is_absence =
        |it: &io::Error| matches!(it.kind(), ErrorKind::NotFound | ErrorKind::NotADirectory);
    match fs::read(path) {
        Ok(bytes) => Ok(Some(bytes)),
        Err(error) if is_absence(&error) => Ok(None),
        Err(error) => Err(error).with_context(|| format!("cannot read {}", path.display())),
    }
}

/// The text of a file, or nothing where there is none.
pub(crate) fn read_text(path: &Path) -> Result<Option<String>> {
    let text = read(path)?.map(String::from_utf8).transpose();
    text.map_err(|error| {
        let head = error.as_bytes().get(..error.utf8_error().valid_up_to());
        let line = head.unwrap_or_default().split(|it| *it == b'\n').count();
        anyhow!(
            "cannot read {}: line {line} is not UTF-8; nothing was changed",
            path.display()
        )
    })
}

/// The permission bits of a file, or `default` where there is none.
pub(crate) fn mode(path: &Path, default: u32) -> u32 {
    fs::metadata(path).map_or(default, |it| it.permissions().mode() & 0o7777)
}

/// A file written beside its place, which it has yet to take.
pub(crate) struct Prepared {
    path: PathBuf,
    file: NamedTempFile,
}

/// Writes a file beside its place, so that what can fail has failed before anything changes.
pub(crate) fn prepare(path: &Path, bytes: &[u8], mode: u32) -> Result<Prepared> {
    let file = write_beside(path, bytes, mode);
    Ok(Prepared {
        path: path.to_owned(),
        file: file.with_context(|| format!("cannot write {}", path.display()))?,
    })
}

impl Prepared {
    /// Takes the place of whatever file is there.
    pub(crate) fn put(self) -> Result<()> {
        let path = &self.path;
        let put = self.file.persist(path).map_err(|it| it.error);
        put.with_context(|| format!("cannot write {}", path.display()))?;
        // The file is in place; a file system that cannot flush a folder is no reason to say otherwise.
        let folder = path.parent().and_then(|it| File::open(it).ok());
        folder.and_then(|it| it.sync_all().ok());
        Ok(())
    }

    /// The same, unless the file there no longer is what it was when it was read.
    pub(crate) fn put_over(self, old: Option<&[u8]>) -> Result<()> {
        if read(&self.path)?.as_deref() != old {
            bail!(
                "another program has just changed {}, so it was left alone; run this again",
                self.path.display()
            );
        }
        self.put()
    }
}

/// Makes a folder and those above it; notes the ones that were not there.
pub(crate) fn make_folder(path: &Path, mode: u32, made: &mut Vec<PathBuf>) -> Result<()> {
    if path.is_dir() {
        return Ok(());
    }
    if let Some(parent) = path.parent() {
        make_folder(parent, 0o777, made)?;
    }
    DirBuilder::new()
        .mode(mode)
        .create(path)
        .with_context(|| format!("cannot make the folder {}", path.display()))?;
    made.push(path.to_owned());
    Ok(())
}

/// Removes a file or a link; says whether there was one.
pub(crate) fn remove(path: &Path) -> Result<bool> {
    match fs::remove_file(path) {
        Ok(()) => Ok(true),
        Err(error) if error.kind() == ErrorKind::NotFound => Ok(false),
        Err(error) => Err(error).with_context(|| format!("cannot remove {}", path.display())),
    }
}

fn write_beside(path: &Path, bytes: &[u8], mode: u32) -> io::Result<NamedTempFile> {
    let folder = path.parent().unwrap_or(Path::new("/"));
    let mut file = tempfile::Builder::new()
        .prefix(".recall-")
        .tempfile_in(folder)?;
    file.write_all(bytes)?;
    file.as_file()
        .set_permissions(Permissions::from_mode(mode))?;
    file.as_file().sync_all()?;
    Ok(file)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_that_changed_since_it_was_read_is_left_alone() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("settings.json");
        fs::write(&path, "theirs").unwrap();

        let error = prepare(&path, b"ours", 0o600)
            .and_then(|it| it.put_over(Some(b"read before")))
            .unwrap_err();

        assert!(error.to_string().contains("has just changed"), "{error}");
        assert_eq!(fs::read_to_string(&path).unwrap(), "theirs");
        let new = prepare(&path, b"ours", 0o600).unwrap();
        assert!(new.put_over(None).is_err());
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1);
    }

    #[test]
    fn a_write_that_fails_leaves_nothing_behind() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("taken");
        fs::create_dir(&path).unwrap();

        let error = prepare(&path, b"ours", 0o600)
            .and_then(Prepared::put)
            .unwrap_err();

        assert!(error.to_string().starts_with("cannot write "), "{error}");
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1);
    }
}
