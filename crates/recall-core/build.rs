//! Links the unwinder into each program, so that a hook loads nothing but libc when it starts.

#![expect(
    clippy::disallowed_methods,
    reason = "cargo speaks to a build script through its environment, and this is no part of a program"
)]

use std::path::{Path, PathBuf};
use std::process::Command;
use std::{env, fs};

/// What the linker finds where it looks for the shared unwinder: the static one that comes with gcc.
const INSTEAD: (&str, &str) = ("libgcc_s.so", "INPUT(-lgcc_eh)\n");

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    let folder = env::var_os("OUT_DIR").map(PathBuf::from);
    let folder = folder.filter(|_| is_here() && has_static_unwinder());
    if let Some(folder) = folder
        && fs::write(folder.join(INSTEAD.0), INSTEAD.1).is_ok()
    {
        println!("cargo::rustc-link-search=native={}", folder.display());
    }
}

/// Whether the programs are for this machine, and link as GNU programs do.
fn is_here() -> bool {
    let is = |name: &str, value: &str| env::var(name).is_ok_and(|it| it == value);
    let is_own = env::var("HOST").is_ok_and(|host| is("TARGET", &host));
    is_own && is("CARGO_CFG_TARGET_OS", "linux") && is("CARGO_CFG_TARGET_ENV", "gnu")
}

fn has_static_unwinder() -> bool {
    let asked = Command::new("cc")
        .arg("-print-file-name=libgcc_eh.a")
        .output();
    // A compiler that does not have it says just its name.
    asked.is_ok_and(|answer| {
        Path::new(String::from_utf8_lossy(&answer.stdout).trim_end()).is_absolute()
    })
}
