//! The control sequences that recall itself puts into a page: colours, and links to files (OSC 8).

use std::os::unix::ffi::OsStrExt;
use std::path::Path;

/// What begins a control sequence.
const ESCAPE: char = '\u{1b}';
/// What begins a link; its address and [`END`] follow.
const LINK: &str = "\u{1b}]8;;";
/// What ends the address of a link.
const END: &str = "\u{1b}\\";

/// A part of a page.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Piece<'a> {
    /// What can be seen.
    Text(&'a str),
    /// A colour, or its end.
    Style(&'a str),
    /// The begin of a link, or its end.
    Link(&'a str),
}

/// A text that leads to a file, where the terminal can.
pub(crate) fn link(path: &Path, text: &str) -> String {
    let is_plain = |byte: &u8| byte.is_ascii_alphanumeric() || b"/-_.~".contains(byte);
    let encode = |byte: &u8| match byte {
        byte if is_plain(byte) => char::from(*byte).to_string(),
        byte => format!("%{byte:02X}"),
    };
    let address: String = path.as_os_str().as_bytes().iter().map(encode).collect();
    format!("{LINK}file://{address}{END}{text}{LINK}{END}")
}

/// A page without its links.
pub(crate) fn without_links(page: &str) -> String {
    let kept = pieces(page).into_iter().map(|piece| match piece {
        Piece::Text(text) | Piece::Style(text) => text,
        Piece::Link(_) => "",
    });
    kept.collect()
}

/// What can be seen of a page.
#[cfg(test)]
pub(crate) fn plain(page: &str) -> String {
    let seen = pieces(page).into_iter().map(|piece| match piece {
        Piece::Text(text) => text,
        Piece::Style(_) | Piece::Link(_) => "",
    });
    seen.collect()
}

/// A page, or a line of it, in its parts.
pub(crate) fn pieces(page: &str) -> Vec<Piece<'_>> {
    let mut pieces = Vec::new();
    let mut rest = page;
    while let Some(at) = rest.find(ESCAPE) {
        let (before, sequence) = rest.split_at(at);
        if !before.is_empty() {
            pieces.push(Piece::Text(before));
        }
        let is_link = sequence.starts_with(LINK);
        let (sequence, after) = sequence.split_at(length(sequence, is_link));
        pieces.push(if is_link {
            Piece::Link(sequence)
        } else {
            Piece::Style(sequence)
        });
        rest = after;
    }
    if !rest.is_empty() {
        pieces.push(Piece::Text(rest));
    }
    pieces
}

/// Whether a sequence ends what another began.
pub(crate) fn is_end(sequence: &str) -> bool {
    sequence == "\u{1b}[0m" || sequence.strip_prefix(LINK) == Some(END)
}

/// The end of every style, or of a link.
pub(crate) fn end(is_link: bool) -> String {
    if is_link {
        format!("{LINK}{END}")
    } else {
        "\u{1b}[0m".to_owned()
    }
}

fn length(sequence: &str, is_link: bool) -> usize {
    let end = if is_link {
        let address = sequence.strip_prefix(LINK).unwrap_or("");
        address.find(END).map(|at| LINK.len() + at + END.len())
    } else {
        sequence.find('m').map(|at| at + 1)
    };
    end.unwrap_or(sequence.len())
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::{Piece, link, pieces, without_links};

    #[test]
    fn a_link_holds_the_path_in_the_letters_of_an_address() {
        assert_eq!(
            link(Path::new("/w/a b/日.md"), "a"),
            "\u{1b}]8;;file:///w/a%20b/%E6%97%A5.md\u{1b}\\a\u{1b}]8;;\u{1b}\\"
        );
    }

    #[test]
    fn a_page_comes_apart_into_what_is_seen_and_what_is_not() {
        let page = format!("a\u{1b}[1mb{}", link(Path::new("/m"), "c"));
        let begin = "\u{1b}]8;;file:///m\u{1b}\\";
        let expected = [
            Piece::Text("a"),
            Piece::Style("\u{1b}[1m"),
            Piece::Text("b"),
            Piece::Link(begin),
            Piece::Text("c"),
            Piece::Link("\u{1b}]8;;\u{1b}\\"),
        ];
        assert_eq!(pieces(&page), expected);
        assert_eq!(without_links(&page), "a\u{1b}[1mbc");
        assert_eq!(pieces(""), []);
    }
}
