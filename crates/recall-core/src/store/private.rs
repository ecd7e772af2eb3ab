//! Private folders: for their owner's eyes only, and refused where they are a link or somebody else's.

use std::fs::{self, DirBuilder, File, Metadata, OpenOptions, Permissions};
use std::io::ErrorKind;
use std::os::unix::fs::{DirBuilderExt, MetadataExt, OpenOptionsExt, PermissionsExt};
use std::path::{Path, PathBuf};

use rustix::fs::OFlags;
use rustix::process::geteuid;

use super::{places, read};
use crate::problem::{Deed, Fault, Problem};

/// The mode of a private folder.
const FOLDER: u32 = 0o700;
/// The most that the folders above it may allow, whatever the umask.
const ABOVE: u32 = 0o755;

/// Makes sure that a folder only its owner can enter is there, with its parents.
///
/// # Errors
/// Where a file, a link or somebody else's folder stands in its place, or it cannot be made.
pub fn folder(path: &Path) -> Result<(), Problem> {
    // Nearly always it is there, as it must be.
    if fs::symlink_metadata(path).is_ok_and(|it| is_closed(&it) && expect_own(path, &it).is_ok()) {
        return Ok(());
    }
    let refused = |error| Problem::io(Deed::Create, path)(error);
    if let Some(parent) = path.parent() {
        make_above(parent)?;
    }
    match DirBuilder::new().mode(FOLDER).create(path) {
        Err(error) if error.kind() == ErrorKind::AlreadyExists => {}
        made => made.map_err(refused)?,
    }
    let metadata = fs::symlink_metadata(path).map_err(refused)?;
    expect_own(path, &metadata)?;
    if is_closed(&metadata) {
        return Ok(());
    }
    let closed = Permissions::from_mode(FOLDER);
    match open(path) {
        // Its owner may not read it, as under a umask of 777, and so cannot open it either.
        Err(error) if error.kind() == ErrorKind::PermissionDenied => {
            fs::set_permissions(path, closed).map_err(refused)
        }
        // What was looked at can be another folder by now; what is open cannot.
        folder => {
            let folder = folder.map_err(refused)?;
            expect_own(path, &folder.metadata().map_err(refused)?)?;
            folder.set_permissions(closed).map_err(refused)
        }
    }
}

/// The regular files of a private folder, or none where there is no such folder.
///
/// # Errors
/// Where it is there and is a link, no folder, or somebody else's, or cannot be listed.
pub fn files(path: &Path) -> Result<Vec<PathBuf>, Problem> {
    if let Ok(metadata) = fs::symlink_metadata(path) {
        expect_own(path, &metadata)?;
    }
    read::files(path)
}

/// Refuses a path in a project where a link on the way to it leads out of the project, or nowhere.
///
/// # Errors
/// Where there is such a link.
pub fn expect_inside(root: &Path, path: &Path) -> Result<(), Problem> {
    let way = path.ancestors().take_while(|part| *part != root);
    let is_link = |part: &&Path| part.symlink_metadata().is_ok_and(|it| it.is_symlink());
    let astray = way
        .filter(is_link)
        .filter(|part| !places::is_inside(part, root))
        .last();
    astray.map_or(Ok(()), |link| Err(Problem::unfit(link, Fault::Astray)))
}

fn is_closed(metadata: &Metadata) -> bool {
    metadata.permissions().mode() & 0o777 == FOLDER
}

fn expect_own(path: &Path, metadata: &Metadata) -> Result<(), Problem> {
    let fault = if metadata.is_symlink() {
        Fault::Link
    } else if !metadata.is_dir() {
        Fault::NotAFolder
    } else if metadata.uid() != geteuid().as_raw() {
        Fault::Foreign
    } else {
        return Ok(());
    };
    Err(Problem::unfit(path, fault))
}

fn make_above(path: &Path) -> Result<(), Problem> {
    let made = DirBuilder::new().recursive(true).mode(ABOVE).create(path);
    made.map_err(|error| match path.symlink_metadata() {
        Ok(it) if it.is_symlink() => Problem::unfit(path, Fault::Astray),
        Ok(it) if !it.is_dir() => Problem::unfit(path, Fault::NotAFolder),
        _ => Problem::io(Deed::Create, path)(error),
    })
}

fn open(path: &Path) -> std::io::Result<File> {
    let flags = OFlags::NOFOLLOW | OFlags::DIRECTORY;
    OpenOptions::new()
        .read(true)
        .custom_flags(i32::try_from(flags.bits()).unwrap_or(0))
        .open(path)
}

#[cfg(test)]
mod tests {
    use std::fs::{self, Permissions};
    use std::os::unix::fs::{PermissionsExt, symlink};

    use super::{expect_inside, folder, open};
    use crate::language::Language;

    #[test]
    fn what_others_could_enter_is_closed_to_them() {
        let home = tempfile::tempdir().unwrap();
        let path = home.path().join("a/b");
        for mode in [0o777, 0o755, 0o500, 0o700] {
            folder(&path).unwrap();
            let found = fs::metadata(&path).unwrap().permissions().mode();
            assert_eq!(found & 0o777, 0o700);
            fs::set_permissions(&path, Permissions::from_mode(mode)).unwrap();
        }
    }

    #[test]
    fn a_link_that_takes_a_folders_place_is_not_opened() {
        let home = tempfile::tempdir().unwrap();
        fs::create_dir(home.path().join("real")).unwrap();
        symlink(home.path().join("real"), home.path().join("link")).unwrap();
        assert!(open(&home.path().join("real")).is_ok());
        assert!(open(&home.path().join("link")).is_err());
    }

    #[test]
    fn a_link_may_lead_about_in_a_project_and_not_out_of_it() {
        let home = tempfile::tempdir().unwrap();
        let root = home.path().join("root");
        for folder in ["root/inside/deep", "outside/deep"] {
            fs::create_dir_all(home.path().join(folder)).unwrap();
        }
        symlink("inside", root.join("in")).unwrap();
        symlink("../outside", root.join("out")).unwrap();
        symlink("nowhere", root.join("gone")).unwrap();
        symlink("../root", root.join("round")).unwrap();
        #[track_caller]
        fn check(root: &std::path::Path, path: &str, astray: Option<&str>) {
            let found = expect_inside(root, &root.join(path)).err();
            let text = found.map(|problem| problem.text(Language::English));
            let start =
                astray.map(|link| format!("{} is a symbolic link", root.join(link).display()));
            assert_eq!(text.is_some(), start.is_some(), "{path}: {text:?}");
            if let (Some(text), Some(start)) = (text, start) {
                assert!(text.starts_with(&start), "{text}");
            }
        }
        check(&root, "inside/deep", None);
        check(&root, "in/deep", None);
        check(&root, "missing/deep", None);
        check(&root, "round/inside", None);
        check(&root, "out/deep", Some("out"));
        check(&root, "out", Some("out"));
        check(&root, "gone", Some("gone"));
        check(&root, "round/out/deep", Some("round/out"));
    }
}
