//! What install remembers, so that uninstall can give back the very bytes.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};
use serde::{Deserialize, Serialize};

use crate::disk;

#[derive(Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub(crate) struct Record {
    pub(crate) settings: Vec<Settings>,
    /// Their names in the hooks folder beside the record.
    pub(crate) programs: BTreeSet<String>,
    pub(crate) link: Option<PathBuf>,
    /// The text of the skill, as it was written.
    pub(crate) skill: Option<String>,
    /// The folders that were not there, each before what it holds.
    pub(crate) folders: Vec<PathBuf>,
}

/// One settings file that holds recall's entries.
#[derive(Clone, PartialEq, Serialize, Deserialize)]
pub(crate) struct Settings {
    pub(crate) path: PathBuf,
    /// The text without the entries; nothing where there was no file.
    pub(crate) before: Option<String>,
    pub(crate) written: String,
    /// Whether the handoff server was offered to the client for these sessions.
    #[serde(default)]
    pub(crate) is_offered: bool,
}

impl Record {
    pub(crate) fn read(path: &Path) -> Result<Record> {
        let Some(bytes) = disk::read(path)? else {
            return Ok(Record::default());
        };
        serde_json::from_slice(&bytes).with_context(|| {
            format!(
                "cannot understand {}, where install keeps what was there before; move it away and run this again",
                path.display()
            )
        })
    }

    /// Writes the record if it says something new.
    pub(crate) fn write(&self, path: &Path) -> Result<()> {
        let mut bytes = serde_json::to_vec_pretty(self)?;
        bytes.push(b'\n');
        if disk::read(path)?.as_ref() == Some(&bytes) {
            return Ok(());
        }
        disk::prepare(path, &bytes, 0o600)?.put()
    }

    pub(crate) fn of(&self, settings: &Path) -> Option<&Settings> {
        self.settings.iter().find(|it| it.path == settings)
    }

    pub(crate) fn set(&mut self, new: Settings) {
        match self.settings.iter_mut().find(|it| it.path == new.path) {
            Some(old) => *old = new,
            None => self.settings.push(new),
        }
    }

    /// Removes the folders that install made and that nothing stands in any more.
    pub(crate) fn remove_empty_folders(&mut self) {
        let folders = std::mem::take(&mut self.folders);
        for folder in folders.into_iter().rev() {
            if fs::remove_dir(&folder).is_err() && folder.exists() {
                self.folders.insert(0, folder);
            }
        }
    }
}
