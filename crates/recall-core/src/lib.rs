//! What recall keeps, chooses and says: the library behind its programs.
//!
//! Data flows one way: a hook event comes in, the transcript is read, noise is
//! dropped, what is worth restoring is chosen, the budget is kept, a reply goes
//! out. Only [`store`] touches the disk, and only [`process`] touches standard
//! input and output, the clock and the environment.

pub mod process;

pub mod greeting;
pub mod handoff;
pub mod restore;
pub mod state;

pub mod project;

pub mod backup;
pub mod compaction_log;
pub mod hook;
pub mod rotation;
pub mod subagent;
pub mod transcript;

pub mod config;
pub mod store;

pub mod budget;
pub mod clock;
pub mod frame;
pub mod hash;
pub mod language;
pub mod not_json;
pub mod problem;
pub mod redact;
pub mod stamp;
