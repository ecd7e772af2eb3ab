use std::fs::{self, Permissions};
use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use std::time::Duration;

use super::{Client, Registered, Why, quoted, understood};
use crate::server::{Offered, Withdrawn, offer, withdraw};

/// A client that does this, however it is asked.
fn client(folder: &Path, script: &str, limit: Duration) -> Client {
    let program = folder.join("claude");
    fs::write(&program, format!("#!/bin/sh\n{script}\n")).unwrap();
    fs::set_permissions(&program, Permissions::from_mode(0o755)).unwrap();
    Client {
        program: Some(program),
        folder: None,
        project: None,
        start: folder.to_owned(),
        limit,
    }
}

#[test]
fn a_client_that_hangs_is_given_up_with_what_it_started_and_the_command_is_left_to_a_person() {
    let folder = tempfile::tempdir().unwrap();
    let limit = Duration::from_millis(500);
    let hanging = client(folder.path(), "/bin/sleep 600 & wait", limit);

    assert_eq!(
        offer(&hanging, "/home/you/hooks/handoff"),
        Offered::ByHand(Why::Late)
    );
    assert_eq!(withdraw(&hanging), Withdrawn::ByHand(Why::Late));
}

#[test]
fn a_client_that_is_gone_leaves_the_command_to_a_person() {
    let folder = tempfile::tempdir().unwrap();
    let gone = Client {
        program: Some(folder.path().join("gone")),
        ..client(folder.path(), "", Duration::from_secs(60))
    };

    assert_eq!(
        offer(&gone, "/home/you/hooks/handoff"),
        Offered::ByHand(Why::NoClient)
    );
    assert_eq!(withdraw(&gone), Withdrawn::ByHand(Why::NoClient));
}

#[test]
fn the_answer_names_what_is_registered_in_this_scope() {
    #[track_caller]
    fn check(answer: &str, scope: &str, expected: &Registered) {
        assert_eq!(&understood(answer, scope), expected, "{answer}");
    }
    let users = "recall-handoff:\n  Scope: User config (available in all your projects)\n  Status: ✘ Failed to connect\n  Type: stdio\n  Command: /a b/日本/it's: x/hooks/handoff\n  Args: mcp\n  Environment:\n";
    let command = Registered::Command("/a b/日本/it's: x/hooks/handoff".to_owned());
    check(users, "user", &command);
    check(users, "local", &Registered::Nothing);
    let remote = "recall-handoff:\n  Scope: Local config (private to you in this project)\n  Type: http\n  URL: https://example.com/mcp\n";
    check(remote, "local", &Registered::Other);
    check(remote, "user", &Registered::Nothing);
    check("", "user", &Registered::Nothing);
}

#[test]
fn a_word_is_quoted_for_a_shell_only_where_it_must() {
    #[track_caller]
    fn check(word: &str, expected: &str) {
        assert_eq!(quoted(word), expected);
    }
    check("/home/you/.claude/hooks", "/home/you/.claude/hooks");
    check("a b", "'a b'");
    check("", "''");
    check("it's", r"'it'\''s'");
    check("$HOME;`id`", "'$HOME;`id`'");
    check("日本語", "'日本語'");
}
