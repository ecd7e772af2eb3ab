//! The HTML in a real browser: nothing runs, nothing is loaded, and every text is what was said.

use std::process::{Command, Stdio};

use stage::Stage;

use super::{HOSTILE, export, with_session};

/// The names under which the browser is installed.
const BROWSERS: [&str; 3] = ["chromium", "chromium-browser", "google-chrome"];

/// Everything that the page is made of.
const ELEMENTS: [&str; 21] = [
    "html", "head", "meta", "title", "style", "body", "header", "h1", "h2", "p", "code", "main",
    "article", "time", "pre", "details", "summary", "b", "em", "div", "span",
];

/// The page as the browser understands it; nothing, and a sentence on standard error, where there is no browser.
#[expect(clippy::print_stderr, reason = "a case that cannot run says why")]
fn dom(stage: &Stage, page: &str) -> Option<String> {
    let path = stage.write("page.html", page);
    let profile = stage.home().join("profile");
    let has = |name: &&str| {
        let mut version = Command::new(name);
        let version = version
            .arg("--version")
            .stdout(Stdio::null())
            .stderr(Stdio::null());
        version.status().is_ok_and(|status| status.success())
    };
    let Some(browser) = BROWSERS.into_iter().find(has) else {
        eprintln!(
            "skipped: no browser ({}) is installed to read the page",
            BROWSERS.join(", ")
        );
        return None;
    };
    let output = Command::new(browser)
        .args([
            "--headless",
            "--no-sandbox",
            "--disable-gpu",
            "--disable-quic",
            "--no-first-run",
        ])
        .args([
            "--disable-background-networking",
            "--disable-component-update",
            "--disable-sync",
        ])
        .arg(format!("--user-data-dir={}", profile.display()))
        .arg("--dump-dom")
        .arg(format!("file://{}", path.display()))
        .stdin(Stdio::null())
        .output()
        .unwrap();
    assert!(
        output.status.success(),
        "{}",
        String::from_utf8_lossy(&output.stderr)
    );
    Some(String::from_utf8(output.stdout).unwrap())
}

/// The text between tags, with the entities that the browser writes read again.
fn text(dom: &str) -> String {
    let mut text = String::new();
    for part in dom.split('<') {
        text.push_str(part.split_once('>').map_or(part, |(_, after)| after));
    }
    text.replace("&lt;", "<")
        .replace("&gt;", ">")
        .replace("&nbsp;", "\u{a0}")
        .replace("&amp;", "&")
}

#[test]
fn a_browser_runs_nothing_loads_nothing_and_shows_what_was_said() {
    let stage = with_session();
    let Some(dom) = dom(&stage, &export(&stage, &["--html"]).stdout) else {
        return;
    };
    let tags = dom.split('<').filter_map(|part| part.split_once('>'));
    for (tag, _) in tags.filter(|(tag, _)| !tag.starts_with('!')) {
        let name = tag.split([' ', '/']).find(|name| !name.is_empty());
        assert!(ELEMENTS.contains(&name.unwrap_or("")), "{tag}");
        for loads in ["://", "src=", "href=", "onerror", "style="] {
            assert!(!tag.contains(loads), "{tag}");
        }
    }
    let (_, style) = dom.split_once("<style>").unwrap();
    let (style, _) = style.split_once("</style>").unwrap();
    assert!(
        !style.contains("url(") && !style.contains("@import"),
        "{style}"
    );
    let shown = HOSTILE
        .replace('\u{1b}', "␛")
        .replace('\u{202e}', "⟨U+202E⟩");
    // A reply, what a tool was told and what it answered, a summary, and a prompt; the call once more in its title.
    assert_eq!(text(&dom).matches(&shown).count(), 6, "{dom}");
    assert!(
        text(&dom).contains(&format!("接続 `Vec<u8>` {shown}")),
        "{dom}"
    );
}

#[test]
fn a_browser_finds_the_language_the_times_the_folds_and_the_border() {
    let stage = with_session()
        .with("LANG", "ja_JP.UTF-8")
        .with("TZ", "Asia/Tokyo");
    let Some(dom) = dom(&stage, &export(&stage, &["--html"]).stdout) else {
        return;
    };
    for expected in [
        "<html lang=\"ja\">",
        "<meta name=\"viewport\"",
        "<time datetime=\"2026-11-30T09:00:00Z\">2026-11-30 18:00 +09:00</time>",
        "<details class=\"call\">",
        "<em>失敗</em>",
        "<div class=\"border\" role=\"separator\"><span>ここで圧縮されました",
        "<details class=\"summary\">",
    ] {
        assert!(dom.contains(expected), "{expected}: {dom}");
    }
    assert_eq!(dom.matches("<details").count(), 2);
    assert!(!dom.contains("<details open"), "{dom}");
}
