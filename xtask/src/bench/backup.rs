//! `pre-compact-backup` beside `cp`.

use std::fs::{self, OpenOptions};
use std::io::Write;

use anyhow::{Context, Result};

use super::figures::Wanted;
use super::ground::{Ground, Runs};
use super::race::{Contestant, Race};
use super::transcript::{self, Lines, MIB};

const HOOK: &str = "pre-compact-backup < event.json";
/// The same where there is no git to ask, which is most of what a small backup waits for.
const ALONE: &str = "env PATH=alone pre-compact-backup < event.json";
const COPY: &str = "copy.jsonl";
const BACKUPS: &str = "project/.claude/backups";
/// Bytes since the last compaction, where it does not matter how many they are.
const SEGMENT: u64 = MIB;

pub(super) fn first_copy<'a>(ground: &'a Ground, options: &Runs) -> Result<Race<'a>> {
    lay(ground, options.size())?;
    Ok(Race {
        title: format!("The first backup of {} MiB", options.size()),
        contestants: vec![
            Contestant::new(format!("cp transcript.jsonl {COPY}")),
            Contestant::new(format!("sh -c 'cp transcript.jsonl {COPY} && sync {COPY}'")),
            Contestant::new(HOOK).wanted(Wanted::Times(1.2)),
            // What is flushed cannot be there sooner than the disk takes it.
            Contestant::new(format!(
                "dd if=transcript.jsonl of={COPY} bs=8M oflag=direct status=none"
            )),
        ],
        reset: Box::new(|| ground.clear(&[COPY, BACKUPS])),
        bytes: None,
    })
}

pub(super) fn what_is_new<'a>(ground: &'a Ground, options: &Runs) -> Result<Race<'a>> {
    lay(ground, options.size())?;
    ground.clear(&[COPY, BACKUPS])?;
    ground.link("alone/pre-compact-backup")?;
    ground.shell(ALONE)?;
    let new = Lines::default().text(MIB);
    let path = ground.path("transcript.jsonl");
    let cannot = || format!("cannot add to {}", path.display());
    let mut file = OpenOptions::new()
        .append(true)
        .open(&path)
        .with_context(cannot)?;
    let held = file.metadata().with_context(cannot)?.len();
    file.write_all(new.as_bytes()).with_context(cannot)?;
    ground.write("new.jsonl", new)?;
    Ok(Race {
        title: format!(
            "A backup of {} MiB that 1 MiB is added to, without git",
            options.size()
        ),
        contestants: vec![
            Contestant::new(format!("cp new.jsonl {COPY}")),
            Contestant::new(ALONE).wanted(Wanted::Times(5.0)),
        ],
        reset: Box::new(move || cut(ground, held)),
        bytes: None,
    })
}

pub(super) fn nothing_new<'a>(ground: &'a Ground, options: &Runs) -> Result<Race<'a>> {
    Ok(Race {
        title: format!("A backup of {} MiB with nothing new", options.size()),
        contestants: vec![
            Contestant::new("true"),
            Contestant::new(ALONE),
            Contestant::new(HOOK),
        ],
        reset: Box::new(|| ground.clear(&[])),
        bytes: None,
    })
}

pub(super) fn memory<'a>(ground: &'a Ground, options: &Runs) -> Result<Race<'a>> {
    transcript::write(&ground.path("small.jsonl"), 10 * MIB, SEGMENT)?;
    ground.event("small.json", "small.jsonl", &COMPACTION)?;
    Ok(Race {
        title: format!(
            "The memory of a first backup of 10 MiB and of {} MiB",
            options.size()
        ),
        contestants: vec![
            Contestant::new("pre-compact-backup < small.json"),
            Contestant::new(HOOK).wanted(Wanted::MemoryTimes(1.25)),
        ],
        reset: Box::new(|| ground.clear(&[BACKUPS])),
        bytes: None,
    })
}

const COMPACTION: [(&str, &str); 2] = [("hook_event_name", "PreCompact"), ("trigger", "manual")];

fn lay(ground: &Ground, size: u64) -> Result<()> {
    transcript::write(&ground.path("transcript.jsonl"), size * MIB, SEGMENT)?;
    ground.event("event.json", "transcript.jsonl", &COMPACTION)
}

/// Cuts the backup to what it held before the last run added to it.
fn cut(ground: &Ground, held: u64) -> Result<()> {
    let folder = ground.backups();
    let cannot = || format!("cannot cut the backup in {}", folder.display());
    for entry in fs::read_dir(&folder).with_context(cannot)? {
        let path = entry.with_context(cannot)?.path();
        if path.extension().is_some_and(|it| it == "jsonl") {
            let file = OpenOptions::new()
                .write(true)
                .open(path)
                .with_context(cannot)?;
            file.set_len(held).with_context(cannot)?;
        }
    }
    ground.clear(&[COPY])
}
