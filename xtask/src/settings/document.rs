//! A settings file as a tree whose nodes know their bytes in the text.

use std::ops::Range;

use anyhow::{Context, Result, anyhow, bail};
use jsonc_parser::ast::{Array, Object, ObjectProp, Value};
use jsonc_parser::common::Ranged;
use jsonc_parser::{CollectOptions, ParseOptions, parse_to_ast};

use crate::entries::ENTRIES;

pub(super) struct Document<'a> {
    pub(super) tree: Object<'a>,
}

/// An object or an array: its bytes, and those of its items.
#[derive(Clone)]
pub(super) struct Container {
    pub(super) at: Range<usize>,
    pub(super) items: Vec<Range<usize>>,
}

impl<'a> Document<'a> {
    /// Reads what Claude Code would read: strict JSON with an object as its root.
    pub(super) fn parse(text: &'a str) -> Result<Document<'a>> {
        if text.starts_with('\u{feff}') {
            bail!("it begins with a byte order mark, which is not JSON; save it without one");
        }
        serde_json::from_str::<serde_json::Value>(text).map_err(|error| located(text, &error))?;
        let options = ParseOptions {
            allow_comments: false,
            allow_trailing_commas: false,
            allow_missing_commas: false,
            ..ParseOptions::default()
        };
        let tree = parse_to_ast(text, &CollectOptions::default(), &options)?;
        match tree.value.context("it holds no value")? {
            Value::Object(root) => Ok(Document { tree: root }),
            other => bail!(
                "it holds {}, where a settings file holds an object: {{ ... }}",
                name_of(&other)
            ),
        }
    }

    /// Refuses what an entry cannot be put into.
    pub(super) fn expect_shape(&self) -> Result<()> {
        let Some(hooks) = value(&self.tree, "hooks") else {
            return Ok(());
        };
        let Value::Object(events) = hooks else {
            bail!(
                "\"hooks\" is {}, where Claude Code wants an object: {{ ... }}; mend or remove it",
                name_of(hooks)
            );
        };
        for entry in &ENTRIES {
            match value(events, entry.event) {
                None | Some(Value::Array(_)) => {}
                Some(other) => bail!(
                    "\"hooks\" / \"{}\" is {}, where Claude Code wants an array: [ ... ]; mend or remove it",
                    entry.event,
                    name_of(other)
                ),
            }
        }
        Ok(())
    }

    pub(super) fn root(&self) -> Container {
        object(&self.tree)
    }

    pub(super) fn hooks(&self) -> Option<Container> {
        value(&self.tree, "hooks")?.as_object().map(object)
    }

    pub(super) fn event(&self, name: &str) -> Option<Container> {
        let events = value(&self.tree, "hooks")?.as_object()?;
        value(events, name)?.as_array().map(array)
    }
}

/// The properties that count: of two with one name, the later.
pub(super) fn live<'b, 'a>(
    object: &'b Object<'a>,
) -> impl Iterator<Item = (usize, &'b ObjectProp<'a>)> {
    let all = &object.properties;
    all.iter().enumerate().filter(|(index, it)| {
        let mut later = all.iter().skip(index + 1);
        !later.any(|other| other.name.as_str() == it.name.as_str())
    })
}

pub(super) fn value<'b, 'a>(object: &'b Object<'a>, name: &str) -> Option<&'b Value<'a>> {
    let (_, property) = live(object).find(|(_, it)| it.name.as_str() == name)?;
    Some(&property.value)
}

pub(super) fn text_of<'b>(object: &'b Object<'_>, name: &str) -> Option<&'b str> {
    value(object, name)?.as_string_lit().map(|it| &*it.value)
}

pub(super) fn object(object: &Object) -> Container {
    Container {
        at: at(object),
        items: object.properties.iter().map(at).collect(),
    }
}

pub(super) fn array(array: &Array) -> Container {
    Container {
        at: at(array),
        items: array.elements.iter().map(at).collect(),
    }
}

pub(super) fn at(node: &impl Ranged) -> Range<usize> {
    node.start()..node.end()
}

fn name_of(value: &Value) -> &'static str {
    match value {
        Value::StringLit(_) => "a string",
        Value::NumberLit(_) => "a number",
        Value::BooleanLit(_) => "true or false",
        Value::Object(_) => "an object",
        Value::Array(_) => "an array",
        Value::NullKeyword(_) => "null",
    }
}

/// The parser counts bytes in a line; people count characters.
fn located(text: &str, error: &serde_json::Error) -> anyhow::Error {
    let line = text.lines().nth(error.line().saturating_sub(1));
    let before = line.and_then(|it| it.as_bytes().get(..error.column()));
    let column = before.map_or(error.column(), |it| {
        String::from_utf8_lossy(it).chars().count()
    });
    let message = error.to_string();
    let what = message.split(" at line ").next().unwrap_or(&message);
    let line = error.line();
    anyhow!(
        "it is not valid JSON at line {line}, column {column}: {what}; mend it there and run this again (Claude Code skips the whole file until then)"
    )
}
