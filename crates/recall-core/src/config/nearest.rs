//! The known name that a mistyped one was most likely meant to be.

/// The nearest of the known names, or nothing where none is near.
#[must_use]
pub fn nearest<'a>(typed: &str, known: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let typed = plain(typed);
    let far = |name: &&str| distance(&typed, &plain(name));
    let found = known.into_iter().min_by_key(far)?;
    let most = typed.len().max(found.chars().count()).div_ceil(3);
    (far(&found) <= most.min(3)).then_some(found)
}

/// Letters alone, since `tool-log`, `toolLog` and `tool_log` are one word to a person.
fn plain(name: &str) -> Vec<char> {
    let letters = name.chars().filter(|c| c.is_alphanumeric());
    letters.flat_map(char::to_lowercase).collect()
}

/// How many letters must be put in, left out, changed or swapped with their neighbour.
fn distance(one: &[char], other: &[char]) -> usize {
    let mut before: Vec<usize> = Vec::new();
    let mut last: Vec<usize> = (0..=other.len()).collect();
    for (row, a) in one.iter().enumerate() {
        let mut next = vec![row + 1];
        for (column, b) in other.iter().enumerate() {
            let at = |line: &[usize], place: usize| line.get(place).copied().unwrap_or(usize::MAX);
            let mut least = (at(&last, column) + usize::from(a != b))
                .min(at(&last, column + 1) + 1)
                .min(at(&next, column) + 1);
            let swapped = row > 0
                && column > 0
                && one.get(row - 1) == Some(b)
                && other.get(column - 1) == Some(a);
            if swapped {
                least = least.min(at(&before, column - 1) + 1);
            }
            next.push(least);
        }
        before = std::mem::replace(&mut last, next);
    }
    last.last().copied().unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::nearest;

    #[track_caller]
    fn check(typed: &str, expected: Option<&str>) {
        let known = ["language", "turns", "user", "members", "tool_log", "end"];
        assert_eq!(nearest(typed, known), expected, "{typed}");
    }

    #[test]
    fn a_slip_of_the_fingers_finds_its_name() {
        check("turn", Some("turns"));
        check("trun", Some("turns"));
        check("langauge", Some("language"));
        check("memebrs", Some("members"));
        check("ends", Some("end"));
    }

    #[test]
    fn case_and_the_way_words_are_joined_make_no_difference() {
        check("Turns", Some("turns"));
        check("toolLog", Some("tool_log"));
        check("TOOL-LOG", Some("tool_log"));
    }

    #[test]
    fn another_word_finds_nothing() {
        check("colour", None);
        check("x", None);
        check("", None);
        check("語", None);
        check(&"turns".repeat(1_000), None);
    }
}
