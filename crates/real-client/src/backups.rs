//! The backups that the programs leave in a project.

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};

use anyhow::{Context, ensure};

use crate::transcripts;

/// The folder of a project's backups.
pub fn folder(project: &Path) -> PathBuf {
    project.join(".claude/backups")
}

/// The backups of a project, oldest first.
pub fn all(project: &Path) -> anyhow::Result<Vec<PathBuf>> {
    let folder = folder(project);
    let entries =
        fs::read_dir(&folder).with_context(|| format!("no backups in {}", folder.display()))?;
    let mut found = Vec::new();
    for entry in entries {
        let path = entry
            .with_context(|| format!("could not read {}", folder.display()))?
            .path();
        if name_of(&path).starts_with("transcript-") {
            found.push(path);
        }
    }
    found.sort();
    Ok(found)
}

/// The newest backup is what the transcript held at that moment: its bytes from the start to the end
/// of a line, with the last words said until then.
pub fn newest_is_copy(project: &Path, transcript: &Path, last_words: &str) -> anyhow::Result<()> {
    let all = all(project)?;
    let newest = all
        .last()
        .with_context(|| format!("{} is empty", folder(project).display()))?;
    is_copy(&name_of(newest), &read(newest)?, transcript, last_words)
}

/// What was kept at one event ends where a compaction begins: it holds the last words before it, and
/// between its last byte and the line that marks the compaction nobody was answered.
///
/// The backup itself may have grown since: how far it went then stands in the log.
pub fn one_ends_at_compaction(
    project: &Path,
    transcript: &Path,
    last_words: &str,
) -> anyhow::Result<()> {
    let mut reasons = Vec::new();
    for kept in kept(project)? {
        match ends_at_compaction(&kept, transcript, last_words) {
            Ok(()) => return Ok(()),
            Err(reason) => reasons.push(reason.to_string()),
        }
    }
    anyhow::bail!(
        "no backup ends where a compaction begins:\n  {}",
        reasons.join("\n  ")
    )
}

/// Names, permissions, the ignore file and a log line that holds every word given.
pub fn are_in_order(project: &Path, log_words: &[&str]) -> anyhow::Result<()> {
    let folder = folder(project);
    has_mode(&folder, 0o700)?;
    let ignore = folder.join(".gitignore");
    let ignored = String::from_utf8_lossy(&read(&ignore)?).trim().to_owned();
    ensure!(
        ignored == "*",
        "{} holds `{ignored}`, not `*`",
        ignore.display()
    );
    let backups = all(project)?;
    for path in &backups {
        ensure!(
            is_stamped(&name_of(path)),
            "{} has an odd name",
            path.display()
        );
        has_mode(path, 0o600)?;
    }
    let log = folder.join("compaction-log.md");
    has_mode(&log, 0o600)?;
    let text = String::from_utf8_lossy(&read(&log)?).into_owned();
    ensure!(
        text.lines()
            .any(|line| log_words.iter().all(|word| line.contains(word))),
        "{} has no line with {log_words:?}:\n{text}",
        log.display()
    );
    Ok(())
}

/// What each event kept, by the log: so many bytes from the start of a backup.
fn kept(project: &Path) -> anyhow::Result<Vec<Vec<u8>>> {
    let log = read(&folder(project).join("compaction-log.md"))?;
    let log = String::from_utf8_lossy(&log).into_owned();
    let told = log.lines().filter_map(|line| {
        let (_, size) = line.strip_suffix(" bytes)")?.rsplit_once('(')?;
        size.parse::<usize>().ok()
    });
    let sizes: Vec<usize> = told.collect();
    let mut kept = Vec::new();
    for backup in all(project)? {
        let bytes = read(&backup)?;
        let starts = sizes.iter().filter_map(|size| bytes.get(..*size));
        kept.extend(starts.map(<[u8]>::to_vec));
    }
    Ok(kept)
}

fn is_copy(at: &str, bytes: &[u8], transcript: &Path, last_words: &str) -> anyhow::Result<()> {
    ensure!(
        read(transcript)?.starts_with(bytes),
        "{at} differs from {}",
        transcript.display()
    );
    ensure!(bytes.ends_with(b"\n"), "{at} ends within a line");
    ensure!(
        String::from_utf8_lossy(bytes).contains(last_words),
        "{at} does not hold `{last_words}`"
    );
    Ok(())
}

fn ends_at_compaction(bytes: &[u8], transcript: &Path, last_words: &str) -> anyhow::Result<()> {
    let at = format!("a backup of {} bytes", bytes.len());
    is_copy(&at, bytes, transcript, last_words)?;
    let kept = String::from_utf8_lossy(bytes).lines().count();
    let lines = transcripts::lines(transcript)?;
    let after: Vec<_> = lines
        .iter()
        .skip(kept)
        .map(|line| [&line["type"], &line["subtype"]].map(|kind| kind.as_str().unwrap_or_default()))
        .collect();
    let boundary = after
        .iter()
        .position(|kind| *kind == ["system", "compact_boundary"])
        .with_context(|| format!("no compaction follows {at}"))?;
    // The prompt that the compaction interrupts is written about when the hooks run, or after.
    let said = |kind: &str| {
        after
            .iter()
            .take(boundary)
            .filter(|[of, _]| *of == kind)
            .count()
    };
    ensure!(
        said("assistant") == 0 && said("user") <= 1,
        "{at} misses what was said before the compaction"
    );
    Ok(())
}

fn is_stamped(name: &str) -> bool {
    let stamp = name
        .strip_prefix("transcript-")
        .and_then(|rest| rest.strip_suffix(".jsonl"))
        .unwrap_or_default();
    let shape: String = stamp
        .chars()
        .map(|letter| if letter.is_ascii_digit() { '0' } else { letter })
        .collect();
    shape == "0000-00-00T00-00-00" || shape == "0000-00-00T00-00-00_000"
}

fn has_mode(path: &Path, expected: u32) -> anyhow::Result<()> {
    let metadata =
        fs::metadata(path).with_context(|| format!("could not look at {}", path.display()))?;
    let mode = metadata.permissions().mode() & 0o777;
    ensure!(
        mode == expected,
        "{} has mode {mode:o}, not {expected:o}",
        path.display()
    );
    Ok(())
}

fn name_of(path: &Path) -> String {
    path.file_name()
        .unwrap_or_default()
        .to_string_lossy()
        .into_owned()
}

fn read(path: &Path) -> anyhow::Result<Vec<u8>> {
    fs::read(path).with_context(|| format!("could not read {}", path.display()))
}

#[cfg(test)]
mod tests {
    use super::is_stamped;

    #[test]
    fn knows_the_names_of_backups() {
        assert!(is_stamped("transcript-2026-11-30T09-31-27.jsonl"));
        assert!(is_stamped("transcript-2026-11-30T09-31-27_002.jsonl"));
        assert!(!is_stamped("transcript-20261130-093127.jsonl"));
        assert!(!is_stamped("transcript-2026-11-30T09-31-27.jsonl.tmp"));
    }
}
