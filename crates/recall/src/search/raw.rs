//! Which lines of a transcript could hold a term, told from their bytes, before any is read as JSON.
//!
//! JSON may write every character as an escape, so a line is let through in two
//! cases: it holds a piece of the term as that piece is written without escapes,
//! or it holds an escape that stands for something other than a control
//! character. Client and term alike never put a control character into a piece.
//! So no line that holds the term is kept back, however it was written.

use memchr::memmem::Finder;
use regex::bytes::{Regex, RegexBuilder};
use regex_syntax::ParserBuilder;
use regex_syntax::hir::literal::{ExtractKind, Extractor};

use super::escape;

/// The most bytes of one character.
const CHARACTER: usize = 4;
/// The bytes of an escape such as `\u3042`, with a backslash before it that could undo it.
const ESCAPE: usize = 7;
/// The bit by which a small letter of ASCII differs from its capital.
const SMALL: u8 = 0x20;

/// What the lines hold that are let through.
#[derive(Clone, Debug)]
enum Pieces {
    /// Every line is let through.
    None,
    /// A piece of ASCII in any case, looked for in [`folded`] bytes.
    Folded(Box<Finder<'static>>),
    /// One of several pieces.
    Any(Regex),
}

/// Lets those lines through that could hold a term.
#[derive(Clone, Debug)]
pub(crate) struct Sieve {
    pieces: Pieces,
    /// The length of the shortest piece, in bytes.
    shortest: usize,
    /// The length of the longest piece however it is written, in bytes.
    longest: usize,
}

impl Sieve {
    /// Lets every line through.
    pub(crate) const EVERYTHING: Self = Self {
        pieces: Pieces::None,
        shortest: 0,
        longest: 0,
    };

    /// The sieve of a piece of a term.
    pub(crate) fn of_piece(piece: &str, any_case: bool) -> Self {
        Self::of_pieces(&[piece], any_case && piece.chars().any(has_case))
    }

    /// The sieve of a regular expression: with what each of its matches begins or ends, where that can be told.
    pub(crate) fn of_regex(pattern: &str, any_case: bool) -> Self {
        let mut parser = ParserBuilder::new()
            .case_insensitive(any_case)
            .multi_line(true)
            .build();
        let Ok(hir) = parser.parse(pattern) else {
            return Self::EVERYTHING;
        };
        let sieves = [ExtractKind::Prefix, ExtractKind::Suffix].map(|kind| {
            let literals = Extractor::new().kind(kind).extract(&hir);
            let literals = literals.literals().unwrap_or_default().iter();
            let texts = literals.map(|literal| text(literal.as_bytes()));
            let texts: Vec<String> = texts.collect();
            let pieces: Vec<&str> = texts.iter().map(|text| piece(text)).collect();
            Self::of_pieces(&pieces, false)
        });
        let best = sieves.into_iter().max_by_key(Self::worth);
        best.unwrap_or(Self::EVERYTHING)
    }

    /// How few lines it lets through, as far as can be told.
    pub(crate) fn worth(&self) -> usize {
        self.shortest
    }

    /// How many bytes of a chunk must be seen again with the next one.
    pub(crate) fn overlap(&self) -> usize {
        self.longest.max(ESCAPE)
    }

    /// Whether a line, whose escapes of text are read by [`escape::read`], could hold the term.
    pub(crate) fn could_be_in(&self, line: &[u8]) -> bool {
        match &self.pieces {
            Pieces::None => true,
            Pieces::Folded(piece) => {
                let mut room = Vec::new();
                piece.find(folded(line, &mut room)).is_some()
            }
            Pieces::Any(pieces) => pieces.is_match(line),
        }
    }

    fn of_pieces(pieces: &[&str], any_case: bool) -> Self {
        let shortest = pieces.iter().map(|piece| piece.len()).min().unwrap_or(0);
        if shortest == 0 {
            return Self::EVERYTHING;
        }
        if let [piece] = pieces
            && any_case
            && piece.is_ascii()
        {
            let mut room = Vec::new();
            let finder = Finder::new(folded(piece.as_bytes(), &mut room));
            return Self {
                pieces: Pieces::Folded(Box::new(finder.into_owned())),
                shortest,
                longest: piece.len(),
            };
        }
        let pattern: Vec<String> = pieces.iter().map(|piece| regex::escape(piece)).collect();
        let regex = RegexBuilder::new(&pattern.join("|"))
            .case_insensitive(any_case)
            .build();
        let longest = pieces.iter().map(|piece| piece.chars().count()).max();
        Self {
            pieces: regex.map_or(Pieces::None, Pieces::Any),
            shortest,
            longest: longest.unwrap_or(0) * CHARACTER,
        }
    }
}

/// Where in some bytes of a transcript lines begin to be worth reading.
pub(crate) struct Finds<'s, 'b> {
    sieve: &'s Sieve,
    bytes: &'b [u8],
    /// The bytes in which the pieces are looked for.
    folded: &'b [u8],
    escape: Finder<'static>,
    /// The next of each kind that was found and not yet passed.
    next_piece: Option<usize>,
    next_escape: Option<usize>,
}

impl<'s, 'b> Finds<'s, 'b> {
    pub(crate) fn new(sieve: &'s Sieve, bytes: &'b [u8], room: &'b mut Vec<u8>) -> Self {
        let folded = match sieve.pieces {
            Pieces::Folded(_) => folded(bytes, room),
            Pieces::None | Pieces::Any(_) => bytes,
        };
        let mut finds = Self {
            sieve,
            bytes,
            folded,
            escape: Finder::new(br"\u"),
            next_piece: None,
            next_escape: None,
        };
        if !matches!(sieve.pieces, Pieces::None) {
            finds.next_piece = finds.piece(0);
            finds.next_escape = finds.escape(0);
        }
        finds
    }

    /// The first place from `at` on that makes its line worth reading.
    pub(crate) fn next(&mut self, at: usize) -> Option<usize> {
        if matches!(self.sieve.pieces, Pieces::None) {
            return (at < self.bytes.len()).then_some(at);
        }
        if self.next_piece.is_some_and(|next| next < at) {
            self.next_piece = self.piece(at);
        }
        if self.next_escape.is_some_and(|next| next < at) {
            self.next_escape = self.escape(at);
        }
        self.next_piece.into_iter().chain(self.next_escape).min()
    }

    fn piece(&self, at: usize) -> Option<usize> {
        let rest = self.folded.get(at..)?;
        let found = match &self.sieve.pieces {
            Pieces::None => None,
            Pieces::Folded(piece) => piece.find(rest),
            Pieces::Any(pieces) => pieces.find(rest).map(|found| found.start()),
        };
        Some(at + found?)
    }

    fn escape(&self, at: usize) -> Option<usize> {
        let rest = self.bytes.get(at..)?;
        let found = self.escape.find_iter(rest).map(|found| at + found);
        let mut found = found.filter(|found| escape::is_of_text(self.bytes, *found));
        found.next()
    }
}

/// The longest part of a text that JSON need not escape and that no reading changes.
///
/// Blanks end it too, since a phrase can go on after any of them.
pub(crate) fn piece(text: &str) -> &str {
    let ends = |c: char| {
        c.is_whitespace()
            || c.is_control()
            || matches!(c, '"' | '\\' | '/' | char::REPLACEMENT_CHARACTER)
    };
    let pieces = text.split(ends);
    pieces.max_by_key(|piece| piece.len()).unwrap_or("")
}

/// Whether a letter has another spelling in small or in capitals.
fn has_case(c: char) -> bool {
    !c.to_lowercase().eq([c]) || !c.to_uppercase().eq([c])
}

/// Bytes in which a small and a capital letter of ASCII are the same, as are some signs.
///
/// Looking for one piece in these is faster than looking for all its spellings.
fn folded<'b>(bytes: &[u8], room: &'b mut Vec<u8>) -> &'b [u8] {
    room.resize(bytes.len(), 0);
    for (folded, byte) in room.iter_mut().zip(bytes) {
        *folded = byte | SMALL;
    }
    room
}

/// Bytes as text, where what was cut off in the middle of a character reads U+FFFD.
fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

#[cfg(test)]
mod tests {
    use super::{Finds, Sieve, piece};

    #[track_caller]
    fn check(word: &str, line: &str, expected: bool) {
        let any_case = !word.chars().any(char::is_uppercase);
        let sieve = Sieve::of_piece(piece(word), any_case);
        let mut room = Vec::new();
        let found = Finds::new(&sieve, line.as_bytes(), &mut room).next(0);
        assert_eq!(found.is_some(), expected, "{word} in {line}");
    }

    #[test]
    fn a_line_with_the_word_is_let_through_and_one_without_is_not() {
        check("pool", r#"{"text":"the pool"}"#, true);
        check("pool", r#"{"text":"the POOL"}"#, true);
        check("Pool", r#"{"text":"the pool"}"#, false);
        check("pool", r#"{"text":"the well"}"#, false);
        check("接続", r#"{"text":"接続数"}"#, true);
        check("größe", r#"{"text":"GRÖẞE"}"#, true);
    }

    #[test]
    fn a_line_in_which_the_word_could_be_escaped_is_let_through() {
        check("接続", r#"{"text":"\u63a5\u7d9a"}"#, true);
        check("pool", r#"{"text":"\u0070ool"}"#, true);
        check("🦀", r#"{"text":"\ud83e\udd80"}"#, true);
        check("ａ", r#"{"text":"\uFF41"}"#, true);
    }

    #[test]
    fn escapes_that_cannot_be_of_a_word_are_no_reason() {
        check("pool", r#"{"text":"\u001b[31m\u0007 \n \" \\ \t"}"#, false);
        check("pool", r#"{"text":"\\u0070ool is written"}"#, false);
        check("pool", r#"{"text":"\\\u0070ool"}"#, true);
    }

    #[test]
    fn what_json_escapes_stands_in_no_piece() {
        assert_eq!(piece("say \"hello\""), "hello");
        assert_eq!(piece(r"C:\Users\me"), "Users");
        assert_eq!(piece("src/pool/open.rs"), "open.rs");
        assert_eq!(piece("a\u{fffd}bc"), "bc");
        assert_eq!(piece("\"/\\"), "");
        check("/", "{}", true);
    }

    #[track_caller]
    fn check_regex(pattern: &str, line: &str, expected: bool) {
        let sieve = Sieve::of_regex(pattern, true);
        let found = sieve.could_be_in(line.as_bytes());
        assert_eq!(found, expected, "{pattern} in {line}");
    }

    #[test]
    fn a_regular_expression_is_sieved_by_what_its_matches_begin_or_end_with() {
        check_regex("pool(ed|ing)", "POOLING", true);
        check_regex("pool(ed|ing)", "the well", false);
        check_regex(r"\d+ seconds", "5 Seconds", true);
        check_regex(r"\d+ seconds", "5 minutes", false);
        check_regex("接続|切断", "切断", true);
        check_regex("接続|切断", "再開", false);
    }

    #[test]
    fn where_nothing_can_be_told_every_line_is_let_through() {
        check_regex(r"\d+", "no digits", true);
        check_regex("[", "it does not compile", true);
        check_regex("\"x|y", "z", false);
        check_regex("\"|y", "z", true);
    }
}
