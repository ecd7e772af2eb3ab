//! Copies of a settings file from before it was changed, for people to look into.

use std::path::PathBuf;

use anyhow::Result;
use recall_core::stamp;
use time::OffsetDateTime;

use crate::disk;
use crate::places::Places;

/// Keeps a copy; the folders made for it are noted.
pub(crate) fn keep(
    places: &Places,
    text: &str,
    now: OffsetDateTime,
    made: &mut Vec<PathBuf>,
) -> Result<PathBuf> {
    disk::make_folder(&places.backups, 0o700, made)?;
    let stamp = stamp::of(now);
    let name = places.settings.file_stem().unwrap_or_default();
    let name = format!("{}-{stamp}", name.to_string_lossy());
    let mut path = places.backups.join(format!("{name}.json"));
    let mut copies = 1;
    while path.exists() {
        copies += 1;
        path = places
            .backups
            .join(format!("{name}{}.json", stamp::suffix(copies)));
    }
    disk::prepare(&path, text.as_bytes(), 0o600)?.put()?;
    Ok(path)
}
