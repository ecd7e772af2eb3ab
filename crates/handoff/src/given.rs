//! The arguments of a call: which there are, what each must be, and what is said of one that is not.

use std::path::Path;

use recall_core::config::nearest::nearest;
use recall_core::handoff::store;
use recall_core::language::{Language, Words};
use recall_core::{frame, say};
use serde_json::{Map, Value, json};

/// The most characters of an argument's name or value in a complaint.
const SHOWN: usize = 60;

/// One argument.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Parameter {
    pub(crate) name: &'static str,
    pub(crate) kind: Kind,
    pub(crate) required: bool,
    /// What it is for.
    pub(crate) about: Words,
}

/// What an argument must be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    /// Text of any length.
    Prose,
    /// One line of at most so many characters.
    Line(usize),
    /// The absolute path of a folder.
    Folder,
    /// The exact id of a handoff.
    Id,
    /// True or false.
    Flag,
    /// A list of texts.
    Proses,
    /// A list of texts of one line each.
    Lines,
}

/// The arguments of one call, each of which is what it must be.
#[derive(Debug)]
pub(crate) struct Given(Map<String, Value>);

impl Given {
    /// Checks arguments; one that is null counts as left out.
    ///
    /// # Errors
    /// A sentence for each that is not usable, with its mend.
    pub(crate) fn check(
        mut arguments: Map<String, Value>,
        parameters: &[&Parameter],
        language: Language,
    ) -> Result<Self, String> {
        arguments.retain(|_, value| !value.is_null());
        let known = |name: &str| parameters.iter().find(|it| it.name == name);
        let missing = parameters
            .iter()
            .filter(|it| it.required && !arguments.contains_key(it.name))
            .map(|it| missing(it, language));
        let wrong = arguments
            .iter()
            .filter_map(|(name, value)| match known(name) {
                Some(parameter) => parameter.kind.fault(name, value, language),
                None => Some(unknown(name, parameters, language)),
            });
        let faults: Vec<String> = missing.chain(wrong).collect();
        if faults.is_empty() {
            Ok(Self(arguments))
        } else {
            Err(faults.join("\n"))
        }
    }

    /// A text, without the blanks around it.
    pub(crate) fn text(&self, name: &str) -> Option<&str> {
        self.0.get(name).and_then(Value::as_str).map(str::trim)
    }

    /// A list of texts; empty where it was left out.
    pub(crate) fn texts(&self, name: &str) -> Vec<String> {
        let items = self.0.get(name).and_then(Value::as_array);
        let texts = items.into_iter().flatten().filter_map(Value::as_str);
        texts.map(str::to_owned).collect()
    }

    /// Whether a flag was set.
    pub(crate) fn flag(&self, name: &str) -> bool {
        self.0.get(name).and_then(Value::as_bool).unwrap_or(false)
    }
}

/// The JSON Schema of a call's arguments.
pub(crate) fn schema(parameters: &[&Parameter], language: Language) -> Map<String, Value> {
    let property = |it: &&Parameter| {
        let mut schema = it.kind.schema();
        let about = Value::from(it.about.text(language));
        schema.insert("description".to_owned(), about);
        (it.name.to_owned(), Value::Object(schema))
    };
    let properties: Map<String, Value> = parameters.iter().map(property).collect();
    let required = parameters.iter().filter(|it| it.required);
    let required: Vec<&str> = required.map(|it| it.name).collect();
    let entries = [
        ("type", Value::from("object")),
        ("properties", Value::Object(properties)),
        ("required", Value::from(required)),
        ("additionalProperties", Value::Bool(false)),
    ];
    entries
        .map(|(name, value)| (name.to_owned(), value))
        .into_iter()
        .collect()
}

impl Kind {
    fn schema(self) -> Map<String, Value> {
        let schema = match self {
            Self::Prose => json!({"type": "string", "minLength": 1}),
            Self::Line(most) => json!({"type": "string", "minLength": 1, "maxLength": most}),
            Self::Folder => json!({"type": "string", "pattern": "^/"}),
            Self::Id => json!({"type": "string", "pattern": "^[0-9]{8}-[0-9]{6}-[0-9a-f]{6}$"}),
            Self::Flag => json!({"type": "boolean", "default": false}),
            Self::Proses | Self::Lines => json!({"type": "array", "items": {"type": "string"}}),
        };
        match schema {
            Value::Object(schema) => schema,
            _ => Map::new(),
        }
    }

    /// What is wrong with a value, with the mend.
    fn fault(self, name: &str, value: &Value, language: Language) -> Option<String> {
        let fits = match (self, value) {
            (Self::Prose, Value::String(text)) => is_prose(text) && !text.trim().is_empty(),
            (Self::Line(most), Value::String(text)) => {
                let length = text.trim().chars().take(most + 1).count();
                is_line(text) && (1..=most).contains(&length)
            }
            (Self::Folder, Value::String(text)) => {
                is_line(text) && Path::new(text.trim()).is_absolute()
            }
            (Self::Id, Value::String(text)) => store::is_id(text.trim()),
            (Self::Flag, Value::Bool(_)) => true,
            (Self::Proses, Value::Array(items)) => all(items, is_prose),
            (Self::Lines, Value::Array(items)) => all(items, is_line),
            _ => false,
        };
        (!fits).then(|| self.wrong(name, value, language))
    }

    fn wrong(self, name: &str, value: &Value, language: Language) -> String {
        let (wanted, found) = (self.wanted(language), shown(&value.to_string()));
        say!(
            language,
            "\"{name}\" must be {wanted}, and is {found}.",
            "\"{name}\"は{wanted}にしてください（今の値: {found}）。"
        )
    }

    fn wanted(self, language: Language) -> String {
        match self {
            Self::Prose => say!(
                language,
                "a text that says something, without control characters",
                "制御文字を含まない、空でない文字列"
            ),
            Self::Line(most) => say!(
                language,
                "a text of one line with 1 to {most} characters, without control characters",
                "制御文字を含まない、1行で1〜{most}文字の文字列"
            ),
            Self::Folder => say!(
                language,
                "the absolute path of a folder, such as \"/home/me/app\", or left out",
                "\"/home/me/app\"のようなフォルダーの絶対パス（または省略）"
            ),
            Self::Id => say!(
                language,
                "the exact id of a handoff as memory_handoff_list or memory_handoff_begin gave it, such as \"20261130-093127-0f3a9c\"",
                "memory_handoff_listかmemory_handoff_beginが返した正確なID（例: \"20261130-093127-0f3a9c\"）"
            ),
            Self::Flag => say!(
                language,
                "true or false, without quotes, or left out",
                "引用符なしのtrueかfalse（または省略）"
            ),
            Self::Proses => say!(
                language,
                "a list of texts without control characters, such as [\"first\", \"second\"], or left out",
                "[\"1つ目\", \"2つ目\"]のような、制御文字を含まない文字列の配列（または省略）"
            ),
            Self::Lines => say!(
                language,
                "a list of texts of one line each, such as [\"src/main.rs\"], or left out",
                "[\"src/main.rs\"]のような、1行ずつの文字列の配列（または省略）"
            ),
        }
    }
}

fn missing(parameter: &Parameter, language: Language) -> String {
    let (name, wanted) = (parameter.name, parameter.kind.wanted(language));
    say!(
        language,
        "\"{name}\" is missing: it must be {wanted}.",
        "\"{name}\"がありません。{wanted}を渡してください。"
    )
}

fn unknown(name: &str, parameters: &[&Parameter], language: Language) -> String {
    let names = parameters.iter().map(|it| it.name);
    let all: Vec<&str> = names.clone().collect();
    let (all, typed) = (all.join(", "), shown(name));
    match nearest(name, names) {
        Some(meant) => say!(
            language,
            "There is no argument \"{typed}\"; \"{meant}\" was probably meant. There are: {all}.",
            "\"{typed}\"という引数はありません。\"{meant}\"でしょうか。使えるのは{all}です。"
        ),
        None => say!(
            language,
            "There is no argument \"{typed}\": leave it out. There are: {all}.",
            "\"{typed}\"という引数はありません。省いてください。使えるのは{all}です。"
        ),
    }
}

fn all(items: &[Value], fits: fn(&str) -> bool) -> bool {
    items.iter().all(|item| item.as_str().is_some_and(fits))
}

fn is_line(text: &str) -> bool {
    !text.trim().contains(char::is_control)
}

fn is_prose(text: &str) -> bool {
    !text.contains(|c: char| c.is_control() && !matches!(c, '\n' | '\r' | '\t'))
}

fn shown(text: &str) -> String {
    recall_core::budget::clip(&frame::quote_line(text), SHOWN)
}
