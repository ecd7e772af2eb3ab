//! The `install` command: programs first, the settings last, so that no entry points at nothing.

use std::path::{Path, PathBuf};

use anyhow::{Context, Result};
use recall_core::process::Surroundings;
use time::OffsetDateTime;

use crate::disk::{self, Prepared};
use crate::entries::{COMMAND, PROGRAMS};
use crate::link::{self, Found};
use crate::places::{Places, Target};
use crate::programs::{self, Placed, Source};
use crate::record::{Record, Settings};
use crate::server::{self, Offered, client::Client};
use crate::{backup, report, settings, skill};

/// Builds recall and has Claude Code run it
///
/// Puts the programs into `<claude dir>/hooks` and a skill into `<claude dir>/skills`, links
/// `recall` into ~/.local/bin when that is on PATH, and adds recall's entries to the settings file;
/// every other byte of it stays. Offers the handoff server to the client through `claude mcp add`.
/// `<claude dir>` is CLAUDE_CONFIG_DIR, or ~/.claude.
#[derive(clap::Args)]
#[command(verbatim_doc_comment)]
pub(crate) struct Options {
    #[command(flatten)]
    target: Target,
    /// Take the programs from this folder instead of building them
    #[arg(long, value_name = "DIR")]
    programs: Option<PathBuf>,
    /// Show what would change, and write nothing
    #[arg(long)]
    dry_run: bool,
}

/// What install does, or would do.
pub(crate) struct Outcome {
    /// Nothing is known of a program that is not built yet.
    pub(crate) programs: Vec<(&'static str, Option<Placed>)>,
    pub(crate) link: Option<Found>,
    pub(crate) change: Change,
    pub(crate) backup: Option<PathBuf>,
    pub(crate) skill: skill::Found,
    pub(crate) server: Offered,
}

/// The settings file before and after.
pub(crate) struct Change {
    pub(crate) old: Option<String>,
    pub(crate) new: String,
}

pub(crate) fn run(options: &Options) -> Result<()> {
    let language = Surroundings::read().language;
    let places = Places::find(&options.target)?;
    let mut record = Record::read(&places.record)?;
    let change = plan(&places)?;
    let given = options.programs.as_deref().map(programs::in_folder);
    let given = given.transpose()?;
    let client = Client::of(&places);
    if options.dry_run {
        let outcome = preview(&places, &client, &record, given.as_deref(), change)?;
        report::print(&report::dry_run(language, &places, &client, &outcome));
        return Ok(());
    }
    let programs = given.map_or_else(programs::build, Ok)?;
    // Building takes a while, in which Claude Code may have written its settings.
    let change = plan(&places)?;
    let now = OffsetDateTime::now_utc();
    let outcome = carry_out(&places, &client, &mut record, &programs, change, now)
        .inspect_err(|_| record.remove_empty_folders())?;
    report::print(&report::installed(language, &places, &client, &outcome));
    Ok(())
}

impl Change {
    fn prepare(&self, path: &Path) -> Result<Option<Prepared>> {
        if self.old.as_ref() == Some(&self.new) {
            return Ok(None);
        }
        let mode = disk::mode(path, 0o600);
        disk::prepare(path, self.new.as_bytes(), mode).map(Some)
    }
}

fn plan(places: &Places) -> Result<Change> {
    let old = disk::read_text(&places.target)?;
    let new = settings::add(old.as_deref().unwrap_or_default(), &places.hooks);
    let new = new.with_context(|| {
        format!(
            "cannot add recall's entries to {}, which was left as it is",
            places.settings.display()
        )
    })?;
    Ok(Change { old, new })
}

fn preview(
    places: &Places,
    client: &Client,
    record: &Record,
    programs: Option<&[Source]>,
    change: Change,
) -> Result<Outcome> {
    let placed = |name| {
        let source = programs.and_then(|it| it.iter().find(|(other, _)| *other == name));
        let placed = source.map(|(_, path)| programs::compare(path, places, name));
        Ok((name, placed.transpose()?))
    };
    Ok(Outcome {
        programs: PROGRAMS.into_iter().map(placed).collect::<Result<_>>()?,
        link: look_at_link(places),
        change,
        backup: None,
        skill: skill::look(&places.skill, record.skill.as_deref())?,
        server: server::preview(client),
    })
}

fn carry_out(
    places: &Places,
    client: &Client,
    record: &mut Record,
    programs: &[Source],
    change: Change,
    now: OffsetDateTime,
) -> Result<Outcome> {
    for (name, source) in programs {
        programs::compare(source, places, name)?;
    }
    disk::make_folder(parent(&places.target), 0o777, &mut record.folders)?;
    disk::make_folder(Path::new(&places.hooks), 0o777, &mut record.folders)?;
    disk::make_folder(parent(&places.record), 0o700, &mut record.folders)?;
    let found = skill::look(&places.skill, record.skill.as_deref())?;
    if found == skill::Found::Nothing {
        disk::make_folder(parent(&places.skill), 0o777, &mut record.folders)?;
    }
    let skill = skill::prepare(&places.skill, found)?;
    let prepared = change.prepare(&places.target)?;
    let mut placed = Vec::new();
    for (name, source) in programs {
        placed.push((*name, Some(programs::place(source, places, name)?)));
        record.programs.insert((*name).to_owned());
    }
    if let Some(skill) = skill {
        skill.put()?;
    }
    if found != skill::Found::Foreign {
        record.skill = Some(skill::TEXT.to_owned());
    }
    let link = make_link(places, record)?;
    let backup = keep_old(places, record, &change, now)?;
    if let Some(prepared) = prepared {
        prepared.put_over(change.old.as_ref().map(String::as_bytes))?;
    }
    Ok(Outcome {
        programs: placed,
        link,
        change,
        backup,
        skill: found,
        // Last of all, as the client may write into its folder whenever it starts.
        server: server::offer(client, &server::program(places)),
    })
}

fn make_link(places: &Places, record: &mut Record) -> Result<Option<Found>> {
    let program = places.program(COMMAND);
    let (Some(link), Some(found)) = (&places.link, look_at_link(places)) else {
        return Ok(None);
    };
    if matches!(found, Found::Nothing | Found::Stale) {
        disk::make_folder(parent(link), 0o777, &mut record.folders)?;
        link::make(link, &program)?;
    }
    if found != Found::Foreign {
        record.link = Some(link.clone());
    }
    Ok(Some(found))
}

fn look_at_link(places: &Places) -> Option<Found> {
    let link = places.link.as_ref()?;
    Some(link::look(link, &places.program(COMMAND)))
}

/// Keeps what uninstall and people need of the old settings, before they are overwritten.
///
/// Should overwriting then fail, the record describes a file that is not there, and the next run
/// sees that; the other way round the bytes from before would be lost.
fn keep_old(
    places: &Places,
    record: &mut Record,
    change: &Change,
    now: OffsetDateTime,
) -> Result<Option<PathBuf>> {
    let backup = match &change.old {
        Some(old) if *old != change.new => {
            Some(backup::keep(places, old, now, &mut record.folders)?)
        }
        _ => None,
    };
    record.set(Settings {
        path: places.target.clone(),
        before: before(places, record, change.old.as_deref())?,
        written: change.new.clone(),
        is_offered: true,
    });
    record.write(&places.record)?;
    Ok(backup)
}

/// What uninstall is to give back.
fn before(places: &Places, record: &Record, old: Option<&str>) -> Result<Option<String>> {
    let known = record.of(&places.target);
    match (known, old) {
        (Some(known), Some(old)) if known.written == old => Ok(known.before.clone()),
        (_, None) => Ok(None),
        (known, Some(old)) => {
            let earlier = known.and_then(|it| it.before.as_deref());
            settings::remove(old, earlier).map(Some)
        }
    }
}

fn parent(path: &Path) -> &Path {
    path.parent().unwrap_or(Path::new("/"))
}
