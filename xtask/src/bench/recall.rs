//! `post-compact-recall` on a short and a long transcript with the same last segment.

use anyhow::Result;

use super::figures::Wanted;
use super::ground::{Ground, Runs};
use super::race::{Contestant, Race};
use super::transcript::{self, MIB};

/// MiB since the last compaction.
const SEGMENT: u64 = 8;
const LONG: &str = "post-compact-recall < long.json";
const SAYS: &str = "recalled-history";

pub(super) fn by_length<'a>(ground: &'a Ground, options: &Runs) -> Result<Race<'a>> {
    for (name, size) in [("short", 16), ("long", options.size())] {
        let file = format!("{name}.jsonl");
        transcript::write(&ground.path(&file), size * MIB, SEGMENT * MIB)?;
        let fields = [("hook_event_name", "SessionStart"), ("source", "compact")];
        ground.event(&format!("{name}.json"), &file, &fields)?;
    }
    Ok(Race {
        title: format!(
            "A segment of {SEGMENT} MiB at the end of 16 MiB and of {} MiB",
            options.size()
        ),
        contestants: vec![
            Contestant::new("post-compact-recall < short.json").saying(SAYS),
            Contestant::new(LONG)
                .saying(SAYS)
                .wanted(Wanted::Times(1.1)),
        ],
        reset: Box::new(|| Ok(())),
        bytes: None,
    })
}

pub(super) fn beside_nothing<'a>(_: &'a Ground, options: &Runs) -> Result<Race<'a>> {
    Ok(Race {
        title: format!(
            "A segment of {SEGMENT} MiB at the end of {} MiB",
            options.size()
        ),
        contestants: vec![
            Contestant::new("true"),
            Contestant::new(LONG)
                .saying(SAYS)
                .wanted(Wanted::Times(19.0))
                .wanted(Wanted::Memory(24.0)),
        ],
        reset: Box::new(|| Ok(())),
        bytes: None,
    })
}
