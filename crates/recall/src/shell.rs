//! What a person can paste into a shell, also where it comes from a transcript.

use std::path::Path;

use recall_core::store::places;

/// A path as a shell takes it; below the home folder it starts with `~`.
pub(crate) fn path(path: &Path, home: Option<&Path>) -> String {
    let short = places::for_people(path, home);
    if is_plain(&short) {
        return short;
    }
    let text = path.display().to_string();
    if is_plain(&text) {
        return text;
    }
    format!("'{}'", text.replace('\'', r"'\''"))
}

/// Whether an id is one that no shell takes for anything else, nor a program for an option.
pub(crate) fn is_plain_id(id: &str) -> bool {
    let is_plain = |c: char| c.is_ascii_alphanumeric() || c == '-' || c == '_';
    id.starts_with(|c: char| c.is_ascii_alphanumeric()) && id.chars().all(is_plain)
}

fn is_plain(text: &str) -> bool {
    let is_plain = |c: char| c.is_ascii_alphanumeric() || "/-_.,:+@~".contains(c);
    text.starts_with(['/', '~']) && text.chars().all(is_plain)
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::{is_plain_id, path};

    #[test]
    fn a_path_is_quoted_where_a_shell_would_take_it_apart() {
        let home = Some(Path::new("/home/me"));
        assert_eq!(path(Path::new("/home/me/a.jsonl"), home), "~/a.jsonl");
        assert_eq!(path(Path::new("/srv/a.jsonl"), home), "/srv/a.jsonl");
        assert_eq!(path(Path::new("/home/me/a b"), home), "'/home/me/a b'");
        assert_eq!(path(Path::new("/srv/it's"), home), r"'/srv/it'\''s'");
    }

    #[test]
    fn an_id_that_a_shell_would_obey_is_none() {
        assert!(is_plain_id("0f3c9a2e-1_b"));
        for id in ["", "-rf", "a;b", "$(x)", "a b", "日"] {
            assert!(!is_plain_id(id), "{id}");
        }
    }
}
