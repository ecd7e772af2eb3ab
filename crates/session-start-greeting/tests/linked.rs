//! What the program loads before it can begin.

#![cfg(all(target_os = "linux", target_env = "gnu"))]
#![expect(
    clippy::unwrap_used,
    clippy::print_stderr,
    reason = "a test fails by panicking, and says why it is skipped"
)]

use std::path::Path;
use std::process::Command;

#[test]
fn the_hook_loads_no_library_but_libc() {
    let archive = said("cc", "-print-file-name=libgcc_eh.a");
    if !Path::new(archive.trim_end()).is_absolute() {
        eprintln!("skipped: the compiler here has no static unwinder, so the shared one is loaded");
        return;
    }
    let said = said("ldd", env!("CARGO_BIN_EXE_session-start-greeting"));
    let libraries: Vec<&str> = said
        .lines()
        .filter_map(|line| Some(line.trim().split_once(" => ")?.0))
        .collect();
    assert_eq!(libraries, ["libc.so.6"], "{said}");
}

fn said(program: &str, argument: &str) -> String {
    let output = Command::new(program).arg(argument).output().unwrap();
    String::from_utf8(output.stdout).unwrap()
}
