//! The handover section of a memory file: from its start marker to the first line that ends it.

use crate::config::Handover;

/// The section with its heading, or nothing where the file has none.
///
/// A line ends it that begins with an end marker; `---` ends it only as a whole line.
#[must_use]
pub fn section(memory: &str, marks: &Handover) -> Option<String> {
    let memory = memory.replace("\r\n", "\n");
    let mut lines = memory
        .lines()
        .skip_while(|line| !line.starts_with(&marks.start));
    let heading = lines.next()?;
    let body = lines.take_while(|line| !marks.ends.iter().any(|end| ends(line, end)));
    let section: Vec<&str> = std::iter::once(heading).chain(body).collect();
    Some(section.join("\n").trim_end().to_owned())
}

fn ends(line: &str, mark: &str) -> bool {
    let is_rule = mark.chars().all(|c| c == '-');
    if is_rule {
        line.trim_end() == mark
    } else {
        line.starts_with(mark)
    }
}

#[cfg(test)]
mod tests {
    use super::section;
    use crate::config::Handover;

    #[track_caller]
    fn check(memory: &str, expected: Option<&str>) {
        assert_eq!(
            section(memory, &Handover::default()).as_deref(),
            expected,
            "{memory}"
        );
    }

    #[test]
    fn the_section_runs_from_its_marker_to_the_first_end() {
        check(
            "# M\n## 🔄 次の自分へ\n- a\n\n---\n## x\n",
            Some("## 🔄 次の自分へ\n- a"),
        );
        check(
            "## 🔄 次の自分へ (11/30)\n- a\n## 1. Rules\n",
            Some("## 🔄 次の自分へ (11/30)\n- a"),
        );
        check(
            "## 🔄 次の自分へ\n- a\n## Who I Am\n---\n",
            Some("## 🔄 次の自分へ\n- a"),
        );
    }

    #[test]
    fn without_an_end_it_runs_to_the_end_of_the_file() {
        check(
            "## 🔄 次の自分へ\n- a\n### more\n- b\n\n",
            Some("## 🔄 次の自分へ\n- a\n### more\n- b"),
        );
    }

    #[test]
    fn a_table_or_a_list_of_dashes_does_not_end_it() {
        check(
            "## 🔄 次の自分へ\n|---|---|\n--- a\n",
            Some("## 🔄 次の自分へ\n|---|---|\n--- a"),
        );
    }

    #[test]
    fn windows_line_ends_make_no_difference() {
        check(
            "## 🔄 次の自分へ\r\n- a\r\n---\r\n- b",
            Some("## 🔄 次の自分へ\n- a"),
        );
    }

    #[test]
    fn a_file_without_the_marker_has_no_section() {
        check("# M\nsee ## 🔄 次の自分へ\n", None);
        check("", None);
    }

    #[test]
    fn the_markers_can_be_others() {
        let marks = Handover {
            start: "## Next".into(),
            ends: vec!["## ".into()],
            ..Handover::default()
        };
        assert_eq!(
            section("## Next up\na\n### b\n## End", &marks).as_deref(),
            Some("## Next up\na\n### b")
        );
    }
}
