//! The files of the work, and how a path is told.

use foldhash::{HashSet, HashSetExt};

use super::{Folders, deeds};
use crate::transcript::Entry;
use crate::transcript::entry::Deed;

/// Files of the work, most recent first.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Files {
    /// Those that were changed.
    pub changed: Vec<String>,
    /// Those that were only read, or looked through.
    pub read: Vec<String>,
}

/// The files that were changed, and those that were only read.
#[must_use]
pub fn files(entries: &[Entry], folders: Folders<'_>) -> Files {
    let mut files = Files::default();
    let mut seen = HashSet::new();
    for deed in deeds(entries).rev() {
        if let Deed::Edit(path) = deed
            && seen.insert(path)
        {
            files.changed.push(told(path, folders));
        }
    }
    for deed in deeds(entries).rev() {
        if let Deed::Read(path) = deed
            && path.contains(SEPARATORS)
            && seen.insert(path)
        {
            files.read.push(told(path, folders));
        }
    }
    files
}

/// A path from the project's root, or from the session's folder; one that lies outside stays as it is.
#[must_use]
pub(super) fn told(path: &str, folders: Folders<'_>) -> String {
    let root = folders.root.to_string_lossy();
    let bases = [Some(root.as_ref()), folders.cwd];
    let inside = bases.into_iter().flatten().find_map(|base| {
        let base = base.trim_end_matches(SEPARATORS);
        let rest = path.strip_prefix(base)?.strip_prefix(SEPARATORS)?;
        let folder = base.rsplit(SEPARATORS).next().unwrap_or("");
        // A bare name says too little about a file at the root: its folder stays with it.
        let whole = if rest.contains(SEPARATORS) {
            rest.to_owned()
        } else {
            format!("{folder}/{rest}")
        };
        Some(whole.replace('\\', "/"))
    });
    inside.unwrap_or_else(|| path.to_owned())
}

/// What parts a path; a session on Windows has both.
const SEPARATORS: [char; 2] = ['/', '\\'];

/// The last two parts of a path, which say enough where the whole path stands nearby.
pub(super) fn tail(path: &str) -> String {
    let mut parts = path.rsplitn(3, SEPARATORS);
    match (parts.next(), parts.next(), parts.next()) {
        (Some(last), Some(before), Some(_)) => format!("{before}/{last}"),
        _ => path.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::{tail, told};
    use crate::restore::material::Folders;

    #[track_caller]
    fn check(path: &str, expected: &str) {
        let folders = Folders {
            root: Path::new("/w/app"),
            cwd: Some("C:\\w\\site"),
        };
        assert_eq!(told(path, folders), expected);
    }

    #[test]
    fn a_path_is_told_from_the_project_or_the_sessions_folder() {
        check("/w/app/src/a.rs", "src/a.rs");
        check("C:\\w\\site\\src\\a.ts", "src/a.ts");
    }

    #[test]
    fn a_file_at_the_root_keeps_the_name_of_its_folder() {
        check("/w/app/README.md", "app/README.md");
        check("C:\\w\\site\\README.md", "site/README.md");
    }

    #[test]
    fn a_path_outside_stays_as_it_is() {
        check("/etc/hosts", "/etc/hosts");
        check("/w/application/a.rs", "/w/application/a.rs");
    }

    #[test]
    fn two_parts_of_a_path_are_enough_beside_the_whole() {
        assert_eq!(tail("a/b/c/d.rs"), "c/d.rs");
        assert_eq!(tail("d.rs"), "d.rs");
        assert_eq!(tail("c/d.rs"), "c/d.rs");
    }
}
