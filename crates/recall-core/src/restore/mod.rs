//! What a compaction took away and the recall gives back, and its text.

pub mod arguments;
pub mod block;
pub mod recall;
pub mod reload;
pub mod source;
pub mod summarizer;
pub mod wanted;

pub use block::{Block, Telling, block};
