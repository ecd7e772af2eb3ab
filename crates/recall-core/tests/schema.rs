//! The schema for editors says what the parser does: it is made from the one table of names.
#![expect(
    clippy::disallowed_methods,
    clippy::unwrap_used,
    clippy::indexing_slicing,
    clippy::panic,
    reason = "a test reads the repository's own files, and fails by panicking"
)]

use std::fs;
use std::path::{Path, PathBuf};

use recall_core::config::keys::{self, Key, Shape};
use recall_core::config::{Config, Owner};
use serde_json::{Map, Value, json};

/// A text of more than blanks.
const SOME: &str = r"\S";
/// An absolute path, or one from `~`.
const FOLDER: &str = "^(/|~(/|$))";
/// A number with a unit.
const SIZE: &str = "^[1-9][0-9]* ?[KMGT]i?B$";
/// Of ASCII, letters, digits and `_`, after the first also `-` and `.`; editors know no more of Unicode.
const ID: &str = r"^[^\s!-/:-@\[-^`{-~][^\s!-,/:-@\[-^`{-~]*$";

#[test]
fn the_shipped_schema_is_the_one_that_the_table_gives() {
    let path = repository().join("recall.schema.json");
    let shipped = fs::read_to_string(&path).unwrap_or_default();
    if serde_json::from_str(&shipped).is_ok_and(|shipped: Value| shipped == schema()) {
        return;
    }
    let beside = Path::new(env!("CARGO_TARGET_TMPDIR")).join("recall.schema.json");
    fs::write(&beside, format!("{:#}\n", schema())).unwrap();
    let (beside, path) = (beside.display(), path.display());
    panic!("the schema is not the table's any more: cp {beside} {path}");
}

#[test]
fn what_the_schema_allows_the_parser_takes_without_a_word() {
    for text in [
        "{}",
        r#"{"$schema": "https://example.com/recall.schema.json"}"#,
        r#"{"language": "ja", "turns": 1, "user": "Captain", "assistant": "斥候"}"#,
        r#"{"summarizer": "keep it", "reminder": false}"#,
        r#"{"summarizer": true, "reminder": "look"}"#,
        r#"{"handover": {}, "state": {}, "team": {}, "members": []}"#,
        r###"{"handover": {"file": "n.md", "start": "## N", "end": ["## "]}}"###,
        r#"{"state": {"decisions": "d.md", "tool_log": "t.jsonl"}}"#,
        r#"{"team": {"letters": "../post"}}"#,
        r#"{"keep": {"days": 30, "size": "2 GiB"}}"#,
        r#"{"keep": {"size": "500MB"}}"#,
        r#"{"handoffs": "offer"}"#,
        r#"{"members": [{"key": "scout-1_a.b", "label": "斥候", "folder": "/w"}]}"#,
        r#"{"members": [{"key": "斥候", "folder": "~"}, {"key": "_x", "folder": "~/x"}]}"#,
    ] {
        check(text, true);
    }
}

#[test]
fn what_the_schema_forbids_the_parser_names() {
    for text in [
        "[]",
        r#"{"turn": 3}"#,
        r#"{"language": "fr"}"#,
        r#"{"language": null}"#,
        r#"{"turns": 0}"#,
        r#"{"turns": "3"}"#,
        r#"{"turns": 1.5}"#,
        r#"{"user": " "}"#,
        r#"{"summarizer": 3}"#,
        r#"{"reminder": ""}"#,
        r#"{"handover": "m.md"}"#,
        r#"{"handover": {"ends": []}}"#,
        r#"{"handover": {"end": "---"}}"#,
        r#"{"handover": {"end": [""]}}"#,
        r#"{"state": {"decisions": false}}"#,
        r#"{"team": {"folder": "x"}}"#,
        r#"{"team": []}"#,
        r#"{"keep": {"days": 0}}"#,
        r#"{"keep": {"size": 2}}"#,
        r#"{"keep": {"size": "2"}}"#,
        r#"{"keep": {"size": "0 GiB"}}"#,
        r#"{"keep": {"size": "1.5 GiB"}}"#,
        r#"{"members": {}}"#,
        r#"{"members": [{"key": "a"}]}"#,
        r#"{"members": [{"folder": "/w"}]}"#,
        r#"{"members": [{"key": "a/b", "folder": "/w"}]}"#,
        r#"{"members": [{"key": ".a", "folder": "/w"}]}"#,
        r#"{"members": [{"key": "a", "folder": "w"}]}"#,
        r#"{"members": [{"key": "a", "folder": "/w", "name": "A"}]}"#,
    ] {
        check(text, false);
    }
}

#[test]
fn the_examples_in_the_readme_are_valid() {
    let readme = fs::read_to_string(repository().join("README.md")).unwrap();
    let settings = readme
        .split("\n## ")
        .find(|part| part.starts_with("Settings"));
    let blocks = settings.unwrap().split("```json\n").skip(1);
    let examples: Vec<&str> = blocks
        .filter_map(|block| block.split("```").next())
        .collect();
    assert!(!examples.is_empty());
    for example in examples {
        check(example, true);
    }
}

#[test]
fn every_name_says_what_it_is_for_in_both_languages() {
    for key in keys::KEYS {
        let is_japanese = |c: char| ('\u{3040}'..'\u{a000}').contains(&c);
        let about = key.about;
        assert!(
            about.english.ends_with('.') && about.english.is_ascii(),
            "{key:?}"
        );
        assert!(
            about.japanese.ends_with('。') && about.japanese.contains(is_japanese),
            "{key:?}"
        );
    }
}

/// Expects that schema and parser agree about a recall.json.
#[track_caller]
fn check(text: &str, valid: bool) {
    let value: Value = serde_json::from_str(text).unwrap();
    let faults = Config::default().overlay(Owner::User, Path::new("recall.json"), text);
    assert_eq!(is_valid(&schema(), &value), valid, "the schema on {text}");
    assert_eq!(faults.is_empty(), valid, "the parser on {text}: {faults:?}");
}

fn schema() -> Value {
    let mut schema = object("");
    let head = json!({
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "recall.json",
        "description": "The settings of recall: yours in ~/.claude/recall.json, a project's in .claude/recall.json over them.",
    });
    let fields = schema.as_object_mut().unwrap();
    fields.extend(head.as_object().unwrap().clone());
    schema
}

fn object(around: &str) -> Value {
    let properties: Map<String, Value> = keys::within(around)
        .map(|key| (key.last().to_owned(), described(key)))
        .collect();
    json!({"type": "object", "properties": properties, "additionalProperties": false})
}

fn described(key: &Key) -> Value {
    let mut schema = shaped(key);
    schema["description"] = json!(key.about.english);
    schema
}

fn shaped(key: &Key) -> Value {
    let text = |pattern: &str| json!({"type": "string", "pattern": pattern});
    match key.shape {
        Shape::Language => json!({"enum": ["en", "ja"]}),
        Shape::Handoffs => json!({"enum": ["consume", "offer"]}),
        Shape::Count => json!({"type": "integer", "minimum": 1}),
        Shape::Size => text(SIZE),
        Shape::Wording => json!({"type": ["string", "boolean"], "pattern": SOME}),
        Shape::Name | Shape::Text | Shape::Path => text(SOME),
        Shape::Texts => json!({"type": "array", "items": text(SOME)}),
        Shape::Folder => text(FOLDER),
        Shape::Id => text(ID),
        Shape::Group => object(key.name),
        Shape::List => {
            let mut items = object(key.name);
            items["required"] = json!(["key", "folder"]);
            json!({"type": "array", "items": items})
        }
    }
}

/// Whether a value is valid, by the words of JSON Schema that the schema uses.
fn is_valid(schema: &Value, value: &Value) -> bool {
    let words = schema.as_object().unwrap();
    words.iter().all(|(word, rule)| match word.as_str() {
        "$schema" | "title" | "description" => true,
        "type" => match rule.as_array() {
            Some(types) => types.iter().any(|one| is_of(one, value)),
            None => is_of(rule, value),
        },
        "enum" => rule.as_array().unwrap().contains(value),
        "minimum" => value
            .as_f64()
            .is_none_or(|number| number >= rule.as_f64().unwrap()),
        "pattern" => value
            .as_str()
            .is_none_or(|text| matches(rule.as_str().unwrap(), text)),
        "items" => each(value.as_array(), |item| is_valid(rule, item)),
        "required" => value.as_object().is_none_or(|fields| {
            let names = rule.as_array().unwrap().iter();
            names
                .filter_map(Value::as_str)
                .all(|name| fields.contains_key(name))
        }),
        "properties" => value.as_object().is_none_or(|fields| {
            let known = |(name, value): (&String, &Value)| {
                rule.get(name).is_none_or(|schema| is_valid(schema, value))
            };
            fields.iter().all(known)
        }),
        "additionalProperties" => value.as_object().is_none_or(|fields| {
            fields
                .keys()
                .all(|name| schema["properties"].get(name).is_some())
        }),
        other => panic!("{other} is not known here"),
    })
}

fn each(items: Option<&Vec<Value>>, is_right: impl Fn(&Value) -> bool) -> bool {
    items.is_none_or(|items| items.iter().all(is_right))
}

fn is_of(kind: &Value, value: &Value) -> bool {
    match kind.as_str().unwrap() {
        "object" => value.is_object(),
        "array" => value.is_array(),
        "string" => value.is_string(),
        "boolean" => value.is_boolean(),
        "integer" => value.is_u64() || value.is_i64(),
        other => panic!("{other} is not known here"),
    }
}

/// The four patterns that the schema uses, without an engine for all others.
fn matches(pattern: &str, text: &str) -> bool {
    let plain = |c: char| !c.is_whitespace() && (!c.is_ascii_punctuation() || c == '_');
    match pattern {
        SOME => !text.trim().is_empty(),
        FOLDER => text.starts_with('/') || text == "~" || text.starts_with("~/"),
        SIZE => {
            let unit = text.trim_start_matches(|c: char| c.is_ascii_digit());
            let units = ["KB", "MB", "GB", "TB", "KiB", "MiB", "GiB", "TiB"];
            text.starts_with(|c| ('1'..='9').contains(&c))
                && units.contains(&unit.strip_prefix(' ').unwrap_or(unit))
        }
        ID => text.starts_with(plain) && text.chars().all(|c| plain(c) || "-.".contains(c)),
        other => panic!("{other} is not known here"),
    }
}

fn repository() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}
