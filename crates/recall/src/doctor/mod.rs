//! What keeps recall from working here, each finding with its mend.

mod configuration;
mod entries;
mod expected;
mod files;
mod finding;
mod levels;
mod programs;
mod receipts;
mod report;
mod runs;
mod sample;
mod server;
mod settings;
mod startable;
mod versions;
mod wiring;

use std::env;
use std::path::{Path, PathBuf};

use recall_core::problem::Problem;
use recall_core::process::{Exit, Surroundings};
use recall_core::project::Project;
use recall_core::say;

use crate::options::Doctor;
use crate::page::Page;
use finding::{At, Finding, Severity};

/// The page of the findings; what is wrong in recall.json is among them.
pub(crate) fn page(
    asked: &Doctor,
    project: &Project,
    here: &Surroundings,
    problems: &[Problem],
    columns: usize,
) -> Result<(Page, Exit), Problem> {
    let claude_dir = here
        .claude_dir
        .as_deref()
        .ok_or_else(|| homeless(project))?;
    let at = At {
        project,
        here,
        claude_dir,
    };
    let search = env::var_os("PATH").map(PathBuf::from);
    let mut findings = Vec::new();
    let is_installed = wired(&at, search.as_deref(), &mut findings)?;
    let ran = receipts::gather(&at).unwrap_or_else(|problem| {
        findings.push(files::refused(&problem, &at));
        receipts::runs("")
    });
    if is_installed || ran.since.is_some() {
        findings.extend(runs::findings(&ran, &at));
    }
    findings.extend(server::finding(&at));
    findings.extend(files::findings(&at));
    findings.extend(configuration::findings(&at, problems, search.as_deref()));
    let exit = match report::worst(&findings) {
        Severity::Broken => Exit::Amiss,
        Severity::Note | Severity::Well => Exit::Done,
    };
    let page = if asked.json {
        Page::data(report::json(&findings, &ran, &at))
    } else {
        Page::of(report::text(&findings, &at, columns))
    };
    Ok((page, exit))
}

/// Finds what is on the way from the settings files to the programs, and whether any leads there.
fn wired(at: &At<'_>, search: Option<&Path>, findings: &mut Vec<Finding>) -> Result<bool, Problem> {
    let files = levels::files(at, findings);
    let placed = wiring::placed(&files);
    findings.extend(settings::findings(&files, &placed, at));
    findings.extend(programs::findings(&placed, at, search)?);
    Ok(!placed.is_empty())
}

fn homeless(project: &Project) -> Problem {
    Problem::Value(say!(
        project.language,
        "neither HOME nor CLAUDE_CONFIG_DIR is set, so there is no folder of Claude Code's to look at",
        "HOMEもCLAUDE_CONFIG_DIRも設定されておらず、Claude Codeのフォルダーが分かりません"
    ))
}
