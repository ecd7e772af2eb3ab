//! The reminder: what a session that was compacted must look at before it changes anything.

use super::{Section, Start};
use crate::budget;
use crate::config::{Owner, Wording};
use crate::frame;
use crate::say;

/// The most UTF-16 code units of a reminder.
pub const MOST: usize = 1_000;

/// recall's own reminder, or the one of recall.json, unless that switches it off.
#[must_use]
pub fn section(start: &Start<'_>) -> Option<Section> {
    let (config, language) = (&start.project.config, start.project.language);
    let body = match &config.reminder {
        Wording::Off => return None,
        Wording::Default => say!(
            language,
            "Before you change anything: CLAUDE.md and the project's rules still hold, also where the summary does not name them. Look at `git status` and `git diff` first, so that nothing that is done already is done again or undone.",
            "変更の前に: 要約になくても、CLAUDE.mdとプロジェクトのルールは引き続き有効です。先に`git status`と`git diff`を確認し、済んだ作業のやり直しや取り消しを避けてください。",
        ),
        Wording::Text(text) => budget::shorten(&frame::quote(text.trim()), MOST, |gone| {
            say!(language, "…(+{gone} characters)…", "…(+{gone}文字)…")
        }),
    };
    let heading = match config.owner("reminder") {
        Some(Owner::Project) => say!(
            language,
            "Reminder, from the project's .claude/recall.json",
            "リマインダー（プロジェクトの.claude/recall.jsonより）",
        ),
        _ => say!(language, "Reminder", "リマインダー"),
    };
    Some(Section {
        name: "reminder",
        heading,
        body,
    })
}
