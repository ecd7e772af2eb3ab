//! Where things are: the project's root, its backups, the client's folder.

use std::path::{Path, PathBuf};

/// The root of the project that a folder belongs to: the nearest checkout, else the folder itself.
///
/// A checkout is told by its `.git`, a folder or (in a worktree or submodule) a
/// file; git is not run. A home folder that is itself a checkout is nobody's
/// root but its own: everything below it would count as one project otherwise.
#[must_use]
pub fn project_root(start: &Path, home: Option<&Path>) -> PathBuf {
    let start = std::fs::canonicalize(start).unwrap_or_else(|_| start.to_owned());
    let home = home.and_then(|home| std::fs::canonicalize(home).ok());
    let is_checkout = |folder: &&Path| folder.join(".git").symlink_metadata().is_ok();
    let is_root = |folder: &&Path| {
        is_checkout(folder) && (Some(*folder) != home.as_deref() || *folder == start)
    };
    start.ancestors().find(is_root).unwrap_or(&start).to_owned()
}

/// A project's backups folder.
#[must_use]
pub fn backups(root: &Path) -> PathBuf {
    root.join(".claude").join("backups")
}

/// The folder in which the handoffs of every project are.
#[must_use]
pub fn handoffs(claude_dir: &Path) -> PathBuf {
    claude_dir.join("handoffs")
}

/// The file in which a project's backups folder logs its events.
#[must_use]
pub fn compaction_log(root: &Path) -> PathBuf {
    backups(root).join("compaction-log.md")
}

/// The name of the folder in which the client keeps the transcripts of sessions started in `folder`.
///
/// Every UTF-16 code unit but ASCII letters and digits becomes a hyphen. A name
/// of more than [`SLUG`] characters is cut there and goes on with a hyphen and a
/// hash of the client's own, so that only its start is known (client 2.1.332).
#[must_use]
pub fn slug(folder: &Path) -> String {
    let text = folder.to_string_lossy();
    let plain = |c: char| {
        if c.is_ascii_alphanumeric() {
            c.to_string()
        } else {
            "-".repeat(c.len_utf16())
        }
    };
    text.chars().map(plain).collect()
}

/// Characters of a [`slug`] that the client keeps.
pub const SLUG: usize = 200;

/// A path as a person writes it: below the home folder it starts with `~`.
#[must_use]
pub fn for_people(path: &Path, home: Option<&Path>) -> String {
    match home.and_then(|home| path.strip_prefix(home).ok()) {
        Some(rest) => Path::new("~").join(rest).display().to_string(),
        None => path.display().to_string(),
    }
}

/// A path with its links followed, or as it is where it leads to nothing.
#[must_use]
pub fn real(path: &Path) -> PathBuf {
    std::fs::canonicalize(path).unwrap_or_else(|_| path.to_owned())
}

/// Whether a path, with its links followed, lies in a folder.
#[must_use]
pub fn is_inside(path: &Path, folder: &Path) -> bool {
    let real = |path: &Path| std::fs::canonicalize(path).ok();
    matches!((real(path), real(folder)), (Some(path), Some(folder)) if path.starts_with(&folder))
}

/// Whether two paths lead to the same file.
#[must_use]
pub fn is_same(one: &Path, other: &Path) -> bool {
    let real = |path: &Path| std::fs::canonicalize(path).ok();
    real(one).is_some_and(|one| Some(one) == real(other))
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::{for_people, slug};

    #[test]
    fn a_folder_has_the_name_that_the_client_gives_it() {
        assert_eq!(
            slug(Path::new("/w/my project 日本語🦀")),
            "-w-my-project------"
        );
        assert_eq!(slug(Path::new("/w/a_b.c")), "-w-a-b-c");
    }

    #[test]
    fn a_path_below_home_is_written_as_people_do() {
        let home = Some(Path::new("/home/me"));
        assert_eq!(for_people(Path::new("/home/me/a"), home), "~/a");
        assert_eq!(for_people(Path::new("/home/menu"), home), "/home/menu");
        assert_eq!(for_people(Path::new("/home/me/a"), None), "/home/me/a");
    }
}
