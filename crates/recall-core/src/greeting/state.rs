//! The state of the work as it was kept last, with its age and what has changed since.

use std::time::Duration;

use super::{Section, Start, loaded};
use crate::clock::{self, moment};
use crate::frame;
use crate::hook::Source;
use crate::problem::Problem;
use crate::say;
use crate::state::changes::Present;
use crate::state::kept::{self, Dump};
use crate::state::replay;
use crate::state::sections::Kind;
use crate::state::{State, gather, git};
use crate::store::places;

/// How long each question to git may take while a session waits to start.
const LIMIT: Duration = Duration::from_secs(1);
/// How many dumps are looked into for one that can be read.
const LOOKS: usize = 3;
/// A compaction that takes longer than this was not the one that a dump was made for.
const ONE_COMPACTION: time::Duration = time::Duration::hours(1);

/// The newest state dump of the project, by its name.
pub fn section(start: &Start<'_>, problems: &mut Vec<Problem>) -> Option<Section> {
    let (dump, then) = find(start, problems)?;
    let now = present(start, &then, problems);
    let is_own = is_own(start, &dump, &then);
    let wanted = |kind| match kind {
        // What this very compaction took away, the recall gives back.
        Kind::Files => !is_own,
        Kind::Decisions => !has_decisions(start),
        _ => true,
    };
    Some(Section {
        name: "state",
        heading: heading(start, &dump, &then, is_own),
        body: replay::text(&then, &now, wanted, start.project.language),
    })
}

fn find(start: &Start<'_>, problems: &mut Vec<Problem>) -> Option<(Dump, State)> {
    let dumps = kept::list(&places::backups(&start.project.root));
    let dumps = dumps.map_err(|problem| problem.add_to(problems)).ok()?;
    let current = dumps
        .into_iter()
        .filter(|dump| dump.is_current(start.here.now));
    for dump in current.take(LOOKS) {
        match kept::read(&dump) {
            Ok(Some(state)) => return state.is_telling().then_some((dump, state)),
            Ok(None) => problems.push(dump.unreadable(start.project.language)),
            Err(problem) => problems.push(problem),
        }
    }
    None
}

fn present(start: &Start<'_>, then: &State, problems: &mut Vec<Problem>) -> Present {
    let root = &start.project.root;
    let head = then.checkout().and_then(|checkout| checkout.head());
    let asking = git::ask_since(root, head.map(|head| head.id.as_str()), LIMIT);
    let decisions = then
        .decisions
        .is_some()
        .then(|| gather::decisions(start.project, start.here));
    let decisions = decisions.transpose();
    let decisions = decisions.map_err(|problem| problems.push(problem));
    let (git, moved) = asking.answer_since(root);
    Present {
        git,
        moved,
        decisions: decisions.ok().flatten().flatten(),
    }
}

/// Whether the client loads the file of decisions itself.
fn has_decisions(start: &Start<'_>) -> bool {
    let path = &start.project.config.state.decisions.path;
    loaded::is_loaded(&start.project.root.join(path), start)
}

/// Whether a dump was made by the very compaction after which this session goes on.
fn is_own(start: &Start<'_>, dump: &Dump, then: &State) -> bool {
    let age = start.here.now - dump.at;
    start.source == Source::Compact
        && then.session.is_some()
        && then.session == start.event.session
        && then.trigger.starts_with("PreCompact")
        && (time::Duration::ZERO..ONE_COMPACTION).contains(&age)
}

fn heading(start: &Start<'_>, dump: &Dump, then: &State, is_own: bool) -> String {
    let language = start.project.language;
    let (at, name) = (moment(dump.at, start.here.zone()), &dump.name);
    if is_own {
        return say!(
            language,
            "The state of the work, made just now, before this compaction ({at}, .claude/backups/{name})",
            "作業の状態（この圧縮の直前に保存、{at}、.claude/backups/{name}）",
        );
    }
    let age = clock::age(start.here.now - dump.at, language);
    let trigger = frame::quote_line(&then.trigger);
    let same = then.session.is_some() && then.session == start.event.session;
    let whose = if same {
        say!(language, "this session", "このセッション")
    } else {
        say!(language, "another session", "別のセッション")
    };
    say!(
        language,
        "The state of the work as {whose} left it {age} ({at}, {trigger}, .claude/backups/{name})",
        "{age}{whose}が残した作業の状態（{at}、{trigger}、.claude/backups/{name}）",
    )
}
