//! What `recall prune` removes, and what it only tells.

use std::fs::{self, Permissions};
use std::os::unix::fs::PermissionsExt;

use serde_json::json;
use stage::{Ran, Stage, backup_of, prompt};

#[test]
fn what_is_too_old_goes_and_the_rest_stays() {
    let (stage, names) = with_backups(&[20, 16, 3, 0]);
    let ran = prune(&stage, &[]);
    assert_eq!((ran.code, ran.stderr.as_str()), (Some(0), ""));
    assert_eq!(stage.kept(), names[2..]);
    let lines: Vec<&str> = ran.stdout.lines().collect();
    let [oldest, older, summary] = lines.as_slice() else {
        panic!("{lines:?}");
    };
    assert!(
        oldest.starts_with(&names[0]) && oldest.ends_with("20 days ago"),
        "{oldest}"
    );
    assert!(older.starts_with(&names[1]), "{older}");
    assert!(
        summary.starts_with("removed 2 files, ")
            && summary.ends_with(": 14 days and 2.0 GiB are kept"),
        "{summary}"
    );
}

#[test]
fn a_subagents_backup_goes_by_its_age_even_where_it_is_the_newest() {
    let (stage, names) = with_backups(&[20]);
    let agents = |days| backup_of(days).replace("transcript-", "agent-");
    for days in [16, 3] {
        stage.backup(&agents(days), prompt("Fix it"));
    }
    let ran = prune(&stage, &[]);
    assert!(ran.stdout.starts_with(&agents(16)), "{}", ran.stdout);
    assert!(ran.stdout.contains("removed 1 file, "), "{}", ran.stdout);
    assert_eq!(stage.kept(), names);
    assert_eq!(stage.kept_of_agents(), [agents(3)]);
}

#[test]
fn the_shape_for_programs() {
    let (stage, names) = with_backups(&[20, 0]);
    let answer = prune(&stage, &["--dry-run", "--json"]).json();
    let path = stage.backups().join(&names[0]);
    let time = names[0].replace("transcript-", "").replace(".jsonl", "Z");
    let (day, clock) = time.split_once('T').unwrap();
    let expected = json!({
        "root": stage.project(),
        "dry_run": true,
        "days": 14,
        "limit": 2_147_483_648_u64,
        "files": [{
            "path": path,
            "time": format!("{day}T{}", clock.replace('-', ":")),
            "bytes": fs::metadata(&path).unwrap().len(),
        }],
    });
    assert_eq!(answer, expected);
}

#[test]
fn a_dry_run_tells_the_same_and_removes_nothing() {
    let (stage, names) = with_backups(&[20, 0]);
    let ran = prune(&stage, &["--dry-run"]);
    assert_eq!(ran.code, Some(0));
    assert!(ran.stdout.contains(&names[0]), "{}", ran.stdout);
    assert!(ran.stdout.contains("1 file would go, "), "{}", ran.stdout);
    assert_eq!(stage.kept().len(), 2);
}

#[test]
fn what_recall_json_says_of_days_and_size_holds_here_too() {
    let (stage, names) = with_backups(&[8, 6, 5, 0]);
    stage.write(
        ".claude/recall.json",
        r#"{"keep": {"days": 7, "size": "1 KB"}}"#,
    );
    for (name, session) in names.iter().zip(["a", "b", "b", "c"]) {
        let line = format!(
            "{{\"sessionId\":\"{session}\",\"x\":\"{}\"}}\n",
            "y".repeat(900)
        );
        stage.backup(name, line);
    }
    let ran = prune(&stage, &["--dry-run"]);
    // Too old, and more than the size allows; the newest of a session within its days stays.
    let told: Vec<bool> = names.iter().map(|name| ran.stdout.contains(name)).collect();
    assert_eq!(told, [true, true, false, false], "{}", ran.stdout);
}

#[test]
fn state_dumps_go_as_backups_do() {
    let (stage, _) = with_backups(&[0]);
    for name in ["session-20200101-000000.md", "session-20200102-000000.md"] {
        stage.backup(name, "# state");
    }
    assert!(prune(&stage, &[]).stdout.contains("removed 1 file"));
    let dumps = stage.dumps();
    assert_eq!(dumps.len(), 1);
    assert_eq!(dumps[0].0, "session-20200102-000000.md");
}

#[test]
fn the_newest_stays_however_old_it_is_and_so_does_what_is_not_recalls() {
    let (stage, _) = with_backups(&[400]);
    stage.backup("transcript-of-mine.jsonl", "mine");
    let ran = prune(&stage, &[]);
    assert_eq!(ran.code, Some(0));
    assert!(
        ran.stdout
            .starts_with("nothing to remove from ~/project/.claude/backups"),
        "{}",
        ran.stdout
    );
    assert_eq!(stage.kept().len(), 2);
    assert_eq!(prune(&Stage::new(), &[]).code, Some(0));
}

#[test]
fn what_cannot_be_removed_is_trouble_and_is_not_said_to_be_gone() {
    let (stage, _) = with_backups(&[20, 0]);
    fs::set_permissions(stage.backups(), Permissions::from_mode(0o500)).unwrap();
    let script = format!("{} prune", env!("CARGO_BIN_EXE_recall"));
    let shell = stage.write("prune.sh", format!("#!/bin/sh\nexec {script}\n"));
    fs::set_permissions(&shell, Permissions::from_mode(0o700)).unwrap();
    let ran = stage.run_bound_by_modes(shell.to_str().unwrap(), "");
    fs::set_permissions(stage.backups(), Permissions::from_mode(0o700)).unwrap();
    let Some(ran) = ran else { return };
    assert_eq!(ran.code, Some(2));
    assert!(ran.stderr.contains("could not remove"), "{}", ran.stderr);
    assert!(!ran.stdout.contains("removed 1"), "{}", ran.stdout);
}

#[test]
fn it_speaks_japanese_where_the_locale_does() {
    let stage = with_backups(&[20, 0]).0.with("LANG", "ja_JP.UTF-8");
    let ran = prune(&stage, &[]);
    assert!(
        ran.stdout.contains("1件") && ran.stdout.contains("14日・2.0 GiBまで残ります"),
        "{}",
        ran.stdout
    );
}

/// A stage with a backup of each age in days, oldest first, and their names.
fn with_backups(days: &[i64]) -> (Stage, Vec<String>) {
    let stage = Stage::new();
    let names: Vec<String> = days.iter().map(|days| backup_of(*days)).collect();
    for name in &names {
        stage.backup(name, prompt("kept"));
    }
    (stage, names)
}

fn prune(stage: &Stage, arguments: &[&str]) -> Ran {
    let arguments = [&["prune"], arguments].concat();
    stage.run(env!("CARGO_BIN_EXE_recall"), &arguments, "")
}
