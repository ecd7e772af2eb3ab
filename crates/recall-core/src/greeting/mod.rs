//! What a starting session is told: the handover section, the last dialogue, the mode.

pub mod dialogue;
pub mod gather;
pub mod handover;
pub mod text;

pub use text::{Greeting, text};
