//! Private keys in PEM armour: from the first line to the last, or to the end of what there is.

use std::ops::Range;

/// How the armour begins.
pub(super) const ANCHOR: &str = "-----BEGIN ";

/// The whole block of a private key; a certificate or a public key is none.
pub(super) fn secret(text: &str, anchor: Range<usize>) -> Option<Range<usize>> {
    let rest = text.get(anchor.end..)?;
    let (label, _) = rest.split_once("-----")?;
    let is_part = |byte: u8| byte.is_ascii_uppercase() || byte.is_ascii_digit() || byte == b' ';
    if label.len() > 40 || !label.bytes().all(is_part) || !label.contains("PRIVATE KEY") {
        return None;
    }
    let last = format!("-----END {label}-----");
    let length = rest.find(&last).map_or(rest.len(), |at| at + last.len());
    Some(anchor.start..anchor.end + length)
}
