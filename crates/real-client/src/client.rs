//! The real client run headless, one process for one prompt.

use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::str::FromStr;

use anyhow::{Context, ensure};
use serde_json::Value;

use crate::process;
use crate::stage::Stage;

/// The window that the client is told; a token count near it makes the client compact.
pub const WINDOW: u64 = 180_000;

/// The name of the handoff server.
pub const SERVER: &str = "recall-handoff";

/// The tools that the client need not ask for.
pub const ALLOWED: &str = "Bash,mcp__recall-handoff";

const API_KEY: &str = "sk-ant-test";

/// One installed version of the client.
#[derive(Debug, Clone)]
pub struct Client {
    /// Its version, as it is shown.
    pub version: String,
    /// Its executable.
    pub binary: PathBuf,
}

impl FromStr for Client {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let (version, binary) = text
            .split_once('=')
            .ok_or_else(|| format!("`{text}` is not VERSION=PATH"))?;
        Ok(Self {
            version: version.to_owned(),
            binary: std::path::absolute(binary).map_err(|error| error.to_string())?,
        })
    }
}

/// What one headless process answered.
#[derive(Debug)]
pub struct Answer {
    /// The session, to resume it.
    pub session: String,
    /// The model's last words.
    pub text: String,
}

/// Everything a process of a stage may see of the environment.
pub fn environment(home: &Path, temporary: &Path, api: &str) -> Vec<(&'static str, OsString)> {
    let mut path = home.join(".local/bin").into_os_string();
    path.push(":/usr/local/bin:/usr/bin:/bin:/opt/homebrew/bin");
    vec![
        ("PATH", path),
        ("HOME", home.into()),
        ("TMPDIR", temporary.into()),
        ("CLAUDE_CODE_TMPDIR", temporary.into()),
        ("TERM", "xterm-256color".into()),
        ("LANG", "C.UTF-8".into()),
        ("GIT_CONFIG_NOSYSTEM", "1".into()),
        ("ANTHROPIC_API_KEY", API_KEY.into()),
        ("ANTHROPIC_BASE_URL", api.into()),
        ("CLAUDE_CODE_AUTO_COMPACT_WINDOW", WINDOW.to_string().into()),
        ("CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC", "1".into()),
        ("DISABLE_AUTOUPDATER", "1".into()),
        ("DISABLE_TELEMETRY", "1".into()),
        ("DISABLE_ERROR_REPORTING", "1".into()),
        ("IS_SANDBOX", "1".into()),
        ("ENABLE_TOOL_SEARCH", "false".into()),
    ]
}

/// What the client has to find in `~/.claude.json` so that it asks nothing in a terminal.
pub fn answered_questions(folders: &[&Path]) -> Value {
    let trusted = serde_json::json!({
        "hasTrustDialogAccepted": true,
        "hasCompletedProjectOnboarding": true,
    });
    let projects: serde_json::Map<_, _> = folders
        .iter()
        .map(|folder| (folder.display().to_string(), trusted.clone()))
        .collect();
    serde_json::json!({
        "hasCompletedOnboarding": true,
        "theme": "dark",
        "customApiKeyResponses": {"approved": [API_KEY], "rejected": []},
        "projects": projects,
    })
}

/// Runs the client with one prompt, in a new session or in the one given.
pub fn ask(stage: &Stage, session: Option<&str>, prompt: &str) -> anyhow::Result<Answer> {
    let mut command = stage.client();
    command.args([
        "-p",
        prompt,
        "--output-format",
        "json",
        "--allowedTools",
        ALLOWED,
    ]);
    if let Some(session) = session {
        command.args(["--resume", session]);
    }
    read_answer(&mut command, stage.scratch())
        .with_context(|| format!("could not ask the client `{prompt}`"))
}

fn read_answer(command: &mut Command, scratch: &Path) -> anyhow::Result<Answer> {
    let printed = process::run(command, scratch)?.succeeded("run the client")?;
    let answer: Value = serde_json::from_str(&printed)
        .with_context(|| format!("could not read the client's answer: {printed}"))?;
    ensure!(
        answer["is_error"] == false,
        "the client reports an error: {printed}"
    );
    let field = |name: &str| answer[name].as_str().unwrap_or_default().to_owned();
    Ok(Answer {
        session: field("session_id"),
        text: field("result"),
    })
}
