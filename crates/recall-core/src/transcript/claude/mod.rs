//! Claude Code's transcripts: which lines are prompts, replies, tool calls and compactions.
//!
//! The rule for what a person really said was found on 4,779 public transcripts
//! of 207 client versions (1.0.31 to 2.1.238) and checked on 2.1.332.

mod content;
mod glance;
pub mod lineage;
mod noise;
mod together;
mod tools;

use std::borrow::Cow;

use serde_json::value::RawValue;
use time::OffsetDateTime;
use time::format_description::well_known::Rfc3339;

use super::entry::{Action, Deed, Entry, Origin, What};
use super::json::Object;

use content::{Answer, Block, Blocks, Content};

pub use glance::{Glance, Title, title};
pub use together::{entries, is_typed};

/// Where a line holds what was said: worth [opening](Object::opened) when most lines are read.
pub const SAID: [&str; 2] = ["message", "content"];

/// Bytes one of which stands in each line that holds a tool call or the border of a segment.
pub const SIGNS_OF_CALLS: [&str; 3] = ["\"tool_use\"", "compact_boundary", "isCompactSummary"];

/// Bytes of JSON of a tool's answer up to which it is short.
const BRIEF: usize = 500;

/// What one line says by itself; what it means can depend on lines before it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Record {
    /// The line's own id: a second line with it is a copy.
    pub uuid: Option<String>,
    /// The id of the line that it follows: a second prompt after the same line takes the first one back.
    pub parent: Option<String>,
    /// What the line holds, in its order.
    pub parts: Vec<Part>,
}

/// A part of a record.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Part {
    /// Something that was said or done.
    Entry(Entry),
    /// A text was put into the queue while the assistant was at work.
    Enqueued(Entry),
    /// The oldest queued text was sent as a turn of its own.
    Dequeued,
    /// A queued text was taken into the running turn: this one, or the oldest.
    Absorbed(Option<String>),
    /// The queue was taken back into the input line to be edited.
    Recalled,
}

impl Part {
    /// Whether a compaction took away what stands above it.
    #[must_use]
    pub const fn is_border(&self) -> bool {
        matches!(
            self,
            Self::Entry(Entry {
                what: What::Boundary | What::Summary(_),
                ..
            })
        )
    }
}

/// Reads one object of a line that starts at `offset` bytes.
#[must_use]
pub fn record(object: &Object<'_>, offset: u64) -> Option<Record> {
    record_with(object, offset, usize::MAX)
}

/// The same, with only the start of what a tool answered at length when nothing had failed.
#[must_use]
pub fn record_in_brief(object: &Object<'_>, offset: u64) -> Option<Record> {
    record_with(object, offset, BRIEF)
}

fn record_with(object: &Object<'_>, offset: u64, most_of_answers: usize) -> Option<Record> {
    if object.flag("isSidechain") {
        return None;
    }
    let line = Line {
        object,
        offset,
        at: moment(object),
        uuid: object.text("uuid"),
        most_of_answers,
    };
    let kind = object.text("type")?;
    let parts = match kind.as_ref() {
        "user" => user(&line),
        "assistant" => assistant(&line),
        "system" => system(&line),
        "attachment" => attachment(&line),
        "queue-operation" => queue(&line),
        _ => Vec::new(),
    };
    let parent = object.text("parentUuid").map(Cow::into_owned);
    let uuid = line.uuid.map(Cow::into_owned);
    (!parts.is_empty()).then_some(Record {
        uuid,
        parent,
        parts,
    })
}

struct Line<'o, 'a> {
    object: &'o Object<'a>,
    offset: u64,
    at: Option<OffsetDateTime>,
    uuid: Option<Cow<'a, str>>,
    /// Bytes of JSON of a tool's answer that are read of it when nothing had failed.
    most_of_answers: usize,
}

impl Line<'_, '_> {
    fn entry(&self, what: What) -> Entry {
        Entry {
            offset: self.offset,
            uuid: self.uuid.as_deref().map(str::to_owned),
            at: self.at,
            what,
            taken_back: false,
        }
    }

    fn part(&self, what: What) -> Part {
        Part::Entry(self.entry(what))
    }
}

/// When a line was written.
#[must_use]
pub fn moment(object: &Object<'_>) -> Option<OffsetDateTime> {
    OffsetDateTime::parse(&object.text("timestamp")?, &Rfc3339).ok()
}

fn user(line: &Line<'_, '_>) -> Vec<Part> {
    let message = line.object.object("message");
    let blocks = message
        .as_deref()
        .map(|message| Blocks::of(message, "content"));
    let content = blocks
        .as_ref()
        .map(|blocks| Content::of(blocks, line.most_of_answers))
        .unwrap_or_default();
    if is_summary(line.object, &content) {
        return vec![line.part(What::Summary(content.joined()))];
    }
    let said = said(line.object, &content).map(|what| line.part(what));
    let answers = content.answers.into_iter();
    answers
        .map(|answer| outcome(line, answer))
        .chain(said)
        .collect()
}

fn said(object: &Object<'_>, content: &Content<'_>) -> Option<What> {
    if object.flag("isMeta") || object.flag("isVisibleInTranscriptOnly") || !by_person(object) {
        return None;
    }
    if let Some(action) = action(object, content) {
        return Some(What::Action(action));
    }
    let text = prompt(object, content)?;
    let origin = origin(object, content, &text);
    Some(What::Prompt { text, origin })
}

fn outcome(line: &Line<'_, '_>, answer: Answer<'_>) -> Part {
    line.part(What::Outcome {
        call: answer.call.into_owned(),
        ending: tools::ending(answer.failed, &answer.text),
        text: answer.text,
    })
}

fn is_summary(object: &Object<'_>, content: &Content<'_>) -> bool {
    object.flag("isCompactSummary")
        || object.flag("isVisibleInTranscriptOnly")
            && content
                .texts
                .iter()
                .any(|text| text.trim_start().starts_with(noise::CONTINUED))
}

fn by_person(object: &Object<'_>) -> bool {
    let human =
        |origin: Cow<'_, Object<'_>>| origin.text("kind").is_some_and(|kind| kind == "human");
    object.object("origin").is_none_or(human)
        && object
            .text("promptSource")
            .is_none_or(|source| source != "system")
}

fn prompt(object: &Object<'_>, content: &Content<'_>) -> Option<String> {
    if content.answers.is_empty() && object.has("toolUseResult") {
        return None;
    }
    let said: Vec<&str> = content
        .said()
        .filter(|text| !noise::is_noise(text))
        .collect();
    if !said.is_empty() {
        return Some(said.join("\n"));
    }
    let picture = content.texts.is_empty() && content.pictures > 0 && content.answers.is_empty();
    picture.then(|| "[image]".to_owned())
}

fn origin(object: &Object<'_>, content: &Content<'_>, text: &str) -> Origin {
    let starts = |key: &str, with: &str| {
        object
            .text(key)
            .is_some_and(|value| value.starts_with(with))
    };
    if !content.answers.is_empty() {
        Origin::SteeringInResult
    } else if text.starts_with("Implement the following plan:") && !object.has("permissionMode") {
        Origin::Plan
    } else if starts("promptSource", "sdk") || starts("entrypoint", "sdk") {
        Origin::Program
    } else {
        Origin::Typed
    }
}

fn action(object: &Object<'_>, content: &Content<'_>) -> Option<Action> {
    let text = content
        .texts
        .iter()
        .map(|text| text.trim())
        .find(|text| !text.is_empty())?;
    let owned = |name| noise::element(text, name).map(str::to_owned);
    if text.starts_with(noise::INTERRUPTED) {
        return Some(Action::Interrupt);
    }
    if text.starts_with("<command-") {
        return command(text).map(Action::Command);
    }
    if text.starts_with("<bash-input>") {
        return owned("bash-input").map(Action::Shell);
    }
    if text.starts_with("<user-memory-input>") {
        return owned("user-memory-input").map(Action::Note);
    }
    let bare = noise::is_slash_command(text) && !object.has("permissionMode");
    bare.then(|| Action::Command(text.to_owned()))
}

fn command(text: &str) -> Option<String> {
    let name = noise::element(text, "command-name")?;
    let arguments = noise::element(text, "command-args").unwrap_or("");
    Some(format!("{name} {arguments}").trim_end().to_owned())
}

fn assistant(line: &Line<'_, '_>) -> Vec<Part> {
    let Some(message) = line.object.object("message") else {
        return Vec::new();
    };
    let synthetic = message.text("model").is_some_and(|it| it == "<synthetic>");
    if synthetic || line.object.flag("isApiErrorMessage") {
        return Vec::new();
    }
    let part = |block: Block<'_>| match block {
        Block::Text(text) if !text.trim().is_empty() => Some(What::Reply(text.trim().to_owned())),
        Block::Other(block) if block.text("type").is_some_and(|kind| kind == "tool_use") => {
            Some(call(block))
        }
        _ => None,
    };
    let blocks = Blocks::of(&message, "content");
    let parts = blocks.each().filter_map(part);
    parts.map(|what| line.part(what)).collect()
}

fn call(block: &Object<'_>) -> What {
    let text = |key| block.text(key).map(Cow::into_owned).unwrap_or_default();
    let (name, arguments) = (text("name"), block.raw("input"));
    let deed = arguments.and_then(|arguments| Object::parse(arguments.get()));
    let deed = deed.map_or(Deed::Other, |arguments| tools::deed(&name, &arguments));
    let input = arguments.map_or("{}", RawValue::get).to_owned();
    What::Call {
        id: text("id"),
        name,
        input,
        deed,
    }
}

/// The folder that the session was in when it wrote a line.
#[must_use]
pub fn cwd<'a>(object: &'a Object<'_>) -> Option<Cow<'a, str>> {
    object.text("cwd").filter(|cwd| !cwd.is_empty())
}

fn system(line: &Line<'_, '_>) -> Vec<Part> {
    match line.object.text("subtype").as_deref() {
        Some("compact_boundary") => vec![line.part(What::Boundary)],
        Some("local_command") => {
            let content = line.object.text("content").unwrap_or_default();
            let command =
                command(&content).map(|command| line.part(What::Action(Action::Command(command))));
            command.into_iter().collect()
        }
        _ => Vec::new(),
    }
}

fn attachment(line: &Line<'_, '_>) -> Vec<Part> {
    let Some(attachment) = line.object.object("attachment") else {
        return Vec::new();
    };
    let is = |key: &str, value: &str| attachment.text(key).is_some_and(|text| text == value);
    let typed = is("type", "queued_command") && is("commandMode", "prompt");
    if !typed || attachment.flag("isMeta") || line.object.flag("isMeta") || !by_person(&attachment)
    {
        return Vec::new();
    }
    let text = Content::of(&Blocks::of(&attachment, "prompt"), usize::MAX).joined();
    if noise::is_noise(&text) || noise::is_slash_command(&text) {
        return Vec::new();
    }
    vec![line.part(What::Prompt {
        text: text.trim().to_owned(),
        origin: Origin::SteeringAttached,
    })]
}

fn queue(line: &Line<'_, '_>) -> Vec<Part> {
    let content = line.object.text("content").map(Cow::into_owned);
    let part = match line.object.text("operation").as_deref() {
        Some("enqueue") => {
            let text = content.unwrap_or_default();
            Part::Enqueued(line.entry(What::Prompt {
                text,
                origin: Origin::SteeringQueued,
            }))
        }
        Some("dequeue") => Part::Dequeued,
        Some("remove") => Part::Absorbed(content),
        Some("popAll") => Part::Recalled,
        _ => return Vec::new(),
    };
    vec![part]
}
