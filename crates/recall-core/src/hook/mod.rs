//! The hook protocol: the event that comes in, the reply that goes out.

pub mod event;
pub mod reply;

pub use event::{Event, Kind, Source};
pub use reply::Reply;
