//! The whole of `recall` in real terminals: narrow and wide, in both languages, dark and light.
#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

mod pager;
mod pages;

use serde_json::json;
use stage::{Ran, Stage, compaction, line, prompt, reply};

/// A number of columns, and of rows that no page of these tests fills.
const NARROW: (u16, u16) = (40, 1_000);
const WIDE: (u16, u16) = (200, 1_000);
/// Columns and rows that nearly every page is too large for.
const LOW: (u16, u16) = (40, 5);

#[test]
fn colours_can_be_read_on_the_background() {
    let yellow = "\u{1b}[33m";
    let dark = stage().with("TERM", "xterm");
    assert!(shown(&dark, &[], WIDE).stdout.contains(yellow));
    let light = stage().with("TERM", "xterm").with("COLORFGBG", "0;15");
    let page = shown(&light, &[], WIDE).stdout;
    assert!(
        page.contains('\u{1b}') && !page.contains(yellow),
        "{page:?}"
    );
    let refused = stage().with("TERM", "xterm").with("NO_COLOR", "1");
    assert!(!shown(&refused, &[], WIDE).stdout.contains('\u{1b}'));
    let dumb = stage().with("TERM", "dumb");
    assert!(!shown(&dumb, &[], WIDE).stdout.contains('\u{1b}'));
}

#[test]
fn the_variable_tells_another_width_and_a_pipe_has_none() {
    let narrow = stage().with("COLUMNS", "50");
    for arguments in [&[][..], &["list"], &["--help"]] {
        let page = shown(&narrow, &[arguments, &["--no-color"]].concat(), WIDE).stdout;
        pages::check_width(&page, 50, &arguments.concat());
        let piped = |stage: &Stage| stage.run(RECALL, arguments, "").stdout;
        assert_eq!(piped(&narrow), piped(&stage()));
    }
}

#[test]
fn a_file_is_a_link_where_the_terminal_knows_links() {
    let stage = stage()
        .with("TERM", "xterm")
        .with("TERM_PROGRAM", "WezTerm");
    let link = format!("\u{1b}]8;;file://{}/", stage.backups().display());
    for arguments in [&["list"][..], &["show"], &[]] {
        let page = shown(&stage, arguments, WIDE).stdout;
        assert!(page.contains(&link), "{page:?}");
    }
    let page = stage.run(RECALL, &["list"], "").stdout;
    assert!(!page.contains('\u{1b}'), "{page:?}");
    let page = shown(&self::stage().with("TERM", "xterm"), &["list"], WIDE).stdout;
    assert!(!page.contains("\u{1b}]8"), "{page:?}");
}

#[test]
fn control_sequences_in_a_title_are_shown_and_not_obeyed() {
    let stage = Stage::new();
    let title = json!({"type": "custom-title", "customTitle": "\u{1b}]0;x\u{7}\u{202e}\u{9b}2J"});
    let text = prompt("Fix it") + &line(&title);
    stage.backup("transcript-2017-01-02T03-04-05.jsonl", text);
    for size in [NARROW, WIDE] {
        let page = shown(&stage, &["list", "--no-color"], size).stdout;
        assert!(page.contains("␛]0;x␇⟨U+202E⟩\u{fffd}2J"), "{page}");
    }
}

#[test]
fn json_is_neither_broken_nor_coloured_nor_paged() {
    let stage = stage()
        .with("TERM", "xterm")
        .with("PAGER", "sed s/^/paged/");
    for arguments in [
        &["list", "--json"][..],
        &["show", "--json"],
        &["config", "--json"],
        &["search", "library", "--json"],
        &["dropped", "--json"],
        &["export", "--json"],
    ] {
        let ran = stage.run_in_terminal(RECALL, arguments, LOW);
        let value: serde_json::Value = serde_json::from_str(&ran.stdout).unwrap();
        assert!(value.is_object());
    }
}

#[test]
fn an_export_is_on_a_terminal_what_it_is_in_a_pipe() {
    let stage = stage()
        .with("TERM", "xterm")
        .with("PAGER", "sed s/^/paged/");
    for arguments in [["export", "--markdown"], ["export", "--html"]] {
        let ran = stage.run_in_terminal(RECALL, &arguments, LOW);
        assert_eq!(ran.stdout, stage.run(RECALL, &arguments, "").stdout);
    }
}

const RECALL: &str = env!("CARGO_BIN_EXE_recall");

/// A project with two sessions in backups, one of them live too, of long ago, so that ages are as long on any day.
fn stage() -> Stage {
    let stage = Stage::new();
    let root = stage.project();
    let at = |text: &str| text.replace("2026-11-30", "2017-01-02");
    let call = json!({"type": "assistant", "uuid": "dddddddd-1111", "message": {"content": [
        {"type": "tool_use", "id": "t1", "name": "Bash", "input": {"command": "cargo test --workspace\necho 終わり"}}]}});
    let result = json!({"type": "user", "message": {"content": [
        {"type": "tool_result", "tool_use_id": "t1", "is_error": true, "content": "error: could not compile `app`\n  --> src/main.rs:3"}]}});
    let first = [
        prompt(
            "Use only the standard library; never write to /var/lib/app/cache/2017/01/02/a-name-without-any-blank.json",
        ),
        line(&call),
        line(&result),
        reply("Done.\n\tIndented by a tab 👩‍💻👩‍💻, cafe\u{301}."),
        compaction("s"),
        prompt(
            "圧縮の前に決めたことを、勝手に変えないでください。設定は「conf/app.toml」に置きます。",
        ),
        reply("わかりました。まず既存のテストを読み、足りないところを補います。🇯🇵"),
    ];
    let kept = at(&first.concat()).replace("session-1", "0a1b2c3d-1111-4222-8333-444455556666");
    stage.backup("transcript-2017-01-02T09-31-27.jsonl", kept);
    let title = json!({"type": "ai-title", "aiTitle": "再試行の上限とアップローダーの設定ファイルの置き場所について"});
    // The size of a file is on a page, and must not follow the length of the scratch folder's name.
    let rest = "x".repeat(300 - root.as_os_str().len());
    let begun = json!({"type": "system", "subtype": "informational", "cwd": root, "rest": rest});
    let live = [
        line(&begun),
        prompt("What is the retry cap?"),
        reply("5"),
        line(&title),
    ];
    let live = at(&live.concat());
    let other = live.replace("session-1", "9f8e7d6c-1111-4222-8333-444455556666");
    stage.backup("transcript-2017-01-02T08-07-06.jsonl", other);
    stage.write(
        stage.live_path("77778888-1111-4222-8333-444455556666"),
        live,
    );
    stage
}

fn shown(stage: &Stage, arguments: &[&str], size: (u16, u16)) -> Ran {
    stage.run_in_terminal(RECALL, arguments, size)
}
