//! Secrets in a text: replaced by a mark, told by their shape and their surroundings, never by chance.
//!
//! What is kept stays raw; what is injected, dumped or handed over goes through here.

mod assignment;
mod credentials;
mod private_key;
mod token;

use std::borrow::Cow;
use std::ops::Range;
use std::sync::LazyLock;

use aho_corasick::{AhoCorasick, Input, MatchKind};

/// What stands where a secret was.
pub const MARK: &str = "[redacted by recall]";

/// A text without its secrets; one that holds none is given back as it is.
#[must_use]
pub fn redact(text: &str) -> Cow<'_, str> {
    let mut plain = String::new();
    let (mut kept, mut at) = (0, 0);
    while let Some(found) = ANCHORS.find(Input::new(text).range(at..)) {
        let kind = TABLE.get(found.pattern().as_usize()).map(|(_, kind)| *kind);
        let secret = kind.and_then(|kind| kind.secret(text, found.range()));
        at = found.start() + 1;
        let Some(secret) = secret.filter(|secret| secret.start >= kept) else {
            continue;
        };
        plain.push_str(text.get(kept..secret.start).unwrap_or(""));
        plain.push_str(MARK);
        kept = secret.end;
        at = at.max(kept);
    }
    if kept == 0 {
        return Cow::Borrowed(text);
    }
    plain.push_str(text.get(kept..).unwrap_or(""));
    Cow::Owned(plain)
}

/// What an anchor can be the start or the middle of.
#[derive(Clone, Copy)]
enum Kind {
    PrivateKey,
    Token(&'static token::Shape),
    Url,
    Header,
    Assignment,
}

impl Kind {
    /// Where the secret is that belongs to an anchor found here, if there is one.
    fn secret(self, text: &str, anchor: Range<usize>) -> Option<Range<usize>> {
        match self {
            Self::PrivateKey => private_key::secret(text, anchor),
            Self::Token(shape) => token::secret(text, anchor, shape),
            Self::Url => credentials::in_url(text, anchor),
            // `token ` begins a header's credentials, or ends the name of an assignment.
            Self::Header => credentials::in_header(text, anchor.clone())
                .or_else(|| assignment::secret(text, anchor.start..anchor.end - 1)),
            Self::Assignment => assignment::secret(text, anchor),
        }
    }
}

/// Every anchor with its kind, in the order of the searcher's patterns.
static TABLE: LazyLock<Vec<(&'static str, Kind)>> = LazyLock::new(|| {
    let tokens = token::SHAPES
        .iter()
        .map(|shape| (shape.prefix, Kind::Token(shape)));
    let headers = credentials::HEADERS
        .iter()
        .map(|anchor| (*anchor, Kind::Header));
    let names = assignment::NAMES
        .iter()
        .map(|anchor| (*anchor, Kind::Assignment));
    let single = [
        (private_key::ANCHOR, Kind::PrivateKey),
        (credentials::URL, Kind::Url),
    ];
    single
        .into_iter()
        .chain(tokens)
        .chain(headers)
        .chain(names)
        .collect()
});

static ANCHORS: LazyLock<AhoCorasick> = LazyLock::new(|| {
    #[expect(
        clippy::expect_used,
        reason = "the patterns are constants, and every test builds them"
    )]
    AhoCorasick::builder()
        .match_kind(MatchKind::LeftmostLongest)
        .build(TABLE.iter().map(|(anchor, _)| anchor))
        .expect("a few short patterns fit any searcher")
});

/// The byte before a position, or nothing at the start.
fn before(text: &str, at: usize) -> Option<u8> {
    at.checked_sub(1)
        .and_then(|at| text.as_bytes().get(at).copied())
}

/// The end of the run of bytes from `at` on that a rule allows.
fn run(text: &str, at: usize, allows: impl Fn(u8) -> bool) -> usize {
    let bytes = text.as_bytes().get(at..).unwrap_or(&[]);
    at + bytes.iter().take_while(|byte| allows(**byte)).count()
}

#[cfg(test)]
mod tests;
