//! How a block is told, and how much of the segment it tells.

use std::path::Path;

use time::UtcOffset;

use crate::language::Language;

/// How a block is told.
#[derive(Clone, Copy, Debug)]
pub struct Telling<'a> {
    /// The language of recall's own sentences.
    pub language: Language,
    /// The user's name; nothing stands for "User", since "You" would be the model itself.
    pub user: Option<&'a str>,
    /// The assistant's name; nothing stands for "Claude".
    pub assistant: Option<&'a str>,
    /// The transcript, as a person writes its path.
    pub transcript: &'a str,
    /// The project's root, from which paths are told.
    pub root: &'a Path,
    /// The folder that the session was in.
    pub cwd: Option<&'a str>,
    /// The zone in which times are shown.
    pub zone: UtcOffset,
    /// UTF-16 code units that are left to what stands beside the block.
    pub beside: usize,
    /// Whether lines of the segment could not be read, or the segment was too long to be read whole.
    pub incomplete: bool,
}

/// How much of a segment a block tells.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Told {
    /// Turns of the segment.
    pub turns: usize,
    /// Turns whose replies are told.
    pub replies: usize,
    /// Prompts that are told.
    pub prompts: usize,
    /// Files that are named.
    pub files: usize,
    /// Commands that are told.
    pub commands: usize,
}
