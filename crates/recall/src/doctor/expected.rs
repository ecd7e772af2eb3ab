//! The entries that install writes, as the doctor expects to find them.

/// The programs that the client starts.
pub(crate) const HOOKS: [&str; 3] = [KEEPS, RESTORES, GREETS];
/// The program for people, which lies beside them.
pub(crate) const COMMAND: &str = "recall";

pub(crate) const KEEPS: &str = "pre-compact-backup";
pub(crate) const RESTORES: &str = "post-compact-recall";
pub(crate) const GREETS: &str = "session-start-greeting";

/// One entry of recall's.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Expected {
    pub(crate) event: &'static str,
    pub(crate) program: &'static str,
    /// What its matcher must let through; nothing where the event has nothing to match.
    pub(crate) values: &'static [&'static str],
    /// The seconds that install writes.
    pub(crate) timeout: u32,
}

/// Every entry, in the order of install; a test keeps them equal to `hooks.example.json`.
#[rustfmt::skip]
pub(crate) const ENTRIES: [Expected; 6] = [
    Expected { event: "PreCompact", program: KEEPS, values: &["manual", "auto"], timeout: 30 },
    Expected { event: "PostCompact", program: RESTORES, values: &["manual", "auto"], timeout: 15 },
    Expected { event: "SessionStart", program: GREETS, values: &["startup", "resume", "clear", "compact"], timeout: 10 },
    Expected { event: "SessionStart", program: RESTORES, values: &["compact"], timeout: 10 },
    Expected { event: "SessionEnd", program: KEEPS, values: &[], timeout: 30 },
    Expected { event: "UserPromptSubmit", program: RESTORES, values: &[], timeout: 5 },
];

impl Expected {
    /// The event as a person calls it: `SessionStart(compact)` where the entry is for one kind only.
    pub(crate) fn name(&self) -> String {
        match self.values {
            [only] => format!("{}({only})", self.event),
            _ => self.event.to_owned(),
        }
    }

    /// Whether a receipt of this program tells of this entry; its event is `SessionStart compact`.
    pub(crate) fn is_told_by(&self, program: &str, label: &str) -> bool {
        let event = label.split(' ').next().unwrap_or("");
        program == self.program && event == self.event
    }
}

/// Whether a matcher lets a value through; one that is more than alternatives is trusted to.
pub(crate) fn lets_through(matcher: Option<&str>, value: &str) -> bool {
    let matcher = matcher.unwrap_or("");
    let is_pattern = |c: char| !c.is_ascii_alphanumeric() && !"|_-".contains(c);
    matcher.is_empty() || matcher.contains(is_pattern) || matcher.split('|').any(|it| it == value)
}

#[cfg(test)]
mod tests {
    use super::lets_through;

    #[test]
    fn a_matcher_lets_through_what_it_names_and_none_lets_everything() {
        #[track_caller]
        fn check(matcher: Option<&str>, value: &str, expected: bool) {
            assert_eq!(lets_through(matcher, value), expected, "{matcher:?}");
        }
        check(None, "auto", true);
        check(Some(""), "auto", true);
        check(Some("*"), "auto", true);
        check(Some("manual"), "auto", false);
        check(Some("manual|auto"), "auto", true);
        check(Some("auto.*"), "auto", true);
    }
}
