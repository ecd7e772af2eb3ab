//! What stands in the place of a message: a string, or blocks.

use std::borrow::Cow;

use super::super::json::Object;
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

/// What a field holds that can be a string or a list of blocks.
pub(super) enum Blocks<'a> {
    Text(Cow<'a, str>),
    List(Cow<'a, [Object<'a>]>),
}

/// One block of a message.
pub(super) enum Block<'a> {
    Text(Cow<'a, str>),
    Other(&'a Object<'a>),
}

impl<'a> Blocks<'a> {
    pub(super) fn of(holder: &'a Object<'a>, key: &str) -> Self {
        let text = holder.text(key).map(Self::Text);
        text.unwrap_or_else(|| Self::List(holder.objects(key)))
    }

    /// The blocks, or the one that a string is.
    pub(super) fn each(&self) -> impl Iterator<Item = Block<'_>> {
        let (text, objects) = match self {
            Self::Text(text) => (Some(Block::Text(Cow::Borrowed(text))), [].as_slice()),
            Self::List(objects) => (None, &**objects),
        };
        text.into_iter().chain(objects.iter().map(block))
    }

    fn texts(&self) -> Vec<Cow<'_, str>> {
        let texts = self.each().filter_map(|block| match block {
            Block::Text(text) => Some(text),
            Block::Other(_) => None,
        });
        texts.collect()
    }
}

fn block<'a>(object: &'a Object<'a>) -> Block<'a> {
    let is_text = object.text("type").is_some_and(|kind| kind == "text");
    match object.text("text") {
        Some(text) if is_text => Block::Text(text),
        _ => Block::Other(object),
    }
}

impl<'a> Content<'a> {
    /// The content of these blocks, with `most_of_answers` bytes of JSON of each answer that tells no failure.
    pub(super) fn of(blocks: &'a Blocks<'a>, most_of_answers: usize) -> Self {
        let mut content = Self::default();
        for block in blocks.each() {
            match block {
                Block::Text(text) => content.texts.push(text),
                Block::Other(block) => match block.text("type").as_deref() {
                    Some("image" | "document") => content.pictures += 1,
                    Some("tool_result") => {
                        content.answers.push(Answer::of(block, most_of_answers));
                    }
                    _ => {}
                },
            }
        }
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
    fn of(block: &'a Object<'a>, most: usize) -> Self {
        let failed = block.flag("is_error");
        let most = if failed { usize::MAX } else { most };
        let text = block.start_of_text("content", most).map(Cow::into_owned);
        let texts = || Blocks::of(block, "content").texts().join("\n");
        Self {
            call: block.text("tool_use_id").unwrap_or_default(),
            failed,
            text: text.unwrap_or_else(texts),
        }
    }
}
