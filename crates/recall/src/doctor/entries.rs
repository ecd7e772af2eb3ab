//! A settings file read: recall's entries in it, and what switches hooks off.

use std::path::{Path, PathBuf};

use recall_core::not_json::NotJson;
use serde_json::{Map, Value};

use super::expected::HOOKS;

/// What a settings file says that matters to recall.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Settings {
    pub(crate) entries: Vec<Entry>,
    /// `disableAllHooks`, where it is said.
    pub(crate) hooks_off: Option<bool>,
    /// `allowManagedHooksOnly`.
    pub(crate) managed_only: bool,
}

/// An entry that starts a program of recall's.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Entry {
    pub(crate) event: String,
    pub(crate) matcher: Option<String>,
    pub(crate) program: &'static str,
    pub(crate) command: String,
    /// Nothing where the client hands the command to a shell.
    pub(crate) args: Option<Vec<String>>,
    /// In seconds.
    pub(crate) timeout: Option<f64>,
}

/// Why a settings file says nothing to the client.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Unread {
    NotJson(NotJson),
    NotAnObject,
}

/// Reads the text of a settings file; what is of another shape than the client's is passed over.
pub(crate) fn read(text: &str) -> Result<Settings, Unread> {
    if text.trim().is_empty() {
        return Ok(Settings::default());
    }
    let tree: Value = match (serde_json::from_str(text), NotJson::find(text)) {
        (Ok(tree), _) => tree,
        (Err(_), Some(fault)) => return Err(Unread::NotJson(fault)),
        (Err(_), None) => return Err(Unread::NotAnObject),
    };
    let tree = tree.as_object().ok_or(Unread::NotAnObject)?;
    let flag = |name: &str| tree.get(name).and_then(Value::as_bool);
    let events = tree.get("hooks").and_then(Value::as_object);
    let entries = events.into_iter().flatten();
    let entries = entries.flat_map(|(event, groups)| of_event(event, groups));
    Ok(Settings {
        entries: entries.collect(),
        hooks_off: flag("disableAllHooks"),
        managed_only: flag("allowManagedHooksOnly") == Some(true),
    })
}

impl Entry {
    /// The file that is started, as far as it can be told without a shell.
    pub(crate) fn executable(&self, home: Option<&Path>) -> Option<PathBuf> {
        if self.args.is_some() {
            return Some(PathBuf::from(&self.command)).filter(|path| path.is_absolute());
        }
        let word = first_word(&self.command);
        let below_home = ["~/", "$HOME/", "${HOME}/"];
        let rest = below_home.iter().find_map(|start| word.strip_prefix(start));
        let path = match (rest, home) {
            (Some(rest), Some(home)) => home.join(rest),
            _ => PathBuf::from(word),
        };
        Some(path).filter(|path| path.is_absolute() && !path.to_string_lossy().contains('$'))
    }

    /// What makes two entries one to the client, which starts the same command once.
    pub(crate) fn start(&self) -> (&str, Option<&[String]>) {
        (&self.command, self.args.as_deref())
    }
}

fn of_event(event: &str, groups: &Value) -> Vec<Entry> {
    let groups = groups.as_array().into_iter().flatten();
    let groups = groups.filter_map(Value::as_object);
    groups.flat_map(|group| of_group(event, group)).collect()
}

fn of_group(event: &str, group: &Map<String, Value>) -> Vec<Entry> {
    let matcher = group.get("matcher").and_then(Value::as_str);
    let hooks = group.get("hooks").and_then(Value::as_array);
    let hooks = hooks.into_iter().flatten();
    hooks
        .filter_map(|hook| entry(event, matcher, hook))
        .collect()
}

fn entry(event: &str, matcher: Option<&str>, hook: &Value) -> Option<Entry> {
    let command = hook.get("command")?.as_str()?;
    let args = hook.get("args").and_then(Value::as_array);
    let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
    if hook.get("type").and_then(Value::as_str) != Some("command") {
        return None;
    }
    Some(Entry {
        event: event.to_owned(),
        matcher: matcher.map(str::to_owned),
        program: own_program(command)?,
        command: command.to_owned(),
        args: args.map(|args| args.iter().map(text).collect()),
        timeout: hook.get("timeout").and_then(Value::as_f64),
    })
}

/// The program of recall's that a command names, in whatever folder.
fn own_program(command: &str) -> Option<&'static str> {
    let named = |path: &str| {
        let name = path.rsplit('/').next().unwrap_or(path);
        HOOKS.into_iter().find(|program| *program == name)
    };
    named(command).or_else(|| named(first_word(command)))
}

/// What a shell would take for the program.
fn first_word(command: &str) -> &str {
    let command = command.trim_start();
    let quoted = ['"', '\''].into_iter().find_map(|quote| {
        let (word, _) = command.strip_prefix(quote)?.split_once(quote)?;
        Some(word)
    });
    let plain = || command.split_whitespace().next();
    quoted.or_else(plain).unwrap_or(command)
}

#[cfg(test)]
mod tests {
    use std::path::{Path, PathBuf};

    use serde_json::{Value, json};

    use super::super::expected::ENTRIES;
    use super::{Entry, Unread, read};

    /// The entries of a file with this one hook of PreCompact.
    fn entries(hook: &Value) -> Vec<Entry> {
        let text = json!({"hooks": {"PreCompact": [{"hooks": [hook]}]}}).to_string();
        read(&text).unwrap().entries
    }

    #[test]
    fn what_install_writes_is_what_the_doctor_expects() {
        let example = include_str!("../../../../hooks.example.json");
        let found = read(example).unwrap().entries;
        let told = |entry: &Entry| (entry.event.clone(), entry.program, entry.timeout);
        let mut found: Vec<_> = found.iter().map(told).collect();
        let expected = ENTRIES.iter();
        let mut expected: Vec<_> = expected
            .map(|it| (it.event.to_owned(), it.program, Some(f64::from(it.timeout))))
            .collect();
        found.sort_by_key(|it| (it.0.clone(), it.1));
        expected.sort_by_key(|it| (it.0.clone(), it.1));
        assert_eq!(found, expected);
    }

    #[test]
    fn an_entry_is_recalls_whatever_folder_its_program_is_in() {
        #[track_caller]
        fn check(command: &str, expected: Option<&str>) {
            let found = entries(&json!({"type": "command", "command": command}));
            let found = found.first().map(|entry| entry.program);
            assert_eq!(found, expected, "{command}");
        }
        check("/a/hooks/pre-compact-backup", Some("pre-compact-backup"));
        check("/a b/pre-compact-backup", Some("pre-compact-backup"));
        check("'/a b/pre-compact-backup' --x", Some("pre-compact-backup"));
        check("~/pre-compact-backup --x", Some("pre-compact-backup"));
        check("pre-compact-backup", Some("pre-compact-backup"));
        check("/a/pre-compact-backup.sh", None);
        check("/a/recall", None);
        check("echo pre-compact", None);
    }

    #[test]
    fn the_file_that_is_started_is_told_without_a_shell() {
        #[track_caller]
        fn check(hook: Value, expected: Option<&str>) {
            let mut hook = hook;
            hook["type"] = json!("command");
            let entries = entries(&hook);
            let found = entries[0].executable(Some(Path::new("/home/me")));
            assert_eq!(found, expected.map(PathBuf::from), "{hook}");
        }
        check(
            json!({"command": "/a b/pre-compact-backup", "args": []}),
            Some("/a b/pre-compact-backup"),
        );
        check(json!({"command": "~/pre-compact-backup", "args": []}), None);
        check(
            json!({"command": "~/pre-compact-backup -x"}),
            Some("/home/me/pre-compact-backup"),
        );
        check(
            json!({"command": "\"$HOME/pre-compact-backup\""}),
            Some("/home/me/pre-compact-backup"),
        );
        check(json!({"command": "$X/pre-compact-backup"}), None);
    }

    #[test]
    fn what_is_no_settings_file_is_told_and_other_shapes_are_passed_over() {
        assert!(matches!(read("{\"a\": 1,}"), Err(Unread::NotJson(_))));
        assert_eq!(read("[]"), Err(Unread::NotAnObject));
        assert_eq!(read(" \n"), Ok(super::Settings::default()));
        for text in [
            r#"{"hooks": []}"#,
            r#"{"hooks": {"PreCompact": {}}}"#,
            r#"{"hooks": {"PreCompact": [1, {"hooks": [2, {"type": "command"}]}]}}"#,
            r#"{"hooks": {"PreCompact": [{"hooks": [{"type": "prompt", "command": "/pre-compact-backup"}]}]}}"#,
        ] {
            assert_eq!(read(text).unwrap().entries, [], "{text}");
        }
        let flags = read(r#"{"disableAllHooks": true, "allowManagedHooksOnly": true}"#).unwrap();
        assert_eq!((flags.hooks_off, flags.managed_only), (Some(true), true));
    }
}
