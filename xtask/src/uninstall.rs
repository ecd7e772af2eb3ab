//! The `uninstall` command: the settings first, so that no entry points at nothing.

use std::path::PathBuf;

use anyhow::{Context, Result};
use recall_core::process::Surroundings;
use time::OffsetDateTime;

use crate::entries::{COMMAND, PROGRAMS};
use crate::places::{Places, Target};
use crate::record::Record;
use crate::server::{self, Withdrawn, client::Client};
use crate::{backup, disk, link, report, settings, skill};

/// Takes back what install did
///
/// The settings file gets the very bytes it had before, or loses only recall's entries where it
/// has changed since. The programs and the skill go unless another settings file still uses them.
/// The client is asked to forget the handoff server, if it is recall's.
/// What recall kept of your sessions stays.
#[derive(clap::Args)]
#[command(verbatim_doc_comment)]
pub(crate) struct Options {
    #[command(flatten)]
    target: Target,
}

/// What uninstall did.
pub(crate) struct Outcome {
    pub(crate) settings: Restored,
    pub(crate) removed_programs: usize,
    /// The other settings file that still needs the programs.
    pub(crate) used_by: Option<PathBuf>,
    pub(crate) removed_link: bool,
    pub(crate) skill: skill::Found,
    pub(crate) server: Withdrawn,
}

pub(crate) enum Restored {
    /// There was nothing to take back.
    Untouched,
    /// It is what it was, byte for byte.
    Exactly,
    /// There was no file before, and there is none now.
    Removed,
    /// It had changed since, so only the entries were taken out; a copy is kept.
    EntriesOnly(PathBuf),
}

pub(crate) fn run(options: &Options) -> Result<()> {
    let language = Surroundings::read().language;
    let places = Places::find(&options.target)?;
    let mut record = Record::read(&places.record)?;
    let is_offered = record.of(&places.target).is_some_and(|it| it.is_offered);
    let settings = restore(&places, &mut record, OffsetDateTime::now_utc())?;
    let client = Client::of(&places);
    let server = if is_offered || !matches!(settings, Restored::Untouched) {
        server::withdraw(&client)
    } else {
        Withdrawn::Nothing
    };
    record.settings.retain(|it| it.path != places.target);
    let used_by = user_of_programs(&places, &record);
    let mut outcome = Outcome {
        settings,
        removed_programs: 0,
        used_by,
        removed_link: false,
        skill: skill::Found::Nothing,
        server,
    };
    if outcome.used_by.is_none() {
        remove_programs(&places, &mut record, &mut outcome)?;
    }
    tidy(&places, record)?;
    report::print(&report::uninstalled(language, &places, &client, &outcome));
    Ok(())
}

fn restore(places: &Places, record: &mut Record, now: OffsetDateTime) -> Result<Restored> {
    let Some(current) = disk::read_text(&places.target)? else {
        return Ok(Restored::Untouched);
    };
    let known = record.of(&places.target).cloned();
    let old = Some(current.as_bytes());
    let mode = disk::mode(&places.target, 0o600);
    match &known {
        Some(known) if known.written == current && known.before.is_none() => {
            disk::remove(&places.target)?;
            Ok(Restored::Removed)
        }
        Some(known) if known.written == current => {
            let before = known.before.as_deref().unwrap_or_default();
            if before == current {
                return Ok(Restored::Untouched);
            }
            disk::prepare(&places.target, before.as_bytes(), mode)?.put_over(old)?;
            Ok(Restored::Exactly)
        }
        known => {
            let before = known.as_ref().and_then(|it| it.before.as_deref());
            let new = settings::remove(&current, before).with_context(|| {
                let path = places.settings.display();
                format!("cannot take recall's entries out of {path}, which was left as it is")
            })?;
            if new == current {
                return Ok(Restored::Untouched);
            }
            let prepared = disk::prepare(&places.target, new.as_bytes(), mode)?;
            let copy = backup::keep(places, &current, now, &mut record.folders)?;
            prepared.put_over(old)?;
            Ok(Restored::EntriesOnly(copy))
        }
    }
}

/// Another settings file that holds entries of recall's, or that nobody can read now.
fn user_of_programs(places: &Places, record: &Record) -> Option<PathBuf> {
    let recorded = record.settings.iter().map(|it| &it.path);
    let mut others = recorded.chain([&places.user_settings]);
    let uses = |path: &&PathBuf| match disk::read_text(path) {
        Ok(Some(text)) => settings::uses(&text, &places.hooks).unwrap_or(true),
        Ok(None) => false,
        Err(_) => true,
    };
    others.find(|it| **it != places.target && uses(it)).cloned()
}

fn remove_programs(places: &Places, record: &mut Record, outcome: &mut Outcome) -> Result<()> {
    let program = places.program(COMMAND);
    let link = record.link.take().or_else(|| places.link.clone());
    if let Some(link) = link {
        outcome.removed_link = link::unmake(&link, &program)?;
    }
    if !matches!(outcome.settings, Restored::Untouched) {
        record.programs.extend(PROGRAMS.map(str::to_owned));
        record.skill.get_or_insert_with(|| skill::TEXT.to_owned());
    }
    if let Some(text) = record.skill.take() {
        outcome.skill = skill::remove(&places.skill, Some(&text))?;
    }
    for program in std::mem::take(&mut record.programs) {
        let path = places.program(&program);
        outcome.removed_programs += usize::from(disk::remove(&path)?);
    }
    record.settings.clear();
    Ok(())
}

fn tidy(places: &Places, mut record: Record) -> Result<()> {
    if record.settings.is_empty() && record.programs.is_empty() {
        disk::remove(&places.record)?;
        record.remove_empty_folders();
        return Ok(());
    }
    record.remove_empty_folders();
    record.write(&places.record)
}
