//! Identifiers in a text: the names, hashes and flags that work turns on and a summary tends to lose.

/// Bytes below which a name says too little to be looked for.
const SHORTEST: usize = 6;

/// Bytes below which nothing is a name: a flag has two hyphens and three letters, a path a slash and a part.
const SHORTEST_OF_ALL: usize = 5;

/// Bytes below which the last part of a path says too little.
const SHORTEST_PART: usize = 4;

/// Calls `then` with each identifier of a text, in its order.
///
/// `camelCase`, `snake_case`, `kebab-case-names`, hashes of 7 to 40 hexadecimal
/// digits, `--flags`, and what a path without a file ending leads to, as in an
/// import. A file is none: files are told elsewhere. Nor is what follows a dot:
/// the thing it belongs to says more.
pub fn each<'t>(text: &'t str, mut then: impl FnMut(&'t str)) {
    let mut rest = text;
    while let Some(start) = rest.bytes().position(is_part) {
        let token = rest.get(start..).unwrap_or("");
        let end = token.bytes().position(|byte| !is_part(byte));
        let (token, after) = token.split_at(end.unwrap_or(token.len()));
        if let Some(name) = identifier(token, after.starts_with('(')) {
            then(name);
        }
        rest = after;
    }
}

/// Whether a word is a number or a hash, which says nothing to somebody who reads it.
#[must_use]
pub fn is_number(word: &str) -> bool {
    word.bytes().all(|byte| byte.is_ascii_digit()) || is_hash(word)
}

fn is_part(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'-' | b'.' | b'/' | b'@' | b'~')
}

fn identifier(token: &str, is_called: bool) -> Option<&str> {
    let is_word = token.bytes().all(|byte| byte.is_ascii_lowercase());
    if is_word || token.len() < SHORTEST_OF_ALL {
        return None;
    }
    let token = token.trim_end_matches(['.', '/', '-']);
    if token.contains('/') {
        let last = token
            .rsplit('/')
            .next()
            .filter(|last| last.len() >= SHORTEST_PART)?;
        let is_word = last
            .bytes()
            .all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'-'));
        return is_word.then_some(last);
    }
    let (first, rest) = token
        .split_once('.')
        .map_or((token, ""), |(first, rest)| (first, rest));
    let is_file = !is_called
        && (1..=4).contains(&rest.len())
        && rest.bytes().all(|byte| byte.is_ascii_lowercase());
    if is_file { None } else { name(first) }
}

fn name(word: &str) -> Option<&str> {
    if let Some(flag) = word.strip_prefix("--") {
        return (flag.len() >= 3 && flag.starts_with(|c: char| c.is_ascii_lowercase()))
            .then_some(word);
    }
    let word = word.trim_start_matches(['-', '@', '~']);
    let is_name = word.len() >= SHORTEST
        && (is_hash(word) || is_snake(word) || is_kebab(word) || is_camel(word));
    is_name.then_some(word)
}

fn is_hash(word: &str) -> bool {
    let is_hex = word
        .bytes()
        .all(|byte| matches!(byte, b'0'..=b'9' | b'a'..=b'f'));
    let mixed = word.bytes().any(|byte| byte.is_ascii_digit())
        && word.bytes().any(|byte| byte.is_ascii_alphabetic());
    (7..=40).contains(&word.len()) && is_hex && mixed
}

fn is_snake(word: &str) -> bool {
    let mut parts = word.split('_');
    let whole = parts.all(|part| !part.is_empty() && !part.contains('-'));
    whole && word.contains('_') && word.starts_with(|c: char| c.is_ascii_alphabetic())
}

fn is_kebab(word: &str) -> bool {
    let plain = word
        .bytes()
        .all(|byte| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'-');
    plain
        && word.starts_with(|c: char| c.is_ascii_lowercase())
        && word.split('-').filter(|part| !part.is_empty()).count() >= 3
}

fn is_camel(word: &str) -> bool {
    let turns = |pair: &[u8]| matches!(pair, [low, high] if low.is_ascii_lowercase() && high.is_ascii_uppercase());
    let plain = word.bytes().all(|byte| byte.is_ascii_alphanumeric());
    plain
        && word.starts_with(|c: char| c.is_ascii_alphabetic())
        && word.as_bytes().windows(2).any(turns)
}

#[cfg(test)]
mod tests {
    use super::each;

    #[track_caller]
    fn check(text: &str, expected: &[&str]) {
        let mut found = Vec::new();
        each(text, |name| found.push(name));
        assert_eq!(found, expected, "{text}");
    }

    #[test]
    fn names_of_code_are_identifiers() {
        check(
            "call readBackwards(max_lines) in BackReader",
            &["readBackwards", "max_lines", "BackReader"],
        );
        check("MAX_LINES=3 lastSegment()", &["MAX_LINES", "lastSegment"]);
        check("run pre-compact-backup now", &["pre-compact-backup"]);
    }

    #[test]
    fn hashes_and_flags_are_identifiers() {
        check("at 3f2a91c with --no-verify", &["3f2a91c", "--no-verify"]);
        check("(`--quiet`) 1234567 deadbeef", &["--quiet"]);
    }

    #[test]
    fn an_import_is_told_by_what_it_leads_to() {
        check("import \"github.com/acme/tools/indexer\"", &["indexer"]);
        check("use src/someModule/ now", &["someModule"]);
    }

    #[test]
    fn words_and_files_are_none() {
        check("the well-known words of a text", &[]);
        check("src/some_module/other_file.rs and last_file.json, too", &[]);
        check("日本語の文 --- ------", &[]);
    }

    #[test]
    fn what_follows_a_dot_belongs_to_what_stands_before_it() {
        check("readConfig.readAll() config_file.toml", &["readConfig"]);
        check("some_value.map(f) x.otherValue", &["some_value"]);
    }
}
