//! The folder's name of a project: readable, safe on every file system, and its own.

use crate::hash;

/// The most bytes of a key's readable part.
const READABLE: usize = 96;

/// The key of a project: its name as [`slug`] writes it, and a hash of what tells it from others of that name.
///
/// It is the same on every machine and in every release, and at most 113 bytes long.
#[must_use]
pub(super) fn of(project: &str, identity: &str) -> String {
    let slug = slug(project);
    let ends = slug.char_indices().map(|(at, c)| at + c.len_utf8());
    let end = ends.take_while(|end| *end <= READABLE).last();
    let readable = end.and_then(|end| slug.get(..end)).unwrap_or("project");
    format!("{readable}-{:016x}", hash::of(identity.as_bytes()))
}

/// A name as names are compared: in small letters, with one hyphen for whatever no file's name should hold.
///
/// Letters outside ASCII stay. It begins and ends with neither a dot nor a hyphen.
#[must_use]
pub(super) fn slug(name: &str) -> String {
    let safe = |c: char| if is_safe(c) { c } else { '-' };
    let safe: String = name.to_lowercase().chars().map(safe).collect();
    let parts: Vec<&str> = safe.split('-').filter(|part| !part.is_empty()).collect();
    parts.join("-").trim_matches(['-', '.']).to_owned()
}

/// Whether a character shows nothing of itself, or changes how others are shown.
#[must_use]
pub(super) fn is_hidden(c: char) -> bool {
    c.is_control()
        || matches!(c, '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{feff}')
}

fn is_safe(c: char) -> bool {
    c.is_ascii_alphanumeric()
        || "-._".contains(c)
        || !(c.is_ascii() || c.is_whitespace() || is_hidden(c))
}

#[cfg(test)]
mod tests {
    use super::{of, slug};

    #[track_caller]
    fn check(name: &str, expected: &str) {
        assert_eq!(slug(name), expected, "{name:?}");
    }

    #[test]
    fn a_slug_keeps_letters_of_every_script() {
        check("acme-api", "acme-api");
        check("Acme_API.v2", "acme_api.v2");
        check("日本語ツール", "日本語ツール");
        check("Größe", "größe");
    }

    #[test]
    fn a_slug_holds_nothing_that_a_path_or_a_reader_could_take_for_something_else() {
        check("a/b\\c:d", "a-b-c-d");
        check("a \t\n\0 b", "a-b");
        check("全角　空白", "全角-空白");
        check("a\u{202e}b\u{200b}c", "a-b-c");
        check("..", "");
        check("../.hidden.", "hidden");
        check("--a--", "a");
    }

    #[test]
    fn a_key_is_the_same_for_ever() {
        assert_eq!(of("API", "a"), "api-af63dc4c8601ec8c");
    }

    #[test]
    fn a_key_is_a_file_name_whatever_the_project_is_called() {
        assert_eq!(of("..", "a"), "project-af63dc4c8601ec8c");
        let long = of(&"長".repeat(300), "a");
        assert_eq!(long, format!("{}-af63dc4c8601ec8c", "長".repeat(32)));
        assert_eq!(of(&"a".repeat(300), "").len(), 113);
    }
}
