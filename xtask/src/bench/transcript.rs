//! Made-up transcripts of any size, in the shape that Claude Code writes them.

use std::fs::File;
use std::io::{self, BufWriter, Write};
use std::path::Path;

use anyhow::{Context, Result};
use serde_json::{Value, json};

pub(super) const MIB: u64 = 1024 * 1024;

/// The session that they are of.
pub(super) const SESSION: &str = "0b51c1de-7a64-4c0e-9f57-3d1c5a4e8b21";

/// Bytes of made-up lines that stand again and again above the last compaction, where nobody reads them.
const BLOCK: u64 = MIB;

/// Writes a transcript of about `bytes`, the last `segment` of them since its last compaction.
pub(super) fn write(path: &Path, bytes: u64, segment: u64) -> Result<()> {
    let cannot = || {
        format!(
            "cannot write {}; is there room on the disk?",
            path.display()
        )
    };
    let mut file = BufWriter::new(File::create(path).with_context(cannot)?);
    let mut lines = Lines::default();
    let block = lines.text(BLOCK);
    let mut written = 0;
    while written + segment < bytes {
        file.write_all(block.as_bytes()).with_context(cannot)?;
        written += block.len() as u64;
    }
    let new = lines.compaction();
    file.write_all(new.as_bytes()).with_context(cannot)?;
    lines
        .write(&mut file, bytes.min(segment))
        .with_context(cannot)?;
    let flushed = file.flush().and_then(|()| file.get_ref().sync_all());
    flushed.with_context(cannot)
}

/// Lines of a session at work, one after the other, no two of them the same.
#[derive(Default)]
pub(super) struct Lines {
    written: u64,
    random: Random,
}

impl Lines {
    /// As many as fill so many bytes.
    pub(super) fn text(&mut self, bytes: u64) -> String {
        let mut text = Vec::new();
        // Memory takes whatever is written.
        let _ = self.write(&mut text, bytes);
        String::from_utf8_lossy(&text).into_owned()
    }

    /// Writes as many as fill so many bytes, one by one: memory of this process would count as its children's.
    pub(super) fn write(&mut self, to: &mut impl Write, bytes: u64) -> io::Result<()> {
        let mut written = 0;
        while written < bytes {
            let line = self.next_line();
            to.write_all(line.as_bytes())?;
            written += line.len() as u64;
        }
        Ok(())
    }

    fn compaction(&mut self) -> String {
        let summary = self.random.sentence(200);
        let boundary = json!({"type": "system", "subtype": "compact_boundary"});
        let summary =
            json!({"type": "user", "isCompactSummary": true, "message": {"content": summary}});
        self.line(&boundary) + &self.line(&summary)
    }

    /// A prompt, what is said about it, and three tools with their results, over and over.
    fn next_line(&mut self) -> String {
        let (nth, random) = (self.written, &mut self.random);
        let path = format!("/w/app/src/{}.rs", random.name());
        let record = match nth % 8 {
            0 => {
                json!({"type": "user", "message": {"role": "user", "content": random.sentence(40)}})
            }
            1 => assistant(&json!({"type": "text", "text": random.sentence(60)})),
            2 => call(
                nth,
                "Bash",
                &json!({"command": format!("cargo test {}", random.name())}),
            ),
            3 => result(nth, &random.code(50)),
            4 => call(nth, "Read", &json!({"file_path": path})),
            5 => result(nth, &random.code(120)),
            6 => {
                let (old, new) = (random.code(6), random.code(9));
                let input = json!({"file_path": path, "old_string": old, "new_string": new});
                call(nth, "Edit", &input)
            }
            _ => result(nth, &random.code(12)),
        };
        self.line(&record)
    }

    /// A record with what the client writes into each, on a line.
    fn line(&mut self, record: &Value) -> String {
        let id = |nth: u64| format!("{nth:08x}-0000-4000-8000-{nth:012x}");
        let at = self.written;
        let (hours, minutes, seconds) = (at / 3600 % 24, at / 60 % 60, at % 60);
        let mut line = json!({
            "parentUuid": at.checked_sub(1).map(id),
            "isSidechain": false,
            "userType": "external",
            "cwd": "/w/app",
            "sessionId": SESSION,
            "version": "2.1.332",
            "gitBranch": "main",
            "uuid": id(at),
            "timestamp": format!("2026-11-30T{hours:02}:{minutes:02}:{seconds:02}.000Z"),
        });
        if let (Some(line), Some(record)) = (line.as_object_mut(), record.as_object()) {
            line.extend(record.clone());
        }
        self.written += 1;
        format!("{line}\n")
    }
}

fn assistant(block: &Value) -> Value {
    json!({"type": "assistant", "message": {"role": "assistant", "model": "claude", "content": [block]}})
}

fn call(nth: u64, name: &str, input: &Value) -> Value {
    let id = format!("toolu_{nth:020}");
    assistant(&json!({"type": "tool_use", "id": id, "name": name, "input": input}))
}

/// What a tool said to the call before, in both places where the client writes it.
fn result(nth: u64, text: &str) -> Value {
    let id = format!("toolu_{:020}", nth.saturating_sub(1));
    let block = json!({"type": "tool_result", "tool_use_id": id, "content": text});
    json!({
        "type": "user",
        "message": {"role": "user", "content": [block]},
        "toolUseResult": {"stdout": text, "stderr": "", "interrupted": false},
    })
}

const WORDS: [&str; 32] = [
    "the", "pool", "retry", "limit", "writes", "only", "when", "a", "client", "closes", "its",
    "socket", "before", "header", "was", "parsed", "so", "keep", "cache", "warm", "and", "never",
    "drop", "queue", "of", "errors", "that", "worker", "should", "report", "index", "token",
];

/// The same numbers on every machine (xorshift).
struct Random(u64);

impl Default for Random {
    fn default() -> Self {
        Self(0x9e37_79b9_7f4a_7c15)
    }
}

impl Random {
    fn below(&mut self, most: u64) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0 % most
    }

    fn word(&mut self) -> &'static str {
        let nth = usize::try_from(self.below(32)).unwrap_or(0);
        WORDS.get(nth).copied().unwrap_or("")
    }

    /// A name of the program that is worked on: some come back often, some never.
    fn name(&mut self) -> String {
        let most = 1 << (4 + self.below(8));
        format!("{}_{}_{}", self.word(), self.word(), self.below(most))
    }

    fn words(&mut self, count: usize) -> String {
        let words: Vec<_> = (0..count).map(|_| self.word()).collect();
        words.join(" ")
    }

    fn sentence(&mut self, words: usize) -> String {
        let (said, hash) = (self.words(words), self.below(1 << 32));
        format!("{said} `{}` in {hash:08x}", self.name())
    }

    fn code(&mut self, lines: usize) -> String {
        let line = |random: &mut Self| {
            let (made, called, number) = (random.name(), random.name(), random.below(5000));
            format!(
                "    let {made} = {called}({number}); // {}",
                random.words(6)
            )
        };
        let lines: Vec<_> = (0..lines).map(|_| line(self)).collect();
        lines.join("\n")
    }
}
