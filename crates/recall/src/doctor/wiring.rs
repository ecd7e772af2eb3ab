//! Whether the settings files together start each program of recall's once, when it is due.

use super::entries::Entry;
use super::expected::{ENTRIES, Expected, lets_through};
use super::levels::{File, Level};

/// The seconds that all hooks of `SessionEnd` share where an entry names none (client 2.1.332).
const AT_END: f64 = 1.5;
/// The most seconds that the client gives them (client 2.1.332).
const MOST_AT_END: f64 = 60.0;

/// What is not as install leaves it.
#[derive(Debug, PartialEq)]
pub(crate) enum Fault<'a> {
    /// This file switches every hook off.
    Off(&'a File),
    /// Only managed hooks run, and these entries are not.
    ManagedOnly(&'a File),
    /// No file has an entry of recall's.
    NotInstalled,
    /// No entry starts this.
    Missing(&'a Expected),
    /// The matchers leave these values out.
    Narrow(&'a Expected, &'a Placed<'a>, Vec<&'static str>),
    /// Two different commands do the same.
    Twice(&'a Expected, &'a Placed<'a>, &'a Placed<'a>),
    /// The time is too short, or not named where that makes it too short.
    Short(&'a Expected, &'a Placed<'a>),
    /// The client gives less than what is named.
    Long(&'a Expected, &'a Placed<'a>),
}

/// An entry with the file that it stands in.
#[derive(Debug, PartialEq)]
pub(crate) struct Placed<'a> {
    pub(crate) file: &'a File,
    pub(crate) entry: &'a Entry,
}

impl PartialEq for File {
    fn eq(&self, other: &Self) -> bool {
        self.path == other.path
    }
}

/// The entries that the client takes into account, and all where it takes none.
pub(crate) fn placed(files: &[File]) -> Vec<Placed<'_>> {
    let all = files.iter().flat_map(|file| {
        let entries = file.settings.entries.iter();
        entries.map(move |entry| Placed { file, entry })
    });
    all.collect()
}

/// The faults of the files, which are in the order of their strength.
pub(crate) fn faults<'a>(files: &'a [File], placed: &'a [Placed<'a>]) -> Vec<Fault<'a>> {
    let mut faults = Vec::new();
    let said = files.iter().find(|file| file.settings.hooks_off.is_some());
    let off = said.filter(|file| file.settings.hooks_off == Some(true));
    faults.extend(off.map(Fault::Off));
    if placed.is_empty() {
        faults.push(Fault::NotInstalled);
        return faults;
    }
    let is_managed = |file: &File| file.level == Level::Managed;
    let only = files
        .iter()
        .find(|file| is_managed(file) && file.settings.managed_only);
    if placed.iter().any(|it| !is_managed(it.file)) {
        faults.extend(only.map(Fault::ManagedOnly));
    }
    for expected in &ENTRIES {
        let is_its = |it: &&Placed<'_>| {
            it.entry.event == expected.event && it.entry.program == expected.program
        };
        faults.extend(of_one(expected, placed.iter().filter(is_its).collect()));
    }
    faults
}

fn of_one<'a>(expected: &'a Expected, own: Vec<&'a Placed<'a>>) -> Vec<Fault<'a>> {
    let Some(first) = own.first().copied() else {
        return vec![Fault::Missing(expected)];
    };
    let mut faults = Vec::new();
    let left_out = |value: &&str| !own.iter().any(|it| lets(it, value));
    let left_out: Vec<&str> = expected.values.iter().copied().filter(left_out).collect();
    if !left_out.is_empty() {
        faults.push(Fault::Narrow(expected, first, left_out));
    }
    let twice = own
        .iter()
        .find(|it| it.entry.start() != first.entry.start() && are_together(expected, first, it));
    faults.extend(twice.map(|it| Fault::Twice(expected, first, it)));
    faults.extend(own.into_iter().filter_map(|it| of_time(expected, it)));
    faults
}

fn lets(placed: &Placed<'_>, value: &str) -> bool {
    lets_through(placed.entry.matcher.as_deref(), value)
}

/// Whether there is an occasion that starts both.
fn are_together(expected: &Expected, one: &Placed<'_>, other: &Placed<'_>) -> bool {
    let mut values = expected.values.iter();
    values.len() == 0 || values.any(|value| lets(one, value) && lets(other, value))
}

fn of_time<'a>(expected: &'a Expected, placed: &'a Placed<'a>) -> Option<Fault<'a>> {
    let is_end = expected.event == "SessionEnd";
    match placed.entry.timeout {
        None if is_end => Some(Fault::Short(expected, placed)),
        Some(seconds) if is_end && seconds <= AT_END => Some(Fault::Short(expected, placed)),
        Some(seconds) if is_end && seconds > MOST_AT_END => Some(Fault::Long(expected, placed)),
        Some(seconds) if seconds < 1.0 => Some(Fault::Short(expected, placed)),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use std::path::PathBuf;

    use serde_json::{Value, json};

    use super::super::entries::read;
    use super::super::levels::{File, Level};
    use super::{Fault, faults, placed};

    const EXAMPLE: &str = include_str!("../../../../hooks.example.json");

    fn file(level: Level, text: &str) -> File {
        let path = PathBuf::from(format!("/{level:?}"));
        let settings = read(text).unwrap();
        File {
            level,
            path,
            settings,
        }
    }

    /// Each fault in one word, with the event that it is about.
    fn told(files: &[File]) -> Vec<String> {
        let placed = placed(files);
        let told = |fault: &Fault<'_>| match fault {
            Fault::Off(file) => format!("off {}", file.path.display()),
            Fault::ManagedOnly(_) => "managed only".to_owned(),
            Fault::NotInstalled => "not installed".to_owned(),
            Fault::Missing(expected) => format!("missing {}", expected.name()),
            Fault::Narrow(expected, _, values) => format!("narrow {} {values:?}", expected.name()),
            Fault::Twice(expected, ..) => format!("twice {}", expected.name()),
            Fault::Short(expected, _) => format!("short {}", expected.name()),
            Fault::Long(expected, _) => format!("long {}", expected.name()),
        };
        faults(files, &placed).iter().map(told).collect()
    }

    /// The example with one change, as a user's file.
    fn changed(change: impl FnOnce(&mut Value)) -> File {
        let mut tree: Value = serde_json::from_str(EXAMPLE).unwrap();
        change(&mut tree["hooks"]);
        file(Level::User, &tree.to_string())
    }

    #[track_caller]
    fn check(files: &[File], expected: &[&str]) {
        assert_eq!(told(files), expected);
    }

    #[test]
    fn what_install_writes_has_no_fault_at_any_level() {
        for level in [Level::Managed, Level::Local, Level::Project, Level::User] {
            check(&[file(level, EXAMPLE)], &[]);
        }
        check(
            &[file(Level::Local, EXAMPLE), file(Level::User, EXAMPLE)],
            &[],
        );
    }

    #[test]
    fn without_any_entry_it_is_not_installed() {
        check(&[], &["not installed"]);
        check(&[file(Level::User, "{}")], &["not installed"]);
    }

    #[test]
    fn an_event_without_its_entry_is_missing() {
        let gone = changed(|hooks| drop(hooks.as_object_mut().unwrap().remove("PreCompact")));
        check(&[gone], &["missing PreCompact"]);
        let half = changed(|hooks| drop(hooks["SessionStart"].as_array_mut().unwrap().pop()));
        check(&[half], &["missing SessionStart(compact)"]);
    }

    #[test]
    fn a_matcher_that_leaves_something_out_is_narrow() {
        let manual = changed(|hooks| hooks["PreCompact"][0]["matcher"] = json!("manual"));
        check(&[manual], &["narrow PreCompact [\"auto\"]"]);
        let resume = changed(|hooks| hooks["SessionStart"][1]["matcher"] = json!("resume"));
        check(&[resume], &["narrow SessionStart(compact) [\"compact\"]"]);
        let wide = changed(|hooks| hooks["SessionStart"][1]["matcher"] = Value::Null);
        check(&[wide], &[]);
    }

    #[test]
    fn another_command_for_the_same_is_started_twice_and_the_same_once() {
        let moved = EXAMPLE.replace("/home/you", "/home/old");
        let all: Vec<String> = told(&[file(Level::Local, &moved), file(Level::User, EXAMPLE)]);
        assert_eq!(all.len(), 6);
        assert!(
            all.iter().all(|fault| fault.starts_with("twice ")),
            "{all:?}"
        );
        let apart = changed(|hooks| {
            let mut other = hooks["PreCompact"][0].clone();
            other["hooks"][0]["command"] = json!("/other/pre-compact-backup");
            other["matcher"] = json!("auto");
            hooks["PreCompact"][0]["matcher"] = json!("manual");
            hooks["PreCompact"].as_array_mut().unwrap().push(other);
        });
        check(&[apart], &[]);
    }

    #[test]
    fn the_time_at_the_end_of_a_session_must_be_named_and_is_limited() {
        let timed = |timeout: Value| {
            changed(|hooks| hooks["SessionEnd"][0]["hooks"][0]["timeout"] = timeout)
        };
        check(&[timed(Value::Null)], &["short SessionEnd"]);
        check(&[timed(json!(1))], &["short SessionEnd"]);
        check(&[timed(json!(30000))], &["long SessionEnd"]);
        check(&[timed(json!(60))], &[]);
        let zero = changed(|hooks| hooks["PreCompact"][0]["hooks"][0]["timeout"] = json!(0.5));
        check(&[zero], &["short PreCompact"]);
    }

    #[test]
    fn the_strongest_file_that_says_so_switches_hooks_off_or_on() {
        let off = |level| file(level, r#"{"disableAllHooks": true}"#);
        let own = file(Level::User, EXAMPLE);
        check(&[off(Level::Local), own], &["off /Local"]);
        let on = file(Level::Local, r#"{"disableAllHooks": false}"#);
        let own = file(Level::Project, EXAMPLE);
        check(&[on, own, off(Level::User)], &[]);
    }

    #[test]
    fn where_only_managed_hooks_run_others_do_not() {
        let only = || file(Level::Managed, r#"{"allowManagedHooksOnly": true}"#);
        check(&[only(), file(Level::User, EXAMPLE)], &["managed only"]);
        let not_managed = file(Level::Local, r#"{"allowManagedHooksOnly": true}"#);
        check(&[not_managed, file(Level::User, EXAMPLE)], &[]);
    }
}
