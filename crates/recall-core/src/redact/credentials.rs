//! Credentials that travel: a password in a URL, and what an Authorization header carries.

use std::ops::Range;

use super::{before, run};

/// What stands before the user of a URL.
pub(super) const URL: &str = "://";

/// What stands before the credentials of a header.
pub(super) static HEADERS: [&str; 6] = [
    "Bearer ", "bearer ", "BEARER ", "Basic ", "basic ", "token ",
];

/// The longest user and password that are looked for, in bytes.
const LONGEST: usize = 512;
/// The fewest bytes of credentials behind a header's name, and of credentials alone.
const NAMED: usize = 8;
const ALONE: usize = 16;

/// The password in `scheme://user:password@host`.
pub(super) fn in_url(text: &str, anchor: Range<usize>) -> Option<Range<usize>> {
    before(text, anchor.start).filter(u8::is_ascii_alphanumeric)?;
    let ends = |byte: u8| byte.is_ascii_whitespace() || b"/?#\"'`<>\\".contains(&byte);
    let end = run(text, anchor.end, |byte| !ends(byte));
    let authority = text.get(anchor.end..end).filter(|it| it.len() <= LONGEST)?;
    let (user_info, _) = authority.rsplit_once('@')?;
    let (user, password) = user_info.split_once(':')?;
    let start = anchor.end + user.len() + 1;
    is_given(password).then_some(start..start + password.len())
}

/// The credentials after `Bearer`, `Basic` or `token`.
///
/// Where no header is named before them they must hold a digit, and `token`
/// alone is a word, so that prose stays.
pub(super) fn in_header(text: &str, anchor: Range<usize>) -> Option<Range<usize>> {
    if before(text, anchor.start)
        .is_some_and(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'-'))
    {
        return None;
    }
    let is_part = |byte: u8| byte.is_ascii_alphanumeric() || b"-_.~+/=".contains(&byte);
    let end = run(text, anchor.end, is_part);
    let value = text.get(anchor.end..end)?.trim_end_matches('.');
    let named = is_named(text.get(..anchor.start)?);
    let is_word = text.get(anchor.clone())? == "token ";
    let has_digit = value.bytes().any(|byte| byte.is_ascii_digit());
    let is_secret = if named {
        value.len() >= NAMED
    } else {
        value.len() >= ALONE && has_digit && !is_word
    };
    is_secret.then_some(anchor.end..anchor.end + value.len())
}

fn is_named(before: &str) -> bool {
    let head = before.trim_end_matches([' ', '"', '\'', ':', '\\']);
    let start = head.len().saturating_sub("authorization".len());
    head.get(start..)
        .is_some_and(|name| name.eq_ignore_ascii_case("authorization"))
}

/// Whether a password is given, and not only a place for one.
fn is_given(password: &str) -> bool {
    let places = ["", "password", "pass", "***", "xxx", "xxxx"];
    !password.starts_with(['$', '<', '{', '*'])
        && !places.contains(&password.to_ascii_lowercase().as_str())
}
