//! The files that a CLAUDE.md imports with `@path`, as the client finds them (client 2.1.332).

/// The paths that a text imports, as they are written. Code and comments import nothing.
#[must_use]
pub fn imports(text: &str) -> Vec<String> {
    let mut found = Vec::new();
    let (mut fence, mut comment): (Option<&str>, bool) = (None, false);
    for line in text.lines() {
        let trimmed = line.trim_start();
        match (fence, marker(trimmed)) {
            (Some(open), Some(mark)) if mark.starts_with(open) && trimmed.trim_end() == mark => {
                fence = None;
            }
            (Some(_), _) => {}
            (None, Some(mark)) if !comment => fence = Some(mark),
            _ => {
                let begins = trimmed.starts_with("<!--");
                let hidden = comment || begins;
                comment = hidden && !line.contains("-->");
                if !hidden {
                    found.extend(of_line(&without_code(line)));
                }
            }
        }
    }
    found
}

/// The backticks or tildes that a line of a fence begins with.
fn marker(line: &str) -> Option<&str> {
    let of = |mark: char| {
        let rest = line.trim_start_matches(mark);
        line.get(..line.len() - rest.len())
    };
    [of('`'), of('~')]
        .into_iter()
        .flatten()
        .find(|mark| mark.len() >= 3)
}

/// A line without its code spans; backticks that nothing closes are backticks.
fn without_code(line: &str) -> String {
    let mut plain = String::with_capacity(line.len());
    let mut rest = line;
    while let Some((before, after)) = rest.split_once('`') {
        let inside = after.trim_start_matches('`');
        let ticks = "`".repeat(after.len() - inside.len() + 1);
        let closing = inside.match_indices(&ticks).find(|(at, _)| {
            let (before, after) = (inside.get(..*at), inside.get(at + ticks.len()..));
            !before.is_some_and(|text| text.ends_with('`'))
                && !after.is_some_and(|text| text.starts_with('`'))
        });
        plain.push_str(before);
        plain.push('`');
        rest = match closing {
            Some((at, _)) => inside.get(at + ticks.len()..).unwrap_or(""),
            None => inside,
        };
    }
    plain + rest
}

fn of_line(line: &str) -> Vec<String> {
    // An escaped blank belongs to its path.
    let line = line.replace("\\ ", "\0");
    let words = line.split_whitespace();
    let paths = words.filter_map(|word| word.strip_prefix('@'));
    paths
        .map(|path| path.split('#').next().unwrap_or(path).replace('\0', " "))
        .filter(|path| path.starts_with(|c: char| c.is_ascii_alphanumeric() || "./~_-".contains(c)))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::imports;

    #[track_caller]
    fn check(text: &str, expected: &[&str]) {
        assert_eq!(imports(text), expected, "{text}");
    }

    #[test]
    fn a_path_behind_an_at_sign_is_an_import() {
        check("@memory/MEMORY.md", &["memory/MEMORY.md"]);
        check(
            "- see @./a.md and @~/b.md\n@/c.md\n",
            &["./a.md", "~/b.md", "/c.md"],
        );
        check("@memory/MEMORY.md#next", &["memory/MEMORY.md"]);
        check(r"@my\ notes.md", &["my notes.md"]);
    }

    #[test]
    fn a_mention_is_no_import() {
        check("mail me@example.com", &[]);
        check("(@memory/MEMORY.md)", &[]);
        check("@ memory/MEMORY.md", &[]);
        check("@@memory", &[]);
        check("@", &[]);
    }

    #[test]
    fn code_imports_nothing() {
        check("`@a.md` and `` @b.md ` `` @c.md", &["c.md"]);
        check("```\n@a.md\n```\n@b.md", &["b.md"]);
        check("~~~~md\n@a.md\n~~~\n@b.md\n~~~~\n@c.md", &["c.md"]);
        check("```\n@a.md", &[]);
        check("a ` b @c.md", &["c.md"]);
    }

    #[test]
    fn comments_import_nothing() {
        check("<!-- @a.md -->\n@b.md", &["b.md"]);
        check("<!--\n@a.md\n```\n-->\n@b.md", &["b.md"]);
    }
}
