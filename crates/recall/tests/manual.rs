//! What a shell and `man` know of recall.

use stage::{Ran, Stage};

#[test]
fn a_shell_completes_commands_and_options() {
    let stage = Stage::new().with("PATH", "/usr/local/bin:/usr/bin:/bin");
    for shell in ["bash", "zsh", "fish"] {
        let script = recall(&stage, &["completions", shell]);
        assert_eq!((script.code, script.stderr.as_str()), (Some(0), ""));
        for word in ["list", "before-compaction", "doctor"] {
            assert!(script.stdout.contains(word), "{shell}: {word}");
        }
    }
    let script = recall(&stage, &["completions", "bash"]).stdout;
    let asked = "COMP_WORDS=(recall show --to); COMP_CWORD=2; _recall recall --to show; echo \"${COMPREPLY[@]}\"";
    let ran = stage.run("bash", &["-c", &format!("{script}\n{asked}")], "");
    assert_eq!((ran.stdout.trim(), ran.stderr.as_str()), ("--tools", ""));
}

#[test]
fn a_shell_that_is_not_known_is_answered_with_those_that_are() {
    let ran = recall(&Stage::new(), &["completions", "fsh"]);
    assert_eq!(ran.code, Some(2));
    assert!(
        ran.stderr.contains("bash") && ran.stderr.contains("'fish'"),
        "{}",
        ran.stderr
    );
}

#[test]
fn the_manual_tells_the_same_as_the_help() {
    let stage = Stage::new();
    let page = recall(&stage, &["man"]).stdout;
    assert!(
        page.contains(".TH recall 1") && page.contains("recall\\-list(1)"),
        "{page}"
    );
    let page = recall(&stage, &["man", "show"]).stdout;
    let help = "Go on showing what is said in the live transcript, until Ctrl\\-C";
    assert!(
        page.contains(".TH recall-show 1") && page.contains(help),
        "{page}"
    );
    let japanese = recall(&stage.with("LANG", "ja_JP.UTF-8"), &["man", "show"]).stdout;
    assert!(japanese.contains("表示し続けます"), "{japanese}");
    let headings = |page: &str| -> Vec<String> {
        let lines = page.lines().filter_map(|line| line.strip_prefix(".SH "));
        lines.map(str::to_owned).collect()
    };
    let said = ["名前", "書式", "説明", "引数", "オプション"];
    assert_eq!(headings(&japanese), said);
    let japanese = recall(&Stage::new().with("LANG", "ja_JP.UTF-8"), &["man"]).stdout;
    let english = |heading: &String| heading.is_ascii();
    assert!(!headings(&japanese).iter().any(english), "{japanese}");
}

#[test]
fn at_a_terminal_it_is_said_how_the_manual_is_read() {
    let shown =
        Stage::new().run_in_terminal(env!("CARGO_BIN_EXE_recall"), &["man", "list"], (200, 9));
    let said =
        "recall: this is the page as `man` reads it; `recall man list | man -l -` shows it\n";
    assert!(shown.stdout.contains(said), "{}", shown.stdout);
}

#[test]
fn a_manual_that_is_not_there_is_answered_with_the_one_that_was_meant() {
    let ran = recall(&Stage::new(), &["man", "lst"]);
    assert_eq!(ran.code, Some(2));
    let said = "recall: there is no command \"lst\"; did you mean `recall man list`?\n";
    assert_eq!(ran.stderr, said);
}

fn recall(stage: &Stage, arguments: &[&str]) -> Ran {
    stage.run(env!("CARGO_BIN_EXE_recall"), arguments, "")
}
