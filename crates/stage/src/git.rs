//! Real repositories on a stage, with nothing of the machine's configuration of git.

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::PathBuf;

use crate::Stage;

/// What git is told, so that its answers are the same everywhere.
const ALONE: [(&str, &str); 8] = [
    ("GIT_CONFIG_GLOBAL", "/dev/null"),
    ("GIT_CONFIG_SYSTEM", "/dev/null"),
    ("GIT_AUTHOR_NAME", "t"),
    ("GIT_AUTHOR_EMAIL", "t@example.com"),
    ("GIT_AUTHOR_DATE", "2026-11-30T09:00:00Z"),
    ("GIT_COMMITTER_NAME", "t"),
    ("GIT_COMMITTER_EMAIL", "t@example.com"),
    ("GIT_COMMITTER_DATE", "2026-11-30T09:00:00Z"),
];

impl Stage {
    /// A stage whose project is a repository on the unborn branch `main`.
    pub fn with_repository() -> Self {
        let stage = ALONE
            .iter()
            .fold(Self::new(), |stage, (name, value)| stage.with(name, value));
        stage.git("project", &["init", "--quiet", "--initial-branch=main"]);
        stage
    }

    /// A stage whose project has one commit, `Begin`, of the file `a.txt`.
    pub fn with_commit() -> Self {
        let stage = Self::with_repository();
        stage.commit("project", "a.txt", "Begin");
        stage
    }

    /// Runs git in a folder below the home; it has to succeed.
    #[track_caller]
    pub fn git(&self, folder: &str, arguments: &[&str]) -> String {
        let ran = self.try_git(folder, arguments);
        assert_eq!(ran.code, Some(0), "git {arguments:?}: {}", ran.stderr);
        ran.stdout.trim_end().to_owned()
    }

    /// Runs git in a folder below the home.
    pub fn try_git(&self, folder: &str, arguments: &[&str]) -> crate::Ran {
        let shell = r#"cd "$HOME/$0" && exec git "$@""#;
        self.run("/bin/sh", &[&["-c", shell, folder], arguments].concat(), "")
    }

    /// Writes a line of its own into a file and commits it.
    #[track_caller]
    pub fn commit(&self, folder: &str, file: &str, subject: &str) {
        self.write(format!("{folder}/{file}"), format!("{subject}\n"));
        self.git(folder, &["add", "--all"]);
        self.git(folder, &["commit", "--quiet", "-m", subject]);
    }

    /// Puts a git before the real one that runs this shell text first, with the arguments in `$*`.
    #[must_use]
    pub fn with_git_that(self, first: &str) -> Self {
        let real = "PATH=/usr/local/bin:/usr/bin:/bin:/opt/homebrew/bin exec git \"$@\"";
        let script = self.write("bin/git", format!("#!/bin/sh\n{first}\n{real}\n"));
        fs::set_permissions(&script, fs::Permissions::from_mode(0o755)).unwrap();
        let path = PathBuf::from(format!(
            "{}:/usr/bin:/bin",
            self.home().join("bin").display()
        ));
        self.with("PATH", path)
    }
}
