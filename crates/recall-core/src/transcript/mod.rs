//! Transcripts: from bytes to what was said and done, forgivingly.

pub mod back;
pub mod claude;
pub mod compactions;
pub mod entry;
pub mod json;
pub mod line;
pub mod segment;
pub mod survey;
pub mod turn;
pub mod vicinity;

pub use entry::{Action, Entry, Origin, What};
pub use turn::{Turn, around, turns};
