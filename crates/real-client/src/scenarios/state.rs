//! The state of the work comes back after a compaction and the next day, and not after fifteen days.

use std::fs;
use std::path::Path;

use anyhow::{Context, ensure};
use time::macros::format_description;
use time::{Duration, PrimitiveDateTime};

use super::steps::{begin, go_on, has_compacted, last_turn};
use super::words::{CURRENCY, FREEZE, LOCALE, PORT, ROUNDING};
use crate::backups;
use crate::check::{holds, lacks};
use crate::props;
use crate::stage::Stage;

const BRANCH: &str = "export-currency";
const DECISION: &str = "Ledger rows are never deleted, only reversed.";
const HEADING: &str = "# The state of the work";

pub(super) fn play(stage: &Stage) -> anyhow::Result<()> {
    leave_work_undone(stage)?;
    let session = begin(stage, &[PORT, ROUNDING])?;
    stage.ask_again(&session, "/compact")?;
    has_compacted(stage, 1)?;
    go_on(stage, &session, &[LOCALE])?;
    let request = last_turn(stage)?.text();
    holds(&request, "made just now, before this compaction")?;
    holds(&request, "Since then:\n- nothing of it has changed")?;
    holds_state(&request)?;

    set_back(stage, 1)?;
    props::write(&stage.project().join("report.csv"), "")?;
    begin(stage, &[FREEZE])?;
    let request = last_turn(stage)?.text();
    holds(&request, "as another session left it 1 day ")?;
    holds(&request, "- newly changed: report.csv")?;
    holds_state(&request)?;

    set_back(stage, 15)?;
    begin(stage, &[CURRENCY])?;
    let request = last_turn(stage)?.text();
    lacks(&request, HEADING)?;
    lacks(&request, DECISION)
}

fn leave_work_undone(stage: &Stage) -> anyhow::Result<()> {
    let mut git = stage.command(Path::new("git"));
    git.current_dir(stage.project())
        .args(["checkout", "-q", "-b", BRANCH]);
    stage.run(&mut git, "make a branch")?;
    let decisions = format!("# Decisions\n\n- {DECISION}\n");
    props::write(&stage.project().join("docs/decisions.md"), &decisions)?;
    props::write(&stage.project().join("README.md"), "# Invoices, changed\n")
}

fn holds_state(request: &str) -> anyhow::Result<()> {
    for words in [
        HEADING,
        &format!("- branch: {BRANCH}"),
        " M README.md\n?? docs/\n",
        " Begin\n",
        DECISION,
    ] {
        holds(request, words)?;
    }
    Ok(())
}

/// Renames every dump as if it had been made so many days earlier; what the files' times say stays as it is.
fn set_back(stage: &Stage, days: i64) -> anyhow::Result<()> {
    let stamp = format_description!("[year][month][day]-[hour][minute][second]");
    let folder = backups::folder(stage.project());
    let mut count = 0;
    let listing = fs::read_dir(&folder);
    for entry in listing.with_context(|| format!("no backups in {}", folder.display()))? {
        let path = entry
            .with_context(|| format!("could not read {}", folder.display()))?
            .path();
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        let Some((at, rest)) = name
            .strip_prefix("session-")
            .and_then(|name| name.split_at_checked(15))
        else {
            continue;
        };
        let made =
            PrimitiveDateTime::parse(at, &stamp).with_context(|| format!("{name} has no stamp"))?;
        let earlier = (made - Duration::days(days)).format(&stamp)?;
        let earlier = folder.join(format!("session-{earlier}{rest}"));
        fs::rename(&path, &earlier)
            .with_context(|| format!("could not rename {}", path.display()))?;
        count += 1;
    }
    ensure!(count > 0, "{} holds no state dump", folder.display());
    Ok(())
}
