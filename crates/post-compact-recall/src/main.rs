//! Hook that gives back what a compaction took away.

fn main() {}
