//! What tools were pointed at and made to run.

use crate::Result;

use crate::entities::Patterns;
use crate::session::Line;
use crate::text::{head, reaches, trim};

/// The arguments of tools that name a file.
const FILES: [&str; 3] = ["file_path", "notebook_path", "path"];

/// The files that tools were pointed at, each by the last two parts of its path.
pub(crate) fn files(line: &Line<'_>) -> Vec<String> {
    let inputs = line.inputs().into_iter();
    let paths = inputs.flat_map(|input| FILES.map(|name| input.text(name)));
    let paths = paths.flatten().filter(|path| path.contains('/'));
    paths.map(last_two).collect()
}

/// The commands that were run, each by its first line.
pub(crate) fn commands(line: &Line<'_>, patterns: &Patterns) -> Result<Vec<String>> {
    let mut found = Vec::new();
    for command in line
        .inputs()
        .iter()
        .filter_map(|input| input.text("command"))
    {
        let line = first_line(command, patterns)?;
        found.extend(reaches(line, 8).then(|| line.to_owned()));
    }
    Ok(found)
}

fn last_two(path: &str) -> String {
    let path = path.trim_end_matches('/');
    let before = path.rmatch_indices('/').nth(1);
    let tail = before.and_then(|(slash, _)| path.get(slash + 1..));
    tail.unwrap_or(path).to_owned()
}

/// The first line that does something, without a change of folder before it, at most 100 characters.
fn first_line<'c>(command: &'c str, patterns: &Patterns) -> Result<&'c str> {
    let mut lines = command.split('\n').map(trim);
    let line = lines.find(|line| !line.is_empty() && !line.starts_with('#'));
    let line = line.unwrap_or("");
    let moved = patterns.change_of_folder.find(line)?;
    let rest = moved.and_then(|moved| line.get(moved.end()..));
    Ok(head(rest.unwrap_or(line), 100))
}

#[cfg(test)]
mod tests {
    use super::{first_line, last_two};
    use crate::entities::Patterns;

    #[track_caller]
    fn check_command(command: &str, expected: &str) {
        let patterns = Patterns::compile().unwrap();
        assert_eq!(first_line(command, &patterns).unwrap(), expected);
    }

    #[test]
    fn a_command_is_its_first_line_that_does_something() {
        check_command("\n# build\n  cargo build\ncargo test", "cargo build");
        check_command("cd /srv/app && make all", "make all");
        check_command("cd app&&make all", "make all");
        check_command("cd a b && make", "cd a b && make");
        check_command("cdx y && make", "cdx y && make");
        check_command(&"x".repeat(120), &"x".repeat(100));
    }

    #[test]
    fn a_file_is_told_by_the_last_two_parts() {
        for (path, expected) in [("/a/b/c.rs", "b/c.rs"), ("a/b/", "a/b"), ("/a", "/a")] {
            assert_eq!(last_two(path), expected);
        }
    }
}
