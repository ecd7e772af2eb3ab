//! The part of xtask that is tried from outside it: what a settings file is to say.

pub mod entries;
pub mod settings;
