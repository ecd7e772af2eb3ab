//! A home folder of its own for each test, and `cargo xtask` run in it.

use std::collections::BTreeMap;
use std::fs;
use std::os::unix::fs::{MetadataExt, PermissionsExt};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::SystemTime;

use tempfile::TempDir;

pub(crate) const PROGRAMS: [&str; 5] = [
    "pre-compact-backup",
    "post-compact-recall",
    "session-start-greeting",
    "recall",
    "handoff",
];

pub(crate) struct Home {
    folder: TempDir,
    variables: Vec<(String, String)>,
}

/// What a run said, and whether it succeeded.
#[must_use]
pub(crate) struct Run {
    pub(crate) success: bool,
    pub(crate) stdout: String,
    pub(crate) stderr: String,
}

/// Everything below a folder: what a file, a link or a folder is, its mode and its time.
pub(crate) type Tree = BTreeMap<PathBuf, (String, u32, SystemTime, u64)>;

impl Home {
    pub(crate) fn new() -> Home {
        let folder = tempfile::tempdir().unwrap();
        let home = Home {
            folder,
            variables: Vec::new(),
        };
        fs::create_dir(home.path("home")).unwrap();
        for name in PROGRAMS {
            home.program(name, &format!("#!/bin/sh\necho {name}\n"));
        }
        home
    }

    pub(crate) fn variable(mut self, name: &str, value: impl AsRef<Path>) -> Home {
        let value = value.as_ref().to_str().unwrap().to_owned();
        self.variables.push((name.to_owned(), value));
        self
    }

    /// With ~/.local/bin on PATH.
    pub(crate) fn with_bin_on_path(self) -> Home {
        let (bin, local) = (self.path("bin"), self.path("home/.local/bin"));
        self.variable("PATH", format!("{}:{}", bin.display(), local.display()))
    }

    pub(crate) fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    pub(crate) fn claude(&self, name: &str) -> PathBuf {
        self.path("home/.claude").join(name)
    }

    pub(crate) fn settings(&self) -> PathBuf {
        self.claude("settings.json")
    }

    pub(crate) fn write(&self, name: &str, text: &str) -> PathBuf {
        let path = self.path(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(&path, text).unwrap();
        path
    }

    pub(crate) fn write_settings(&self, text: &str) -> PathBuf {
        self.write("home/.claude/settings.json", text)
    }

    pub(crate) fn program(&self, name: &str, text: &str) {
        self.script(&format!("programs/{name}"), text);
    }

    pub(crate) fn script(&self, name: &str, text: &str) -> PathBuf {
        let path = self.write(name, text);
        fs::set_permissions(&path, fs::Permissions::from_mode(0o755)).unwrap();
        path
    }

    pub(crate) fn run_in(&self, folder: &Path, arguments: &[&str]) -> Run {
        let mut command = Command::new(env!("CARGO_BIN_EXE_xtask"));
        // A folder of the test's own, so that no client of this machine is found.
        command.env_clear().env("HOME", self.path("home"));
        command.env("PATH", self.path("bin"));
        command.envs(self.variables.iter().map(|(name, value)| (name, value)));
        let output = command
            .args(arguments)
            .current_dir(folder)
            .output()
            .unwrap();
        Run {
            success: output.status.success(),
            stdout: String::from_utf8(output.stdout).unwrap(),
            stderr: String::from_utf8(output.stderr).unwrap(),
        }
    }

    pub(crate) fn run(&self, arguments: &[&str]) -> Run {
        self.run_in(self.folder.path(), arguments)
    }

    pub(crate) fn try_install(&self, more: &[&str]) -> Run {
        let programs = self.path("programs");
        let mut arguments = vec!["install", "--programs", programs.to_str().unwrap()];
        arguments.extend(more);
        self.run(&arguments)
    }

    #[track_caller]
    pub(crate) fn install(&self, more: &[&str]) -> String {
        self.try_install(more).stdout()
    }

    #[track_caller]
    pub(crate) fn uninstall(&self, more: &[&str]) -> String {
        self.run(&[&["uninstall"], more].concat()).stdout()
    }

    pub(crate) fn tree(&self) -> Tree {
        let mut tree = Tree::new();
        walk(self.folder.path(), &mut tree);
        tree
    }
}

impl Run {
    #[track_caller]
    pub(crate) fn stdout(self) -> String {
        assert!(self.success, "{}", self.stderr);
        self.stdout
    }

    #[track_caller]
    pub(crate) fn error(self) -> String {
        assert!(!self.success, "{}", self.stdout);
        assert_eq!(self.stdout, "");
        self.stderr
    }
}

#[track_caller]
pub(crate) fn assert_contains(text: &str, part: &str) {
    assert!(text.contains(part), "{part:?} is not in:\n{text}");
}

pub(crate) fn read(path: impl AsRef<Path>) -> String {
    let path = path.as_ref();
    fs::read_to_string(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

pub(crate) fn mode(path: impl AsRef<Path>) -> u32 {
    fs::metadata(path).unwrap().permissions().mode() & 0o7777
}

/// The files of a folder, by name.
pub(crate) fn files(folder: impl AsRef<Path>) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).into_iter().flatten();
    let mut files: Vec<_> = entries.map(|it| it.unwrap().path()).collect();
    files.sort();
    files
}

fn walk(folder: &Path, tree: &mut Tree) {
    for path in files(folder) {
        let about = fs::symlink_metadata(&path).unwrap();
        let what = if about.is_dir() {
            walk(&path, tree);
            "a folder".to_owned()
        } else if about.is_symlink() {
            fs::read_link(&path).unwrap().display().to_string()
        } else {
            String::from_utf8_lossy(&fs::read(&path).unwrap()).into_owned()
        };
        let time = about.modified().unwrap();
        tree.insert(path, (what, about.mode(), time, about.ino()));
    }
}
