//! Proves the installed programs on the real Claude Code client.

fn main() {}
