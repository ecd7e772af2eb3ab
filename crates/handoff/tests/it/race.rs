//! Many processes want one handoff: exactly one gets it, and each of the others is told who did.

use std::env;
use std::fs::{self, File};
use std::io::Write;
use std::path::PathBuf;
use std::process::{Child, Stdio};
use std::thread;
use std::time::Duration;

use recall_core::store::shelf;
use serde_json::{Value, json};
use stage::Stage;

use crate::{PROGRAM, lay, session};

const ID: &str = "20261130-093101-0f3a9c";

/// How many race; `RECALL_STRESS` lets a thousand.
fn racers() -> usize {
    let is_stress = env::var_os("RECALL_STRESS").is_some();
    if is_stress { 1_000 } else { 60 }
}

/// One that asks for the handoff: every second is a client, the others a person's shell.
struct Racer {
    process: Child,
    answer: PathBuf,
}

impl Racer {
    fn start(stage: &Stage, nth: usize, request: &str) -> Self {
        let arguments = match nth % 2 {
            0 => &["mcp"][..],
            _ => &["accept", ID, "--json"],
        };
        let answer = stage.home().join(format!("answer-{nth}"));
        let mut command = stage.command(PROGRAM, arguments);
        command
            .env("CLAUDE_CODE_SESSION_ID", format!("{nth:08}-racer"))
            .stdin(Stdio::piped())
            .stdout(File::create(&answer).unwrap())
            .stderr(Stdio::null());
        let mut process = command.spawn().unwrap();
        // A client keeps its server's input open until it has the answer.
        let _ = writeln!(process.stdin.as_mut().unwrap(), "{request}");
        Self { process, answer }
    }

    /// What it was told: by a client's answer or by the command's.
    fn told(mut self) -> Value {
        loop {
            let ended = self.process.try_wait().unwrap().is_some();
            let bytes = fs::read(&self.answer).unwrap();
            if let Ok(told) = serde_json::from_slice::<Value>(&bytes) {
                let _ = self.process.wait();
                let structure = &told["result"]["structuredContent"];
                return if structure.is_null() {
                    told
                } else {
                    structure.clone()
                };
            }
            assert!(!ended, "no answer: {bytes:?}");
            thread::sleep(Duration::from_millis(5));
        }
    }
}

#[test]
fn of_any_number_of_racing_processes_exactly_one_gets_it() {
    let stage = session(Stage::new(), "nobody");
    lay(&stage, ID, &json!({}));
    let request = json!({
        "jsonrpc": "2.0", "id": 1, "method": "tools/call",
        "params": {
            "name": "memory_handoff_accept",
            "arguments": {"handoff_id": ID},
            "_meta": {
                "io.modelcontextprotocol/protocolVersion": "2026-07-28",
                "io.modelcontextprotocol/clientInfo": {"name": "racer", "version": "1"},
                "io.modelcontextprotocol/clientCapabilities": {},
            },
        },
    });
    let request = request.to_string();
    // They all wait at the lock until every one of them runs.
    let lock = shelf::lock(&crate::shelf(&stage)).unwrap();
    let start = |nth| Racer::start(&stage, nth, &request);
    let running: Vec<Racer> = (0..racers()).map(start).collect();
    drop(lock);
    let answers: Vec<Value> = running.into_iter().map(Racer::told).collect();
    let is_winner = |answer: &&Value| answer["status"] == "claimed";
    let winners: Vec<&Value> = answers.iter().filter(is_winner).collect();
    let [winner] = winners.as_slice() else {
        panic!("{} winners", winners.len());
    };
    let session = winner["handoff"]["accepted_by_session"].as_str().unwrap();
    let session: String = session.chars().take(8).collect();
    let expected = format!("session {session}");
    for loser in answers.iter().filter(|answer| !is_winner(answer)) {
        assert_eq!(loser["status"], "none_pending", "{loser}");
        let message = loser["message"].as_str().unwrap();
        assert!(message.contains(&expected), "{expected}: {message}");
    }
    assert_eq!(answers.len(), racers());
}
