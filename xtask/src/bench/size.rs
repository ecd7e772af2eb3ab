//! How large the hooks are, what they link, and what they open before an event is theirs.

use std::process::Command;

use anyhow::{Context, Result, ensure};

use super::figures::{aligned, held};
use super::ground::{Ground, Runs};
use super::transcript::MIB;

/// Each hook with an event that it has nothing to do with.
///
/// A backup is made whatever the event is called; there only what is opened before standard input is read counts.
const HOOKS: [(&str, &str); 3] = [
    ("pre-compact-backup", ""),
    (
        "post-compact-recall",
        r#"{"hook_event_name":"Stop","session_id":"s"}"#,
    ),
    (
        "session-start-greeting",
        r#"{"hook_event_name":"Stop","session_id":"s"}"#,
    ),
];
/// The one library that a hook links.
const LIBC: &str = "libc.so.6";
/// The most MiB of a hook.
const MOST: f64 = 2.0;
/// Parts of the lines in which the loader opens libraries, and the runtime looks where its stack ends.
const LOADER: [&str; 2] = [".so", "/proc/self/maps"];

pub(super) fn run(options: &Runs) -> Result<()> {
    let ground = Ground::new(options)?;
    let rows = HOOKS.iter().map(|(hook, event)| row(&ground, hook, event));
    let head = [
        "hook",
        "size on disk",
        "libraries (ldd)",
        "opened before its event (strace)",
    ];
    crate::report::print(&aligned(head, rows.collect::<Result<_>>()?));
    Ok(())
}

fn row(ground: &Ground, hook: &str, event: &str) -> Result<[String; 4]> {
    let path = ground.programs().join(hook);
    let size = std::fs::metadata(&path)
        .with_context(|| format!("there is no program {}", path.display()))?
        .len();
    let mib = size as f64 / MIB as f64;
    let held = held(mib <= MOST);
    let libraries = said(Command::new("ldd").arg(&path))?;
    ground.write("event.json", event)?;
    ground.shell(&format!("strace -f -qq -o calls -e trace=open,openat,read {hook} < event.json 2> complaint || {{ cat complaint >&2; exit 1; }}"))?;
    let calls =
        std::fs::read_to_string(ground.path("calls")).context("strace left no list of calls")?;
    Ok([
        hook.to_owned(),
        format!("{mib:.2} MiB (at most {MOST} MiB: {held})"),
        judged(&linked(&libraries)),
        opened(&calls, event.is_empty()),
    ])
}

/// Libraries, and whether they are no more than every program has.
fn judged(libraries: &str) -> String {
    let held = held(libraries == LIBC);
    format!("{libraries} (only {LIBC}: {held})")
}

/// The libraries in what ldd says, without the kernel's own and the loader.
fn linked(said: &str) -> String {
    let names = said
        .lines()
        .filter_map(|line| line.trim().split_once(" => "));
    names.map(|(name, _)| name).collect::<Vec<_>>().join(", ")
}

/// The files in what strace says that a program opened by itself; of one that any event concerns, until it had read its own.
fn opened(calls: &str, concerns_all: bool) -> String {
    let lines: Vec<&str> = calls.lines().collect();
    let read = lines.iter().rposition(|line| line.contains(" read(0, "));
    let lines = lines
        .into_iter()
        .take(read.filter(|_| concerns_all).unwrap_or(usize::MAX));
    let own = lines
        .filter(|line| line.contains("open") && !LOADER.iter().any(|part| line.contains(part)));
    let paths: Vec<_> = own.filter_map(|line| line.split('"').nth(1)).collect();
    if paths.is_empty() {
        "nothing".to_owned()
    } else {
        paths.join(", ")
    }
}

fn said(command: &mut Command) -> Result<String> {
    let output = command
        .output()
        .with_context(|| format!("cannot run {command:?}; install it"))?;
    ensure!(
        output.status.success(),
        "{command:?} failed: {}",
        String::from_utf8_lossy(&output.stderr)
    );
    Ok(String::from_utf8_lossy(&output.stdout).into_owned())
}

#[cfg(test)]
mod tests {
    use super::{linked, opened};

    #[test]
    fn the_libraries_are_those_that_are_found_somewhere() {
        let said = "\tlinux-vdso.so.1 (0x7)\n\tlibc.so.6 => /lib/libc.so.6 (0x7)\n\t/lib64/ld-linux-x86-64.so.2 (0x7)\n";
        assert_eq!(linked(said), "libc.so.6");
    }

    const LOADER: &str =
        "7 openat(AT_FDCWD, \"/lib/x/libc.so.6\", O_RDONLY) = 3\n7 read(3, \"\"..., 832) = 832\n";
    const READ: &str = "7 read(0, \"\", 32) = 0\n";
    const OWN: &str = "7 openat(AT_FDCWD, \"/etc/localtime\", O_RDONLY) = 3\n";

    #[track_caller]
    fn check_opened(calls: &[&str], concerns_all: bool, expected: &str) {
        assert_eq!(opened(&calls.concat(), concerns_all), expected);
    }

    #[test]
    fn what_the_loader_opens_does_not_count() {
        check_opened(&[LOADER, READ], false, "nothing");
        check_opened(&[LOADER, OWN, READ], false, "/etc/localtime");
        check_opened(&[LOADER, READ, OWN], false, "/etc/localtime");
    }

    #[test]
    fn where_any_event_concerns_a_hook_it_may_open_files_once_it_has_read_it() {
        check_opened(&[LOADER, READ, OWN], true, "nothing");
        check_opened(&[OWN, READ], true, "/etc/localtime");
    }
}
