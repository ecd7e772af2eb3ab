//! The findings as a page for a person and as JSON for programs.

use recall_core::language::{Language, Words, counted};
use recall_core::{say, words};
use serde_json::{Value, json};
use time::format_description::well_known::Rfc3339;

use super::expected::{ENTRIES, Expected};
use super::finding::{Area, At, Finding, Severity};
use super::receipts::{Run, Runs};
use crate::answer;
use crate::fill::filled;
use crate::palette::{FAILED, NAME, NOTE, WELL};
use crate::plain;

/// Every area with its findings in lines of so many columns, and how many of them are to be mended.
pub(crate) fn text(findings: &[Finding], at: &At<'_>, columns: usize) -> String {
    let mut text = String::new();
    for area in Area::ALL {
        let own: Vec<&Finding> = findings.iter().filter(|it| it.area == area).collect();
        if own.is_empty() {
            continue;
        }
        let heading = heading(area).text(at.language());
        text.push_str(&format!("{NAME}{heading}{NAME:#}\n"));
        text.extend(own.into_iter().map(|finding| told(finding, columns)));
        text.push('\n');
    }
    text + &summary(findings, at.language())
}

/// The same for programs. README.md documents it and tests/doctor.rs insists on it.
pub(crate) fn json(findings: &[Finding], runs: &Runs, at: &At<'_>) -> String {
    let told = |finding: &Finding| {
        json!({
            "area": finding.area.name(),
            "code": finding.code,
            "severity": finding.severity.name(),
            "what": finding.what,
            "mend": finding.mend,
        })
    };
    let hooks = ENTRIES.iter().zip(&runs.last);
    let hooks = hooks.map(|(entry, last)| hook(entry, last.as_ref()));
    let all = json!({
        "recall": env!("CARGO_PKG_VERSION"),
        "root": at.project.root.to_string_lossy(),
        "claude_dir": at.claude_dir.to_string_lossy(),
        "result": worst(findings).name(),
        "findings": findings.iter().map(told).collect::<Vec<_>>(),
        "hooks": hooks.collect::<Vec<_>>(),
    });
    answer::json(&all)
}

/// The gravest of the findings.
pub(crate) fn worst(findings: &[Finding]) -> Severity {
    let all = findings.iter().map(|finding| finding.severity);
    all.max().unwrap_or(Severity::Well)
}

fn hook(entry: &Expected, last: Option<&Run>) -> Value {
    let last = last.map(|run| {
        json!({
            "time": run.at.format(&Rfc3339).unwrap_or_default(),
            "event": run.event,
            "result": run.result,
            "reason": run.reason,
        })
    });
    json!({"hook": entry.name(), "program": entry.program, "last": last})
}

fn heading(area: Area) -> Words {
    match area {
        Area::Settings => words!("Settings", "設定ファイル"),
        Area::Programs => words!("Programs", "プログラム"),
        Area::Runs => words!("Last runs", "最後の実行"),
        Area::Files => words!("What is kept", "保存されているもの"),
        Area::Configuration => words!("Configuration", "recallの設定"),
    }
}

fn told(finding: &Finding, columns: usize) -> String {
    let (mark, style) = match finding.severity {
        Severity::Well => ("✓", WELL),
        Severity::Note => ("!", NOTE),
        Severity::Broken => ("✗", FAILED),
    };
    let plain = |text: &str| plain::shown(text).replace('\n', " ");
    let what = filled(&plain(&finding.what), columns.saturating_sub(4)).join("\n    ");
    let mut text = format!("  {style}{mark}{style:#} {what}\n");
    if let Some(mend) = &finding.mend {
        let mend = filled(&plain(mend), columns.saturating_sub(6)).join("\n      ");
        text.push_str(&format!("    {style}→{style:#} {mend}\n"));
    }
    text
}

fn summary(findings: &[Finding], language: Language) -> String {
    let count = |severity| findings.iter().filter(|it| it.severity == severity).count();
    let (broken, noted) = (count(Severity::Broken), count(Severity::Note));
    let notes = counted(noted, "note");
    match (broken, noted) {
        (0, 0) => {
            let all = say!(language, "All is well.", "すべて正常です。");
            format!("{WELL}{all}{WELL:#}\n")
        }
        (0, _) => {
            let all = say!(
                language,
                "recall works; {notes}.",
                "recallは動いています。お知らせ{noted}件。"
            );
            format!("{NOTE}{all}{NOTE:#}\n")
        }
        _ => {
            let all = say!(
                language,
                "{broken} to mend, {notes}.",
                "直すべきもの{broken}件、お知らせ{noted}件。"
            );
            format!("{FAILED}{all}{FAILED:#}\n")
        }
    }
}

impl Severity {
    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::Well => "well",
            Self::Note => "note",
            Self::Broken => "broken",
        }
    }
}

impl Area {
    fn name(self) -> &'static str {
        match self {
            Self::Settings => "settings",
            Self::Programs => "programs",
            Self::Runs => "runs",
            Self::Files => "files",
            Self::Configuration => "configuration",
        }
    }
}
