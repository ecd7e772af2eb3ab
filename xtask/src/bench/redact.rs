//! How fast secrets are looked for.

use std::fs::{self, File};
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};
use recall_core::redact::redact;

use super::ground::{Ground, Runs};
use super::race::{Contestant, Race};
use super::transcript::{Lines, MIB};

/// MiB of made-up text that are searched where no folder is named.
const SIZE: u64 = 16;
/// Bytes between two secrets in it.
const APART: u64 = 64 * 1024;

/// Measures how fast secrets are looked for, beside `wc -l`
#[derive(clap::Args)]
pub(crate) struct Options {
    #[command(flatten)]
    runs: Runs,
    /// A folder of real transcripts (*.jsonl) to search instead of a made-up one
    #[arg(long, value_name = "DIR")]
    path: Option<PathBuf>,
}

pub(super) fn run(options: &Options) -> Result<()> {
    let ground = Ground::new(&options.runs)?;
    let corpus = ground.path("corpus.jsonl");
    let cannot = || format!("cannot write {}", corpus.display());
    let mut file = BufWriter::new(File::create(&corpus).with_context(cannot)?);
    match &options.path {
        Some(folder) => {
            for path in super::retention::transcripts(folder)? {
                let mut transcript =
                    File::open(&path).with_context(|| format!("cannot read {}", path.display()))?;
                io::copy(&mut transcript, &mut file).with_context(cannot)?;
            }
        }
        None => make_up(&mut file).with_context(cannot)?,
    }
    file.flush().with_context(cannot)?;
    let bytes = fs::metadata(&corpus).with_context(cannot)?.len();
    let race = Race {
        title: format!(
            "Secrets looked for in {:.1} MiB of transcripts",
            bytes as f64 / MIB as f64
        ),
        contestants: vec![
            Contestant::new("wc -l corpus.jsonl"),
            Contestant::new("xtask bench redact-file corpus.jsonl").saying("secrets"),
        ],
        reset: Box::new(|| Ok(())),
        bytes: Some(bytes),
    };
    crate::report::print(&race.run(&ground, options.runs.runs)?);
    Ok(())
}

/// What the measured process does: it looks through a file, line by line as the hooks see texts.
pub(super) fn file(path: &Path) -> Result<()> {
    let cannot = || format!("cannot read {}", path.display());
    let bytes = fs::read(path).with_context(cannot)?;
    let text = String::from_utf8_lossy(&bytes);
    let with_secrets = text
        .lines()
        .filter(|line| matches!(redact(line), std::borrow::Cow::Owned(_)));
    crate::report::print(&format!("{} lines with secrets", with_secrets.count()));
    Ok(())
}

/// Writes made-up lines, now and then with something that has the shape of a secret.
fn make_up(to: &mut impl Write) -> io::Result<()> {
    let mut lines = Lines::default();
    for nth in 0..SIZE * MIB / APART {
        lines.write(to, APART)?;
        let secret = format!("{}_{nth:036}", "ghp");
        writeln!(
            to,
            r#"{{"type":"user","text":"export GITHUB_TOKEN={secret}"}}"#
        )?;
    }
    Ok(())
}
