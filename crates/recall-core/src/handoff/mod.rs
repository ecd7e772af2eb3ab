//! Handoffs: what one session leaves for exactly one other of the same project.

pub mod interrupted;
pub mod leaving;
pub mod place;

pub mod automatic;
pub mod choice;
pub mod sessions;
pub mod store;
pub mod text;

pub mod caps;
pub mod record;
pub mod scope;
pub mod session;
