//! A conversation as one HTML page: no script, nothing from elsewhere, and no text that is markup.

use std::fmt::Write as _;

use recall_core::clock::moment;
use recall_core::say;
use time::format_description::well_known::Rfc3339;

use super::Document;
use super::talk::{Ended, Item, Kind, Said};
use crate::plain::{is_hidden, named};

const STYLE: &str = include_str!("page.css");
/// Nothing is loaded and nothing runs, whatever a text holds; the style is the page's own.
const POLICY: &str =
    "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'";

/// The page.
pub(crate) fn text(document: &Document<'_>) -> String {
    let language = document.project.language.tag();
    let title = escaped(&document.title());
    let names = names(document);
    let items = document.talk.items.iter();
    let items: String = items.map(|item| told(item, &names, document)).collect();
    let notes = document.notes();
    let notes: String = notes
        .iter()
        .map(|note| format!("<p>{}</p>\n", escaped(&note.replace('`', ""))))
        .collect();
    format!(
        "<!doctype html>\n<html lang=\"{language}\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
         <meta name=\"color-scheme\" content=\"light dark\">\n\
         <meta http-equiv=\"Content-Security-Policy\" content=\"{POLICY}\">\n\
         <title>{title}</title>\n<style>\n{STYLE}</style>\n</head>\n<body>\n\
         <header>\n<h1>{title}</h1>\n<p><code>{}</code></p>\n{notes}</header>\n<main>\n{items}</main>\n</body>\n</html>\n",
        escaped(&document.place())
    )
}

/// The names of those who speak, and the words between what they say.
pub(crate) struct Names {
    pub(crate) user: String,
    pub(crate) assistant: String,
    pub(crate) taken_back: String,
    pub(crate) interrupted: String,
    pub(crate) compacted: String,
    pub(crate) summary: String,
    result: String,
    failed: String,
    refused: String,
}

/// The names in the reader's language.
pub(crate) fn names(document: &Document<'_>) -> Names {
    let (project, language) = (document.project, document.project.language);
    let you = || say!(language, "You", "あなた");
    Names {
        user: project.config.user.clone().unwrap_or_else(you),
        assistant: project.assistant().unwrap_or("Claude").to_owned(),
        taken_back: say!(language, "(taken back)", "（取り消し）"),
        interrupted: say!(language, "interrupted", "中断されました"),
        compacted: say!(language, "compacted here", "ここで圧縮されました"),
        summary: say!(
            language,
            "the summary that took its place",
            "置き換えた要約"
        ),
        result: say!(language, "result", "結果"),
        failed: say!(language, "failed", "失敗"),
        refused: say!(language, "refused", "拒否"),
    }
}

impl Names {
    /// How a call ended.
    pub(crate) fn ended(&self, ended: Ended) -> &str {
        match ended {
            Ended::Done => &self.result,
            Ended::Failed => &self.failed,
            Ended::Refused => &self.refused,
        }
    }
}

fn told(item: &Item, names: &Names, document: &Document<'_>) -> String {
    let time = item.at.map(|at| {
        let shown = moment(at, document.here.zone());
        let at = at.format(&Rfc3339).unwrap_or_default();
        format!("<time datetime=\"{at}\">{shown}</time>")
    });
    let time = time.unwrap_or_default();
    match &item.what {
        Said::Prompt {
            kind,
            text,
            taken_back,
        } => {
            let class = if *kind == Kind::Prompt {
                "user"
            } else {
                "user code"
            };
            let mark = if *taken_back { &names.taken_back } else { "" };
            let name = format!("{} {mark}", names.user);
            message(class, name.trim_end(), &time, text)
        }
        Said::Reply(text) => message("assistant", &names.assistant, &time, text),
        Said::Interrupt => format!(
            "<p class=\"mark\">{} {time}</p>\n",
            escaped(&names.interrupted)
        ),
        Said::Call {
            tool,
            input,
            result,
        } => call(tool, input, result.as_ref(), names),
        Said::Compaction => format!(
            "<div class=\"border\" role=\"separator\"><span>{} {time}</span></div>\n",
            escaped(&names.compacted)
        ),
        Said::Summary(text) => format!(
            "<details class=\"summary\">\n<summary>{}</summary>\n{}</details>\n",
            escaped(&names.summary),
            block(text)
        ),
    }
}

fn message(class: &str, name: &str, time: &str, text: &str) -> String {
    let name = escaped(name);
    let text = block(text);
    format!("<article class=\"{class}\">\n<h2>{name} {time}</h2>\n{text}</article>\n")
}

fn call(tool: &str, input: &str, result: Option<&(Ended, String)>, names: &Names) -> String {
    let mut text = String::from("<details class=\"call\">\n<summary><b>");
    let first = input.lines().next().unwrap_or_default();
    let failed = result.filter(|(ended, _)| *ended != Ended::Done);
    let failed = failed.map(|(ended, _)| format!(" <em>{}</em>", escaped(names.ended(*ended))));
    let _ = write!(
        text,
        "{}</b>{} <code>{}</code></summary>\n{}",
        escaped(tool),
        failed.unwrap_or_default(),
        escaped(first),
        block(input)
    );
    if let Some((ended, result)) = result {
        let _ = write!(
            text,
            "<p class=\"mark\">{}</p>\n{}",
            escaped(names.ended(*ended)),
            block(result)
        );
    }
    text + "</details>\n"
}

/// A text as it was said; its own direction is told by its letters.
fn block(text: &str) -> String {
    // A line end directly after the tag would be left out by the reader.
    format!("<pre dir=\"auto\">\n{}</pre>\n", escaped(text.trim_end()))
}

/// A text in which nothing is markup, and nothing that nobody sees is left unseen.
fn escaped(text: &str) -> String {
    let mut html = String::with_capacity(text.len());
    for c in recall_core::frame::without_controls(text).chars() {
        match c {
            '&' => html.push_str("&amp;"),
            '<' => html.push_str("&lt;"),
            '>' => html.push_str("&gt;"),
            '"' => html.push_str("&quot;"),
            '\'' => html.push_str("&#39;"),
            c if is_hidden(c) => {
                let _ = write!(html, "<span class=\"hidden\">{}</span>", named(c));
            }
            c => html.push(c),
        }
    }
    html
}

#[cfg(test)]
mod tests {
    use super::escaped;

    #[test]
    fn no_text_is_markup() {
        assert_eq!(
            escaped("</script><b a=\"1\" c='2'>&lt;"),
            "&lt;/script&gt;&lt;b a=&quot;1&quot; c=&#39;2&#39;&gt;&amp;lt;"
        );
        assert_eq!(escaped("\u{0}\u{1b}[2J"), "␀␛[2J");
        assert_eq!(
            escaped("a\u{202e}b"),
            "a<span class=\"hidden\">⟨U+202E⟩</span>b"
        );
    }
}
