//! What is looked for: words and phrases that a message must all hold, or a regular expression.

use std::ops::Range;

use recall_core::language::Language;
use recall_core::problem::Problem;
use recall_core::say;
use regex::{Regex, RegexBuilder};
use regex_syntax::ast::{self, Ast, ClassSetItem, Visitor};

use super::asked::Asked;
use super::escape;
use super::raw::{self, Sieve};

/// What a message must hold: every term of it.
pub(crate) struct Query {
    terms: Vec<Term>,
}

/// A word, a phrase or a regular expression.
struct Term {
    matcher: Regex,
    sieve: Sieve,
}

impl Query {
    /// The query that was asked for.
    pub(crate) fn of(asked: &Asked, language: Language) -> Result<Self, Problem> {
        match &asked.regex {
            Some(pattern) => Ok(Self {
                terms: vec![Term::of_regex(pattern, language)?],
            }),
            None => Self::of_words(&asked.words, language),
        }
    }

    /// Every word and phrase of these arguments.
    pub(super) fn of_words(arguments: &[String], language: Language) -> Result<Self, Problem> {
        let phrases = phrases(arguments).into_iter();
        let terms = phrases.map(|phrase| Term::of_phrase(&phrase, language));
        let terms: Vec<Term> = terms.collect::<Result<_, _>>()?;
        if terms.is_empty() {
            return Err(Problem::Value(say!(
                language,
                "there is no word to look for: name one, or `--regex RE`",
                "探す言葉がありません。言葉か`--regex RE`を指定してください"
            )));
        }
        Ok(Self { terms })
    }

    /// The sieve of the term that lets the fewest lines through.
    pub(crate) fn sieve(&self) -> Sieve {
        let sieves = self.terms.iter().map(|term| &term.sieve);
        sieves
            .max_by_key(|sieve| sieve.worth())
            .cloned()
            .unwrap_or(Sieve::EVERYTHING)
    }

    /// Whether a line of a transcript could hold every term.
    pub(crate) fn could_be_in(&self, line: &[u8]) -> bool {
        let plain = escape::read(line);
        self.terms.iter().all(|term| term.sieve.could_be_in(&plain))
    }

    /// Whether a message holds every term.
    pub(crate) fn is_in(&self, text: &str) -> bool {
        self.terms.iter().all(|term| term.first(text).is_some())
    }

    /// Where each term stands first in a text that holds all of them.
    pub(crate) fn firsts(&self, text: &str) -> Vec<Range<usize>> {
        self.terms
            .iter()
            .filter_map(|term| term.first(text))
            .collect()
    }

    /// Where any term stands in a text, in its order, without overlaps.
    pub(crate) fn marks(&self, text: &str) -> Vec<Range<usize>> {
        let found = self
            .terms
            .iter()
            .flat_map(|term| term.matcher.find_iter(text));
        let mut found: Vec<_> = found.map(|found| found.range()).collect();
        found.retain(|range| !range.is_empty());
        found.sort_by_key(|range| (range.start, range.end));
        let mut marks: Vec<Range<usize>> = Vec::new();
        for range in found {
            match marks.last_mut().filter(|last| range.start <= last.end) {
                Some(last) => last.end = last.end.max(range.end),
                None => marks.push(range),
            }
        }
        marks
    }
}

impl Term {
    fn of_phrase(phrase: &str, language: Language) -> Result<Self, Problem> {
        let any_case = !phrase.chars().any(char::is_uppercase);
        let words: Vec<String> = phrase
            .split_whitespace()
            .map(|word| spellings(word, any_case))
            .collect();
        // In a text that was wrapped, a line can end between any two words.
        let matcher = compile(&words.join(r"\s+"), false, language)?;
        let sieve = Sieve::of_piece(raw::piece(phrase), any_case);
        Ok(Self { matcher, sieve })
    }

    fn of_regex(pattern: &str, language: Language) -> Result<Self, Problem> {
        let any_case = !has_capital(pattern);
        let matcher = compile(pattern, any_case, language)?;
        let sieve = Sieve::of_regex(pattern, any_case);
        Ok(Self { matcher, sieve })
    }

    /// Where it stands first; a match of nothing is none.
    fn first(&self, text: &str) -> Option<Range<usize>> {
        let mut found = self.matcher.find_iter(text).map(|found| found.range());
        found.find(|range| !range.is_empty())
    }
}

/// A word as a regular expression that matches it; in any case, the letters of ASCII match only each other.
///
/// By Unicode's rule `k` would match the sign for Kelvin too, and could not be looked for in bytes.
fn spellings(word: &str, any_case: bool) -> String {
    let each = word.chars().map(|c| {
        let plain = regex::escape(c.encode_utf8(&mut [0; 4]));
        match c {
            _ if !any_case => plain,
            'a'..='z' => format!("[{c}{}]", c.to_ascii_uppercase()),
            _ if c.is_ascii() => plain,
            _ => format!("(?i:{plain})"),
        }
    });
    each.collect()
}

fn compile(pattern: &str, any_case: bool, language: Language) -> Result<Regex, Problem> {
    let regex = RegexBuilder::new(pattern)
        .case_insensitive(any_case)
        .multi_line(true)
        .build();
    regex.map_err(|error| {
        let error = error.to_string();
        let why = error.lines().last().unwrap_or_default().trim().to_owned();
        Problem::Value(say!(
            language,
            "cannot look for \"{pattern}\": {why}",
            "「{pattern}」は正規表現として読めません: {why}"
        ))
    })
}

/// The words and phrases of the arguments: an argument with blanks is a phrase, unless it quotes phrases itself.
fn phrases(arguments: &[String]) -> Vec<String> {
    let mut phrases = Vec::new();
    for argument in arguments {
        let quotes = argument.matches('"').count();
        if quotes < 2 || quotes % 2 == 1 {
            phrases.push(argument.clone());
            continue;
        }
        for (nth, part) in argument.split('"').enumerate() {
            if nth % 2 == 1 {
                phrases.push(part.to_owned());
            } else {
                phrases.extend(part.split_whitespace().map(str::to_owned));
            }
        }
    }
    phrases.retain(|phrase| !phrase.trim().is_empty());
    phrases
}

/// Whether a regular expression asks for a capital letter; `\S` and the like are none.
fn has_capital(pattern: &str) -> bool {
    struct Capitals(bool);
    impl Visitor for Capitals {
        type Output = bool;
        type Err = ();

        fn finish(self) -> Result<bool, ()> {
            Ok(self.0)
        }

        fn visit_pre(&mut self, ast: &Ast) -> Result<(), ()> {
            if let Ast::Literal(literal) = ast {
                self.0 |= literal.c.is_uppercase();
            }
            Ok(())
        }

        fn visit_class_set_item_pre(&mut self, item: &ClassSetItem) -> Result<(), ()> {
            self.0 |= match item {
                ClassSetItem::Literal(literal) => literal.c.is_uppercase(),
                ClassSetItem::Range(range) => {
                    range.start.c.is_uppercase() || range.end.c.is_uppercase()
                }
                _ => false,
            };
            Ok(())
        }
    }
    let parsed = ast::parse::Parser::new().parse(pattern);
    parsed.is_ok_and(|ast| ast::visit(&ast, Capitals(false)).unwrap_or(false))
}

#[cfg(test)]
mod tests {
    use recall_core::language::Language;

    use super::super::raw::Finds;
    use super::{Query, Term, has_capital, phrases};

    #[track_caller]
    fn check_phrases(arguments: &[&str], expected: &[&str]) {
        let arguments: Vec<String> = arguments.iter().map(|&it| it.to_owned()).collect();
        assert_eq!(phrases(&arguments), expected);
    }

    #[test]
    fn an_argument_is_a_word_or_a_phrase() {
        check_phrases(&["retry", "cap"], &["retry", "cap"]);
        check_phrases(&["retry cap"], &["retry cap"]);
        check_phrases(&["\"retry cap\" pool  x"], &["retry cap", "pool", "x"]);
        check_phrases(&["\"retry cap"], &["\"retry cap"]);
        check_phrases(&["", " ", "\"\""], &[]);
    }

    #[track_caller]
    fn check_match(phrase: &str, text: &str, expected: bool) {
        let term = Term::of_phrase(phrase, Language::English).unwrap();
        assert_eq!(term.first(text).is_some(), expected, "{phrase} in {text}");
    }

    #[test]
    fn small_letters_match_any_case_and_capitals_only_themselves() {
        check_match("retry", "No Retry here", true);
        check_match("Retry", "no retry here", false);
        check_match("größe", "GRÖSSE", false);
        check_match("größe", "GRÖẞE", true);
        check_match("дом", "ДОМ", true);
        check_match("日本", "日本語", true);
    }

    #[test]
    fn the_words_of_a_phrase_stand_together_also_across_a_line_end() {
        check_match("retry cap", "the retry\n  cap is", true);
        check_match("retry cap", "cap the retry", false);
        check_match("a.b", "axb", false);
    }

    #[test]
    fn a_class_in_capitals_is_no_capital() {
        for pattern in [r"\S+\W", "[a-z]+", r"\p{Lu}x", "(?P<Name>x)", "["] {
            assert!(!has_capital(pattern), "{pattern}");
        }
        for pattern in ["Pool", "[A-Z]", "x|Y"] {
            assert!(has_capital(pattern), "{pattern}");
        }
    }

    /// JSON as different programs write it: as it is, in ASCII only, with every character escaped.
    fn written(text: &str) -> Vec<String> {
        let plain = serde_json::to_string(text).unwrap();
        let escaped = |c: char| {
            let mut units = [0; 2];
            let units = c.encode_utf16(&mut units).iter();
            units
                .map(|unit| format!("\\u{unit:04x}"))
                .collect::<String>()
        };
        let ascii = plain.chars().map(|c| {
            if c.is_ascii() {
                c.to_string()
            } else {
                escaped(c)
            }
        });
        let ascii: String = ascii.collect();
        let all: String = text.chars().map(escaped).collect();
        let web = plain.replace('/', r"\/").replace('<', r"\u003c");
        vec![format!("\"{all}\""), ascii, web, plain]
    }

    #[test]
    fn however_a_text_is_written_no_line_that_holds_a_part_of_it_is_kept_back() {
        let text =
            "Größe der Pool-Länge: C:\\tmp/x \"5\" <b>接続数\t\u{1b}[1m🦀é\u{7f}K\u{212a}ſs ДОМ";
        let characters: Vec<char> = text.chars().collect();
        let parts = (1..6).flat_map(|length| characters.windows(length));
        let mut checked = 0;
        for part in parts.map(|part| part.iter().collect::<String>()) {
            for asked in [part.to_lowercase(), part.to_uppercase(), part] {
                let Ok(query) = Query::of_words(std::slice::from_ref(&asked), Language::English)
                else {
                    continue;
                };
                for json in written(text) {
                    let said: String = serde_json::from_str(&json).unwrap();
                    if query.is_in(&said) {
                        let sieve = query.sieve();
                        let mut room = Vec::new();
                        let found = Finds::new(&sieve, json.as_bytes(), &mut room).next(0);
                        assert!(found.is_some(), "{asked:?} in {json}");
                        assert!(query.could_be_in(json.as_bytes()), "{asked:?} in {json}");
                        checked += 1;
                    }
                }
            }
        }
        assert!(checked > 1000, "{checked}");
    }

    #[test]
    fn a_match_of_nothing_is_none() {
        let term = Term::of_regex("x*", Language::English).unwrap();
        assert_eq!((term.first("aaa"), term.first("axx")), (None, Some(1..3)));
    }
}
