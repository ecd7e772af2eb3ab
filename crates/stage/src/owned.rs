//! What belongs to whom: programs run under a umask, and folders of other users.

use std::os::unix::fs::chown;
use std::path::{Path, PathBuf};

use crate::{Ran, Stage, mode, tree};

/// A user that no test runs as.
const SOMEBODY: u32 = 65_534;

impl Stage {
    /// Runs a program under a umask, such as `077`.
    pub fn run_under(&self, umask: &str, program: &str, arguments: &[&str], input: &str) -> Ran {
        let shell = r#"umask "$0" && exec "$@""#;
        let first = ["-c", shell, umask, program];
        self.run("/bin/sh", &[&first, arguments].concat(), input)
    }

    /// Gives a folder with all that it holds to another user.
    ///
    /// False, with the reason on standard error, where the tests do not run as the superuser, since
    /// nobody else can give anything away.
    #[must_use]
    #[expect(clippy::print_stderr, reason = "a case that cannot run says why")]
    pub fn give_away(&self, folder: &Path) -> bool {
        let below = tree(folder).into_keys().map(|path| folder.join(path));
        for path in below.chain([folder.to_owned()]) {
            if let Err(error) = chown(&path, Some(SOMEBODY), Some(SOMEBODY)) {
                eprintln!(
                    "not run here: only the superuser can give {} to another user: {error}",
                    path.display()
                );
                return false;
            }
        }
        true
    }

    /// The paths below a folder, and the folder, that others than their owner may touch in any way.
    pub fn open_to_others(&self, folder: &Path) -> Vec<(PathBuf, u32)> {
        let below = tree(folder).into_keys().map(|path| folder.join(path));
        let all = below.chain([folder.to_owned()]);
        let modes = all.map(|path| (mode(&path), path));
        modes
            .filter(|(mode, path)| *mode != if path.is_dir() { 0o700 } else { 0o600 })
            .map(|(mode, path)| (path, mode))
            .collect()
    }
}
