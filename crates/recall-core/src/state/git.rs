//! The questions to git, asked side by side, and what its answers mean.
//!
//! git runs on a repository that others may have written. It asks nobody, takes
//! no lock, reaches no network, and starts no monitor, hook, pager, difference
//! or signature program. A content filter named in `.git/config`, which no clone
//! brings along, runs as it does for anybody who asks for the status.

mod answer;

use std::path::Path;
use std::process::Command;
use std::time::Duration;

use super::{Answer, Git, Listing, Refusal};
use crate::process::side_by_side::{self, Running};
use answer::{checkout, listing, moved, printed};

/// How many commits are told.
const COMMITS: &str = "-n10";

/// What every question begins with. `core.quotePath` leaves names in any script readable, and `git diff` would refresh the index in spite of `GIT_OPTIONAL_LOCKS`.
const SAFELY: [&str; 13] = [
    "--no-pager",
    "-c",
    "core.fsmonitor=false",
    "-c",
    "core.hooksPath=/dev/null",
    "-c",
    "core.quotePath=false",
    "-c",
    "diff.autoRefreshIndex=false",
    "-c",
    "protocol.allow=never",
    "-c",
    "submodule.recurse=false",
];

/// Variables that would lead git to another repository, as one set them who runs us from a hook of git.
const MISLEADING: [&str; 10] = [
    "GIT_DIR",
    "GIT_WORK_TREE",
    "GIT_INDEX_FILE",
    "GIT_COMMON_DIR",
    "GIT_NAMESPACE",
    "GIT_PREFIX",
    "GIT_OBJECT_DIRECTORY",
    "GIT_ALTERNATE_OBJECT_DIRECTORIES",
    "GIT_SHALLOW_FILE",
    "GIT_EXTERNAL_DIFF",
];

const PLACE: &[&str] = &[
    "rev-parse",
    "--is-bare-repository",
    "--absolute-git-dir",
    // A path can hold a line end: this answer of one word stands between the two.
    "--is-inside-git-dir",
    "--git-common-dir",
];
const BRANCH: &[&str] = &["symbolic-ref", "--quiet", "HEAD"];
const LOG: &[&str] = &[
    "log",
    COMMITS,
    "--no-color",
    "--no-show-signature",
    "--encoding=UTF-8",
    "--format=%H %h %s",
];
const STATUS: &[&str] = &["status", "--porcelain"];
const DIFF: &[&str] = &[
    "diff",
    "--stat=120",
    "--no-color",
    "--no-ext-diff",
    "--no-textconv",
    "--submodule=short",
    "HEAD",
    "--",
];

/// Questions that git is at work on.
#[derive(Debug)]
pub struct Asking {
    running: Running<5>,
    limit: Duration,
}

/// Commits that were made, and that are gone, since another commit was the head.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Moved {
    /// Commits of the present history that were not in that one.
    pub made: usize,
    /// Commits of that history that are not in the present one.
    pub gone: usize,
}

/// Asks for everything that a state holds.
#[must_use]
pub fn ask(root: &Path, limit: Duration) -> Asking {
    begin(root, [PLACE, BRANCH, LOG, STATUS, DIFF], limit)
}

/// Asks for what can have changed since this commit was the head, where it is known.
#[must_use]
pub fn ask_since(root: &Path, head: Option<&str>, limit: Duration) -> Asking {
    let head = head.filter(|head| is_commit(head)).unwrap_or("HEAD");
    let range = format!("{head}...HEAD");
    let since = ["rev-list", "--count", "--left-right", &range, "--"];
    begin(root, [PLACE, BRANCH, LOG, STATUS, &since], limit)
}

impl Asking {
    /// Waits for the answers to [`ask`].
    #[must_use]
    pub fn answer(self, root: &Path) -> Git {
        let limit = self.limit;
        let [place, branch, log, status, diff] = self.running.end();
        checkout(root, limit, [place, branch, log, status], |unborn| {
            if unborn {
                return Ok(Listing::default());
            }
            printed(diff, limit).map(|text| listing(&text))
        })
    }

    /// Waits for the answers to [`ask_since`]; there is no difference among them.
    pub fn answer_since(self, root: &Path) -> (Git, Answer<Moved>) {
        let limit = self.limit;
        let [place, branch, log, status, since] = self.running.end();
        let no_diff = |_| Ok(Listing::default());
        let git = checkout(root, limit, [place, branch, log, status], no_diff);
        let moved = printed(since, limit).and_then(|text| {
            moved(&text).ok_or_else(|| Refusal::Failed(format!("rev-list: {}", text.trim())))
        });
        (git, moved)
    }
}

fn begin(root: &Path, questions: [&[&str]; 5], limit: Duration) -> Asking {
    let running = side_by_side::start(questions.map(|question| command(root, question)), limit);
    Asking { running, limit }
}

fn command(root: &Path, question: &[&str]) -> Command {
    let mut git = Command::new("git");
    git.args(SAFELY).args(question).current_dir(root);
    for name in MISLEADING {
        git.env_remove(name);
    }
    // The root is where recall found it, which may be below a home that is a checkout.
    git.env("GIT_CEILING_DIRECTORIES", root.parent().unwrap_or(root))
        .env("GIT_OPTIONAL_LOCKS", "0")
        .env("GIT_TERMINAL_PROMPT", "0")
        .env("GIT_NO_LAZY_FETCH", "1")
        .env("LC_ALL", "C");
    git
}

/// Whether a text can only be the whole name of a commit: it goes into an argument, and a file may hold anything.
fn is_commit(text: &str) -> bool {
    matches!(text.len(), 40 | 64) && text.bytes().all(|byte| byte.is_ascii_hexdigit())
}
