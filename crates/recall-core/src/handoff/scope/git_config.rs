//! The text of a git configuration file, as `git help config`, "SYNTAX", describes it.
//!
//! Only this one text counts: what it includes is not read, and `insteadOf` changes nothing.

use std::iter::Peekable;
use std::str::Chars;

/// A setting, with the section that it stands in.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Setting {
    /// The section, in small letters.
    pub section: String,
    /// The subsection as it is written.
    pub subsection: Option<String>,
    /// The name, in small letters.
    pub name: String,
    /// The value without quotes; `true` where there is none.
    pub value: String,
}

/// The settings of a text in their order; what is no setting is passed over.
#[must_use]
pub fn parse(text: &str) -> Vec<Setting> {
    let text = text.trim_start_matches('\u{feff}').replace("\r\n", "\n");
    let mut rest = Rest(text.chars().peekable());
    let mut section = None;
    let mut settings = Vec::new();
    while let Some(next) = rest.0.peek().copied() {
        if next.is_whitespace() {
            rest.0.next();
        } else if next == '[' {
            section = rest.header();
        } else if let Some((name, value)) = rest.setting() {
            settings.extend(section.clone().map(|(section, subsection)| Setting {
                section,
                subsection,
                name,
                value,
            }));
        } else {
            rest.skip_line();
        }
    }
    settings
}

/// The last value of a setting, which is the one that counts where there can be only one.
#[must_use]
pub fn value<'a>(
    settings: &'a [Setting],
    section: (&str, Option<&str>),
    name: &str,
) -> Option<&'a str> {
    values(settings, section, name).last()
}

/// The address that a remote is fetched from: the first of several, the others are only pushed to.
#[must_use]
pub fn fetched_from<'a>(settings: &'a [Setting], remote: &str) -> Option<&'a str> {
    values(settings, ("remote", Some(remote)), "url").next()
}

fn values<'a>(
    settings: &'a [Setting],
    (section, subsection): (&str, Option<&str>),
    name: &str,
) -> impl Iterator<Item = &'a str> {
    let is_asked = move |setting: &&Setting| {
        setting.section == section
            && setting.subsection.as_deref() == subsection
            && setting.name == name
    };
    let asked = settings.iter().filter(is_asked);
    asked.map(|setting| setting.value.as_str())
}

struct Rest<'a>(Peekable<Chars<'a>>);

impl Rest<'_> {
    fn skip_line(&mut self) {
        while self.0.next().is_some_and(|c| c != '\n') {}
    }

    fn skip_blanks(&mut self) {
        while self.0.next_if(|c| matches!(c, ' ' | '\t')).is_some() {}
    }

    fn word(&mut self, more: &str) -> String {
        let is_word = |c: &char| c.is_ascii_alphanumeric() || more.contains(*c);
        let word = std::iter::from_fn(|| self.0.next_if(is_word));
        word.collect::<String>().to_ascii_lowercase()
    }

    /// `[section]`, `[section "subsection"]` or, as it once was, `[section.subsection]`.
    fn header(&mut self) -> Option<(String, Option<String>)> {
        self.0.next();
        let name = self.word("-.");
        self.skip_blanks();
        let quoted = match self.0.next_if_eq(&'"') {
            Some(_) => Some(self.subsection()?),
            None => None,
        };
        self.0.next_if_eq(&']')?;
        if quoted.is_none()
            && let Some((section, subsection)) = name.split_once('.')
        {
            return Some((section.to_owned(), Some(subsection.to_owned())));
        }
        Some((name, quoted))
    }

    fn subsection(&mut self) -> Option<String> {
        let mut name = String::new();
        loop {
            match self.0.next_if(|c| *c != '\n')? {
                '"' => return Some(name),
                '\\' => name.push(self.0.next_if(|c| *c != '\n')?),
                c => name.push(c),
            }
        }
    }

    fn setting(&mut self) -> Option<(String, String)> {
        let name = self.word("-");
        self.skip_blanks();
        if name.is_empty() {
            return None;
        }
        if self.0.next_if_eq(&'=').is_some() {
            return Some((name, self.value()?));
        }
        let is_bare = self.0.peek().is_none_or(|c| "\n#;".contains(*c));
        is_bare.then(|| (name, true.to_string()))
    }

    fn value(&mut self) -> Option<String> {
        let mut value = String::new();
        // Blanks count only where something follows them, or in quotes.
        let mut end = 0;
        let mut is_quoted = false;
        self.skip_blanks();
        loop {
            match self.0.next_if(|c| *c != '\n' || !is_quoted) {
                None | Some('\n') if is_quoted => return None,
                None | Some('\n') => break,
                Some('"') => is_quoted = !is_quoted,
                Some('\\') => match self.0.next_if(|c| "\nntb\"\\".contains(*c))? {
                    '\n' => continue,
                    'n' => value.push('\n'),
                    't' => value.push('\t'),
                    'b' => value.push('\u{8}'),
                    c => value.push(c),
                },
                Some('#' | ';') if !is_quoted => {
                    self.skip_line();
                    break;
                }
                Some(blank @ (' ' | '\t')) if !is_quoted => {
                    value.push(blank);
                    continue;
                }
                Some(c) => value.push(c),
            }
            end = value.len();
        }
        value.truncate(end);
        Some(value)
    }
}

#[cfg(test)]
mod tests {
    use super::{parse, value};

    #[track_caller]
    fn check(text: &str, expected: Option<&str>) {
        let settings = parse(text);
        let found = value(&settings, ("remote", Some("origin")), "url");
        assert_eq!(found, expected, "{text}");
    }

    #[test]
    fn a_setting_is_found_in_its_section() {
        check(
            "[remote \"origin\"]\n\turl = git@h:a/b\n",
            Some("git@h:a/b"),
        );
        check(
            "[core]\n\tbare = false\n[remote \"origin\"]\nurl=x",
            Some("x"),
        );
        check("[remote \"origin\"] url = x", Some("x"));
        check("[REMOTE \"origin\"]\nURL = x", Some("x"));
        check("[remote.origin]\nurl = x", Some("x"));
        check("\u{feff}[remote \"origin\"]\r\n\turl = x\r\n", Some("x"));
        check("[remote \"or\\igin\"]\nurl = x", Some("x"));
    }

    #[test]
    fn another_section_is_another_section() {
        check("[remote \"Origin\"]\nurl = x", None);
        check("[remote]\nurl = x", None);
        check("[branch \"origin\"]\nurl = x", None);
        check("[remote \"origin\"]\npushurl = x", None);
        check("[remote \"origin\"]\n[core]\nurl = x", None);
        check("url = x", None);
        check("", None);
    }

    #[test]
    fn the_last_value_counts() {
        check("[remote \"origin\"]\nurl = a\nurl = b", Some("b"));
        check(
            "[remote \"origin\"]\nurl = a\n[core]\n[remote \"origin\"]\nurl = b",
            Some("b"),
        );
        check("[remote \"origin\"]\nurl = a\nurl =", Some(""));
        check("[remote \"origin\"]\nurl", Some("true"));
    }

    #[test]
    fn comments_are_no_part_of_a_value_unless_quoted() {
        check(
            "# c\n[remote \"origin\"] ; c\n; c\nurl = x # c\n",
            Some("x"),
        );
        check("[remote \"origin\"]\nurl = x;c\n", Some("x"));
        check("[remote \"origin\"]\nurl = \"x#c;d\"  ; e", Some("x#c;d"));
        check("[remote \"origin\"]\n# url = x", None);
    }

    #[test]
    fn blanks_around_a_value_are_no_part_of_it_unless_quoted() {
        check("[remote \"origin\"]\nurl =   a  b  \t\n", Some("a  b"));
        check("[remote \"origin\"]\nurl = \" a \"  ", Some(" a "));
        check("[remote \"origin\"]\nurl = a\" b \"c", Some("a b c"));
    }

    #[test]
    fn a_value_goes_on_in_the_next_line_after_a_backslash() {
        check("[remote \"origin\"]\nurl = a\\\nb", Some("ab"));
        check("[remote \"origin\"]\r\nurl = a\\\r\nb\r\n", Some("ab"));
        check(
            "[remote \"origin\"]\nurl = \\\"a\\\\b\\tc",
            Some("\"a\\b\tc"),
        );
    }

    #[test]
    fn a_damaged_line_takes_no_other_with_it() {
        check("[remote \"origin\"]\n= y\n???\nurl = x", Some("x"));
        check("[remote \"origin\"]\nurl = \"open\nurl = x", Some("x"));
        check("[remote \"origin\"]\nurl = bad\\q\nurl = x", Some("x"));
        check(
            "[remote \"origin\nurl = y\n[remote \"origin\"]\nurl = x",
            Some("x"),
        );
        check("[remote \"origin\"]\nurl = y\n[broken\nurl = x", Some("y"));
    }

    #[test]
    fn what_is_included_and_what_is_put_instead_change_nothing() {
        let text = "[remote \"origin\"]\nurl = gh:acme/api\n\
                    [url \"https://github.com/\"]\ninsteadOf = gh:\n\
                    [include]\npath = /etc/passwd\n";
        check(text, Some("gh:acme/api"));
    }
}
