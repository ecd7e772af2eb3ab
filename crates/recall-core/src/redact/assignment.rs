//! Assignments to a name that says it is secret: `API_KEY=...`, `"password": "..."`, a line of a `.env`.

use std::ops::Range;

use super::{before, run};

/// Parts of names that can belong to a secret, in the spellings that code uses.
pub(super) static NAMES: [&str; 14] = [
    "ecret",
    "ECRET",
    "oken",
    "OKEN",
    "assw",
    "ASSW",
    "assphrase",
    "ASSPHRASE",
    "redential",
    "REDENTIAL",
    "key",
    "KEY",
    "Key",
    "PWD",
];

/// What a secret's name holds, without its hyphens and underscores.
const SECRET: [&str; 12] = [
    "secret",
    "token",
    "passw",
    "passphrase",
    "credential",
    "apikey",
    "accesskey",
    "privatekey",
    "encryptionkey",
    "signingkey",
    "authkey",
    "pwd",
];
/// How a name ends that is the secret's own.
const ENDINGS: [&str; 10] = [
    "secret",
    "token",
    "passwd",
    "password",
    "passphrase",
    "key",
    "credential",
    "credentials",
    "pwd",
    "base64",
];
/// How a name ends that only sounds like it.
const HARMLESS: [&str; 8] = [
    "publickey",
    "maxtoken",
    "nexttoken",
    "csrftoken",
    "pagetoken",
    "cursortoken",
    "primarykey",
    "foreignkey",
];
/// How a value begins that stands for another one.
const STAND_INS: [&str; 22] = [
    "$",
    "<",
    "{",
    "%",
    "your",
    "my-",
    "my_",
    "example",
    "changeme",
    "change-me",
    "change_me",
    "replace",
    "insert",
    "process.env",
    "os.environ",
    "env.",
    "todo",
    "fake",
    "dummy",
    "placeholder",
    "redacted",
    "[redacted",
];
/// Values that name a kind of value.
const KINDS: [&str; 15] = [
    "string",
    "password",
    "secret",
    "token",
    "undefined",
    "null",
    "none",
    "true",
    "false",
    "required",
    "optional",
    "default",
    "number",
    "boolean",
    "secret_key",
];

/// The fewest and the most bytes of a value.
const SHORTEST: usize = 6;
const LONGEST: usize = 4_096;
/// The fewest bytes of a value that is told by its length alone, and of one without quotes in code.
const LONG: usize = 12;
const BARE: usize = 8;

/// The value of an assignment whose name holds the anchor.
pub(super) fn secret(text: &str, anchor: Range<usize>) -> Option<Range<usize>> {
    let name_end = run(text, anchor.end, is_name);
    let name = text.get(name_start(text, anchor.start)..name_end)?;
    if !is_secrets_own(name) {
        return None;
    }
    let value = value(text, name_end)?;
    let is_loud = |byte: u8| byte.is_ascii_uppercase() || byte.is_ascii_digit() || byte == b'_';
    let place = match (
        value.quoted,
        value.sign == b'=' && name.bytes().all(is_loud),
    ) {
        (true, _) => Place::Quoted,
        (false, true) => Place::Environment,
        (false, false) => Place::Bare,
    };
    is_secret(text.get(value.range.clone())?, place).then_some(value.range)
}

struct Value {
    range: Range<usize>,
    quoted: bool,
    sign: u8,
}

#[derive(Clone, Copy)]
enum Place {
    Quoted,
    /// `NAME=value`, as in a `.env` or before a command.
    Environment,
    /// In YAML, in a header, or in code, where it can be code itself.
    Bare,
}

fn is_name(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'-')
}

fn name_start(text: &str, at: usize) -> usize {
    let head = text.as_bytes().get(..at).unwrap_or(&[]);
    at - head.iter().rev().take_while(|byte| is_name(**byte)).count()
}

/// Whether a name is a secret's own and not only about one: `auth_token`, but neither `token_count` nor `TOKEN_URL`.
fn is_secrets_own(name: &str) -> bool {
    let unnumbered = name.trim_end_matches(|c: char| c.is_ascii_digit());
    let ends = |with: &str| [name, unnumbered].iter().any(|name| ends_with(name, with));
    // Most names fail here, and cost no more than this.
    if !ENDINGS.iter().any(|end| ends(end)) {
        return false;
    }
    let plain = unnumbered.to_ascii_lowercase().replace(['_', '-'], "");
    plain != "pwd"
        && SECRET.iter().any(|part| plain.contains(part))
        && !HARMLESS.iter().any(|end| plain.ends_with(end))
}

fn ends_with(name: &str, end: &str) -> bool {
    let start = name.len().checked_sub(end.len());
    start
        .and_then(|start| name.get(start..))
        .is_some_and(|tail| tail.eq_ignore_ascii_case(end))
}

/// The value after a name: behind `=`, `:` or `=>`, in quotes or bare, also in JSON within JSON.
fn value(text: &str, name_end: usize) -> Option<Value> {
    let at = |position: usize| text.as_bytes().get(position).copied();
    let skip = |position: usize, byte: u8| position + usize::from(at(position) == Some(byte));
    let closed = skip(name_end, b'\\');
    let closed = if matches!(at(closed), Some(b'"' | b'\'')) {
        closed + 1
    } else {
        name_end
    };
    let sign_at = run(text, closed, |byte| byte == b' ');
    let sign = at(sign_at).filter(|byte| matches!(byte, b'=' | b':'))?;
    let is_other = matches!(
        (sign, at(sign_at + 1)),
        (b'=', Some(b'=')) | (b':', Some(b':' | b'='))
    );
    if is_other || before(text, sign_at) == Some(b':') {
        return None;
    }
    let open = skip(
        run(text, skip(sign_at + 1, b'>'), |byte| byte == b' '),
        b'\\',
    );
    if let Some(quote @ (b'"' | b'\'' | b'`')) = at(open) {
        let end = run(text, open + 1, |byte| {
            byte != quote && byte != b'\n' && byte != b'\\'
        });
        return Some(Value {
            range: open + 1..end,
            quoted: true,
            sign,
        });
    }
    let end = run(text, open, |byte| {
        !byte.is_ascii_whitespace() && !b"\"'`,;<>&\\)}]".contains(&byte)
    });
    Some(Value {
        range: open..end,
        quoted: false,
        sign,
    })
}

/// Whether a value is a secret: given, no stand-in for one, and no code.
fn is_secret(value: &str, place: Place) -> bool {
    let is_number = value
        .bytes()
        .all(|byte| byte.is_ascii_digit() || matches!(byte, b'.' | b'_' | b'-'));
    let is_path = value.starts_with(['/', '~', '.']) || value.contains("://");
    let sized = (SHORTEST..=LONGEST).contains(&value.len()) && !value.contains(' ');
    if !sized || is_number || is_path || is_stand_in(value) {
        return false;
    }
    let has_digit = value.bytes().any(|byte| byte.is_ascii_digit());
    let is_code = value.contains(['(', '[', '{']) || value.contains("::") || value.contains("->");
    match place {
        Place::Quoted => {
            has_digit || value.len() >= LONG || value.contains(['!', '@', '#', '%', '*', '?'])
        }
        Place::Environment => !is_code,
        Place::Bare => !is_code && has_digit && value.len() >= BARE && !is_member(value),
    }
}

/// Whether a bare value reads like code: `config.auth.token2`.
fn is_member(value: &str) -> bool {
    let is_word = |part: &str| part.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_');
    value.contains('.') && value.split('.').all(is_word)
}

fn is_stand_in(value: &str) -> bool {
    let lower = value.to_ascii_lowercase();
    let is_filler = lower.bytes().all(|byte| b"x*.-_0".contains(&byte));
    is_filler || KINDS.contains(&lower.as_str()) || STAND_INS.iter().any(|it| lower.starts_with(it))
}
