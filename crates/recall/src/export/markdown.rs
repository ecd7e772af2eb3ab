//! A conversation as Markdown: what was said as quotes, what tools did as code.

use std::fmt::Write as _;

use recall_core::clock::moment;
use recall_core::frame;

use super::Document;
use super::talk::{Item, Said};
use crate::export::html::names;
use crate::plain::{one_line, shown};

/// The document.
pub(crate) fn text(document: &Document<'_>) -> String {
    let mut text = format!(
        "# {}\n\n`{}`\n",
        inert(&document.title()),
        document.place().replace('`', "'")
    );
    for note in document.notes() {
        let _ = write!(text, "\n{note}\n");
    }
    for item in &document.talk.items {
        text.push_str(&told(item, document));
    }
    text
}

fn told(item: &Item, document: &Document<'_>) -> String {
    let names = names(document);
    let at = item
        .at
        .map(|at| moment(at, document.here.zone()))
        .unwrap_or_default();
    let heading = |name: &str| format!("\n## {} · {at}\n\n", inert(&shown(name)));
    match &item.what {
        Said::Prompt {
            text, taken_back, ..
        } => {
            let mark = if *taken_back { &names.taken_back } else { "" };
            let name = format!("{} {mark}", names.user);
            heading(name.trim_end()) + &fenced(text)
        }
        Said::Reply(text) => heading(&names.assistant) + &quoted(text),
        Said::Interrupt => format!("\n*{}*\n", names.interrupted),
        Said::Call {
            tool,
            input,
            result,
        } => {
            let tool = inert(&one_line(tool));
            let mut text = format!("\n<details><summary>{tool}</summary>\n\n{}", fenced(input));
            if let Some((ended, result)) = result {
                let _ = write!(text, "\n{}\n\n{}", names.ended(*ended), fenced(result));
            }
            text + "\n</details>\n"
        }
        Said::Compaction => format!("\n---\n\n**{}** · {at}\n", names.compacted),
        Said::Summary(text) => format!(
            "\n<details><summary>{}</summary>\n\n{}\n</details>\n",
            names.summary,
            fenced(text)
        ),
    }
}

/// A text word for word, in a block that it cannot end.
fn fenced(text: &str) -> String {
    frame::fenced(shown(text.trim_end()).trim_start_matches('\n')) + "\n"
}

/// A text that is Markdown itself, as a quote, in which HTML is not HTML any more.
fn quoted(text: &str) -> String {
    let text = shown(text);
    let mut quoted = String::new();
    let mut fence: Option<String> = None;
    for line in text.lines() {
        let run = fence_of(line);
        let line = match (&fence, &run) {
            (Some(open), Some(run)) if run.starts_with(open.as_str()) && line.trim() == run => {
                fence = None;
                line.to_owned()
            }
            (Some(_), _) => line.to_owned(),
            (None, Some(run)) => {
                fence = Some(run.clone());
                line.replace('<', "&lt;")
            }
            (None, None) => without_html(line),
        };
        let _ = writeln!(quoted, "> {line}");
    }
    quoted
}

/// The run of backticks or tildes that begins or ends a block of code.
fn fence_of(line: &str) -> Option<String> {
    let indent = line.len() - line.trim_start_matches(' ').len();
    let line = line.trim_start_matches(' ');
    let sign = line
        .chars()
        .next()
        .filter(|sign| matches!(sign, '`' | '~'))?;
    let run: String = line.chars().take_while(|c| *c == sign).collect();
    let rest = line.get(run.len()..).unwrap_or("");
    let is_fence = indent < 4 && run.len() >= 3 && !(sign == '`' && rest.contains('`'));
    is_fence.then_some(run)
}

/// A line in which no tag is one, except where it stands as code.
fn without_html(line: &str) -> String {
    let mut text = String::new();
    let mut rest = line;
    while let Some(at) = rest.find('`') {
        let (before, from) = rest.split_at(at);
        text.push_str(&inert(before));
        let run = from.len() - from.trim_start_matches('`').len();
        let (ticks, inside) = from.split_at(run);
        let end = closing(inside, run).filter(|_| !before.ends_with('\\'));
        let code = end.map_or("", |end| inside.get(..end).unwrap_or(""));
        text.push_str(ticks);
        text.push_str(code);
        rest = inside.get(code.len()..).unwrap_or("");
        if end.is_some() {
            text.push_str(ticks);
            rest = rest.get(run..).unwrap_or("");
        }
    }
    text + &inert(rest)
}

/// Where a run of exactly so many backticks begins.
fn closing(text: &str, run: usize) -> Option<usize> {
    let mut at = 0;
    while let Some(found) = text.get(at..)?.find('`') {
        let start = at + found;
        let rest = text.get(start..)?;
        let length = rest.len() - rest.trim_start_matches('`').len();
        if length == run {
            return Some(start);
        }
        at = start + length;
    }
    None
}

/// A text in which no tag begins and no entity is read.
fn inert(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;")
}

#[cfg(test)]
mod tests {
    use super::{fenced, quoted};

    #[track_caller]
    fn check(text: &str, expected: &str) {
        assert_eq!(quoted(text), expected);
    }

    #[test]
    fn tags_of_a_reply_are_text_and_code_stays_as_it_is() {
        check("a <script>x</script>", "> a &lt;script>x&lt;/script>\n");
        check("`Vec<u8>` and <b>", "> `Vec<u8>` and &lt;b>\n");
        check("``a ` <b>`` <i>", "> ``a ` <b>`` &lt;i>\n");
        check(
            "```rust\nVec<u8>\n```\n<b>",
            "> ```rust\n> Vec<u8>\n> ```\n> &lt;b>\n",
        );
        check(
            "~~~\n<a>\n```\n~~~~\n<b>",
            "> ~~~\n> <a>\n> ```\n> ~~~~\n> &lt;b>\n",
        );
    }

    #[test]
    fn what_only_looks_like_code_is_text() {
        check(r"\` <b> `", "> \\` &lt;b> `\n");
        check("` <b>", "> ` &lt;b>\n");
        check("``` a ` <b>", "> ``` a ` &lt;b>\n");
        check("    ```\n<b>", ">     ```\n> &lt;b>\n");
    }

    #[test]
    fn a_block_cannot_be_ended_by_what_stands_in_it() {
        assert_eq!(fenced("```\nx\n````"), "`````\n```\nx\n````\n`````\n");
    }
}
