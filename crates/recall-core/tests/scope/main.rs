//! The project that a folder belongs to, on real files and repositories.
#![expect(
    clippy::disallowed_methods,
    clippy::panic,
    clippy::unwrap_used,
    reason = "a test makes the files that it looks at, and fails by panicking"
)]

mod git_config;
mod markers;
mod repositories;

use std::fs;
use std::path::PathBuf;
use std::process::Command;

use tempfile::TempDir;

use recall_core::handoff::scope::{self, Scope};
use recall_core::language::Language;
use recall_core::problem::Problem;
use recall_core::store::places;

/// A home folder, gone with the value.
struct Home(TempDir);

impl Home {
    fn new() -> Self {
        Self(tempfile::tempdir().unwrap())
    }

    /// A home folder with a repository in its folder `api`, which has a commit and these remotes.
    fn with(remotes: &[(&str, &str)]) -> Self {
        let home = Self::new();
        home.repository("api");
        for (name, url) in remotes {
            home.git("api", &["remote", "add", name, url]);
        }
        home
    }

    fn path(&self, below: &str) -> PathBuf {
        places::real(self.0.path()).join(below)
    }

    fn write(&self, file: &str, text: &str) {
        let file = self.path(file);
        fs::create_dir_all(file.parent().unwrap()).unwrap();
        fs::write(file, text).unwrap();
    }

    fn folder(&self, folder: &str) {
        fs::create_dir_all(self.path(folder)).unwrap();
    }

    fn repository(&self, folder: &str) {
        self.folder(folder);
        self.git(folder, &["init", "--quiet", "--initial-branch=main"]);
        self.git(
            folder,
            &["commit", "--quiet", "--allow-empty", "-m", "Begin"],
        );
    }

    #[track_caller]
    fn git(&self, folder: &str, arguments: &[&str]) -> String {
        let who = ["-c", "user.name=t", "-c", "user.email=t@example.com"];
        let local = ["-c", "protocol.file.allow=always"];
        let ran = Command::new("git")
            .env_clear()
            .env("PATH", "/usr/local/bin:/usr/bin:/bin:/opt/homebrew/bin")
            .env("HOME", self.path(""))
            .env("GIT_CONFIG_GLOBAL", "/dev/null")
            .env("GIT_CONFIG_SYSTEM", "/dev/null")
            .current_dir(self.path(folder))
            .args(who)
            .args(local)
            .args(arguments)
            .output()
            .unwrap();
        let complaint = String::from_utf8_lossy(&ran.stderr);
        assert!(ran.status.success(), "git {arguments:?}: {complaint}");
        String::from_utf8(ran.stdout).unwrap()
    }

    fn look(&self, start: &str) -> (Scope, Vec<Problem>) {
        let (start, home) = (self.path(start), self.path(""));
        let root = places::project_root(&start, Some(&home));
        let mut problems = Vec::new();
        let scope = scope::find(&start, &root, Some(&home), &mut problems);
        (scope, problems)
    }

    /// The project that a folder belongs to, where nothing is the matter.
    #[track_caller]
    fn scope(&self, start: &str) -> Scope {
        let (scope, problems) = self.look(start);
        assert!(problems.is_empty(), "{problems:?}");
        scope
    }

    #[track_caller]
    fn check(&self, start: &str, workspace: &str, project: &str) {
        let scope = self.scope(start);
        assert_eq!(
            (scope.workspace.as_str(), scope.project.as_str()),
            (workspace, project)
        );
    }

    /// A folder whose marker or repository is not usable: it is told with these words, and the next rule holds.
    #[track_caller]
    fn check_problem(&self, start: &str, expected: &[&str], project: &str) {
        let (scope, problems) = self.look(start);
        let [problem] = problems.as_slice() else {
            panic!("not one problem: {problems:?}");
        };
        for words in expected {
            let text = problem.text(Language::English);
            assert!(text.contains(words), "{text}");
            let japanese = problem.text(Language::Japanese);
            assert_ne!(japanese, text);
        }
        assert_eq!(scope.project, project);
    }
}

const MARKER: &str = "workspace = \"acme\"\nproject = \"tools\"\n";
const ORIGIN: (&str, &str) = ("origin", "git@github.com:me/api.git");
const UPSTREAM: (&str, &str) = ("upstream", "https://github.com/acme/api");

fn pipe(path: &std::path::Path) {
    let made = Command::new("mkfifo").arg(path).status().unwrap();
    assert!(made.success());
}
