//! The harness that proves the installed programs on the real Claude Code client.

#![expect(
    clippy::indexing_slicing,
    reason = "only JSON values are indexed, and what one lacks reads as null"
)]

pub mod scenarios;

pub mod stage;

pub mod client;
pub mod props;
pub mod terminal;

pub mod api;
pub mod backups;
pub mod check;
pub mod doctor;
pub mod hooks;
pub mod transcripts;

pub mod process;
