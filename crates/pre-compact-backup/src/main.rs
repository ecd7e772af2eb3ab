//! Hook that keeps the transcript before a compaction and at the end of a session.

fn main() {}
