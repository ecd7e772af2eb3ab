//! What has changed since a dump was made.

use recall_core::state::Git;
use stage::Stage;

use super::{DAY, check_words, keep, started, state, told};

#[test]
fn what_has_changed_since_comes_first() {
    let stage = Stage::with_commit();
    keep(&stage, DAY, &state(&stage));
    stage.git("project", &["checkout", "--quiet", "-b", "feature"]);
    stage.commit("project", "b.txt", "Second");
    stage.commit("project", "b.txt", "Third");
    stage.write("project/new.txt", "");
    let context = told(&started(&stage));
    let (changes, _) = context.split_once("As it was then:").unwrap();
    let newest = stage.git("project", &["log", "--format=%h %s", "-n2"]);
    let from = stage.git("project", &["rev-parse", "--short", "main"]);
    let commits = newest.replace('\n', "; ");
    check_words(
        changes,
        &[
            "- the branch moved from main to feature\n",
            &format!("- 2 commits since {from}: {commits}\n"),
            "- no longer changed: a.txt\n",
            "- newly changed: new.txt\n",
            "- docs/decisions.md is no longer there, or cannot be read\n",
        ],
    );
}

#[test]
fn where_nothing_has_changed_it_says_so() {
    let stage = Stage::with_commit();
    keep(&stage, DAY, &state(&stage));
    stage.write("project/a.txt", "changed\n");
    stage.write("project/docs/decisions.md", "- port 8417\n");
    stage.write("project/.git/info/exclude", "docs\n");
    check_words(
        &told(&started(&stage)),
        &["Since then:\n- nothing of it has changed\n\nAs it was then:\n"],
    );
}

#[test]
fn decisions_that_were_written_anew_are_not_taken_for_the_present() {
    let stage = Stage::with_commit();
    keep(&stage, DAY, &state(&stage));
    stage.write("project/docs/decisions.md", "- port 8418\n");
    let words = "- docs/decisions.md has changed: read it before relying on";
    check_words(&told(&started(&stage)), &[words]);
}

#[test]
fn a_history_that_was_rewritten_is_told() {
    let stage = Stage::with_commit();
    keep(&stage, DAY, &state(&stage));
    stage.git("project", &["commit", "--quiet", "--amend", "-m", "Anew"]);
    check_words(
        &told(&started(&stage)),
        &[
            "- 1 commit since ",
            " Anew\n",
            "- 1 commit of then not in the present history\n",
        ],
    );

    let mut state = state(&stage);
    let Git::Checkout(checkout) = &mut state.git else {
        unreachable!()
    };
    let commits = checkout.commits.as_mut().unwrap();
    commits[0].id = "0123456789".repeat(4);
    commits[0].short = "0123456".into();
    keep(&stage, 60, &state);
    let words = "- the commit 0123456 of then is no longer in the history\n";
    check_words(&told(&started(&stage)), &[words]);
}

#[test]
fn a_git_that_is_too_slow_now_leaves_it_unknown() {
    let stage = Stage::with_commit();
    keep(&stage, DAY, &state(&stage));
    let stage = stage.with_git_that("sleep 600");
    check_words(
        &told(&started(&stage)),
        &[
            "- git symbolic-ref took more than 1 s, so that it is not known whether this changed\n",
            "- git log took more than 1 s, so that it is not known",
            "- git status took more than 1 s, so that it is not known",
        ],
    );
}

#[test]
fn without_git_now_nothing_is_taken_for_the_present() {
    let stage = Stage::with_commit();
    keep(&stage, DAY, &state(&stage));
    let stage = stage.with("PATH", "/nonexistent");
    let words = "- git cannot be asked now, so that nothing below is known to hold still\n";
    check_words(&told(&started(&stage)), &[words, "- branch: main\n"]);
}
