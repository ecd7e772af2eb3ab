//! What has changed since a state was kept, by what git and the files say now.

use std::collections::HashSet;

use super::git::Moved;
use super::words::{branch_name, name, refusal};
use super::{Answer, Checkout, Excerpt, Git, Listing, Refusal, State};
use crate::language::{Language, counted};
use crate::say;

/// How many paths or commits one line names.
const NAMED: usize = 5;

/// What holds now, as far as it is known.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Present {
    /// What git says.
    pub git: Git,
    /// How the history has moved since the state's commit.
    pub moved: Answer<Moved>,
    /// The file of decisions, where it can be read.
    pub decisions: Option<Excerpt>,
}

impl Default for Present {
    fn default() -> Self {
        Self {
            git: Git::default(),
            moved: Ok(Moved::default()),
            decisions: None,
        }
    }
}

/// What has changed, or why nobody knows, a line each; none where all is known and the same.
#[must_use]
pub fn changes(then: &State, now: &Present, language: Language) -> Vec<String> {
    let mut lines = match (then.checkout(), now.git.checkout()) {
        (Some(then), Some(now_is)) => in_checkout(then, now_is, &now.moved, language),
        (Some(_), None) => vec![say!(
            language,
            "git cannot be asked now, so that nothing below is known to hold still",
            "いまはgitに問い合わせできないため、以下が現在も正しいかは不明です",
        )],
        (None, Some(now)) => branch_name(now, language)
            .map(|branch| {
                say!(
                    language,
                    "it is a checkout now, on branch {branch}",
                    "いまはチェックアウトです（ブランチ: {branch}）"
                )
            })
            .into_iter()
            .collect(),
        (None, None) => Vec::new(),
    };
    if let Some(decisions) = &then.decisions
        && now.decisions.as_ref() != Some(decisions)
    {
        let file = name(&decisions.file);
        lines.push(if now.decisions.is_some() {
            say!(
                language,
                "{file} has changed: read it before relying on what stands below",
                "{file} は変更されています。以下に頼る前に読み直してください",
            )
        } else {
            say!(
                language,
                "{file} is no longer there, or cannot be read",
                "{file} はなくなったか、読み取れません",
            )
        });
    }
    lines
}

fn in_checkout(
    then: &Checkout,
    now: &Checkout,
    moved: &Answer<Moved>,
    language: Language,
) -> Vec<String> {
    let mut lines: Vec<String> = branch(then, now, language).into_iter().collect();
    lines.extend(commits(then, now, moved, language));
    lines.extend(under_way(then, now, language));
    if then.has_files() && now.has_files() {
        lines.extend(files(then, now, language));
    }
    lines
}

fn branch(then: &Checkout, now: &Checkout, language: Language) -> Option<String> {
    let now_on = match branch_name(now, language) {
        Ok(branch) => branch,
        Err(why) => return Some(unknown("git symbolic-ref", &why, language)),
    };
    if then.branch.is_ok() && then.branch == now.branch {
        return None;
    }
    Some(match branch_name(then, language) {
        Ok(from) => say!(
            language,
            "the branch moved from {from} to {now_on}",
            "ブランチが {from} から {now_on} に変わりました",
        ),
        Err(_) => say!(
            language,
            "the branch is {now_on} now",
            "いまのブランチは {now_on} です"
        ),
    })
}

fn commits(
    then: &Checkout,
    now: &Checkout,
    moved: &Answer<Moved>,
    language: Language,
) -> Vec<String> {
    if let Err(why) = &now.commits {
        return vec![unknown("git log", why, language)];
    }
    let (Some(old), new) = (then.head(), now.head()) else {
        let first = then.is_unborn() && now.head().is_some();
        let line = say!(
            language,
            "the first commits were made",
            "最初のコミットが作られました"
        );
        return Some(line).filter(|_| first).into_iter().collect();
    };
    if new.is_some_and(|new| new.id == old.id) {
        return Vec::new();
    }
    match moved {
        Ok(moved) => history(&old.short, now, *moved, language),
        Err(Refusal::Failed(_)) => {
            let short = name(&old.short);
            vec![say!(
                language,
                "the commit {short} of then is no longer in the history",
                "当時のコミット {short} は履歴にありません",
            )]
        }
        Err(why) => vec![unknown("git rev-list", why, language)],
    }
}

fn history(short: &str, now: &Checkout, moved: Moved, language: Language) -> Vec<String> {
    let (short, mut lines) = (name(short), Vec::new());
    if moved.made > 0 {
        let (count, made) = (moved.made, counted(moved.made, "commit"));
        let subjects = subjects(now, moved.made);
        lines.push(say!(
            language,
            "{made} since {short}: {subjects}",
            "{short} から{count}件のコミット: {subjects}",
        ));
    }
    if moved.gone > 0 {
        let (count, gone) = (moved.gone, counted(moved.gone, "commit"));
        lines.push(say!(
            language,
            "{gone} of then not in the present history",
            "当時のコミットのうち{count}件は現在の履歴にありません",
        ));
    }
    lines
}

fn subjects(now: &Checkout, made: usize) -> String {
    let commits = now.commits.as_deref().unwrap_or_default();
    let newest = commits.iter().take(made);
    let told: Vec<String> = newest
        .map(|commit| name(&format!("{} {}", commit.short, commit.subject)))
        .collect();
    some(&told, made, "; ")
}

fn under_way(then: &Checkout, now: &Checkout, language: Language) -> Vec<String> {
    let (Ok(then), Ok(now)) = (&then.place, &now.place) else {
        return Vec::new();
    };
    if then.under_way == now.under_way {
        return Vec::new();
    }
    let over = then.under_way.as_deref().map(name);
    let begun = now.under_way.as_deref().map(name);
    let over = over.map(|what| {
        say!(
            language,
            "no longer in progress: {what}",
            "途中ではなくなった操作: {what}"
        )
    });
    let begun = begun.map(|what| {
        say!(
            language,
            "in progress now: {what}",
            "現在途中の操作: {what}"
        )
    });
    over.into_iter().chain(begun).collect()
}

fn files(then: &Checkout, now: &Checkout, language: Language) -> Vec<String> {
    let now = match &now.status {
        Ok(now) => now,
        Err(why) => return vec![unknown("git status", why, language)],
    };
    let Ok(then) = &then.status else {
        let count = now.lines.len();
        let changed = counted(count, "file");
        return vec![say!(
            language,
            "changed now: {changed}",
            "現在変更のあるファイル: {count}件"
        )];
    };
    let mut lines = Vec::new();
    let clean = missing(then, now);
    if !clean.is_empty() {
        let files = some(&clean, clean.len(), ", ");
        lines.push(say!(
            language,
            "no longer changed: {files}",
            "変更がなくなったファイル: {files}"
        ));
    }
    // Against a list that was cut, every file that did not fit would look new.
    let dirty = missing(now, then);
    if !dirty.is_empty() && then.left_out == 0 {
        let files = some(&dirty, dirty.len(), ", ");
        lines.push(say!(
            language,
            "newly changed: {files}",
            "新たに変更のあるファイル: {files}"
        ));
    }
    lines
}

/// The paths of one listing that the other does not have.
fn missing(of: &Listing, other: &Listing) -> Vec<String> {
    let held: HashSet<&str> = other.lines.iter().map(|line| path(line)).collect();
    let paths = of.lines.iter().map(|line| path(line));
    paths
        .filter(|path| !held.contains(path))
        .map(name)
        .collect()
}

/// The path in a line of `git status --short`; of a renamed file the new one.
fn path(line: &str) -> &str {
    let (marks, path) = line.split_at_checked(3).unwrap_or(("", line));
    match path.split_once(" -> ") {
        Some((_, new)) if marks.contains(['R', 'C']) => new,
        _ => path,
    }
}

fn unknown(question: &str, why: &Refusal, language: Language) -> String {
    let why = refusal(question, why, language);
    say!(
        language,
        "{why}, so that it is not known whether this changed",
        "{why}。変化したかどうかは不明です",
    )
}

fn some(names: &[String], all: usize, between: &str) -> String {
    let told: Vec<&str> = names.iter().take(NAMED).map(String::as_str).collect();
    let rest = all - told.len();
    let more = if rest > 0 {
        format!("{between}+{rest}")
    } else {
        String::new()
    };
    format!("{}{more}", told.join(between))
}

#[cfg(test)]
mod tests;
