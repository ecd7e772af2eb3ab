//! What a text names: files, identifiers, hashes, flags and addresses.

use std::collections::HashSet;

use fancy_regex::{Regex, RegexBuilder};

use crate::Result;
use crate::text::reaches;

/// The patterns, compiled.
#[derive(Debug)]
pub struct Patterns {
    url: Regex,
    path: Regex,
    names: [Regex; 3],
    pub(crate) change_of_folder: Regex,
    pub(crate) word: Regex,
}

// In these patterns \w and \s stand in brackets only, where `compile` spells them out.
const URL: &str = r#"https?://[^\s"'<>)\]]+"#;
const PATH: &str = r"(?<![\w/.~-])(?:~|\.{1,2})?/?(?:[\w.@+-]+/)+[\w.@+-]*[\w-]|(?<![\w/.-])[\w-]+\.(?:rs|py|ts|tsx|js|jsx|mjs|go|java|rb|md|json|toml|yaml|yml|sh|css|html|sql|c|h|cpp|txt|lock|cfg|ini|env)(?![\w])";
const IDENTIFIER: &str = r"(?<![\w/.-])(?:[A-Za-z][a-z0-9]+(?:[A-Z][a-z0-9]*)+|[A-Za-z][A-Za-z0-9]*(?:_[A-Za-z0-9]+)+|[A-Z][A-Z0-9]+(?:_[A-Z0-9]+)+|[a-z]+(?:-[a-z0-9]+){2,})(?![\w/])";
const HASH: &str = r"(?<![\w])(?=[0-9a-f]*[0-9])(?=[0-9a-f]*[a-f])[0-9a-f]{7,40}(?![\w])";
const FLAG: &str = r"(?<![^\s])--[a-z][a-z0-9-]{2,}";
const CHANGE_OF_FOLDER: &str = r"^cd[\s]+[^\s]+[\s]*&&[\s]*";
const WORD: &str = r"[\u{3040}-\u{30ff}\u{3400}-\u{9fff}\u{ac00}-\u{d7a3}]|[\w--[\u{3040}-\u{30ff}\u{3400}-\u{9fff}\u{ac00}-\u{d7a3}]]+";

impl Patterns {
    /// Compiles them.
    ///
    /// # Errors
    /// Where one does not compile, which a test would tell.
    pub fn compile() -> Result<Patterns> {
        Ok(Patterns {
            url: compile(URL)?,
            path: compile(PATH)?,
            names: [compile(IDENTIFIER)?, compile(HASH)?, compile(FLAG)?],
            change_of_folder: compile(CHANGE_OF_FOLDER)?,
            word: compile(WORD)?,
        })
    }

    /// What a text names; a path counts by its last part, so that relative and absolute spellings agree.
    ///
    /// # Errors
    /// Where a pattern gives up.
    pub fn entities(&self, text: &str) -> Result<HashSet<String>> {
        let mut found = HashSet::new();
        let text = without(&self.url, text, |url| {
            found.insert(url.trim_end_matches(['.', ',', ';']).to_owned());
        })?;
        let text = without(&self.path, &text, |path| {
            let last = path.trim_end_matches('/').rsplit('/').next();
            found.extend(last.filter(|it| reaches(it, 4)).map(str::to_owned));
        })?;
        for pattern in &self.names {
            for name in pattern.find_iter(&text) {
                let name = name?.as_str();
                found.extend(reaches(name, 6).then(|| name.to_owned()));
            }
        }
        Ok(found)
    }
}

/// Compiles a pattern as the script that this follows understands it.
///
/// There `\w` holds neither marks nor joiners and `\s` holds the separators, unlike
/// in this engine. A line may be long, and giving up on it would be a wrong figure:
/// so there is no limit.
fn compile(pattern: &str) -> Result<Regex> {
    let pattern = pattern
        .replace(r"\w", r"\p{L}\p{N}_")
        .replace(r"\s", r"\s\x1c-\x1f");
    RegexBuilder::new(&pattern)
        .backtrack_limit(usize::MAX)
        .build()
}

/// The text with a blank in place of each match, which `then` is called with.
fn without(pattern: &Regex, text: &str, mut then: impl FnMut(&str)) -> Result<String> {
    let mut rest = String::with_capacity(text.len());
    let mut from = 0;
    for found in pattern.find_iter(text) {
        let found = found?;
        then(found.as_str());
        rest.push_str(text.get(from..found.start()).unwrap_or(""));
        rest.push(' ');
        from = found.end();
    }
    rest.push_str(text.get(from..).unwrap_or(""));
    Ok(rest)
}

#[cfg(test)]
mod tests {
    use super::Patterns;

    #[track_caller]
    fn check(text: &str, expected: &[&str]) {
        let found = Patterns::compile().unwrap().entities(text).unwrap();
        let mut found: Vec<_> = found.iter().map(String::as_str).collect();
        found.sort_unstable();
        let mut expected = expected.to_owned();
        expected.sort_unstable();
        assert_eq!(found, expected, "{text}");
    }

    #[test]
    fn a_path_counts_by_its_last_part() {
        check(
            "see src/pool/open.rs and ~/notes/todo.md.",
            &["open.rs", "todo.md"],
        );
        check("/srv/app/ ./run.sh ../x/ab", &["run.sh"]);
        check(
            "Cargo.toml, but not a.rs or crate.rsx",
            &["Cargo.toml", "a.rs"],
        );
    }

    #[test]
    fn names_of_code_are_identifiers() {
        check(
            "openPool(max_idle) in PoolOptions",
            &["openPool", "max_idle", "PoolOptions"],
        );
        check(
            "MAX_IDLE_SECONDS and run-all-tests",
            &["MAX_IDLE_SECONDS", "run-all-tests"],
        );
        check("x.openPool well-known Word a_b", &[]);
    }

    #[test]
    fn a_name_ends_where_a_word_or_a_path_does_not_go_on() {
        check("pre-compact-backup-x/", &["pre-compact-backup"]);
        check("openPoolé and é_openPool", &[]);
        check("日本語openPool", &[]);
    }

    #[test]
    fn hashes_hold_digits_and_letters() {
        check("3f2a91c 1234567 deadbeef 3f2a91 3F2A91C", &["3f2a91c"]);
        check(&"a1".repeat(21), &[]);
    }

    #[test]
    fn flags_stand_after_a_blank() {
        check("--no-verify x--no-edit `--quiet`\t--all", &["--no-verify"]);
        check("\u{1f}--locked --x2", &["--locked"]);
    }

    #[test]
    fn an_address_is_one_name() {
        check(
            "(https://example.org/a/b.html?x=1), ok",
            &["https://example.org/a/b.html?x=1"],
        );
        check(
            "http://localhost:8080/health.",
            &["http://localhost:8080/health"],
        );
    }

    #[test]
    fn names_stand_among_characters_of_other_scripts() {
        check(
            "設定は、conf/アプリ.toml、max_idle。",
            &["アプリ.toml", "max_idle"],
        );
    }
}
