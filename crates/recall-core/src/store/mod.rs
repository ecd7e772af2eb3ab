//! The edge to the disk: where things are, and how they are read and written.

#![expect(
    clippy::disallowed_methods,
    reason = "this is the one place that touches the disk"
)]

pub mod checkout;
pub mod grow;
pub mod leftovers;
pub mod live;
pub mod log;
pub mod places;
pub mod private;
pub mod read;
pub mod receipt;
pub mod remove;
pub mod shelf;
pub mod write;
