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
    let bytes = text.as_bytes();
    let mut end = 0;
    while let Some(start) = position(bytes, end, |kind| kind != BETWEEN) {
        let mut kinds = BETWEEN;
        let gather = |kind| {
            kinds |= kind;
            kind == BETWEEN
        };
        end = position(bytes, start, gather).unwrap_or(bytes.len());
        // Most of a text is words.
        if kinds != LOWER && end - start >= SHORTEST_OF_ALL {
            let token = text.get(start..end).unwrap_or("");
            let is_called = bytes.get(end) == Some(&b'(');
            identifier(token, kinds, is_called).map(&mut then);
        }
    }
}

/// The position, from `start` on, of the first byte of such a kind.
fn position(bytes: &[u8], start: usize, mut is: impl FnMut(u8) -> bool) -> Option<usize> {
    let kind = |byte: &u8| KINDS.get(usize::from(*byte)).copied().unwrap_or(BETWEEN);
    let found = bytes.get(start..)?.iter().position(|byte| is(kind(byte)))?;
    Some(start + found)
}

/// Whether a word is a number or a hash, which says nothing to somebody who reads it.
#[must_use]
pub fn is_number(word: &[u8]) -> bool {
    is_hexadecimal(word) && (word.iter().all(u8::is_ascii_digit) || is_hash(word))
}

/// The kinds of bytes that a name is made of; the kinds of several are their sum.
const BETWEEN: u8 = 0;
const LOWER: u8 = 1;
const UPPER: u8 = 2;
const DIGIT: u8 = 4;
const UNDERSCORE: u8 = 8;
const HYPHEN: u8 = 16;
const DOT: u8 = 32;
const SLASH: u8 = 64;
const SIGN: u8 = 128;

/// The kind of each byte.
#[expect(
    clippy::indexing_slicing,
    reason = "a constant that were indexed wrong would not compile"
)]
const KINDS: [u8; 256] = {
    let mut kinds = [BETWEEN; 256];
    let mut byte = 0_u8;
    while byte < 128 {
        kinds[byte as usize] = match byte {
            b'a'..=b'z' => LOWER,
            b'A'..=b'Z' => UPPER,
            b'0'..=b'9' => DIGIT,
            b'_' => UNDERSCORE,
            b'-' => HYPHEN,
            b'.' => DOT,
            b'/' => SLASH,
            b'@' | b'~' => SIGN,
            _ => BETWEEN,
        };
        byte += 1;
    }
    kinds
};

/// The name that a token with bytes of these kinds is, or begins with, or leads to.
fn identifier(token: &str, kinds: u8, is_called: bool) -> Option<&str> {
    if kinds & (DOT | SLASH) == 0 {
        return name(token.trim_end_matches('-'), kinds);
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
    if is_file { None } else { name(first, kinds) }
}

/// A word that is a name; it has bytes of no other kinds than these.
fn name(word: &str, kinds: u8) -> Option<&str> {
    let has = |kind| kinds & kind != 0;
    if has(HYPHEN)
        && let Some(flag) = word.strip_prefix("--")
    {
        return (flag.len() >= 3 && flag.starts_with(|c: char| c.is_ascii_lowercase()))
            .then_some(word);
    }
    let word = word.trim_start_matches(['-', '@', '~']);
    let is_name = word.len() >= SHORTEST
        && (has(UNDERSCORE) && is_snake(word)
            || has(UPPER) && is_camel(word)
            || has(HYPHEN) && is_kebab(word)
            || has(DIGIT) && is_hash(word.as_bytes()));
    is_name.then_some(word)
}

fn is_hexadecimal(word: &[u8]) -> bool {
    word.iter()
        .all(|byte| matches!(byte, b'0'..=b'9' | b'a'..=b'f'))
}

fn is_hash(word: &[u8]) -> bool {
    let mixed = word.iter().any(u8::is_ascii_digit) && word.iter().any(u8::is_ascii_alphabetic);
    (7..=40).contains(&word.len()) && is_hexadecimal(word) && mixed
}

fn is_snake(word: &str) -> bool {
    let mut parts = word.as_bytes().split(|byte| *byte == b'_');
    let whole = parts.all(|part| !part.is_empty() && !part.contains(&b'-'));
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
