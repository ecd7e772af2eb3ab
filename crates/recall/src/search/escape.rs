//! Escapes of JSON such as `\u3042`, told apart and read without reading the JSON.

use std::borrow::Cow;

/// The most bytes of a character.
const CHARACTER: usize = 4;

/// A line with each escape of text in it as the character that it stands for.
///
/// It is no JSON any more, but a piece that is in it is then in it as it is.
pub(crate) fn read(line: &[u8]) -> Cow<'_, [u8]> {
    let mut plain = Vec::new();
    let mut copied = 0;
    for at in memchr::memmem::find_iter(line, br"\u") {
        if at < copied || !is_of_text(line, at) {
            continue;
        }
        let unit = |at: usize| {
            let digits = line.get(at..)?.strip_prefix(br"\u")?.get(..4)?;
            u16::from_str_radix(str::from_utf8(digits).ok()?, 16).ok()
        };
        let units = [unit(at), unit(at + 6)].into_iter().map_while(|unit| unit);
        let Some(first) = char::decode_utf16(units).next() else {
            continue;
        };
        let character = first.unwrap_or(char::REPLACEMENT_CHARACTER);
        plain.extend_from_slice(line.get(copied..at).unwrap_or(&[]));
        plain.extend_from_slice(character.encode_utf8(&mut [0; CHARACTER]).as_bytes());
        copied = at + 6 * character.len_utf16();
    }
    if copied == 0 {
        return Cow::Borrowed(line);
    }
    plain.extend_from_slice(line.get(copied..).unwrap_or(&[]));
    Cow::Owned(plain)
}

/// Whether the `\u` at a position is an escape of something other than a control character.
///
/// One that is cut off at the end counts.
pub(crate) fn is_of_text(bytes: &[u8], at: usize) -> bool {
    // Most are colours of a terminal, so that is looked at first.
    let digits = bytes.get(at + 2..).unwrap_or(&[]);
    if digits.starts_with(b"000") || digits.starts_with(b"001") {
        return false;
    }
    let before = bytes.get(..at).unwrap_or(&[]);
    let backslashes = before.iter().rev().take_while(|byte| **byte == b'\\');
    backslashes.count() % 2 == 0
}

#[cfg(test)]
mod tests {
    use super::read;

    #[test]
    fn an_escape_of_text_reads_as_what_it_stands_for() {
        #[track_caller]
        fn check(line: &str, expected: &str) {
            let plain = read(line.as_bytes());
            assert_eq!(String::from_utf8_lossy(&plain), expected);
        }
        check(r"a\u0070ool", "apool");
        check(r"\u63a5\u7D9A \ud83e\udd80!", "接続 🦀!");
        check(r"\ud83e \udd80", "\u{fffd} \u{fffd}");
        check(r"\\u0070 \\\u0070", r"\\u0070 \\p");
        check(r"\u001b[1m \n \u00", r"\u001b[1m \n \u00");
        check(r"\ud83e\u0041", "\u{fffd}A");
    }
}
