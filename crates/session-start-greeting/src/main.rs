//! Hook that tells a starting session what the last one left for it.

fn main() {}
