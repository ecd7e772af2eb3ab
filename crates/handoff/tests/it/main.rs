//! The program as clients of both eras of the protocol and people at a shell see it.
#![expect(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::indexing_slicing,
    clippy::panic,
    reason = "a test fails by panicking"
)]

mod accept;
mod arguments;
mod begin;
mod cancel;
mod client;
mod damaged;
mod killed;
mod list;
mod people;
mod protocol;
mod race;
mod scope;
mod words;

use std::path::PathBuf;

use recall_core::handoff::record::Through;
use recall_core::handoff::scope::Scope;
use recall_core::handoff::session::{Client as Process, Session};
use recall_core::handoff::sessions;
use recall_core::handoff::store::{self, Accepting};
use serde_json::{Value, json};
use stage::{OPERATOR, Ran, Stage};
use time::{Duration, OffsetDateTime};

use client::{Client, Era};

const PROGRAM: &str = env!("CARGO_BIN_EXE_handoff");

/// The environment of a client that forwards its session.
fn session(stage: Stage, id: &str) -> Stage {
    let project = stage.project();
    stage
        .with("CLAUDE_CODE_SESSION_ID", id)
        .with("CLAUDE_PROJECT_DIR", project)
}

/// What a person gets in a shell in the project.
fn shell(stage: &Stage, arguments: &[&str]) -> Ran {
    stage.run(PROGRAM, arguments, "")
}

/// Calls a tool once, as a client of the newer era.
#[track_caller]
fn call(stage: &Stage, tool: &str, arguments: Value) -> Called {
    Client::start(stage, Era::Newer).call(tool, arguments)
}

/// What a call came to.
#[derive(Debug)]
struct Called {
    /// What a reader gets.
    text: String,
    /// What a program gets; null for an error.
    told: Value,
    /// Whether it is a tool error.
    is_error: bool,
}

/// Leaves a handoff as a person does and returns its id.
#[track_caller]
fn left(stage: &Stage, arguments: &[&str]) -> String {
    let begin: Vec<&str> = ["begin", "--json"]
        .iter()
        .chain(arguments)
        .copied()
        .collect();
    let ran = shell(stage, &begin);
    assert_eq!(ran.code, Some(0), "{ran:?}");
    ran.json()["handoff_id"].as_str().unwrap().to_owned()
}

/// The folder of the project's handoffs.
fn shelf(stage: &Stage) -> PathBuf {
    let scope = Scope::of_folder(&stage.project());
    stage.home().join(".claude/handoffs").join(scope.key)
}

/// Puts a handoff into the project's folder, with more fields or others than one that a session left.
fn lay(stage: &Stage, id: &str, fields: &Value) {
    let mut handoff = json!({
        "id": id,
        "workspace": "default",
        "project": "project",
        "from_session_id": "before",
        "cwd": stage.project(),
        "summary": "The import works",
        "state": "open",
        "created_at": "2026-11-30T09:31:27Z",
        "owner": OPERATOR,
    });
    let fields = fields.as_object().unwrap().clone();
    handoff.as_object_mut().unwrap().extend(fields);
    let open = if handoff["state"] == "open" {
        "open"
    } else {
        "closed"
    };
    stage.write(
        shelf(stage).join(format!("{id}.{open}.json")),
        handoff.to_string(),
    );
    let record = Scope::of_folder(&stage.project()).record();
    stage.write(shelf(stage).join("scope.json"), record);
}

/// Gives a handoff to a session as the hook does when it starts.
fn consume(stage: &Stage, id: &str, session: &str) {
    let by = Accepting {
        agent: Some("claude-code"),
        session: Some(session),
        through: Through::Hook,
    };
    let now = OffsetDateTime::now_utc();
    store::accept(&shelf(stage), id, by, now).unwrap().unwrap();
}

/// Notes a session as the hooks do, of a client's process; it ended, or goes on.
fn note(stage: &Stage, id: &str, client: Option<Process>, ended: bool) {
    let now = OffsetDateTime::now_utc();
    let session = Session {
        session_id: id.to_owned(),
        began_at: now - Duration::hours(2),
        heard_at: now - Duration::hours(1),
        ended_at: ended.then_some(now),
        client,
        cwd: None,
        transcript: Some(stage.transcript_path().display().to_string()),
        owner: OPERATOR.to_owned(),
    };
    sessions::note(&shelf(stage), &session).unwrap();
}

/// Whether a text has words of Japanese.
fn is_japanese(text: &str) -> bool {
    text.chars().any(|c| ('\u{3040}'..'\u{a000}').contains(&c))
}
