//! Handoffs: what one session leaves for the next of the same project.

pub mod scope;
