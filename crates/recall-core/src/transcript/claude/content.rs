//! What stands in the place of a message: a string, or blocks.

use std::borrow::Cow;

use super::super::json::{self, Object};
use super::noise;

/// The parts of a message that a person or a tool can have said.
#[derive(Default)]
pub(super) struct Content<'a> {
    pub(super) texts: Vec<Cow<'a, str>>,
    /// Images and documents.
    pub(super) pictures: usize,
    pub(super) answers: Vec<Answer<'a>>,
}

/// What a tool answered to a call.
pub(super) struct Answer<'a> {
    pub(super) call: Cow<'a, str>,
    pub(super) failed: bool,
    pub(super) text: String,
}

/// One block of a message.
pub(super) enum Block<'a> {
    Text(Cow<'a, str>),
    Other(Object<'a>),
}

impl<'a> Content<'a> {
    pub(super) fn of_message(line: &Object<'a>) -> Self {
        let message = line.object("message");
        message
            .map(|message| Self::of(&message, "content"))
            .unwrap_or_default()
    }

    pub(super) fn of(holder: &Object<'a>, key: &str) -> Self {
        let mut content = Self::default();
        each_block(holder, key, |block| match block {
            Block::Text(text) => content.texts.push(text),
            Block::Other(block) => match block.text("type").as_deref() {
                Some("image" | "document") => content.pictures += 1,
                Some("tool_result") => content.answers.push(Answer::of(&block)),
                _ => {}
            },
        });
        content
    }

    /// The texts without the wrappers of an editor.
    pub(super) fn said(&self) -> impl Iterator<Item = &str> {
        self.texts.iter().map(|text| noise::unwrapped(text))
    }

    pub(super) fn joined(&self) -> String {
        self.texts.join("\n")
    }
}

impl<'a> Answer<'a> {
    fn of(block: &Object<'a>) -> Self {
        let mut texts = Vec::new();
        each_block(block, "content", |inner| {
            if let Block::Text(text) = inner {
                texts.push(text);
            }
        });
        Self {
            call: block.text("tool_use_id").unwrap_or_default(),
            failed: block.flag("is_error"),
            text: texts.join("\n"),
        }
    }
}

/// The blocks in a field of what holds them, or the one that a string is.
pub(super) fn each_block<'a>(holder: &Object<'a>, key: &str, mut then: impl FnMut(Block<'a>)) {
    let Some(raw) = holder.raw(key) else {
        return;
    };
    if let Some(text) = json::text(raw) {
        return then(Block::Text(text));
    }
    for element in json::elements(raw).unwrap_or_default() {
        let Some(block) = Object::parse(element.get()) else {
            continue;
        };
        let is_text = block.text("type").is_some_and(|kind| kind == "text");
        match block.text("text") {
            Some(text) if is_text => then(Block::Text(text)),
            _ => then(Block::Other(block)),
        }
    }
}
