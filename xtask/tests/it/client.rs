//! A client on PATH that answers `claude mcp` as the real one does and notes what it is asked.

use std::fs;
use std::path::{Path, PathBuf};

use crate::home::{Home, read};

/// The name that the server has in the client.
pub(crate) const NAME: &str = "recall-handoff";

/// The words are those of Claude Code 2.1.332.
const SCRIPT: &str = r#"#!/bin/sh
state='FOLDER/registered'
printf '%s' "$PWD" >> 'FOLDER/calls'
printf ' <%s>' "$@" >> 'FOLDER/calls'
echo " $CLAUDE_CONFIG_DIR" >> 'FOLDER/calls'
[ "$1" = mcp ] || exit 1
case "$2" in
get)
    if read -r scope command 2> /dev/null < "$state"; then
        printf '%s:\n  Scope: %s config\n  Status: Connected\n' "$3" "$scope"
        printf '  Type: stdio\n  Command: %s\n  Args: mcp\n  Environment:\n' "$command"
    else
        echo "No MCP server named \"$3\". Run \`claude mcp add\` to add one." >&2
        exit 1
    fi ;;
add)
    if [ -f "$state" ]; then
        echo "MCP server $5 already exists in $4 config" >&2
        exit 1
    fi
    case "$4" in local) scope=Local ;; user) scope=User ;; esac
    echo "$scope $7" > "$state" ;;
remove)
    /bin/rm "$state" ;;
esac
"#;

impl Home {
    /// With a client on PATH.
    pub(crate) fn with_client(self) -> Home {
        let script = SCRIPT.replace("FOLDER", self.path("client").to_str().unwrap());
        fs::create_dir(self.path("client")).unwrap();
        self.script("bin/claude", &script);
        self
    }

    /// What the client was asked since this was asked last.
    pub(crate) fn calls(&self) -> Vec<String> {
        let path = self.path("client/calls");
        if !path.exists() {
            return Vec::new();
        }
        let calls = read(&path);
        fs::remove_file(&path).unwrap();
        calls.lines().map(|it| it.trim().to_owned()).collect()
    }

    /// The scope and the program of the registered server.
    pub(crate) fn registered(&self) -> Option<(String, PathBuf)> {
        let text = fs::read_to_string(self.path("client/registered")).ok()?;
        let (scope, program) = text.trim_end().split_once(' ').unwrap();
        Some((scope.to_owned(), program.into()))
    }

    /// Has the client start a program as the server, for every project of the user's.
    pub(crate) fn register(&self, program: impl AsRef<Path>) {
        let program = program.as_ref().display();
        self.write("client/registered", &format!("User {program}\n"));
    }
}
