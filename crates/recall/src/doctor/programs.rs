//! Whether the programs that the entries start are there, fit together, and work.

use std::path::Path;
use std::process::Command;

use recall_core::problem::Problem;
use recall_core::say;

use super::expected::{ENTRIES, Expected};
use super::finding::{Area, At, Finding};
use super::sample::{Fault, LIMIT, Sample};
use super::startable::unsound;
use super::versions;
use super::wiring::Placed;

/// What is found about the programs; `search` is PATH.
pub(crate) fn findings(
    placed: &[Placed<'_>],
    at: &At<'_>,
    search: Option<&Path>,
) -> Result<Vec<Finding>, Problem> {
    let mut findings: Vec<Finding> = Vec::new();
    let mut sound: Vec<&Placed<'_>> = Vec::new();
    for it in distinct(placed) {
        match unsound(it, at) {
            None => sound.push(it),
            Some(finding) if !findings.contains(&finding) => findings.push(finding),
            Some(_) => {}
        }
    }
    let sample = Sample::new()?;
    findings.extend(versions::findings(&sound, at, &sample, search));
    for expected in &ENTRIES {
        findings.extend(tried_out(expected, &sound, at, search)?);
    }
    Ok(findings)
}

/// Each command of each event once; of two the same, the one from the user's own file.
fn distinct<'a, 'b>(placed: &'b [Placed<'a>]) -> Vec<&'b Placed<'a>> {
    let mut distinct: Vec<&Placed<'_>> = Vec::new();
    // The user's own file is the last of all.
    for it in placed.iter().rev() {
        let is_same = |other: &&Placed<'_>| {
            other.entry.event == it.entry.event && other.entry.start() == it.entry.start()
        };
        if !distinct.iter().any(is_same) {
            distinct.push(it);
        }
    }
    distinct.reverse();
    distinct
}

/// Tries out each command of an entry, each in a home of its own.
fn tried_out(
    expected: &Expected,
    sound: &[&Placed<'_>],
    at: &At<'_>,
    search: Option<&Path>,
) -> Result<Vec<Finding>, Problem> {
    let is_its = |it: &&&Placed<'_>| {
        it.entry.event == expected.event && it.entry.program == expected.program
    };
    let mut findings = Vec::new();
    for placed in sound.iter().filter(is_its) {
        let command = command(placed, at);
        let fault = Sample::new()?.try_out(expected, command, search)?;
        findings.push(outcome(expected, placed, fault, at));
    }
    Ok(findings)
}

/// The command as the client starts it; the home in it is the user's, and not the sample's.
fn command(placed: &Placed<'_>, at: &At<'_>) -> Command {
    let entry = placed.entry;
    if let Some(args) = &entry.args {
        let mut command = Command::new(&entry.command);
        command.args(args);
        return command;
    }
    let home = at.here.home.as_deref().unwrap_or(Path::new("/"));
    let home = home.display().to_string();
    let text = entry
        .command
        .replace("${HOME}", &home)
        .replace("$HOME", &home);
    let text = match text.strip_prefix("~/") {
        Some(rest) => format!("{home}/{rest}"),
        None => text,
    };
    let mut command = Command::new("/bin/sh");
    command.args(["-c", &text]);
    command
}

fn outcome(expected: &Expected, placed: &Placed<'_>, fault: Option<Fault>, at: &At<'_>) -> Finding {
    let (event, program, language) = (expected.name(), expected.program, at.language());
    let Some(fault) = fault else {
        let what = say!(
            language,
            "{event}: {program} works on a sample",
            "{event}: {program}は見本で正しく動きました"
        );
        return Area::Programs.well("works", what);
    };
    let (command, why) = (at.shown(Path::new(&placed.entry.command)), why(&fault, at));
    let what = say!(
        language,
        "{event}: {command} does not work on a sample: {why}",
        "{event}: {command}は見本で正しく動きません: {why}"
    );
    let mend = say!(
        language,
        "`cargo xtask install` in recall's folder replaces it; if it stays so, it is a fault in recall",
        "recallのフォルダーで`cargo xtask install`を実行して置き換えてください。直らなければrecallの不具合です"
    );
    Area::Programs.broken("does-not-work", what, mend)
}

fn why(fault: &Fault, at: &At<'_>) -> String {
    let (language, seconds) = (at.language(), LIMIT.as_secs());
    match fault {
        Fault::NotStarted(why) => say!(
            language,
            "it could not be started ({why})",
            "起動できません（{why}）"
        ),
        Fault::Missing => say!(
            language,
            "the file, or what it needs to run, is not there",
            "ファイルか、その実行に必要なものがありません"
        ),
        Fault::Late => say!(
            language,
            "no answer within {seconds} s",
            "{seconds}秒以内に応答がありません"
        ),
        Fault::Code(Some(code)) => say!(
            language,
            "it ended with {code}",
            "終了コード{code}で終わりました"
        ),
        Fault::Code(None) => say!(language, "a signal ended it", "シグナルで終了しました"),
        Fault::NothingKept => say!(language, "it kept no backup", "バックアップが残りません"),
        Fault::Answer => say!(
            language,
            "its answer is not the right one",
            "応答が正しくありません"
        ),
    }
}
