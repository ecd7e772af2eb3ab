//! What a compaction dropped of a session, and what the session needed of it again.
//!
//! It reads transcripts by itself and shares nothing with recall-core's reading
//! or choosing, so that one mistake cannot hide in both. It gives the figures of
//! a script that was there before it, so its patterns are a translation.

pub mod compactions;
pub mod dropped;
pub mod lost;

mod deeds;
pub mod entities;
pub mod session;

pub mod json;
pub mod text;
pub mod words;

/// A pattern that does not compile, or that gave up on a text: both are faults of the program.
pub type Error = fancy_regex::Error;
/// What looking for patterns comes to.
pub type Result<T> = std::result::Result<T, Error>;
