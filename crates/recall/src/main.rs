//! Shows the kept conversations of a project.

fn main() {}
