//! The edits: each changes one place of the text, in the style of the text around it.

use std::io;
use std::ops::Range;

use serde::Serialize;
use serde_json::ser::{Formatter, PrettyFormatter, Serializer};
use serde_json::{Value, json};

use super::document::Container;
use super::own::Own;

/// How a settings file is written.
pub(super) struct Style {
    newline: &'static str,
    indent: String,
    is_one_line: bool,
    is_spaced: bool,
}

/// The text without one entry, and without what the entry leaves empty.
pub(super) fn without(text: &str, own: &Own, before: Option<&Value>) -> String {
    let old_events = before.and_then(|it| it.get("hooks"));
    let old_groups = old_events.and_then(|it| it.get(&own.event));
    let [inner, groups, events, root] = &own.levels;
    let steps = [
        (inner, inner.has_foreign),
        (groups, old_groups == Some(&json!([]))),
        (events, old_events == Some(&json!({}))),
        (root, true),
    ];
    let last = steps
        .iter()
        .find(|(level, stays)| *stays || level.container.items.len() > 1);
    let Some((level, _)) = last else {
        return text.to_owned();
    };
    splice(text, removal(&level.container, level.index), "")
}

/// The text with another path in one entry.
pub(super) fn with_command(text: &str, own: &Own, command: &str) -> String {
    splice(
        text,
        own.command_at.clone(),
        &Value::from(command).to_string(),
    )
}

impl Style {
    pub(super) fn of(text: &str, root: &Container) -> Style {
        let first = root.items.first().cloned();
        let own_line = first.as_ref().and_then(|it| indent_before(text, it.start));
        let body = text.get(root.at.clone()).unwrap_or_default();
        let head = first.and_then(|it| text.get(it)).unwrap_or_default();
        Style {
            newline: if text.contains("\r\n") { "\r\n" } else { "\n" },
            indent: own_line.unwrap_or("  ").to_owned(),
            is_one_line: !root.items.is_empty() && !body.contains('\n'),
            is_spaced: !has_bare_colon(head),
        }
    }

    /// The text with one more item at the end of a container.
    pub(super) fn append(
        &self,
        text: &str,
        container: &Container,
        key: Option<&str>,
        value: &impl Serialize,
    ) -> String {
        let Some(last) = container.items.last() else {
            let inner = container.at.start + 1..container.at.end - 1;
            return splice(text, inner, &self.only(text, container, key, value));
        };
        let tail = text.get(last.end..container.at.end).unwrap_or_default();
        let body = text.get(last.clone()).unwrap_or_default();
        let item = if tail.contains('\n') {
            let base = line_indent(text, last.start);
            format!("{}{base}{}", self.newline, self.lines(base, key, value))
        } else if body.contains('\n') {
            let base = line_indent(text, last.end);
            format!("{}{}", self.space(), self.lines(base, key, value))
        } else {
            format!("{}{}", self.space(), self.line(key, value))
        };
        splice(text, last.end..last.end, &format!(",{item}"))
    }

    /// What stands between the brackets of a container with one item.
    fn only(
        &self,
        text: &str,
        container: &Container,
        key: Option<&str>,
        value: &impl Serialize,
    ) -> String {
        if self.is_one_line {
            return self.line(key, value);
        }
        let outer = line_indent(text, container.at.start);
        let base = format!("{outer}{}", self.indent);
        let newline = self.newline;
        let lines = self.lines(&base, key, value);
        format!("{newline}{base}{lines}{newline}{outer}")
    }

    fn lines(&self, base: &str, key: Option<&str>, value: &impl Serialize) -> String {
        let formatter = PrettyFormatter::with_indent(self.indent.as_bytes());
        let text = render(formatter, value).replace('\n', &format!("{}{base}", self.newline));
        keyed(key, " ", &text)
    }

    fn line(&self, key: Option<&str>, value: &impl Serialize) -> String {
        let text = render(OneLine(self.space()), value);
        keyed(key, self.space(), &text)
    }

    fn space(&self) -> &'static str {
        if self.is_spaced { " " } else { "" }
    }
}

/// The item with the comma that parted it from its neighbour.
fn removal(container: &Container, index: usize) -> Range<usize> {
    let items = &container.items;
    let before = index.checked_sub(1).and_then(|it| items.get(it));
    match (before, items.get(index), items.get(index + 1)) {
        (Some(before), Some(item), _) => before.end..item.end,
        (None, Some(item), Some(after)) => item.start..after.start,
        _ => container.at.start + 1..container.at.end - 1,
    }
}

fn splice(text: &str, at: Range<usize>, new: &str) -> String {
    let mut result = text.to_owned();
    result.replace_range(at, new);
    result
}

fn keyed(key: Option<&str>, space: &str, value: &str) -> String {
    key.map_or_else(
        || value.to_owned(),
        |key| format!("\"{key}\":{space}{value}"),
    )
}

/// The indentation of what begins its line at `position`.
fn indent_before(text: &str, position: usize) -> Option<&str> {
    let line = text.get(..position)?.rsplit_once('\n')?.1;
    line.trim().is_empty().then_some(line)
}

fn line_indent(text: &str, position: usize) -> &str {
    let head = text.get(..position).unwrap_or_default();
    let line = head.rsplit_once('\n').map_or(head, |(_, line)| line);
    let end = line.len() - line.trim_start().len();
    line.get(..end).unwrap_or_default()
}

/// Whether a property is written without a space after its colon.
fn has_bare_colon(property: &str) -> bool {
    let mut keys = serde_json::Deserializer::from_str(property).into_iter::<String>();
    let _name = keys.next();
    let rest = property.get(keys.byte_offset()..).unwrap_or_default();
    let after = rest.trim_start().strip_prefix(':');
    after.is_some_and(|it| !it.starts_with(char::is_whitespace))
}

fn render(formatter: impl Formatter, value: &impl Serialize) -> String {
    let mut bytes = Vec::new();
    let mut serializer = Serializer::with_formatter(&mut bytes, formatter);
    // Neither the table's types nor a vector can fail.
    value.serialize(&mut serializer).ok();
    String::from_utf8_lossy(&bytes).into_owned()
}

/// Writes a value on one line, with the given space after commas and colons.
struct OneLine(&'static str);

impl Formatter for OneLine {
    fn begin_array_value<W: ?Sized + io::Write>(
        &mut self,
        to: &mut W,
        first: bool,
    ) -> io::Result<()> {
        write!(to, "{}", if first { "" } else { "," })?;
        write!(to, "{}", if first { "" } else { self.0 })
    }

    fn begin_object_key<W: ?Sized + io::Write>(
        &mut self,
        to: &mut W,
        first: bool,
    ) -> io::Result<()> {
        self.begin_array_value(to, first)
    }

    fn begin_object_value<W: ?Sized + io::Write>(&mut self, to: &mut W) -> io::Result<()> {
        write!(to, ":{}", self.0)
    }
}
