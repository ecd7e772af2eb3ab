//! Each page as a person sees it, beside the page that is expected.

use std::env;
use std::fs;
use std::path::Path;

use unicode_segmentation::UnicodeSegmentation;
use unicode_width::UnicodeWidthStr;

use crate::{NARROW, WIDE, shown, stage};

/// What is typed; help and mistakes are pages too.
const TYPED: &[&str] = &[
    "",
    "list",
    "list --all",
    "show 3",
    "show 1 --before-compaction --tools full",
    "show 1 --role user --turns 1",
    "show 1 --around dddddddd",
    "show 12",
    "show 0a1b9",
    "search 圧縮の前",
    "search standard library --context 0",
    "search app --tools --limit 2",
    "search cargo --role tool",
    "search app --regex a",
    "search nowhere",
    "dropped",
    "dropped 2",
    "config",
    "verify",
    "--help",
    "list --help",
    "show --help",
    "search --help",
    "dropped --help",
    "export --help",
    "doctor --help",
    "ls",
    "grep retry",
    "html",
    "3",
    "--list",
    "show --tols full",
    "show --role me",
    "--turns ten",
    "--from 0a1b2c3d",
    "show --before-compaction 0",
];

#[test]
fn forty_columns_in_english() {
    check("40-english", "C.UTF-8", NARROW);
}

#[test]
fn forty_columns_in_japanese() {
    check("40-japanese", "ja_JP.UTF-8", NARROW);
}

#[test]
fn two_hundred_columns_in_english() {
    check("200-english", "C.UTF-8", WIDE);
}

#[test]
fn two_hundred_columns_in_japanese() {
    check("200-japanese", "ja_JP.UTF-8", WIDE);
}

#[test]
fn no_line_is_wider_than_the_terminal_whatever_its_width() {
    for locale in ["C.UTF-8", "ja_JP.UTF-8"] {
        for columns in [20, 40, 57, 99, 131] {
            for typed in [
                "",
                "list --all",
                "show 1 --tools full",
                "show 7777",
                "search app --tools",
                "dropped",
                "restore 1",
                "prune --dry-run",
                "doctor",
                "show --help",
                "confg",
            ] {
                let page = page(typed, locale, (columns, 1_000));
                check_width(&page, columns, typed);
            }
        }
    }
}

/// Compares all pages with the file of that name; `RECALL_PAGES=write` writes it instead.
#[track_caller]
fn check(name: &str, locale: &str, size: (u16, u16)) {
    let mut all = String::new();
    for typed in TYPED {
        let page = page(typed, locale, size);
        check_width(&page, size.0, typed);
        all.push_str(&format!("$ recall {typed}\n{page}\n"));
    }
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/terminal/pages");
    let path = folder.join(format!("{name}.txt"));
    if env::var_os("RECALL_PAGES").is_some_and(|wish| wish == "write") {
        fs::write(&path, &all).unwrap();
    }
    let expected = fs::read_to_string(&path).unwrap_or_default();
    assert!(
        all == expected,
        "{} shows other pages; if they are right, RECALL_PAGES=write writes them:\n{all}",
        path.display()
    );
}

/// Expects that the terminal need not break a line; only what is pasted into a shell may be longer.
#[track_caller]
pub(crate) fn check_width(page: &str, columns: u16, typed: &str) {
    let is_command = |line: &str| {
        ["  mkdir", "  cp", "  cd", "  claude", "  recall show"]
            .iter()
            .any(|it| line.starts_with(it))
    };
    for line in page.lines().filter(|line| !is_command(line)) {
        let width: usize = line.graphemes(true).map(UnicodeWidthStr::width).sum();
        assert!(
            width <= columns.into(),
            "{typed}, {columns} columns: {line:?} in\n{page}"
        );
    }
}

/// A page without colours, and with ages that are the same tomorrow.
fn page(typed: &str, locale: &str, size: (u16, u16)) -> String {
    let stage = stage().with("LC_ALL", locale);
    let arguments: Vec<&str> = typed.split_whitespace().chain(["--no-color"]).collect();
    let page = shown(&stage, &arguments, size).stdout;
    let mut steady = String::new();
    for line in page.lines() {
        steady.push_str(&steadied(line));
        steady.push('\n');
    }
    steady
}

/// A line in which a number of days, which has four digits for decades, is four letters.
fn steadied(line: &str) -> String {
    for unit in [" days ago", "日前"] {
        if let Some((before, after)) = line.split_once(unit)
            && let Some((start, days)) = before.split_at_checked(before.len().saturating_sub(4))
            && days.bytes().all(|byte| byte.is_ascii_digit())
        {
            return format!("{start}NNNN{unit}{}", steadied(after));
        }
    }
    line.to_owned()
}
