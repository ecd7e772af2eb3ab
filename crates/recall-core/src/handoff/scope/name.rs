//! Names of workspaces and projects: which are usable, and those that folders have.

use std::fmt::Write;
use std::path::Path;

use super::key::is_hidden;
use crate::language::Language;
use crate::say;

/// The most characters of a name that somebody gives.
pub const LONGEST: usize = 100;

/// A name that is not usable.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BadName {
    /// Which of the two: `workspace` or `project`.
    pub field: &'static str,
}

impl BadName {
    /// The sentence for a person, with the mend.
    #[must_use]
    pub fn text(self, language: Language) -> String {
        let field = self.field;
        say!(
            language,
            "\"{field}\" must be a text of 1 to {LONGEST} characters without \"/\", \"\\\" and control characters",
            "\"{field}\"は1〜{LONGEST}文字の文字列で、\"/\"、\"\\\"、制御文字を含まないものにしてください",
        )
    }
}

/// A given name without blanks around it.
pub(super) fn usable(field: &'static str, name: &str) -> Result<String, BadName> {
    let name = name.trim();
    let is_bad = |c: char| matches!(c, '/' | '\\') || is_hidden(c);
    let fits = (1..=LONGEST).contains(&name.chars().take(LONGEST + 1).count());
    if fits && !name.contains(is_bad) {
        Ok(name.to_owned())
    } else {
        Err(BadName { field })
    }
}

/// The name of a folder's project: its own, without the ending of a bare repository's.
pub(super) fn of_folder(folder: &Path) -> String {
    let name = folder.file_name().unwrap_or_default().to_string_lossy();
    let name = name.strip_suffix(".git").unwrap_or(&name);
    match name.replace(is_hidden, "-") {
        name if name.is_empty() => "root".to_owned(),
        name => name,
    }
}

/// A path as a text that no other path has, and that shows what is hidden in it.
pub(super) fn shown(path: &Path) -> String {
    let mut text = String::new();
    for chunk in path.as_os_str().as_encoded_bytes().utf8_chunks() {
        for c in chunk.valid().chars() {
            match c {
                c if is_hidden(c) || c == '\\' => text.extend(c.escape_default()),
                c => text.push(c),
            }
        }
        for byte in chunk.invalid() {
            // Writing to a text cannot fail.
            let _ = write!(text, "\\x{byte:02x}");
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::{LONGEST, usable};

    #[track_caller]
    fn check(name: &str, expected: Option<&str>) {
        let found = usable("project", name).ok();
        assert_eq!(found.as_deref(), expected, "{name:?}");
    }

    #[test]
    fn a_name_is_any_text_on_one_line() {
        check("api", Some("api"));
        check("My API, v2!", Some("My API, v2!"));
        check("  日本語 ", Some("日本語"));
        check(&"語".repeat(LONGEST), Some(&"語".repeat(LONGEST)));
    }

    #[test]
    fn a_name_is_no_path_and_shows_all_that_it_holds() {
        for name in ["", "  ", "a/b", "..\\b", "a\nb", "a\0", "a\u{202e}b"] {
            check(name, None);
        }
        check(&"a".repeat(LONGEST + 1), None);
    }
}
