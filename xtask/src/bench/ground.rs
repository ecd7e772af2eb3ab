//! Where the programs of a bench run: a home and a project of their own, on a real disk.

use std::ffi::OsString;
use std::fs;
use std::os::unix::fs::symlink;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, Result, ensure};
use serde_json::json;
use tempfile::TempDir;

use super::transcript::SESSION;
use crate::programs;

/// How a bench is run.
#[derive(clap::Args)]
pub(crate) struct Runs {
    /// How often each command runs
    #[arg(long, value_name = "N", default_value_t = 15)]
    pub(super) runs: usize,
    /// The size of a large transcript in MiB, 1024 by default, or of all transcripts that are searched, 2048
    #[arg(long, value_name = "MIB")]
    size: Option<u64>,
    /// Where the files are laid for as long as it runs: on a real disk, outside a checkout
    #[arg(long, value_name = "DIR", default_value = "/var/tmp")]
    folder: PathBuf,
    /// Takes programs that are built already from this folder
    #[arg(long, value_name = "DIR")]
    programs: Option<PathBuf>,
}

impl Runs {
    /// The MiB of a large transcript.
    pub(super) fn size(&self) -> u64 {
        self.size_or(1024)
    }

    /// The MiB that were asked for, else as many.
    pub(super) fn size_or(&self, usual: u64) -> u64 {
        self.size.unwrap_or(usual)
    }
}

/// A folder with a home and a project, gone with the value.
pub(super) struct Ground {
    folder: TempDir,
    programs: PathBuf,
    search: OsString,
}

impl Ground {
    pub(super) fn new(options: &Runs) -> Result<Self> {
        let cannot = || {
            format!(
                "cannot lay files in {}; name another --folder",
                options.folder.display()
            )
        };
        let parent = fs::canonicalize(&options.folder).with_context(cannot)?;
        ensure!(
            !parent
                .ancestors()
                .any(|folder| folder.join(".git").exists()),
            "{} is in a checkout, whose backups would be written; name a --folder outside of one",
            parent.display()
        );
        let programs = match &options.programs {
            Some(folder) => fs::canonicalize(folder)
                .with_context(|| format!("there is no folder {}", folder.display()))?,
            None => programs::folder()?,
        };
        let folder = tempfile::Builder::new()
            .prefix("recall-bench-")
            .tempdir_in(parent)
            .with_context(cannot)?;
        let others = std::env::var_os("PATH").unwrap_or_default();
        let all = std::iter::once(programs.clone()).chain(std::env::split_paths(&others));
        let search =
            std::env::join_paths(all).context("cannot search a folder whose name holds a colon")?;
        let ground = Self {
            folder,
            programs,
            search,
        };
        for name in ["home", "project"] {
            fs::create_dir(ground.path(name)).with_context(cannot)?;
        }
        Ok(ground)
    }

    pub(super) fn path(&self, name: impl AsRef<Path>) -> PathBuf {
        self.folder.path().join(name)
    }

    /// The folder of recall's programs.
    pub(super) fn programs(&self) -> &Path {
        &self.programs
    }

    pub(super) fn backups(&self) -> PathBuf {
        self.path("project/.claude/backups")
    }

    /// A command in this folder that inherits nothing.
    pub(super) fn command(&self, name: &str) -> Command {
        let mut command = Command::new(name);
        command
            .current_dir(self.path(""))
            .env_clear()
            .env("PATH", &self.search)
            .env("HOME", self.path("home"))
            .env("CLAUDE_PROJECT_DIR", self.path("project"));
        command
    }

    /// Runs a command of the shell that lays something out.
    pub(super) fn shell(&self, line: &str) -> Result<()> {
        let output = self
            .command("sh")
            .args(["-ec", line])
            .output()
            .context("cannot run a shell")?;
        ensure!(
            output.status.success(),
            "{line} failed: {}",
            String::from_utf8_lossy(&output.stderr)
        );
        Ok(())
    }

    pub(super) fn write(&self, name: &str, bytes: impl AsRef<[u8]>) -> Result<()> {
        let path = self.path(name);
        let folder = path.parent().unwrap_or(Path::new("."));
        fs::create_dir_all(folder)
            .and_then(|()| fs::write(&path, bytes))
            .with_context(|| format!("cannot write {}", path.display()))
    }

    /// Links a program under this name, so that it can be found where nothing else is.
    pub(super) fn link(&self, name: &str) -> Result<()> {
        let path = self.path(name);
        self.write(name, "")?;
        fs::remove_file(&path)
            .and_then(|()| {
                symlink(
                    self.programs.join(path.file_name().unwrap_or_default()),
                    &path,
                )
            })
            .with_context(|| format!("cannot link {}", path.display()))
    }

    /// Writes an event of the made-up session into a file, from which a hook can read it.
    pub(super) fn event(
        &self,
        file: &str,
        transcript: &str,
        fields: &[(&str, &str)],
    ) -> Result<()> {
        let mut event = json!({
            "session_id": SESSION,
            "transcript_path": self.path(transcript),
            "cwd": self.path("project"),
        });
        if let Some(event) = event.as_object_mut() {
            event.extend(
                fields
                    .iter()
                    .map(|(name, value)| ((*name).to_owned(), json!(value))),
            );
        }
        self.write(file, event.to_string())
    }

    /// Removes what a run left, and waits until the disk is at rest.
    pub(super) fn clear(&self, names: &[&str]) -> Result<()> {
        for name in names {
            let path = self.path(name);
            if path.is_dir() {
                fs::remove_dir_all(&path)
                    .with_context(|| format!("cannot remove {}", path.display()))?;
            } else if path.exists() {
                fs::remove_file(&path)
                    .with_context(|| format!("cannot remove {}", path.display()))?;
            }
        }
        self.shell("sync -f .")
    }
}
