//! JSON as the measure needs it: fields in their order, lone surrogates read, numbers only true or false.

use std::borrow::Cow;
use std::fmt;

use serde::de::{Deserialize, Deserializer, MapAccess, SeqAccess, Visitor};

/// A value.
#[derive(Debug, PartialEq)]
pub enum Json {
    /// A string.
    Text(String),
    /// An array.
    List(Vec<Json>),
    /// An object.
    Fields(Vec<(String, Json)>),
    /// Null, a number or a truth value, and whether it counts as true.
    Plain(bool),
}

/// Reads a line, or nothing where it is not JSON.
pub fn parse(line: &[u8]) -> Option<Json> {
    serde_json::from_slice(line)
        .or_else(|_| serde_json::from_slice(&mended(line)))
        .ok()
}

impl Json {
    /// A field; the last of a name counts.
    pub fn get(&self, name: &str) -> Option<&Json> {
        let Json::Fields(fields) = self else {
            return None;
        };
        let last = fields.iter().rev().find(|(it, _)| it == name);
        last.map(|(_, value)| value)
    }

    /// What a string says.
    pub fn as_text(&self) -> Option<&str> {
        match self {
            Json::Text(text) => Some(text),
            _ => None,
        }
    }

    /// A field that is a string.
    pub fn text(&self, name: &str) -> Option<&str> {
        self.get(name)?.as_text()
    }

    /// The elements of a field that is an array.
    pub fn list(&self, name: &str) -> &[Json] {
        match self.get(name) {
            Some(Json::List(values)) => values,
            _ => &[],
        }
    }

    /// Whether the field is there and says something: not null, false, zero or empty.
    pub fn says(&self, name: &str) -> bool {
        self.get(name).is_some_and(|value| match value {
            Json::Text(text) => !text.is_empty(),
            Json::List(values) => !values.is_empty(),
            Json::Fields(fields) => !fields.is_empty(),
            Json::Plain(is_true) => *is_true,
        })
    }

    /// Every text in the field's value, in its order.
    pub fn texts(&self, name: &str) -> Vec<&str> {
        let mut texts = Vec::new();
        if let Some(value) = self.get(name) {
            value.gather(&mut texts);
        }
        texts
    }

    fn gather<'a>(&'a self, texts: &mut Vec<&'a str>) {
        match self {
            Json::Text(text) => texts.push(text),
            Json::List(values) => values.iter().for_each(|it| it.gather(texts)),
            Json::Fields(fields) => fields.iter().for_each(|(_, it)| it.gather(texts)),
            Json::Plain(_) => {}
        }
    }
}

/// The line with each half of a character that stands alone replaced, which no Rust text can hold.
fn mended(line: &[u8]) -> Vec<u8> {
    let mut mended = Vec::with_capacity(line.len());
    let mut rest = line;
    while let Some(first) = rest.first() {
        let next = || rest.get(6..).and_then(escaped_unit);
        let (taken, text) = match escaped_unit(rest) {
            Some(0xD800..=0xDBFF) if matches!(next(), Some(0xDC00..=0xDFFF)) => (12, None),
            Some(0xD800..=0xDFFF) => (6, Some(br"\ufffd")),
            _ if *first == b'\\' => (2, None),
            _ => (1, None),
        };
        let (head, tail) = rest.split_at_checked(taken).unwrap_or((rest, &[]));
        mended.extend_from_slice(text.map_or(head, |it| it));
        rest = tail;
    }
    mended
}

/// The UTF-16 code unit of an escape such as `\ud83d` at the start of these bytes.
fn escaped_unit(bytes: &[u8]) -> Option<u16> {
    let digits = bytes.strip_prefix(br"\u")?.get(..4)?;
    u16::from_str_radix(str::from_utf8(digits).ok()?, 16).ok()
}

impl<'de> Deserialize<'de> for Json {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(Values)
    }
}

struct Values;

impl<'de> Visitor<'de> for Values {
    type Value = Json;

    fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("JSON")
    }

    fn visit_unit<E>(self) -> Result<Json, E> {
        Ok(Json::Plain(false))
    }

    fn visit_bool<E>(self, value: bool) -> Result<Json, E> {
        Ok(Json::Plain(value))
    }

    fn visit_u64<E>(self, value: u64) -> Result<Json, E> {
        Ok(Json::Plain(value != 0))
    }

    fn visit_i64<E>(self, value: i64) -> Result<Json, E> {
        Ok(Json::Plain(value != 0))
    }

    fn visit_f64<E>(self, value: f64) -> Result<Json, E> {
        Ok(Json::Plain(value != 0.0))
    }

    fn visit_str<E>(self, value: &str) -> Result<Json, E> {
        Ok(Json::Text(value.to_owned()))
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut values: A) -> Result<Json, A::Error> {
        let mut list = Vec::new();
        while let Some(value) = values.next_element()? {
            list.push(value);
        }
        Ok(Json::List(list))
    }

    fn visit_map<A: MapAccess<'de>>(self, mut entries: A) -> Result<Json, A::Error> {
        let mut fields = Vec::new();
        while let Some((name, value)) = entries.next_entry::<Cow<'_, str>, Json>()? {
            fields.push((name.into_owned(), value));
        }
        Ok(Json::Fields(fields))
    }
}

#[cfg(test)]
mod tests {
    use super::{Json, parse};

    #[track_caller]
    fn check(line: &str, expected: &[&str]) {
        let value = parse(format!(r#"{{"it":{line}}}"#).as_bytes()).unwrap();
        assert_eq!(value.texts("it"), expected);
    }

    #[test]
    fn texts_come_in_the_order_of_the_line() {
        check(
            r#"{"z":"1","a":["2",{"y":"3","b":"4"}],"n":5}"#,
            &["1", "2", "3", "4"],
        );
    }

    #[test]
    fn half_a_character_is_replaced_and_a_whole_one_is_not() {
        check(
            r#"["a\ud83dz","\ud83d\ude00","\ude00"]"#,
            &["a\u{fffd}z", "\u{1f600}", "\u{fffd}"],
        );
        check(r#"["\\ud83d and \ud83d"]"#, &["\\ud83d and \u{fffd}"]);
    }

    #[test]
    fn a_line_that_is_no_json_is_nothing() {
        for line in ["", "{\"a\":", "\0\0{}"] {
            assert_eq!(parse(line.as_bytes()), None);
        }
    }

    #[test]
    fn a_field_says_something_when_it_is_neither_empty_nor_false() {
        let value =
            parse(br#"{"a":true,"b":1,"c":"x","d":[0],"e":false,"f":0,"g":"","h":null}"#).unwrap();
        let says = |names: &str| names.split("").filter(|it| value.says(it)).count();
        assert_eq!((says("abcd"), says("efghi")), (4, 0));
        assert_eq!(value.list("d"), [Json::Plain(false)]);
    }
}
