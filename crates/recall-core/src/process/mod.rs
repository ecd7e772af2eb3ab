//! The edge to standard input and output, the clock, the environment, other programs and the exit code.

#![expect(
    clippy::disallowed_methods,
    reason = "this is the one place that knows the process"
)]

pub mod exit;
pub mod hook;
pub mod living;
pub mod side_by_side;
pub mod surroundings;

pub use exit::Exit;
pub use hook::{Outcome, hook};
pub use surroundings::Surroundings;
