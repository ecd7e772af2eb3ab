//! Why a text is no JSON, and where, in words for the person who wrote it.

use serde::de::IgnoredAny;

use crate::language::Language;
use crate::{say, words};

/// Why a text is no JSON, and where.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NotJson {
    /// The line, counted from 1.
    pub line: usize,
    /// The character in the line, counted from 1.
    pub column: usize,
    /// What is the matter there.
    pub cause: Cause,
}

/// What keeps a text from being JSON.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Cause {
    /// A comment, which JSON has none of.
    Comment,
    /// A comma that nothing follows.
    Comma,
    /// A text in single quotes.
    Quote,
    /// The text ends too early.
    End,
    /// More text after the end.
    More,
    /// Anything else.
    Other,
}

impl NotJson {
    /// The first place at which a text stops being JSON, or nothing where it is JSON.
    #[must_use]
    pub fn find(text: &str) -> Option<Self> {
        let error = serde_json::from_str::<IgnoredAny>(text).err()?;
        let lines = text.split_inclusive('\n');
        let start: usize = lines.take(error.line().max(1) - 1).map(str::len).sum();
        let (before, cause) = if error.is_eof() {
            (text.trim_end(), Cause::End)
        } else {
            let before = floor(text, start + error.column().saturating_sub(1));
            let rest = text.get(before.len()..).unwrap_or("");
            (before, cause(&error.to_string(), before, rest))
        };
        let line = before.matches('\n').count() + 1;
        let own = before.rsplit('\n').next().unwrap_or("");
        let column = own.chars().count() + 1;
        Some(Self {
            line,
            column,
            cause,
        })
    }

    /// The sentence for a person: where, and why.
    #[must_use]
    pub fn text(self, language: Language) -> String {
        let (line, column, cause) = (self.line, self.column, self.cause.text(language));
        say!(
            language,
            "line {line}, column {column}: {cause}",
            "{line}行{column}文字目: {cause}",
        )
    }
}

impl Cause {
    /// The sentence for a person who knows where.
    #[must_use]
    pub const fn text(self, language: Language) -> &'static str {
        let words = match self {
            Self::Comment => words!("JSON has no comments", "JSONにコメントは書けません"),
            Self::Comma => words!(
                "a comma after the last item",
                "最後の項目の後にコンマがあります"
            ),
            Self::Quote => words!(
                "texts stand in double quotes",
                "文字列は二重引用符で囲みます"
            ),
            Self::End => words!("it ends before it is complete", "途中で終わっています"),
            Self::More => words!(
                "there is more after its end",
                "終わりの後に余分な文字があります"
            ),
            Self::Other => words!("what stands there is not JSON", "JSONにない書き方です"),
        };
        words.text(language)
    }
}

fn cause(error: &str, before: &str, rest: &str) -> Cause {
    if ["//", "/*", "#"].iter().any(|mark| rest.starts_with(mark)) {
        Cause::Comment
    } else if rest.starts_with(['}', ']']) && before.trim_end().ends_with(',') {
        Cause::Comma
    } else if rest.starts_with('\'') {
        Cause::Quote
    } else if error.starts_with("trailing characters") {
        Cause::More
    } else {
        Cause::Other
    }
}

/// The longest start of a text that has at most so many bytes.
fn floor(text: &str, bytes: usize) -> &str {
    let mut end = bytes.min(text.len());
    while !text.is_char_boundary(end) {
        end -= 1;
    }
    text.get(..end).unwrap_or("")
}

#[cfg(test)]
mod tests {
    use super::{Cause, NotJson};

    #[track_caller]
    fn check(text: &str, expected: Option<(usize, usize, Cause)>) {
        let found = NotJson::find(text).map(|fault| (fault.line, fault.column, fault.cause));
        assert_eq!(found, expected, "{text:?}");
    }

    #[test]
    fn json_of_any_kind_is_json() {
        for text in ["{}", "[1]", "null", " \"a\" \n"] {
            check(text, None);
        }
    }

    #[test]
    fn the_place_is_counted_in_characters_and_the_cause_is_named() {
        check("{\n  \"語\": // why\n1}", Some((2, 8, Cause::Comment)));
        check("{\"a\":1 /* why */}", Some((1, 8, Cause::Comment)));
        check("# why\n{}", Some((1, 1, Cause::Comment)));
        check("[1,\r\n]", Some((2, 1, Cause::Comma)));
        check("{\"a\": 'b'}", Some((1, 7, Cause::Quote)));
        check("{\"a\": [1", Some((1, 9, Cause::End)));
        check("", Some((1, 1, Cause::End)));
        check("{}\n{}", Some((2, 1, Cause::More)));
        check("{a: 1}", Some((1, 2, Cause::Other)));
        check("\u{fffd}\u{fffd}\0", Some((1, 1, Cause::Other)));
    }
}
