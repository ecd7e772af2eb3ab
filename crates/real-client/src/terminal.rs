//! The real client in a terminal of its own, driven by keys and read from the screen.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::atomic::{AtomicU32, Ordering};

use anyhow::{Context, bail};

use crate::client::ALLOWED;
use crate::process::{self, Outcome};
use crate::stage::Stage;

const PANE: &str = "client";

/// A running client in tmux; the tmux server ends when this is dropped.
#[derive(Debug)]
pub struct Terminal<'stage> {
    stage: &'stage Stage,
    socket: PathBuf,
}

impl<'stage> Terminal<'stage> {
    /// Starts the client and waits until it takes input.
    pub fn open(stage: &'stage Stage) -> anyhow::Result<Self> {
        let terminal = Self::start(stage)?;
        terminal.wait_for("❯")?;
        Ok(terminal)
    }

    /// Starts the client.
    pub fn start(stage: &'stage Stage) -> anyhow::Result<Self> {
        static STARTED: AtomicU32 = AtomicU32::new(0);
        let nth = STARTED.fetch_add(1, Ordering::Relaxed);
        let terminal = Self {
            stage,
            socket: stage.scratch().join(format!("tmux-{nth}")),
        };
        let client = stage.client();
        let mut command = terminal.tmux();
        command
            .args([
                "new-session",
                "-d",
                "-s",
                PANE,
                "-x",
                "150",
                "-y",
                "45",
                "-c",
            ])
            .arg(stage.start())
            .arg("--")
            .arg(client.get_program())
            .args(client.get_args())
            .args(["--allowedTools", ALLOWED]);
        terminal
            .run(&mut command)?
            .succeeded("start the client in tmux")?;
        Ok(terminal)
    }

    /// Types a line and sends it, once the screen shows it.
    pub fn send(&self, line: &str) -> anyhow::Result<()> {
        self.keys(&["-l", line])?;
        self.wait_for(line)?;
        self.keys(&["Enter"])
    }

    /// Waits until the screen, or what has scrolled off it, shows a text.
    pub fn wait_for(&self, text: &str) -> anyhow::Result<()> {
        let expected = one_line(text);
        let shown = process::until(|| {
            let screen = self.screen()?;
            Ok(one_line(&screen).contains(&expected).then_some(()))
        })?;
        if shown.is_some() {
            return Ok(());
        }
        bail!(
            "the terminal never showed `{text}`; it shows:\n{}",
            self.screen()?
        )
    }

    /// Waits until the screen no longer shows a text.
    pub fn wait_until_gone(&self, text: &str) -> anyhow::Result<()> {
        let gone = process::until(|| Ok((!self.visible()?.contains(text)).then_some(())))?;
        if gone.is_some() {
            return Ok(());
        }
        bail!("the terminal still shows `{text}`:\n{}", self.visible()?)
    }

    /// Kills the client, which has no time to say that it ends.
    pub fn kill(&self) -> anyhow::Result<()> {
        let mut ask = self.tmux();
        ask.args(["display-message", "-p", "-t", PANE, "#{pane_pid}"]);
        let pid = self.run(&mut ask)?.succeeded("ask for the client's pid")?;
        let mut kill = self.stage.command(Path::new("kill"));
        kill.args(["-KILL", pid.trim()]);
        self.run(&mut kill)?.succeeded("kill the client")?;
        self.wait_for_end()
    }

    /// Waits until the client has ended.
    pub fn wait_for_end(&self) -> anyhow::Result<()> {
        let ended = process::until(|| {
            let outcome = self.run(self.tmux().args(["has-session", "-t", PANE]))?;
            Ok((!outcome.status.success()).then_some(()))
        })?;
        if ended.is_some() {
            return Ok(());
        }
        bail!(
            "the client did not end; the terminal shows:\n{}",
            self.screen()?
        )
    }

    /// What the screen shows, and what has scrolled off it.
    pub fn screen(&self) -> anyhow::Result<String> {
        let mut command = self.tmux();
        command.args(["capture-pane", "-p", "-t", PANE, "-S", "-1000"]);
        self.run(&mut command)?.succeeded("read the terminal")
    }

    fn visible(&self) -> anyhow::Result<String> {
        let mut command = self.tmux();
        command.args(["capture-pane", "-p", "-t", PANE]);
        self.run(&mut command)?.succeeded("read the terminal")
    }

    fn keys(&self, keys: &[&str]) -> anyhow::Result<()> {
        let mut command = self.tmux();
        command.args(["send-keys", "-t", PANE]).args(keys);
        self.run(&mut command)?
            .succeeded("type into the terminal")?;
        Ok(())
    }

    fn tmux(&self) -> Command {
        let mut command = self.stage.command(Path::new("tmux"));
        command
            .args(["-u", "-f", "/dev/null", "-S"])
            .arg(&self.socket);
        command
    }

    fn run(&self, command: &mut Command) -> anyhow::Result<Outcome> {
        process::run(command, self.stage.scratch()).context("could not run tmux; is it installed?")
    }
}

impl Drop for Terminal<'_> {
    fn drop(&mut self) {
        // A server that has ended already is what is wanted.
        let _ = self.run(self.tmux().arg("kill-server"));
    }
}

/// The client breaks lines where the screen ends.
fn one_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}
