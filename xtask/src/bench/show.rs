//! `recall`, the command for people, on a large backup.

use anyhow::Result;

use super::figures::Wanted;
use super::ground::{Ground, Runs};
use super::race::{Contestant, Race};
use super::transcript::{self, MIB};

pub(super) fn last_turns<'a>(ground: &'a Ground, options: &Runs) -> Result<Race<'a>> {
    transcript::write(&ground.path("transcript.jsonl"), options.size() * MIB, MIB)?;
    ground.event(
        "event.json",
        "transcript.jsonl",
        &[("hook_event_name", "SessionEnd")],
    )?;
    ground.shell("pre-compact-backup < event.json")?;
    Ok(Race {
        title: format!("The last turns of a backup of {} MiB", options.size()),
        contestants: vec![
            Contestant::new("true"),
            Contestant::new("recall --turns 30")
                .saying("transcript-")
                .wanted(Wanted::Within(15.0)),
        ],
        reset: Box::new(|| Ok(())),
        bytes: None,
    })
}
