//! What the benches of the cost lay out, run and say.

use crate::home::{Home, PROGRAMS, assert_contains, read};

/// Programs that keep what they are given and answer like the hooks.
fn home() -> Home {
    let home = Home::new().variable("PATH", "/usr/bin:/bin");
    for name in PROGRAMS {
        let record = home.path(name);
        let keep = format!(
            "cat > {0}; env > {0}.env; wc -c < \"$HOME/../long.jsonl\" > {0}.size",
            record.display()
        );
        home.program(
            name,
            &format!("#!/bin/sh\n{keep} 2> /dev/null\necho recalled-history additionalContext\n"),
        );
    }
    home
}

fn bench(home: &Home, name: &str, more: &[&str]) -> crate::home::Run {
    let (programs, folder) = (home.path("programs"), home.path(""));
    let mut arguments = vec!["bench", name, "--runs", "2", "--size", "9"];
    arguments.extend([
        "--programs",
        programs.to_str().unwrap(),
        "--folder",
        folder.to_str().unwrap(),
    ]);
    arguments.extend(more);
    home.run(&arguments)
}

#[test]
fn each_table_names_the_commands_with_the_peer_first_and_judges_what_is_wanted() {
    let home = home();
    let said = bench(&home, "recall", &[]).stdout();
    let tables: Vec<&str> = said.split("A segment of ").skip(1).collect();
    assert_eq!(tables.len(), 2, "{said}");
    for (table, peer) in tables
        .iter()
        .zip(["`post-compact-recall < short.json`", "`true`"])
    {
        let rows: Vec<&str> = table
            .lines()
            .filter(|line| line.starts_with("| `"))
            .collect();
        assert_eq!(rows.len(), 2, "{table}");
        assert_contains(rows[0], peer);
        assert_contains(rows[0], "| 1.00 x ");
        assert_contains(rows[1], "`post-compact-recall < long.json`");
        assert_contains(rows[1], "held (");
    }
}

#[test]
fn a_program_finds_a_transcript_of_that_size_and_nothing_of_this_machine() {
    let home = home().variable("RECALL_TURNS", "99");
    let _ = bench(&home, "recall", &[]).stdout();
    let event = read(home.path("post-compact-recall"));
    assert_contains(&event, r#""source":"compact""#);
    assert_contains(&event, "/long.jsonl");
    let size: u64 = read(home.path("post-compact-recall.size"))
        .trim()
        .parse()
        .unwrap();
    assert!((9 << 20..10 << 20).contains(&size), "{size}");
    let env = read(home.path("post-compact-recall.env"));
    assert_contains(&env, "/project\n");
    assert!(!env.contains("RECALL_TURNS"), "{env}");
    // What a bench lays is gone when it ends.
    let left = crate::home::files(home.path(""))
        .into_iter()
        .filter(|path| path.is_dir());
    assert_eq!(left.count(), 2);
}

#[test]
fn a_program_that_says_nothing_or_complains_is_no_figure() {
    for script in [
        "#!/bin/sh\n",
        "#!/bin/sh\necho recalled-history; echo oh >&2\n",
        "#!/bin/sh\nexit 3\n",
    ] {
        let home = home();
        home.program("post-compact-recall", script);
        let error = bench(&home, "recall", &[]).error();
        assert_contains(&error, "its time would say nothing");
    }
}

#[test]
fn the_search_for_secrets_is_measured_on_named_transcripts() {
    let home = home();
    let secret = format!("{}_{:036}", "ghp", 7);
    home.write(
        "real/one.jsonl",
        &format!("{{\"token\":\"{secret}\"}}\n{{}}\n"),
    );
    let file = home.path("real/one.jsonl");
    let searched = home.run(&["bench", "redact-file", file.to_str().unwrap()]);
    assert_eq!(searched.stdout(), "1 lines with secrets\n");

    home.program(
        "xtask",
        "#!/bin/sh\necho \"$@\" $(wc -l < corpus.jsonl) lines with secrets\n",
    );
    let folder = home.path("real");
    let said = bench(&home, "redact", &["--path", folder.to_str().unwrap()]).stdout();
    assert_contains(&said, "| `wc -l corpus.jsonl`");
    assert_contains(&said, "| `xtask bench redact-file corpus.jsonl`");
    assert_contains(&said, " MB/s");
}

#[test]
fn no_bench_writes_backups_into_a_checkout() {
    let home = home();
    home.write(".git/HEAD", "");
    assert_contains(&bench(&home, "recall", &[]).error(), "is in a checkout");
}

#[test]
fn without_a_name_the_benches_are_listed() {
    let error = home().run(&["bench"]).error();
    for name in [
        "retention",
        "backup",
        "recall",
        "greeting",
        "show",
        "redact",
        "size",
    ] {
        assert_contains(&error, &format!("\n  {name} "));
    }
    assert!(!error.contains("redact-file"), "{error}");
}
