//! A session that was interrupted after everything that was handed over: what it was asked last, and what came of it.

use super::{Section, Start};
use crate::clock;
use crate::frame;
use crate::handoff::interrupted;
use crate::handoff::place::{self, Known};
use crate::say;

/// The newest session that began and never ended, if nothing was handed over since.
#[must_use]
pub fn section(start: &Start<'_>, known: &Known) -> Option<Section> {
    let (language, here) = (start.project.language, start.here);
    let asker = place::asker(start.event.session.as_deref(), &[], start.project, here);
    let found = interrupted::newest(&known.sessions, &known.handoffs, asker, here.now)?;
    let age = clock::age(here.now - found.last_at, language);
    let id = frame::quote_line(&found.session.session_id);
    let prompt = say!(language, "It was asked last:", "最後の依頼:");
    let result = say!(language, "A tool answered last:", "最後のツールの結果:");
    let hint = say!(
        language,
        "`claude --resume {id}` takes it up again; what it did after the last prompt may be half done.",
        "`claude --resume {id}`で再開できます。最後の依頼の後の作業は途中のままかもしれません。",
    );
    let told = [
        (prompt, Some(&found.prompt)),
        (result, found.result.as_ref()),
    ];
    let told = told.iter().filter_map(|(heading, words)| {
        let words = frame::fenced(&frame::quote((*words)?));
        Some(format!("{heading}\n{words}"))
    });
    Some(Section {
        name: "interrupted session",
        heading: say!(
            language,
            "A session was interrupted {age} and never ended ({id}); it is newer than every handoff",
            "終わらないまま中断したセッションがあります（{age}、{id}）。どの引き継ぎよりも新しいものです",
        ),
        body: told.chain([hint]).collect::<Vec<_>>().join("\n\n"),
    })
}
