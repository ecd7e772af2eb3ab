//! Every change between two states, as a table of sentences.

use super::{Present, changes};
use crate::language::Language::{English, Japanese};
use crate::state::git::Moved;
use crate::state::{Checkout, Commit, Git, Listing, Place, Refusal, State};

fn checkout() -> Checkout {
    Checkout {
        place: Ok(Place::default()),
        branch: Ok(Some("main".into())),
        commits: Ok(vec![commit("1", "Begin")]),
        status: listing(&[" M a", "R  b -> c", "?? d -> e"]),
        diff: Ok(Listing::default()),
    }
}

fn commit(id: &str, subject: &str) -> Commit {
    Commit {
        id: id.repeat(40),
        short: id.repeat(7),
        subject: subject.into(),
    }
}

fn listing(lines: &[&str]) -> Result<Listing, Refusal> {
    let lines = lines.iter().map(|line| (*line).to_owned()).collect();
    Ok(Listing { lines, left_out: 0 })
}

/// Expects these lines after a change to what was, to what is, and to how the history moved.
#[track_caller]
fn check(
    then_was: impl Fn(&mut Checkout),
    now_is: impl Fn(&mut Checkout),
    moved: Result<Moved, Refusal>,
    expected: &[&str],
) {
    let (mut then, mut now) = (checkout(), checkout());
    then_was(&mut then);
    now_is(&mut now);
    let state = |checkout| Git::Checkout(Box::new(checkout));
    let then = State {
        git: state(then),
        ..State::default()
    };
    let now = Present {
        git: state(now),
        moved,
        decisions: None,
    };
    assert_eq!(changes(&then, &now, English), expected);
    assert_eq!(changes(&then, &now, Japanese).len(), expected.len());
}

const STILL: Result<Moved, Refusal> = Ok(Moved { made: 0, gone: 0 });

fn as_it_was(_: &mut Checkout) {}

#[test]
fn what_is_the_same_is_no_change() {
    check(as_it_was, as_it_was, STILL, &[]);
    let staged = |now: &mut Checkout| now.status = listing(&["M  a", "?? c", " M d -> e"]);
    check(as_it_was, staged, STILL, &[]);
}

#[test]
fn a_branch_can_move_off_and_onto_a_detached_head() {
    let detached = |it: &mut Checkout| it.branch = Ok(None);
    let moved = "the branch moved from main to none (detached head at 1111111)";
    check(as_it_was, detached, STILL, &[moved]);
    let moved = "the branch moved from none (detached head at 1111111) to main";
    check(detached, as_it_was, STILL, &[moved]);
    let unknown = |it: &mut Checkout| it.branch = Err(Refusal::Late(800));
    check(unknown, as_it_was, STILL, &["the branch is main now"]);
    let why = "git symbolic-ref took more than 0.8 s, so that it is not known whether this changed";
    check(as_it_was, unknown, STILL, &[why]);
}

#[test]
fn commits_are_counted_and_the_newest_named() {
    let more = |now: &mut Checkout| {
        now.commits = Ok((2..=9)
            .map(|nth| commit(&nth.to_string(), "More"))
            .collect());
    };
    let lines = "12 commits since 1111111: 2222222 More; 3333333 More; 4444444 More; 5555555 More; 6666666 More; +7";
    check(as_it_was, more, Ok(Moved { made: 12, gone: 0 }), &[lines]);
    let gone = "1 commit of then not in the present history";
    check(as_it_was, more, Ok(Moved { made: 0, gone: 1 }), &[gone]);
    let lost = "the commit 1111111 of then is no longer in the history";
    check(
        as_it_was,
        more,
        Err(Refusal::Failed("bad object".into())),
        &[lost],
    );
    let late = "git rev-list took more than 1 s, so that it is not known whether this changed";
    check(as_it_was, more, Err(Refusal::Late(1_000)), &[late]);
    let unborn = |then: &mut Checkout| then.commits = Ok(Vec::new());
    check(unborn, as_it_was, STILL, &["the first commits were made"]);
    check(unborn, unborn, STILL, &[]);
}

#[test]
fn files_are_told_by_their_names_whatever_became_of_them() {
    let now = |now: &mut Checkout| now.status = listing(&["?? c", "?? f"]);
    let lines = ["no longer changed: a, d -> e", "newly changed: f"];
    check(as_it_was, now, STILL, &lines);
    let cut = |then: &mut Checkout| then.status.as_mut().unwrap().left_out = 9;
    check(cut, now, STILL, &lines[..1]);
    let many = |now: &mut Checkout| {
        now.status = listing(&[
            " M a",
            " M c",
            "?? d -> e",
            "?? 1",
            "?? 2",
            "?? 3",
            "?? 4",
            "?? 5",
            "?? 6",
        ]);
    };
    check(
        as_it_was,
        many,
        STILL,
        &["newly changed: 1, 2, 3, 4, 5, +1"],
    );
}

#[test]
fn what_was_under_way_can_be_over() {
    let under_way = |what: &'static str| {
        move |it: &mut Checkout| it.place.as_mut().unwrap().under_way = Some(what.into())
    };
    check(
        under_way("merge"),
        as_it_was,
        STILL,
        &["no longer in progress: merge"],
    );
    let both = [
        "no longer in progress: merge",
        "in progress now: rebase main",
    ];
    check(under_way("merge"), under_way("rebase main"), STILL, &both);
}
