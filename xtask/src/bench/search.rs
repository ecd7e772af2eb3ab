//! `recall search` over the transcripts of a project, beside a program that searches bytes.

use std::fs::{self, File};
use std::io::{BufWriter, Write};
use std::os::unix::fs::symlink;
use std::path::Path;

use anyhow::{Context, Result};
use recall_core::store::places;
use serde_json::json;

use super::figures::Wanted;
use super::ground::{Ground, Runs};
use super::race::{Contestant, Race};
use super::transcript::{Lines, MIB};

/// The MiB of all transcripts, where no other number is asked for.
const SIZE: u64 = 2048;
/// The MiB of each of them.
const EACH: u64 = 64;
/// The MiB between two messages that hold the word.
const APART: u64 = 8;
/// The word that is looked for; nothing else that is made up holds it.
const WORD: &str = "lighthouse";
/// Where the transcripts are, as the byte searcher is told.
const FILES: &str = "transcripts";

/// A word that stands in few messages, looked for in everything.
pub(super) fn a_word<'a>(ground: &'a Ground, options: &Runs) -> Result<Race<'a>> {
    let slug = places::slug(&ground.path("project"));
    let folder = ground.path("home/.claude/projects").join(slug);
    let cannot = || format!("cannot write in {}", folder.display());
    fs::create_dir_all(&folder).with_context(cannot)?;
    symlink(&folder, ground.path(FILES)).with_context(cannot)?;
    let count = options.size_or(SIZE).div_ceil(EACH);
    for nth in 0..count {
        lay(&folder, nth)?;
    }
    let peer = Contestant::new(format!("rg -S {WORD} {FILES}")).saying(WORD);
    let here = ground.command("rg").arg("--version").output();
    let is_here = here.is_ok_and(|output| output.status.success());
    let mut own = Contestant::new(format!("recall search {WORD}"))
        .saying("recall show")
        .wanted(Wanted::Memory(64.0));
    if is_here {
        own = own.wanted(Wanted::Times(1.0));
    }
    let alone = if is_here {
        ""
    } else {
        "; rg is not on PATH and left out"
    };
    Ok(Race {
        title: format!(
            "A word in {count} transcripts of {EACH} MiB each, in one message of every {APART} MiB{alone}"
        ),
        contestants: [peer]
            .into_iter()
            .filter(|_| is_here)
            .chain([own])
            .collect(),
        reset: Box::new(|| Ok(())),
        bytes: Some(count * EACH * MIB),
    })
}

/// Writes the transcript of this number, line by line: memory of this process would count as its children's.
fn lay(folder: &Path, nth: u64) -> Result<()> {
    let session = format!("{nth:08x}-7a64-4c0e-9f57-3d1c5a4e8b21");
    let path = folder.join(format!("{session}.jsonl"));
    let cannot = || {
        format!(
            "cannot write {}; is there room on the disk?",
            path.display()
        )
    };
    let mut file = BufWriter::new(File::create(&path).with_context(cannot)?);
    let mut lines = Lines::default();
    for part in 0..EACH / APART {
        let said = json!({
            "type": "user",
            "uuid": format!("{nth:08x}-{part:04x}-4000-8000-000000000000"),
            "sessionId": session,
            "timestamp": format!("2026-11-30T09:{part:02}:00.000Z"),
            "message": {"role": "user", "content": format!("Keep the {WORD} lit, whatever the queue says")},
        });
        writeln!(file, "{said}").with_context(cannot)?;
        lines.write(&mut file, APART * MIB).with_context(cannot)?;
    }
    file.flush().with_context(cannot)
}
