//! What a compaction took away and the recall gives back, and its text.

pub mod arguments;
pub mod block;
pub mod conversation;
pub mod identifiers;
pub mod lineage;
pub mod lines;
pub mod material;
pub mod recall;
pub mod reload;
pub mod sections;
pub mod sheet;
pub mod source;
pub mod summarizer;
pub mod telling;
pub mod wanted;

pub use block::{Block, block, prompts_and_last_reply};
pub use telling::{Telling, Told};
