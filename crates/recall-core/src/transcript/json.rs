//! A lenient view of JSON objects: a field is decoded when it is asked for, and a wrong shape is absence.

use std::borrow::Cow;
use std::fmt;

use serde::de::{Deserialize, DeserializeSeed, Deserializer, Error, MapAccess, SeqAccess, Visitor};
use serde_json::value::RawValue;

/// One JSON object, with its fields still encoded.
#[derive(Clone, Debug)]
pub struct Object<'a>(Vec<(Cow<'a, str>, Value<'a>)>);

/// The value of a field; few are opened, so that a field stays small.
#[derive(Clone, Debug)]
enum Value<'a> {
    Raw(&'a RawValue),
    Opened(Box<Opened<'a>>),
}

#[derive(Clone, Debug)]
enum Opened<'a> {
    Text(Cow<'a, str>),
    Object(Object<'a>),
    List(Vec<Object<'a>>),
}

impl<'a> Object<'a> {
    /// The object that a text holds, or nothing where it holds anything else.
    #[must_use]
    pub fn parse(text: &'a str) -> Option<Self> {
        serde_json::from_str(text).ok()
    }

    /// The same, with the field of the first of these names opened, and in it that of the next.
    ///
    /// What is opened is read in the same pass, where asking for it later would read it again. It is
    /// an object, a text or a list of objects, else nothing is opened; it is not among [`Self::fields`]
    /// and cannot be had raw.
    #[must_use]
    pub fn opened(text: &'a str, names: &[&str]) -> Option<Self> {
        if names.is_empty() {
            return Self::parse(text);
        }
        let mut json = serde_json::Deserializer::from_str(text);
        let opened = Fields { opened: names }.deserialize(&mut json).ok();
        let opened = opened.filter(|_| json.end().is_ok());
        opened.or_else(|| Self::parse(text))
    }

    /// The fields, in their order; a name can be there twice.
    pub fn fields(&self) -> impl Iterator<Item = (&str, &'a RawValue)> {
        self.0.iter().filter_map(|(name, value)| match value {
            Value::Raw(raw) => Some((name.as_ref(), *raw)),
            Value::Opened(_) => None,
        })
    }

    /// A string field; lone surrogates in it become U+FFFD.
    #[must_use]
    pub fn text(&self, key: &str) -> Option<Cow<'_, str>> {
        match self.value(key)? {
            Value::Raw(raw) => text(raw),
            Value::Opened(opened) => match &**opened {
                Opened::Text(text) => Some(Cow::Borrowed(text)),
                Opened::Object(_) | Opened::List(_) => None,
            },
        }
    }

    /// A string field, or the words at its start where it takes more than `most` bytes of JSON.
    #[must_use]
    pub fn start_of_text(&self, key: &str, most: usize) -> Option<Cow<'_, str>> {
        let json = self.raw(key).map_or("", RawValue::get);
        if !json.starts_with('"') || json.len() <= most {
            return self.text(key);
        }
        // No escape holds a blank, so what stands before one is whole.
        let most = (0..=most).rev().find(|at| json.is_char_boundary(*at))?;
        let words = json.get(..most)?.rsplit_once(' ');
        let start = words.map_or("\"", |(start, _)| start);
        decoded_text(&format!("{start}\"")).map(|text| Cow::Owned(text.into_owned()))
    }

    /// Whether a field is `true`.
    #[must_use]
    pub fn flag(&self, key: &str) -> bool {
        self.raw(key).is_some_and(|raw| raw.get() == "true")
    }

    /// Whether a field is there and not `null`.
    #[must_use]
    pub fn has(&self, key: &str) -> bool {
        match self.value(key) {
            Some(Value::Raw(raw)) => raw.get() != "null",
            value => value.is_some(),
        }
    }

    /// An object field.
    #[must_use]
    pub fn object(&self, key: &str) -> Option<Cow<'_, Self>> {
        match self.value(key)? {
            Value::Raw(raw) => Self::parse(raw.get()).map(Cow::Owned),
            Value::Opened(opened) => match &**opened {
                Opened::Object(object) => Some(Cow::Borrowed(object)),
                Opened::Text(_) | Opened::List(_) => None,
            },
        }
    }

    /// The objects in an array field; what else stands in it is left out.
    #[must_use]
    pub fn objects(&self, key: &str) -> Cow<'_, [Self]> {
        match self.value(key) {
            Some(Value::Raw(raw)) => {
                let elements = elements(raw).unwrap_or_default().into_iter();
                elements.filter_map(|it| Self::parse(it.get())).collect()
            }
            Some(Value::Opened(opened)) => match &**opened {
                Opened::List(objects) => Cow::Borrowed(objects),
                Opened::Text(_) | Opened::Object(_) => Cow::default(),
            },
            None => Cow::default(),
        }
    }

    /// A field as the JSON text it is.
    #[must_use]
    pub fn raw(&self, key: &str) -> Option<&'a RawValue> {
        match self.value(key)? {
            Value::Raw(raw) => Some(raw),
            Value::Opened(_) => None,
        }
    }

    fn value(&self, key: &str) -> Option<&Value<'a>> {
        // The last of two fields of one name counts, as it does for the client.
        let field = self.0.iter().rev().find(|(name, _)| name == key)?;
        Some(&field.1)
    }
}

/// A string value, with lone surrogates as U+FFFD, or nothing where the value is no string.
#[must_use]
pub fn text(raw: &RawValue) -> Option<Cow<'_, str>> {
    decoded_text(raw.get())
}

fn decoded_text(json: &str) -> Option<Cow<'_, str>> {
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
        Fields { opened: &[] }.deserialize(deserializer)
    }
}

/// How many fields a line has, more or less.
const FIELDS: usize = 20;

/// The fields of an object, of which the one of the first of these names is opened.
struct Fields<'n> {
    opened: &'n [&'n str],
}

impl<'de> DeserializeSeed<'de> for Fields<'_> {
    type Value = Object<'de>;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<Self::Value, D::Error> {
        deserializer.deserialize_map(self)
    }
}

impl<'de> Visitor<'de> for Fields<'_> {
    type Value = Object<'de>;

    fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("a JSON object")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Self::Value, A::Error> {
        let mut fields = Vec::with_capacity(FIELDS);
        while let Some(name) = map.next_key::<&RawValue>()?.map(decoded) {
            let value = match self.opened {
                [first, opened @ ..] if *first == name => {
                    Value::Opened(Box::new(map.next_value_seed(Opening { opened })?))
                }
                _ => Value::Raw(map.next_value()?),
            };
            fields.push((name, value));
        }
        Ok(Object(fields))
    }
}

/// A value that is opened.
struct Opening<'n> {
    /// What is opened in it.
    opened: &'n [&'n str],
}

impl<'de> DeserializeSeed<'de> for Opening<'_> {
    type Value = Opened<'de>;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<Self::Value, D::Error> {
        deserializer.deserialize_any(self)
    }
}

impl<'de> Visitor<'de> for Opening<'_> {
    type Value = Opened<'de>;

    fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("an object, a text or a list of objects")
    }

    fn visit_borrowed_str<E: Error>(self, text: &'de str) -> Result<Self::Value, E> {
        Ok(Opened::Text(Cow::Borrowed(text)))
    }

    fn visit_str<E: Error>(self, text: &str) -> Result<Self::Value, E> {
        Ok(Opened::Text(Cow::Owned(text.to_owned())))
    }

    fn visit_map<A: MapAccess<'de>>(self, map: A) -> Result<Self::Value, A::Error> {
        let opened = self.opened;
        Fields { opened }.visit_map(map).map(Opened::Object)
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<Self::Value, A::Error> {
        let (opened, mut objects) = (self.opened, Vec::new());
        while let Some(object) = list.next_element_seed(Fields { opened })? {
            objects.push(object);
        }
        Ok(Opened::List(objects))
    }
}

#[cfg(test)]
mod tests;
