//! What the program loads before it can begin.

#![cfg(all(target_os = "linux", target_env = "gnu"))]

use std::process::Command;

#[test]
fn the_hook_loads_no_library_but_libc() {
    let program = env!("CARGO_BIN_EXE_session-start-greeting");
    let said = Command::new("ldd").arg(program).output().unwrap();
    let said = String::from_utf8(said.stdout).unwrap();
    let libraries: Vec<&str> = said
        .lines()
        .filter_map(|line| Some(line.trim().split_once(" => ")?.0))
        .collect();
    assert_eq!(libraries, ["libc.so.6"], "{said}");
}
