//! Credentials that travel: a password in a URL, and what an Authorization header carries.

use std::ops::Range;

use super::{before, run};

/// What stands before the user of a URL.
pub(super) const URL: &str = "://";

/// What names credentials in a header.
pub(super) static HEADERS: [&str; 3] = ["uthorization", "earer ", "asic "];

/// The fewest bytes of credentials behind a header's name, and of credentials alone.
const NAMED: usize = 8;
const ALONE: usize = 16;

/// The password in `scheme://user:password@host`.
pub(super) fn in_url(text: &str, anchor: Range<usize>) -> Option<Range<usize>> {
    before(text, anchor.start).filter(u8::is_ascii_alphanumeric)?;
    let ends = |byte: u8| byte.is_ascii_whitespace() || b"/?#\"'`<>\\".contains(&byte);
    let end = run(text, anchor.end, |byte| !ends(byte));
    // However long it is, it ends before the next URL's slashes, so that no byte is looked at twice.
    let authority = text.get(anchor.end..end)?;
    let (user_info, _) = authority.rsplit_once('@')?;
    let (user, password) = user_info.split_once(':')?;
    let start = anchor.end + user.len() + 1;
    is_given(password).then_some(start..start + password.len())
}

/// The credentials behind `Authorization: <scheme>`, or behind `Bearer` or `Basic` alone.
///
/// Alone they must be longer and hold a digit, so that prose stays.
pub(super) fn in_header(text: &str, anchor: Range<usize>) -> Option<Range<usize>> {
    if text.get(anchor.clone())?.ends_with(' ') {
        let first = before(text, anchor.start).filter(|byte| matches!(byte, b'B' | b'b'))?;
        let is_word = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'-');
        let is_inside =
            before(text, anchor.start - usize::from(first.is_ascii())).is_some_and(is_word);
        let value = value(text, anchor.end)?;
        let found = text.get(value.clone())?;
        let is_secret = found.len() >= ALONE && found.bytes().any(|byte| byte.is_ascii_digit());
        return (is_secret && !is_inside).then_some(value);
    }
    let scheme = run(text, anchor.end, |byte| b" \"':\\".contains(&byte));
    let blank = run(text, scheme, |byte| byte.is_ascii_alphabetic());
    let is_known = ["bearer", "basic", "token", "digest"].iter().any(|known| {
        text.get(scheme..blank)
            .is_some_and(|it| it.eq_ignore_ascii_case(known))
    });
    if !is_known || text.as_bytes().get(blank) != Some(&b' ') {
        return None;
    }
    let value = value(text, blank + 1)?;
    (value.len() >= NAMED).then_some(value)
}

fn value(text: &str, start: usize) -> Option<Range<usize>> {
    let is_part = |byte: u8| byte.is_ascii_alphanumeric() || b"-_.~+/=".contains(&byte);
    let end = run(text, start, is_part);
    let found = text.get(start..end)?.trim_end_matches('.');
    Some(start..start + found.len())
}

/// Whether a password is given, and not only a place for one.
fn is_given(password: &str) -> bool {
    let places = ["", "password", "pass", "***", "xxx", "xxxx"];
    !password.starts_with(['$', '<', '{', '*'])
        && !places.contains(&password.to_ascii_lowercase().as_str())
}
