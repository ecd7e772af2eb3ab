//! What the client says of hooks that failed or complained.

use std::fs;
use std::path::Path;

use anyhow::{Context, ensure};
use serde_json::Value;

use crate::transcripts;

/// The hooks of a stage ran, and none failed or complained.
pub fn are_content(home: &Path, debug_log: &Path) -> anyhow::Result<()> {
    let log = read(debug_log)?;
    ensure!(
        log.lines().any(|line| exit_status(line) == Some("0")),
        "{} tells of no hook",
        debug_log.display()
    );
    let complaints = complaints(home, &log)?;
    ensure!(
        complaints.is_empty(),
        "hooks complained:\n  {}",
        complaints.join("\n  ")
    );
    Ok(())
}

/// Every failure and every line on stderr that the client knows of.
pub fn all_complaints(home: &Path, debug_log: &Path) -> anyhow::Result<Vec<String>> {
    complaints(home, &read(debug_log)?)
}

fn complaints(home: &Path, log: &str) -> anyhow::Result<Vec<String>> {
    let mut found: Vec<String> = log
        .lines()
        .filter(|line| exit_status(line).is_some_and(|status| status != "0"))
        .map(str::to_owned)
        .collect();
    for path in transcripts::all(home)? {
        let lines = transcripts::lines(&path)?;
        found.extend(lines.iter().filter_map(complaint));
    }
    Ok(found)
}

fn complaint(line: &Value) -> Option<String> {
    let attachment = &line["attachment"];
    let kind = attachment["type"]
        .as_str()
        .filter(|kind| kind.starts_with("hook_"))?;
    let stderr = attachment["stderr"].as_str().unwrap_or_default();
    let failed = kind.ends_with("_error") || kind == "hook_cancelled";
    (failed || !stderr.is_empty()).then(|| attachment.to_string())
}

/// The status in a line as `PreCompact:auto [/path/program] completed with status 0`.
fn exit_status(line: &str) -> Option<&str> {
    let (_, rest) = line
        .split_once("] completed with status ")
        .or_else(|| line.split_once("] finished with status "))?;
    rest.split_whitespace().next()
}

fn read(debug_log: &Path) -> anyhow::Result<String> {
    fs::read_to_string(debug_log).with_context(|| format!("could not read {}", debug_log.display()))
}

#[cfg(test)]
mod tests {
    use super::exit_status;

    #[test]
    fn reads_the_status_of_each_wording() {
        let headless = "[DEBUG] Hooks: SessionStart:startup [true] finished with status 1 (23ms)";
        let others = "[DEBUG] PreCompact:auto [/a b/pre-compact-backup] completed with status 0";
        assert_eq!(exit_status(headless), Some("1"));
        assert_eq!(exit_status(others), Some("0"));
        assert_eq!(
            exit_status("[DEBUG] Registered 0 hooks from 3 plugins"),
            None
        );
    }
}
