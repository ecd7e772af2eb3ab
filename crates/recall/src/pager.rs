//! The pager of a page that is longer than the terminal.

use std::env;
use std::io::Write;
use std::process::{Command, Stdio};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use signal_hook::consts::SIGINT;

/// The pager where nobody names one: it shows colours, and ends at once where the page fits.
const USUAL: &str = "less -FRX";
/// How a shell ends that finds no such program.
const NOT_FOUND: i32 = 127;

/// The pager that is wanted: `RECALL_PAGER`, else `PAGER`, else `less` where it is; an empty one or `cat` is none.
pub(crate) fn wanted() -> Option<String> {
    let named = ["RECALL_PAGER", "PAGER"];
    let named = named.into_iter().find_map(env::var_os);
    let pager = match named {
        Some(pager) => pager.to_string_lossy().trim().to_owned(),
        None if is_there("less") => USUAL.to_owned(),
        None => return None,
    };
    Some(pager).filter(|pager| !pager.is_empty() && pager != "cat")
}

/// Shows a page, and waits until it was looked at; false where there is no such pager.
pub(crate) fn show(page: &str, pager: &str) -> bool {
    // Ctrl-C is for the pager: if recall ended before it, both would read the same keys.
    let interrupted = Arc::new(AtomicBool::new(false));
    let held = signal_hook::flag::register(SIGINT, interrupted);
    let mut command = Command::new("sh");
    command.args(["-c", pager]).stdin(Stdio::piped());
    for (name, value) in [("LESS", "FRX"), ("LESSCHARSET", "utf-8")] {
        if env::var_os(name).is_none() {
            command.env(name, value);
        }
    }
    let Ok(mut child) = command.spawn() else {
        return false;
    };
    if let Some(mut input) = child.stdin.take() {
        // A pager that is left early reads no further, and that is no trouble.
        let _ = input.write_all(page.as_bytes());
    }
    let ended = child.wait();
    if let Ok(held) = held {
        signal_hook::low_level::unregister(held);
    }
    ended.is_ok_and(|status| status.code() != Some(NOT_FOUND))
}

fn is_there(program: &str) -> bool {
    let folders = env::var_os("PATH").unwrap_or_default();
    env::split_paths(&folders).any(|folder| folder.join(program).is_file())
}
