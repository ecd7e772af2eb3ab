//! One scratch home with a project, a scripted API and the installed programs.

use std::fs;
use std::os::unix::fs::symlink;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, ensure};
use tempfile::TempDir;

use crate::api::{Api, Request};
use crate::client::{self, Answer, Client};
use crate::hooks;
use crate::process;
use crate::props::{self, FOREIGN_SETTINGS};
use crate::terminal::Terminal;

/// What every stage of a run is built from.
#[derive(Debug)]
pub struct Setup {
    /// The executable whose `install --programs DIR` and `uninstall` are used.
    pub installer: PathBuf,
    /// The folder of the built programs.
    pub programs: PathBuf,
    /// The client to prove them on.
    pub client: Client,
}

/// Where the project is and where the client starts.
#[derive(Debug, Clone, Copy)]
pub struct Place {
    /// The checkout, below the scratch folder.
    pub project: &'static str,
    /// The folder the client is started in, below the checkout; empty for the checkout itself.
    pub start: &'static str,
}

/// A scratch world; removed with everything in it unless it is kept.
#[derive(Debug)]
pub struct Stage {
    scratch: TempDir,
    root: PathBuf,
    project: PathBuf,
    start: PathBuf,
    api: Api,
    client: PathBuf,
    installer: PathBuf,
}

impl Stage {
    /// Makes the scratch folder, the project and the home, and installs the programs.
    pub fn raise(setup: &Setup, place: Place) -> anyhow::Result<Self> {
        let scratch = tempfile::Builder::new()
            .prefix("recall-")
            .tempdir()
            .context("could not make a scratch folder")?;
        let root = fs::canonicalize(scratch.path())
            .with_context(|| format!("could not resolve {}", scratch.path().display()))?;
        let project = root.join(place.project);
        let start = if place.start.is_empty() {
            project.clone()
        } else {
            project.join(place.start)
        };
        let stage = Self {
            scratch,
            root,
            project,
            start,
            api: Api::start()?,
            client: setup.client.binary.clone(),
            installer: setup.installer.clone(),
        };
        props::lay_out(&stage)?;
        let mut install = stage.command(&stage.installer);
        install.args(["install", "--programs"]).arg(&setup.programs);
        stage.run(&mut install, "install the programs")?;
        Ok(stage)
    }

    /// Installs once more, now that the client can be called by its name.
    pub fn install_with_client_on_path(&self) -> anyhow::Result<()> {
        let link = self.home().join(".local/bin/claude");
        symlink(&self.client, &link)
            .with_context(|| format!("could not make {}", link.display()))?;
        let mut install = self.command(&self.installer);
        let programs = self.home().join(".claude/hooks");
        install.args(["install", "--programs"]).arg(programs);
        self.run(&mut install, "install with the client on PATH")?;
        Ok(())
    }

    /// The scripted API.
    pub fn api(&self) -> &Api {
        &self.api
    }

    /// The root of the project's checkout.
    pub fn project(&self) -> &Path {
        &self.project
    }

    /// The folder the client starts in.
    pub fn start(&self) -> &Path {
        &self.start
    }

    /// The folder that holds everything of this stage.
    pub fn scratch(&self) -> &Path {
        &self.root
    }

    /// The user's home.
    pub fn home(&self) -> PathBuf {
        self.root.join("home")
    }

    /// The user's settings of the client.
    pub fn settings(&self) -> PathBuf {
        self.home().join(".claude/settings.json")
    }

    /// A command in the start folder that sees nothing but the stage's environment.
    pub fn command(&self, program: &Path) -> Command {
        let mut command = Command::new(program);
        command
            .env_clear()
            .envs(client::environment(
                &self.home(),
                &self.temporary(),
                &self.api.url(),
            ))
            .current_dir(&self.start);
        command
    }

    /// Runs a command that has to succeed, and gives what it printed.
    pub fn run(&self, command: &mut Command, deed: &str) -> anyhow::Result<String> {
        process::run(command, &self.root)?.succeeded(deed)
    }

    /// The client, ready for arguments.
    pub fn client(&self) -> Command {
        let mut command = self.command(&self.client);
        command.arg("--debug-file").arg(self.debug_log());
        command
    }

    /// Starts a session with one prompt, headless.
    pub fn ask(&self, prompt: &str) -> anyhow::Result<Answer> {
        client::ask(self, None, prompt)
    }

    /// Resumes a session with one prompt, headless.
    pub fn ask_again(&self, session: &str, prompt: &str) -> anyhow::Result<Answer> {
        client::ask(self, Some(session), prompt)
    }

    /// Starts the client in a terminal.
    pub fn terminal(&self) -> anyhow::Result<Terminal<'_>> {
        Terminal::open(self)
    }

    /// Uninstalls; the settings must be what they were, byte for byte.
    pub fn uninstall(&self) -> anyhow::Result<()> {
        let installed = self.read_settings()?;
        ensure!(
            installed != FOREIGN_SETTINGS,
            "the installer changed nothing in the settings"
        );
        let mut uninstall = self.command(&self.installer);
        self.run(uninstall.arg("uninstall"), "uninstall the programs")?;
        let settings = self.read_settings()?;
        ensure!(
            settings == FOREIGN_SETTINGS,
            "uninstall left other settings\nexpected:\n{FOREIGN_SETTINGS}\nfound:\n{settings}"
        );
        Ok(())
    }

    /// Checks that no hook complained, uninstalls and removes the scratch folder.
    pub fn close(&self) -> anyhow::Result<()> {
        hooks::are_content(&self.home(), &self.debug_log())?;
        if self.read_settings()? == FOREIGN_SETTINGS {
            return Ok(());
        }
        self.uninstall()
    }

    /// Leaves the scratch folder, with the requests beside everything else, and tells what there is.
    pub fn keep(mut self) -> String {
        let requests = self.api.requests();
        let bodies: Vec<_> = requests.iter().map(Request::body).collect();
        let text = serde_json::to_string_pretty(&bodies).unwrap_or_default();
        let written = fs::write(self.root.join("requests.json"), text);
        self.scratch.disable_cleanup(true);
        let mut told = format!("kept in {}", self.root.display());
        if written.is_ok() {
            told.push_str(", with requests.json");
        }
        let complaints = hooks::all_complaints(&self.home(), &self.debug_log());
        for complaint in complaints.unwrap_or_default() {
            told.push_str("\na hook complained: ");
            told.push_str(&complaint);
        }
        told
    }

    /// The folder for the temporary files of every process.
    pub fn temporary(&self) -> PathBuf {
        self.root.join("tmp")
    }

    fn debug_log(&self) -> PathBuf {
        self.root.join("debug.txt")
    }

    fn read_settings(&self) -> anyhow::Result<String> {
        let path = self.settings();
        fs::read_to_string(&path).with_context(|| format!("could not read {}", path.display()))
    }
}
