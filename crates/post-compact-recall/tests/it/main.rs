//! The hook as its client and its user see it, in a home of its own.

mod bad_disk;
mod bad_input;
mod events;
mod limit;
mod lineage;
mod places;
mod recall;
mod reload;
mod secrets;
mod segment;
mod subagents;
mod turns;
mod words;

use serde_json::json;
use stage::{Ran, Stage};

/// Answers the event that follows a compaction.
fn compacted(stage: &Stage, arguments: &[&str]) -> Ran {
    let event = stage.event("SessionStart", &json!({"source": "compact"}));
    let program = env!("CARGO_BIN_EXE_post-compact-recall");
    stage.run(program, arguments, event.to_string())
}
