//! How the versions of the installed programs fit together, and to this one.

use std::path::{Path, PathBuf};
use std::process::Command;

use recall_core::process::side_by_side::{Ended, start};
use recall_core::say;

use super::expected::COMMAND;
use super::finding::{Area, At, Finding};
use super::sample::{LIMIT, Sample};
use super::wiring::Placed;

/// How the versions of the programs fit together.
pub(crate) fn findings(
    sound: &[&Placed<'_>],
    at: &At<'_>,
    sample: &Sample,
    search: Option<&Path>,
) -> Vec<Finding> {
    let home = at.here.home.as_deref();
    let mut paths: Vec<PathBuf> = sound
        .iter()
        .filter_map(|it| it.entry.executable(home))
        .collect();
    let beside: Vec<PathBuf> = paths
        .iter()
        .map(|path| path.with_file_name(COMMAND))
        .collect();
    paths.extend(beside.into_iter().filter(|path| path.is_file()));
    paths.sort();
    paths.dedup();
    let version = |path: PathBuf| {
        let mut command = sample.confined(Command::new(&path), search);
        command.arg("--version");
        let [ended] = start([command], LIMIT).end();
        (path, ended)
    };
    let asked: Vec<(PathBuf, Ended)> = paths.into_iter().map(version).collect();
    let told: Vec<(String, Option<String>)> = asked
        .iter()
        .map(|(path, ended)| (at.shown(path), number(ended)))
        .collect();
    if told.is_empty() {
        return Vec::new();
    }
    vec![compared(&told, at)]
}

/// The version that a program tells of itself: `recall 0.1.0`.
fn number(ended: &Ended) -> Option<String> {
    let Ended::Done(output) = ended else {
        return None;
    };
    let text = String::from_utf8_lossy(&output.stdout);
    let mut words = text.split_whitespace().skip(1);
    let version = words.next().filter(|_| output.status.success());
    version.map(str::to_owned)
}

fn compared(told: &[(String, Option<String>)], at: &At<'_>) -> Finding {
    let (own, count, language) = (env!("CARGO_PKG_VERSION"), told.len(), at.language());
    let silent = say!(language, "no answer", "応答なし");
    let versions: Vec<&str> = told
        .iter()
        .map(|(_, version)| version.as_deref().unwrap_or(&silent))
        .collect();
    let first = versions.first().copied().unwrap_or_default();
    let are_same = versions.iter().all(|version| *version == first) && first != silent;
    if are_same && first == own {
        let what = say!(
            language,
            "{count} programs, all of version {own}",
            "{count}個のプログラムはすべてバージョン{own}です"
        );
        return Area::Programs.well("versions", what);
    }
    let mend = say!(
        language,
        "`cargo xtask install` in recall's folder replaces them all",
        "recallのフォルダーで`cargo xtask install`を実行すると、すべて置き換わります"
    );
    if are_same {
        let what = say!(
            language,
            "the programs are of version {first}, and this recall is of {own}",
            "プログラムはバージョン{first}、このrecallは{own}です"
        );
        return Area::Programs.note("versions-other", what, mend);
    }
    let each = told.iter().zip(&versions);
    let each: Vec<String> = each
        .map(|((path, _), version)| format!("{path} {version}"))
        .collect();
    let each = each.join(", ");
    let what = say!(
        language,
        "the programs do not fit together: {each}",
        "プログラムのバージョンが揃っていません: {each}"
    );
    Area::Programs.broken("versions-differ", what, mend)
}
