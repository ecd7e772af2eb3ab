//! The handover section of a memory file: from its start marker to the first line that ends it.

use super::{Section, Start, loaded};
use crate::budget;
use crate::config::Handover;
use crate::frame;
use crate::problem::{Fault, Problem};
use crate::say;
use crate::store::{places, read};

/// The most UTF-16 code units of the section.
const MOST: usize = 5_000;
/// The most UTF-16 code units of a path.
const FILE: usize = 200;

/// The handover section of the project's memory file, unless the client loads that very file.
pub fn section(start: &Start<'_>, problems: &mut Vec<Problem>) -> Option<Section> {
    let text = find(start)
        .map_err(|problem| problems.push(problem))
        .ok()??;
    let language = start.project.language;
    let file = start
        .project
        .config
        .handover
        .file
        .path
        .display()
        .to_string();
    let file = budget::shorten(&frame::quote_line(&file), FILE, |_| "…".to_owned());
    let mark = |gone: usize| {
        say!(
            language,
            "\n…(+{gone} characters: read {file})…\n",
            "\n…(+{gone}文字: {file} を参照)…\n"
        )
    };
    Some(Section {
        name: "handover",
        body: budget::shorten(&frame::quote(&text), MOST, mark),
        heading: say!(language, "Handover, from {file}", "申し送り（{file} より）"),
    })
}

/// The section with its heading, or nothing where the file has none.
///
/// A line ends it that begins with an end marker; `---` ends it only as a whole line.
#[must_use]
pub fn extract(memory: &str, marks: &Handover) -> Option<String> {
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

fn find(start: &Start<'_>) -> Result<Option<String>, Problem> {
    let (project, marks) = (start.project, &start.project.config.handover);
    let file = project.root.join(&marks.file.path);
    if file.symlink_metadata().is_err() {
        return Ok(None);
    }
    // A link to nowhere lies nowhere: what is the matter with the file comes before where it is.
    read::open(&file)?;
    if loaded::is_loaded(&file, start) {
        return Ok(None);
    }
    if !marks.file.trusted && !places::is_inside(&file, &project.root) {
        return Err(Problem::unfit(&file, Fault::Outside));
    }
    let memory = read::text_if_there(&file)?;
    Ok(memory.and_then(|memory| extract(&memory, marks)))
}

#[cfg(test)]
mod tests {
    use super::extract;
    use crate::config::Handover;

    #[track_caller]
    fn check(memory: &str, expected: Option<&str>) {
        assert_eq!(
            extract(memory, &Handover::default()).as_deref(),
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
            extract("## Next up\na\n### b\n## End", &marks).as_deref(),
            Some("## Next up\na\n### b")
        );
    }
}
