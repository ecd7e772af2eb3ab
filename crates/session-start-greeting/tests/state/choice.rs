//! Which dump is told, and how old it is.

use std::fs::File;
use std::os::unix::fs::symlink;
use std::time::{Duration, UNIX_EPOCH};

use recall_core::process::Surroundings;
use recall_core::stamp;
use recall_core::state::{Git, State};
use stage::Stage;

use super::{
    DAY, HOUR, check_silent, check_words, greeted, keep, on, started, state, told, written,
};

#[test]
fn each_source_is_told_the_state_with_its_age() {
    for source in ["startup", "clear", "resume", "compact", "fork"] {
        let stage = Stage::with_commit();
        let name = keep(&stage, DAY + 3 * HOUR + 60, &state(&stage));
        let context = told(&greeted(&stage, source));
        check_words(
            &context,
            &[
                "# The state of the work as another session left it 1 day 3 hours ago (",
                &format!("PreCompact auto, .claude/backups/{name})"),
                "- branch: main\n- worktree: the main one\n",
                " M a.txt",
                " Begin\n",
                "- port 8417",
            ],
        );
    }
}

#[test]
fn this_very_compactions_dump_was_made_just_now() {
    let stage = Stage::with_commit();
    let mut state = state(&stage);
    state.session = Some("session-1".into());
    state.files = vec!["project/a.txt".into()];
    keep(&stage, 30, &state);
    let context = told(&greeted(&stage, "compact"));
    check_words(&context, &["made just now, before this compaction ("]);
    assert!(
        !context.contains("Files that the session changed"),
        "the recall tells them: {context}"
    );
    let resumed = told(&greeted(&stage, "resume"));
    check_words(
        &resumed,
        &["as this session left it less than a minute ago ("],
    );
}

#[test]
fn only_what_is_named_within_fourteen_days_is_told() {
    let stage = Stage::with_commit();
    let name = keep(&stage, 15 * DAY, &state(&stage));
    touch(&stage, &name, 4_000_000_000);
    check_silent(&started(&stage));
    keep(&stage, 13 * DAY, &state(&stage));
    check_words(&told(&started(&stage)), &["left it 13 days ago ("]);
}

#[test]
fn the_newest_is_told_by_its_name_and_no_link_or_planted_future_is_read() {
    let stage = Stage::with_commit();
    for (age, branch, touched) in [
        (3, "oldest", 3_000),
        (1, "newest", 1_000),
        (2, "middle", 2_000),
    ] {
        let name = keep(&stage, age * HOUR, &on(&stage, branch));
        touch(&stage, &name, touched);
    }
    let planted = written(&on(&stage, "planted"));
    stage.backup("session-29990101-000000.md", &planted);
    let elsewhere = stage.write("elsewhere.md", &planted);
    let link = format!("session-{}.md", stamp::short(Surroundings::read().now));
    symlink(elsewhere, stage.backups().join(link)).unwrap();
    check_words(&told(&started(&stage)), &["- branch: newest\n"]);
}

#[test]
fn of_one_second_the_later_dump_is_told() {
    let stage = Stage::with_commit();
    let name = keep(&stage, HOUR, &on(&stage, "earlier"));
    let later = name.replace(".md", "_002.md");
    stage.backup(&later, written(&on(&stage, "later")));
    check_words(&told(&started(&stage)), &["- branch: later\n", &later]);
}

#[test]
fn a_dump_that_recall_did_not_write_is_named_and_the_one_before_is_told() {
    for garbage in ["", "# mine\n", "<!-- recall-state {oops} -->\n", "\u{0}"] {
        let stage = Stage::with_commit();
        keep(&stage, 2 * HOUR, &on(&stage, "kept"));
        let name = keep(&stage, HOUR, &state(&stage));
        stage.backup(&name, garbage);
        let ran = started(&stage);
        assert_eq!(ran.complaints().len(), 1, "{}", ran.stderr);
        assert!(ran.stderr.contains(&name), "{}", ran.stderr);
        check_words(&ran.context(), &["- branch: kept\n"]);
    }
}

#[test]
fn a_dump_that_says_nothing_is_not_told() {
    let stage = Stage::new();
    let state = State {
        git: Git::NoCheckout,
        decisions: None,
        ..state(&Stage::with_commit())
    };
    keep(&stage, HOUR, &state);
    check_silent(&started(&stage));
}

fn touch(stage: &Stage, name: &str, seconds: u64) {
    let file = File::options()
        .append(true)
        .open(stage.backups().join(name))
        .unwrap();
    file.set_modified(UNIX_EPOCH + Duration::from_secs(seconds))
        .unwrap();
}
