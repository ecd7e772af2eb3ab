//! A state in words: the facts that take one line each, and the parts that take more.

use super::words::{branch_name, name, refusal};
use super::{Answer, Checkout, Excerpt, Git, Listing, State};
use crate::frame;
use crate::language::Language;
use crate::say;

/// A part of a state.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Part {
    /// What it is.
    pub kind: Kind,
    /// Its heading.
    pub heading: String,
    /// Its text, in which nothing can close a frame.
    pub body: String,
    /// Whether the text is quoted, and not a sentence of recall's.
    pub quoted: bool,
}

/// The kinds of parts, in their order.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// `git status --short`.
    Status,
    /// The newest commits.
    Commits,
    /// `git diff --stat HEAD`.
    Diff,
    /// The file of decisions.
    Decisions,
    /// The files that the session changed.
    Files,
    /// The log of tools.
    ToolLog,
}

/// The branch, the worktree and what is under way, or why nobody knows.
#[must_use]
pub fn facts(state: &State, language: Language) -> Vec<String> {
    let root = name(&state.root);
    let mut facts = vec![say!(language, "folder: {root}", "フォルダー: {root}")];
    match &state.git {
        Git::NoProgram => facts.push(say!(
            language,
            "git: the program was not found",
            "git: プログラムが見つかりません",
        )),
        Git::NoCheckout => facts.push(say!(
            language,
            "git: this folder is in no checkout",
            "git: このフォルダーはチェックアウトではありません",
        )),
        Git::Checkout(checkout) => {
            facts.push(branch(checkout, language));
            facts.extend(place(checkout, language));
        }
    }
    facts
}

/// What takes more than a line: git's answers, the decisions, the files and the log of tools.
#[must_use]
pub fn parts(state: &State, language: Language) -> Vec<Part> {
    let mut parts = Vec::new();
    if let Some(checkout) = state.checkout() {
        if checkout.has_files() {
            parts.push(status(checkout, language));
        }
        parts.push(commits(checkout, language));
        if checkout.has_files() && !checkout.is_unborn() {
            parts.extend(diff(checkout, language));
        }
    }
    parts.extend(state.decisions.as_ref().map(|it| decisions(it, language)));
    if !state.files.is_empty() {
        let heading = say!(
            language,
            "Files that the session changed",
            "セッションで変更したファイル"
        );
        parts.push(quoted(Kind::Files, heading, &state.files));
    }
    parts.extend(state.tool_log.as_ref().map(|it| tool_log(it, language)));
    parts
}

fn branch(checkout: &Checkout, language: Language) -> String {
    match branch_name(checkout, language) {
        Err(why) => {
            let why = refusal("git symbolic-ref", &why, language);
            say!(
                language,
                "branch: unknown ({why})",
                "ブランチ: 不明（{why}）"
            )
        }
        Ok(branch) if checkout.is_unborn() => say!(
            language,
            "branch: {branch}, unborn (no commit yet)",
            "ブランチ: {branch}（コミットはまだありません）",
        ),
        Ok(branch) => say!(language, "branch: {branch}", "ブランチ: {branch}"),
    }
}

fn place(checkout: &Checkout, language: Language) -> Vec<String> {
    let place = match &checkout.place {
        Ok(place) => place,
        Err(why) => {
            let why = refusal("git rev-parse", why, language);
            return vec![say!(
                language,
                "worktree: unknown ({why})",
                "ワークツリー: 不明（{why}）"
            )];
        }
    };
    let mut lines = Vec::new();
    if place.bare {
        lines.push(say!(
            language,
            "a bare repository, which has no files",
            "ベアリポジトリ（ファイルはありません）",
        ));
    }
    if let Some(owner) = &place.worktree_of {
        let owner = name(owner);
        lines.push(say!(
            language,
            "worktree: a linked one of {owner}",
            "ワークツリー: {owner} に属します"
        ));
    } else if !place.bare {
        lines.push(say!(
            language,
            "worktree: the main one",
            "ワークツリー: メイン"
        ));
    }
    if let Some(owner) = &place.submodule_of {
        let owner = name(owner);
        lines.push(say!(
            language,
            "a submodule of {owner}",
            "{owner} のサブモジュール"
        ));
    }
    if let Some(what) = &place.under_way {
        let what = name(what);
        lines.push(say!(language, "in progress: {what}", "途中の操作: {what}"));
    }
    lines
}

fn status(checkout: &Checkout, language: Language) -> Part {
    let heading = "git status --short".to_owned();
    listed(Kind::Status, heading, &checkout.status, language, || {
        say!(language, "Nothing is changed.", "変更はありません。")
    })
}

fn diff(checkout: &Checkout, language: Language) -> Option<Part> {
    let heading = "git diff --stat HEAD".to_owned();
    let is_empty = |listing: &Listing| listing.lines.is_empty();
    if checkout.diff.as_ref().is_ok_and(is_empty) {
        return None;
    }
    Some(listed(
        Kind::Diff,
        heading,
        &checkout.diff,
        language,
        String::new,
    ))
}

fn commits(checkout: &Checkout, language: Language) -> Part {
    let heading = say!(language, "Last commits", "最近のコミット");
    let lines = checkout.commits.clone().map(|commits| Listing {
        lines: commits
            .iter()
            .map(|commit| format!("{} {}", commit.short, commit.subject))
            .collect(),
        left_out: 0,
    });
    listed(Kind::Commits, heading, &lines, language, || {
        say!(
            language,
            "There is no commit yet.",
            "コミットはまだありません。"
        )
    })
}

fn listed(
    kind: Kind,
    heading: String,
    answer: &Answer<Listing>,
    language: Language,
    nothing: impl FnOnce() -> String,
) -> Part {
    let note = |heading: String, body: String| Part {
        kind,
        heading,
        body,
        quoted: false,
    };
    let question = match kind {
        Kind::Commits => "git log",
        Kind::Diff => "git diff",
        _ => "git status",
    };
    match answer {
        Err(why) => note(heading, refusal(question, why, language)),
        Ok(listing) if listing.lines.is_empty() => note(heading, nothing()),
        Ok(listing) => {
            let mut lines = listing.lines.clone();
            if listing.left_out > 0 {
                let count = listing.left_out;
                let mark = say!(language, "…(+{count} lines)…", "…(+{count}行)…");
                lines.insert(lines.len() - 1, mark);
            }
            quoted(kind, heading, &lines)
        }
    }
}

fn decisions(excerpt: &Excerpt, language: Language) -> Part {
    let (file, count) = (name(&excerpt.file), excerpt.lines.len());
    let heading = if excerpt.partial {
        say!(
            language,
            "Decisions (the first {count} lines of {file})",
            "決定事項（{file} の先頭{count}行）",
        )
    } else {
        say!(language, "Decisions ({file})", "決定事項（{file}）")
    };
    quoted(Kind::Decisions, heading, &excerpt.lines)
}

fn tool_log(excerpt: &Excerpt, language: Language) -> Part {
    let file = name(&excerpt.file);
    let heading = if excerpt.partial {
        say!(
            language,
            "Tool log, of any session ({file})",
            "ツールの記録（全セッション、{file}）",
        )
    } else {
        say!(
            language,
            "Tool log of the session ({file})",
            "このセッションのツールの記録（{file}）",
        )
    };
    quoted(Kind::ToolLog, heading, &excerpt.lines)
}

fn quoted(kind: Kind, heading: String, lines: &[String]) -> Part {
    Part {
        kind,
        heading,
        body: frame::quote(&lines.join("\n")),
        quoted: true,
    }
}
