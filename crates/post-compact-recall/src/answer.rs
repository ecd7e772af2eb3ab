//! What each answer is made of: the block, the line for the person, the handoffs that wait.

use recall_core::greeting::{self, Start};
use recall_core::handoff::place;
use recall_core::hook::{Event, Source};
use recall_core::language::counted;
use recall_core::process::{Outcome, Surroundings};
use recall_core::project::Project;
use recall_core::restore::arguments::Arguments;
use recall_core::restore::wanted::{self, Wishes};
use recall_core::restore::{Block, recall};
use recall_core::{budget, say};

/// What the compaction took away, or nothing where there is nothing to restore.
pub(crate) fn block(
    event: &Event,
    here: &Surroundings,
    project: &Project,
    arguments: &Arguments,
    outcome: &mut Outcome,
) -> Option<Block> {
    let wishes = Wishes {
        argument: arguments.turns.as_deref(),
        environment: here.turns.as_deref(),
        config: project.config.turns,
    };
    let wanted = wanted::turns(wishes, project.language, &mut outcome.problems);
    recall::after_compaction(event, project, here, wanted, &mut outcome.problems)
}

/// The line for the person: what came back.
pub(crate) fn told(block: &Block, project: &Project) -> String {
    let (told, units) = (block.told, budget::units(&block.text));
    let counts = [
        (told.prompts, "prompt"),
        (told.files, "file"),
        (told.commands, "command"),
    ];
    let parts = counts
        .iter()
        .filter(|(count, _)| *count > 0)
        .map(|(count, noun)| counted(*count, noun));
    let parts = parts.collect::<Vec<_>>().join(", ");
    let (all, turns) = (told.turns, counted(told.turns, "turn"));
    let (prompts, files, commands) = (told.prompts, told.files, told.commands);
    say!(
        project.language,
        "recall: back in context: {parts}, from {turns} ({units} characters); `recall --turns {all}` shows all",
        "recall: {all}ターンから依頼{prompts}件・ファイル{files}件・コマンド{commands}件を復元しました（{units}文字）。全体は`recall --turns {all}`で読めます",
    )
}

/// The handoffs that wait for this session, which a prompt can ask for at any time.
pub(crate) fn waiting(
    event: &Event,
    here: &Surroundings,
    project: &Project,
    outcome: &mut Outcome,
) -> Option<String> {
    let place = place::of(project, here, &mut outcome.problems);
    let start = Start {
        event,
        source: Source::Compact,
        project,
        place: place.as_ref(),
        here,
    };
    greeting::handoff::waiting(&start, &mut outcome.problems)
}
