//! When a page goes through a pager, and through which.

use std::fs::{self, Permissions};
use std::os::unix::fs::PermissionsExt;

use stage::Stage;

use crate::{RECALL, stage};

/// Rows that no page has room in.
const LOW: (u16, u16) = (80, 5);
/// Rows that every page has room in.
const HIGH: (u16, u16) = (80, 200);

#[test]
fn a_page_that_is_longer_than_the_terminal_goes_through_the_pager() {
    let stage = stage().with("PAGER", "sed s/^/paged:/");
    check(&stage, &[], LOW, true);
    check(&stage, &[], HIGH, false);
    check(&stage, &["--no-pager"], LOW, false);
    assert!(!stage.run(RECALL, &[], "").stdout.contains("paged:"));
}

#[test]
fn recalls_own_variable_comes_before_the_common_one_and_an_empty_one_is_no_pager() {
    let stage = stage()
        .with("PAGER", "sed s/^/other:/")
        .with("PATH", "/usr/bin:/bin");
    check(
        &stage.with("RECALL_PAGER", "sed s/^/paged:/"),
        &[],
        LOW,
        true,
    );
    for none in ["", "cat"] {
        let stage = crate::stage()
            .with("PAGER", "sed s/^/paged:/")
            .with("RECALL_PAGER", none);
        check(&stage, &[], LOW, false);
    }
}

#[test]
fn without_a_variable_it_is_less_where_that_is() {
    let stage = stage();
    let less = stage.write("bin/less", "#!/bin/sh\necho paged: \"$@\"\nexec cat\n");
    fs::set_permissions(&less, Permissions::from_mode(0o755)).unwrap();
    let path = format!("{}:/usr/bin:/bin", less.parent().unwrap().display());
    let stage = stage.with("PATH", path);
    check(&stage, &[], LOW, true);
    let page = stage.run_in_terminal(RECALL, &[], LOW).stdout;
    assert!(page.starts_with("paged: -FRX\n"), "{page}");
}

#[test]
fn without_such_a_pager_the_page_is_shown_at_once() {
    let stage = stage().with("PAGER", "no-such-pager-anywhere");
    check(&stage, &[], LOW, false);
    let bare = crate::stage().with("PATH", "/nowhere");
    check(&bare, &[], LOW, false);
}

#[test]
fn a_pager_that_is_left_early_is_no_trouble_and_the_exit_code_is_the_pages() {
    let stage = stage().with("PAGER", "true");
    let ran = stage.run_in_terminal(RECALL, &[], LOW);
    assert_eq!((ran.code, ran.stdout.as_str()), (Some(0), ""));
    let ran = stage.run_in_terminal(RECALL, &["doctor"], LOW);
    assert_eq!((ran.code, ran.stdout.as_str()), (Some(1), ""));
}

#[track_caller]
fn check(stage: &Stage, arguments: &[&str], size: (u16, u16), is_paged: bool) {
    let ran = stage.run_in_terminal(RECALL, arguments, size);
    let page = &ran.stdout;
    assert_eq!(ran.code, Some(0), "{page}");
    assert!(page.contains("Use only the standard library"), "{page}");
    assert_eq!(page.contains("paged:"), is_paged, "{page}");
    assert!(!page.contains("other:"), "{page}");
}
