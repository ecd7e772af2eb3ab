//! A lenient view of JSON objects: a field is decoded when it is asked for, and a wrong shape is absence.

use std::borrow::Cow;
use std::fmt;

use serde::de::{Deserialize, Deserializer, MapAccess, Visitor};
use serde_json::value::RawValue;

/// One JSON object, with its fields still encoded.
#[derive(Debug)]
pub struct Object<'a>(Vec<(Cow<'a, str>, &'a RawValue)>);

impl<'a> Object<'a> {
    /// The object that a text holds, or nothing where it holds anything else.
    #[must_use]
    pub fn parse(text: &'a str) -> Option<Self> {
        serde_json::from_str(text).ok()
    }

    /// The fields, in their order; a name can be there twice.
    pub fn fields(&self) -> impl Iterator<Item = (&str, &'a RawValue)> {
        self.0.iter().map(|(name, value)| (name.as_ref(), *value))
    }

    /// A string field; lone surrogates in it become U+FFFD.
    #[must_use]
    pub fn text(&self, key: &str) -> Option<Cow<'a, str>> {
        text(self.raw(key)?)
    }

    /// Whether a field is `true`.
    #[must_use]
    pub fn flag(&self, key: &str) -> bool {
        self.raw(key).is_some_and(|raw| raw.get() == "true")
    }

    /// Whether a field is there and not `null`.
    #[must_use]
    pub fn has(&self, key: &str) -> bool {
        self.raw(key).is_some_and(|raw| raw.get() != "null")
    }

    /// An object field.
    #[must_use]
    pub fn object(&self, key: &str) -> Option<Self> {
        Self::parse(self.raw(key)?.get())
    }

    /// A field as the JSON text it is.
    #[must_use]
    pub fn raw(&self, key: &str) -> Option<&'a RawValue> {
        // The last of two fields of one name counts, as it does for the client.
        let field = self.0.iter().rev().find(|(name, _)| name == key)?;
        Some(field.1)
    }
}

/// A string value, with lone surrogates as U+FFFD, or nothing where the value is no string.
#[must_use]
pub fn text(raw: &RawValue) -> Option<Cow<'_, str>> {
    let json = raw.get();
    if !json.starts_with('"') {
        return None;
    }
    if let Ok(text) = serde_json::from_str::<Borrowable<'_>>(json) {
        return Some(text.0);
    }
    serde_json::from_str(&without_lone_surrogates(json))
        .ok()
        .map(Cow::Owned)
}

/// The elements of an array value, or nothing where the value is no array.
#[must_use]
pub fn elements(raw: &RawValue) -> Option<Vec<&RawValue>> {
    serde_json::from_str(raw.get()).ok()
}

/// JSON in which each `\uD800`-`\uDFFF` escape without its other half reads `\uFFFD`.
///
/// Hosts cut strings between the halves, and a strict reader would lose the whole line.
#[must_use]
pub fn without_lone_surrogates(json: &str) -> String {
    let mut whole = String::with_capacity(json.len());
    let mut rest = json;
    while let Some(at) = rest.find('\\') {
        let (before, escape) = rest.split_at(at);
        whole.push_str(before);
        let (kept, length) = match (unit(escape), unit(escape.get(6..).unwrap_or(""))) {
            (Some(0xD800..=0xDBFF), Some(0xDC00..=0xDFFF)) => (escape.get(..12), 12),
            (Some(0xD800..=0xDFFF), _) => (Some("\\uFFFD"), 6),
            _ => second_char_end(escape),
        };
        whole.push_str(kept.unwrap_or(escape));
        rest = escape.get(length..).unwrap_or("");
    }
    whole.push_str(rest);
    whole
}

fn second_char_end(escape: &str) -> (Option<&str>, usize) {
    let end = escape
        .char_indices()
        .nth(2)
        .map_or(escape.len(), |(at, _)| at);
    (escape.get(..end), end)
}

fn unit(escape: &str) -> Option<u16> {
    let digits = escape.strip_prefix("\\u")?.get(..4)?;
    u16::from_str_radix(digits, 16).ok()
}

/// A name, most of which are written without an escape.
fn decoded(name: &RawValue) -> Cow<'_, str> {
    let json = name.get();
    let plain = json.strip_prefix('"').and_then(|it| it.strip_suffix('"'));
    match plain.filter(|it| !it.contains('\\')) {
        Some(plain) => Cow::Borrowed(plain),
        None => text(name).unwrap_or_default(),
    }
}

#[derive(serde::Deserialize)]
struct Borrowable<'a>(#[serde(borrow)] Cow<'a, str>);

impl<'de> Deserialize<'de> for Object<'de> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_map(Fields)
    }
}

struct Fields;

impl<'de> Visitor<'de> for Fields {
    type Value = Object<'de>;

    fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("a JSON object")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Self::Value, A::Error> {
        let mut fields = Vec::with_capacity(24);
        while let Some((name, value)) = map.next_entry::<&RawValue, &RawValue>()? {
            fields.push((decoded(name), value));
        }
        Ok(Object(fields))
    }
}

#[cfg(test)]
mod tests {
    use super::{Object, without_lone_surrogates};

    #[track_caller]
    fn check_text(json: &str, expected: Option<&str>) {
        let object = Object::parse(json).expect("an object");
        assert_eq!(object.text("a").as_deref(), expected, "{json}");
    }

    #[test]
    fn a_field_of_another_shape_is_absent() {
        check_text(r#"{"a":"b"}"#, Some("b"));
        check_text(r#"{"a":null}"#, None);
        check_text(r#"{"a":1}"#, None);
        check_text(r#"{"a":["b"]}"#, None);
        check_text("{}", None);
    }

    #[test]
    fn the_last_field_of_a_name_counts() {
        check_text(r#"{"a":"first","a":"last"}"#, Some("last"));
    }

    #[test]
    fn escaped_names_and_values_are_decoded() {
        check_text(r#"{"\u0061":"\u65e5\n\ud83e\udd80"}"#, Some("日\n🦀"));
    }

    #[test]
    fn a_lone_surrogate_costs_one_character() {
        check_text(r#"{"a":"cut \ud83d"}"#, Some("cut \u{fffd}"));
        check_text(r#"{"a":"\udd80 cut"}"#, Some("\u{fffd} cut"));
        check_text(r#"{"a":"\ud83d\ud83e\udd80"}"#, Some("\u{fffd}🦀"));
    }

    #[test]
    fn a_lone_surrogate_in_a_name_costs_one_character_and_not_the_object() {
        check_text(r#"{"cut \ud83d":"x","a":"b"}"#, Some("b"));
        let object = Object::parse(r#"{"cut \ud83d":1, "\ud83e\udd80" :2}"#);
        let object = object.expect("an object");
        let names: Vec<&str> = object.fields().map(|(name, _)| name).collect();
        assert_eq!(names, ["cut \u{fffd}", "🦀"]);
    }

    #[test]
    fn an_escaped_backslash_before_a_u_is_no_surrogate() {
        assert_eq!(
            without_lone_surrogates(r"\\ud83d \ud83d \n日"),
            r"\\ud83d \uFFFD \n日"
        );
    }

    #[test]
    fn anything_but_an_object_is_nothing() {
        for json in ["[]", "\"x\"", "1", "null", "", "{", "{}{}"] {
            assert!(Object::parse(json).is_none(), "{json}");
        }
    }
}
