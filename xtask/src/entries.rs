//! The table of what recall writes into a settings file: the only place that names it.

use serde::Serialize;

/// Every program that install puts into the hooks folder.
pub const PROGRAMS: [&str; 5] = [
    "pre-compact-backup",
    "post-compact-recall",
    "session-start-greeting",
    COMMAND,
    HANDOFF,
];

/// The one program that is also called by people.
pub const COMMAND: &str = "recall";

/// The program that the client also starts as a server.
pub const HANDOFF: &str = "handoff";

/// The entries, in the order in which they are written.
#[rustfmt::skip]
pub const ENTRIES: [Entry; 6] = [
    Entry { event: "PreCompact", matcher: None, program: "pre-compact-backup", timeout: 30 },
    Entry { event: "PostCompact", matcher: None, program: "post-compact-recall", timeout: 15 },
    Entry { event: "SessionStart", matcher: None, program: "session-start-greeting", timeout: 10 },
    Entry { event: "SessionStart", matcher: Some("compact"), program: "post-compact-recall", timeout: 10 },
    Entry { event: "SessionEnd", matcher: None, program: "pre-compact-backup", timeout: 30 },
    Entry { event: "UserPromptSubmit", matcher: None, program: "post-compact-recall", timeout: 5 },
];

/// One hook of recall's.
pub struct Entry {
    /// The event that starts it.
    pub event: &'static str,
    /// Of which sources, where not of every one.
    pub matcher: Option<&'static str>,
    /// The program that it starts.
    pub program: &'static str,
    /// In seconds.
    pub timeout: u32,
}

/// What stands in an event's array for one entry.
#[derive(Serialize)]
pub(crate) struct Group {
    #[serde(skip_serializing_if = "Option::is_none")]
    matcher: Option<&'static str>,
    hooks: [Hook; 1],
}

#[derive(Serialize)]
struct Hook {
    r#type: &'static str,
    command: String,
    args: [&'static str; 0],
    timeout: u32,
}

impl Entry {
    pub(crate) fn group(&self, hooks: &str) -> Group {
        let hook = Hook {
            r#type: "command",
            command: command(hooks, self.program),
            args: [],
            timeout: self.timeout,
        };
        Group {
            matcher: self.matcher,
            hooks: [hook],
        }
    }
}

/// How an entry names a program in the hooks folder.
#[must_use]
pub fn command(hooks: &str, program: &str) -> String {
    format!("{hooks}/{program}")
}

/// The program of recall's that a command starts, wherever its hooks folder is.
#[must_use]
pub fn own_program(command: &str) -> Option<&'static str> {
    PROGRAMS.into_iter().find(|it| is_program(command, it))
}

/// Whether a command starts the program of this name in a hooks folder, wherever that is.
#[must_use]
pub fn is_program(command: &str, program: &str) -> bool {
    command.rsplit_once('/').is_some_and(|(folder, name)| {
        folder.starts_with('/') && folder.ends_with("/hooks") && name == program
    })
}

#[cfg(test)]
mod tests {
    use super::own_program;

    #[test]
    fn an_own_command_is_an_absolute_path_to_a_program_in_a_folder_named_hooks() {
        #[track_caller]
        fn check(command: &str, expected: Option<&str>) {
            assert_eq!(own_program(command), expected, "{command}");
        }
        check("/home/you/.claude/hooks/recall", Some("recall"));
        check("/old/hooks/pre-compact-backup", Some("pre-compact-backup"));
        check("/old/hooks/handoff", Some("handoff"));
        check("/hooks/recall", Some("recall"));
        check("hooks/recall", None);
        check("~/.claude/hooks/recall", None);
        check("/usr/bin/recall", None);
        check("/home/you/webhooks/recall", None);
        check("/home/you/hooks/recall --json", None);
        check("/home/you/hooks/recall.sh", None);
        check("/home/you/hooks/recall/recall", None);
    }
}
