//! Paths and ids in commands that a person is shown to type, also where they come from a transcript.

use std::fmt::Write as _;
use std::os::unix::ffi::OsStrExt;
use std::path::Path;

use recall_core::store::places;

use crate::plain::is_hidden;

/// A path as a shell takes it; below the home folder it starts with `~` where that needs no quotes.
pub(crate) fn short(path: &Path, home: Option<&Path>) -> String {
    let short = places::for_people(path, home);
    match short.strip_prefix("~/") {
        Some(rest) if rest.chars().all(is_plain) => short,
        _ => quoted(path),
    }
}

/// Whether an id is one that no shell takes for anything else, nor a program for an option.
pub(crate) fn is_plain_id(id: &str) -> bool {
    let is_plain = |c: char| c.is_ascii_alphanumeric() || c == '-' || c == '_';
    id.starts_with(|c: char| c.is_ascii_alphanumeric()) && id.chars().all(is_plain)
}

/// A path as a shell takes it.
///
/// What cannot be shown as it is, a line end, a mark that turns text, or a byte that is no text, is written as `$'\012'`,
/// which the shells of today know (POSIX.1-2024).
pub(crate) fn quoted(path: &Path) -> String {
    match path.to_str() {
        Some(text) if text.chars().all(is_plain) => text.to_owned(),
        Some(text) if !text.contains(is_unseen) => {
            format!("'{}'", text.replace('\'', r"'\''"))
        }
        _ => escaped(path.as_os_str().as_bytes()),
    }
}

fn is_unseen(c: char) -> bool {
    c.is_control() || is_hidden(c)
}

fn is_plain(c: char) -> bool {
    c.is_ascii_alphanumeric() || "/-_.,:+@".contains(c)
}

fn escaped(bytes: &[u8]) -> String {
    let mut text = String::from("$'");
    for chunk in bytes.utf8_chunks() {
        for c in chunk.valid().chars() {
            match c {
                '\'' | '\\' => text.extend(['\\', c]),
                c if is_unseen(c) => {
                    let mut bytes = [0; 4];
                    c.encode_utf8(&mut bytes)
                        .bytes()
                        .for_each(|byte| escape(&mut text, byte));
                }
                c => text.push(c),
            }
        }
        for byte in chunk.invalid() {
            escape(&mut text, *byte);
        }
    }
    text + "'"
}

fn escape(text: &mut String, byte: u8) {
    // Three octal digits end where they must, whatever comes after them.
    let _ = write!(text, "\\{byte:03o}");
}

#[cfg(test)]
mod tests {
    use std::ffi::OsStr;
    use std::os::unix::ffi::OsStrExt;
    use std::path::Path;
    use std::process::Command;

    use super::{is_plain_id, quoted, short};

    #[track_caller]
    fn check(path: &[u8], expected: &str) {
        let path = Path::new(OsStr::from_bytes(path));
        let text = quoted(path);
        assert_eq!(text, expected);
        let shell = Command::new("bash")
            .args(["-c", &format!("printf %s {text}")])
            .output();
        if let Ok(said) = shell {
            assert_eq!(said.stdout, path.as_os_str().as_bytes(), "{text}");
        }
    }

    #[test]
    fn a_shell_takes_the_path_as_it_is_on_the_disk() {
        check(b"/home/you/a-b_c.d", "/home/you/a-b_c.d");
        check(b"/a b/$HOME", "'/a b/$HOME'");
        check(b"/it's", r"'/it'\''s'");
        check("/私".as_bytes(), "'/私'");
        check(b"/one\ntwo\\3'4", r"$'/one\012two\\3\'4'");
        check("/a\u{202e}b".as_bytes(), r"$'/a\342\200\256b'");
        check(b"/caf\xe91", r"$'/caf\3511'");
    }

    #[test]
    fn a_path_below_the_home_folder_is_short_where_it_needs_no_quotes() {
        let home = Some(Path::new("/home/me"));
        assert_eq!(short(Path::new("/home/me/a.jsonl"), home), "~/a.jsonl");
        assert_eq!(short(Path::new("/srv/a.jsonl"), home), "/srv/a.jsonl");
        assert_eq!(short(Path::new("/home/me/a b"), home), "'/home/me/a b'");
        assert_eq!(short(Path::new("/srv/it's"), home), r"'/srv/it'\''s'");
    }

    #[test]
    fn an_id_that_a_shell_would_obey_is_none() {
        assert!(is_plain_id("0f3c9a2e-1_b"));
        for id in ["", "-rf", "a;b", "$(x)", "a b", "日"] {
            assert!(!is_plain_id(id), "{id}");
        }
    }
}
