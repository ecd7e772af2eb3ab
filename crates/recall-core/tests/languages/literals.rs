//! The string literals of a Rust source, each with where it stands.

/// A string literal.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Literal {
    /// The line that it begins in, counted from 1.
    pub(crate) line: usize,
    /// What is written between its quotes.
    pub(crate) text: String,
    /// Where it stands.
    pub(crate) place: Place,
}

/// Where a literal stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Place {
    /// In the nth `say!` or `words!` of its file.
    Said(usize),
    /// In an attribute.
    Attribute,
    /// Anywhere else.
    Code,
}

/// The literals of a source, without those of its comments and of its tests, which are its last item.
pub(crate) fn literals(source: &str) -> Vec<Literal> {
    let code = source.split("#[cfg(test)]").next().unwrap_or(source);
    let mut scan = Scan {
        all: code,
        rest: code,
        found: Vec::new(),
        within: None,
        said: 0,
    };
    while !scan.rest.is_empty() {
        scan.step();
    }
    scan.found
}

/// The literals of each `say!` and `words!`, with the line that the first begins in.
pub(crate) fn pairs(source: &str) -> Vec<(usize, Vec<String>)> {
    let mut pairs: Vec<(usize, usize, Vec<String>)> = Vec::new();
    for literal in literals(source) {
        let Place::Said(nth) = literal.place else {
            continue;
        };
        match pairs.last_mut().filter(|(last, _, _)| *last == nth) {
            Some((_, _, texts)) => texts.push(literal.text),
            None => pairs.push((nth, literal.line, vec![literal.text])),
        }
    }
    pairs
        .into_iter()
        .map(|(_, line, texts)| (line, texts))
        .collect()
}

struct Scan<'a> {
    all: &'a str,
    rest: &'a str,
    found: Vec<Literal>,
    /// The place that brackets enclose, and how many are open.
    within: Option<(Place, usize)>,
    said: usize,
}

impl Scan<'_> {
    fn step(&mut self) {
        let rest = self.rest;
        let raw = ["r", "br", "cr"]
            .iter()
            .find(|start| is_raw(rest, start) && !self.follows_a_name());
        if rest.starts_with("//") {
            self.skip(rest.find('\n').unwrap_or(rest.len()));
        } else if rest.starts_with("/*") {
            self.skip(rest.find("*/").map_or(rest.len(), |end| end + 2));
        } else if let Some(start) = raw {
            self.raw(start.len());
        } else if rest.starts_with('"') {
            self.quoted();
        } else if rest.starts_with('\'') {
            self.skip(character(rest));
        } else {
            self.bracket();
        }
    }

    /// Follows the brackets of a macro or attribute to its end, or passes over one character.
    fn bracket(&mut self) {
        let rest = self.rest;
        let begins = !self.follows_a_name();
        let mut macros = ["say!(", "words!("].iter();
        let said = macros.find(|start| begins && rest.starts_with(**start));
        let attribute = ["#[", "#!["].iter().find(|start| rest.starts_with(**start));
        match (&mut self.within, said, attribute) {
            (None, Some(start), _) => {
                self.said += 1;
                self.within = Some((Place::Said(self.said), 1));
                self.skip(start.len());
            }
            (None, None, Some(start)) => {
                self.within = Some((Place::Attribute, 1));
                self.skip(start.len());
            }
            (Some((_, open)), _, _) => {
                match rest.chars().next() {
                    Some('(' | '[' | '{') => *open += 1,
                    Some(')' | ']' | '}') => *open -= 1,
                    _ => {}
                }
                if *open == 0 {
                    self.within = None;
                }
                self.pass();
            }
            _ => self.pass(),
        }
    }

    fn quoted(&mut self) {
        let mut escaped = false;
        let inside = self.rest.get(1..).unwrap_or("");
        let end = inside.find(|c| {
            let ends = c == '"' && !escaped;
            escaped = c == '\\' && !escaped;
            ends
        });
        self.take(1, end.unwrap_or(inside.len()), 1);
    }

    fn raw(&mut self, letters: usize) {
        let after = self.rest.get(letters..).unwrap_or("");
        let hashes = after.chars().take_while(|c| *c == '#').count();
        let (opening, closing) = (letters + hashes + 1, format!("\"{}", "#".repeat(hashes)));
        let inside = self.rest.get(opening..).unwrap_or("");
        let end = inside.find(&closing).unwrap_or(inside.len());
        self.take(opening, end, closing.len());
    }

    fn take(&mut self, opening: usize, length: usize, closing: usize) {
        let before = self.all.len() - self.rest.len();
        let line = self.all.get(..before).unwrap_or("").matches('\n').count() + 1;
        let text = self
            .rest
            .get(opening..opening + length)
            .unwrap_or("")
            .to_owned();
        let place = self.within.map_or(Place::Code, |(place, _)| place);
        self.found.push(Literal { line, text, place });
        self.skip(opening + length + closing);
    }

    fn follows_a_name(&self) -> bool {
        let before = self.all.len() - self.rest.len();
        let last = self.all.get(..before).and_then(|text| text.chars().last());
        last.is_some_and(|c| c.is_alphanumeric() || c == '_')
    }

    fn pass(&mut self) {
        self.skip(self.rest.chars().next().map_or(0, char::len_utf8));
    }

    fn skip(&mut self, bytes: usize) {
        self.rest = self.rest.get(bytes..).unwrap_or("");
    }
}

fn is_raw(rest: &str, start: &str) -> bool {
    let after = rest.strip_prefix(start);
    after.is_some_and(|after| after.trim_start_matches('#').starts_with('"'))
}

/// The bytes of a character literal, or of the quote alone where a lifetime follows it.
fn character(rest: &str) -> usize {
    let mut chars = rest.char_indices().skip(1);
    match (chars.next(), chars.next()) {
        (Some((_, '\\')), Some((at, escaped))) => {
            let after = at + escaped.len_utf8();
            let end = rest.get(after..).and_then(|rest| rest.find('\''));
            after + end.unwrap_or(0) + 1
        }
        (Some(_), Some((at, '\''))) => at + 1,
        _ => 1,
    }
}

#[test]
fn literals_are_found_where_they_stand() {
    let source = r####"
// "a comment"
/* "another" */
#[error("attribute")]
fn f<'a>(c: char) { say!(l, "one (", "二 )"); g('"', '\'', "code", r#"raw "quoted""#, "esc \" aped"); }
const W: Words = words!("three", "四");
#[cfg(test)]
mod tests { "no" }
"####;
    let found = literals(source);
    let found: Vec<_> = found
        .iter()
        .map(|literal| (literal.line, literal.text.as_str(), literal.place))
        .collect();
    let expected = [
        (4, "attribute", Place::Attribute),
        (5, "one (", Place::Said(1)),
        (5, "二 )", Place::Said(1)),
        (5, "code", Place::Code),
        (5, "raw \"quoted\"", Place::Code),
        (5, "esc \\\" aped", Place::Code),
        (6, "three", Place::Said(2)),
        (6, "四", Place::Said(2)),
    ];
    assert_eq!(found, expected);
}
