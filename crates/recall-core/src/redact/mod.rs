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
    let secrets = secrets(text);
    if secrets.is_empty() {
        return Cow::Borrowed(text);
    }
    let mut plain = String::new();
    let mut kept = 0;
    for secret in secrets {
        plain.push_str(text.get(kept..secret.start).unwrap_or(""));
        plain.push_str(MARK);
        kept = secret.end;
    }
    plain.push_str(text.get(kept..).unwrap_or(""));
    Cow::Owned(plain)
}

/// Where the secrets of a text are, in their order; what overlaps is one.
fn secrets(text: &str) -> Vec<Range<usize>> {
    let mut found = Vec::new();
    let mut ahead: Vec<Range<usize>> = Vec::new();
    let mut anchors = Anchors::of(text);
    let mut at = 0;
    while let Some((kind, anchor)) = anchors.next(at) {
        at = anchor.start + 1;
        ahead.retain(|secret| secret.end > anchor.start);
        // A secret holds no other. Before it there can be one, as a token is the user of a URL.
        if let Some(around) = ahead.iter().find(|secret| secret.start <= anchor.start) {
            at = at.max(around.end);
        } else if let Some(secret) = kind.secret(text, anchor) {
            ahead.push(secret.clone());
            found.push(secret);
        }
    }
    found.sort_by_key(|secret| (secret.start, secret.end));
    found.dedup_by(|later, earlier| {
        let is_one = later.start < earlier.end;
        if is_one {
            earlier.end = earlier.end.max(later.end);
        }
        is_one
    });
    found
}

/// What an anchor can be the start or the middle of.
#[derive(Clone, Copy)]
enum Kind {
    PrivateKey,
    Token,
    Url,
    Header,
    Assignment,
}

impl Kind {
    /// Where the secret is that belongs to an anchor found here, if there is one.
    fn secret(self, text: &str, anchor: Range<usize>) -> Option<Range<usize>> {
        match self {
            Self::PrivateKey => private_key::secret(text, anchor),
            Self::Token => token::secret(text, anchor),
            Self::Url => credentials::in_url(text, anchor),
            Self::Header => credentials::in_header(text, anchor),
            Self::Assignment => assignment::secret(text, anchor),
        }
    }
}

/// The anchors of a text, from the first to the last.
///
/// Looking for a few short ones and for many longer ones apart is several times
/// faster than for all of them at once.
struct Anchors<'a> {
    text: &'a str,
    next: [Option<(Kind, Range<usize>)>; 2],
}

impl<'a> Anchors<'a> {
    fn of(text: &'a str) -> Self {
        Self {
            text,
            next: [SHORT.find(text, 0), LONG.find(text, 0)],
        }
    }

    /// The first anchor that begins at a position or after it.
    fn next(&mut self, at: usize) -> Option<(Kind, Range<usize>)> {
        for (next, searcher) in self.next.iter_mut().zip([&*SHORT, &*LONG]) {
            if next.as_ref().is_some_and(|(_, anchor)| anchor.start < at) {
                *next = searcher.find(self.text, at);
            }
        }
        let found = self.next.iter().flatten();
        found.min_by_key(|(_, anchor)| anchor.start).cloned()
    }
}

struct Searcher {
    searcher: AhoCorasick,
    kinds: Vec<Kind>,
}

impl Searcher {
    #[expect(
        clippy::expect_used,
        reason = "the patterns are constants, and every test builds them"
    )]
    fn new(anchors: impl Iterator<Item = (&'static str, Kind)>) -> Self {
        let (patterns, kinds): (Vec<_>, Vec<_>) = anchors.unzip();
        let searcher = AhoCorasick::builder()
            .match_kind(MatchKind::LeftmostLongest)
            .build(patterns);
        Self {
            searcher: searcher.expect("a few short patterns fit any searcher"),
            kinds,
        }
    }

    fn find(&self, text: &str, at: usize) -> Option<(Kind, Range<usize>)> {
        let found = self.searcher.find(Input::new(text).range(at..))?;
        Some((*self.kinds.get(found.pattern().as_usize())?, found.range()))
    }
}

/// Anchors of fewer bytes than this are looked for apart.
const FEW: usize = 4;

static SHORT: LazyLock<Searcher> =
    LazyLock::new(|| Searcher::new(anchors().filter(|(anchor, _)| anchor.len() < FEW)));
static LONG: LazyLock<Searcher> =
    LazyLock::new(|| Searcher::new(anchors().filter(|(anchor, _)| anchor.len() >= FEW)));

fn anchors() -> impl Iterator<Item = (&'static str, Kind)> {
    let single = [
        (private_key::ANCHOR, Kind::PrivateKey),
        (credentials::URL, Kind::Url),
    ];
    let tokens = token::ANCHORS.iter().map(|anchor| (*anchor, Kind::Token));
    let headers = credentials::HEADERS
        .iter()
        .map(|anchor| (*anchor, Kind::Header));
    let names = assignment::NAMES
        .iter()
        .map(|anchor| (*anchor, Kind::Assignment));
    single.into_iter().chain(tokens).chain(headers).chain(names)
}

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
