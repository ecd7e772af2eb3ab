//! How the state of the work is told to a later session: with its age, and with what changed since.
#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

mod changes;
mod choice;
mod text;

use std::time::Duration;

use recall_core::language::Language;
use recall_core::process::Surroundings;
use recall_core::stamp;
use recall_core::state::{Checkout, Commit, Excerpt, Git, Listing, Place, State, dump};
use serde_json::json;
use stage::{Ran, Stage};

const HOUR: u64 = 60 * 60;
const DAY: u64 = 24 * HOUR;

#[track_caller]
fn check_words(context: &str, found: &[&str]) {
    for words in found {
        assert!(context.contains(words), "{words}: {context}");
    }
}

#[track_caller]
fn check_silent(ran: &Ran) {
    let said = ran.stdout.contains("state of the work");
    assert_eq!((ran.code, said, ran.stderr.as_str()), (Some(0), false, ""));
}

#[track_caller]
fn told(ran: &Ran) -> String {
    assert_eq!((ran.code, ran.stderr.as_str()), (Some(0), ""));
    ran.context()
}

/// Writes a dump of this state, named for a moment some seconds ago, and returns its name.
fn keep(stage: &Stage, seconds: u64, state: &State) -> String {
    let moment = Surroundings::read().now - Duration::from_secs(seconds);
    let name = format!("session-{}.md", stamp::short(moment));
    stage.backup(&name, written(state));
    // As recall leaves it, so that git sees nothing of it.
    stage.backup(".gitignore", "*\n");
    name
}

fn written(state: &State) -> String {
    let here = Surroundings::read();
    dump::text(state, Language::English, here.now, here.zone())
}

/// A state with one changed file, at the commit where the project is.
fn state(stage: &Stage) -> State {
    on(stage, "main")
}

fn on(stage: &Stage, branch: &str) -> State {
    let commit = |format: &str| stage.git("project", &["log", "-n1", format]);
    let head = Commit {
        id: commit("--format=%H"),
        short: commit("--format=%h"),
        subject: commit("--format=%s"),
    };
    let status = Listing {
        lines: vec![" M a.txt".into()],
        left_out: 0,
    };
    State {
        trigger: "PreCompact auto".into(),
        session: Some("session-0".into()),
        root: "~/project".into(),
        git: Git::Checkout(Box::new(Checkout {
            place: Ok(Place::default()),
            branch: Ok(Some(branch.into())),
            commits: Ok(vec![head]),
            status: Ok(status),
            diff: Ok(Listing::default()),
        })),
        decisions: Some(Excerpt {
            file: "docs/decisions.md".into(),
            lines: vec!["- port 8417".into()],
            partial: false,
        }),
        tool_log: None,
        files: Vec::new(),
    }
}

fn started(stage: &Stage) -> Ran {
    greeted(stage, "startup")
}

fn greeted(stage: &Stage, source: &str) -> Ran {
    let event = stage.event("SessionStart", &json!({"source": source}));
    stage.run(
        env!("CARGO_BIN_EXE_session-start-greeting"),
        &[],
        event.to_string(),
    )
}
