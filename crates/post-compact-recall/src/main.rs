//! Hook that gives back what a compaction took away.

mod answer;

use std::process::ExitCode;

use recall_core::hook::{Event, Kind, Reply, Source};
use recall_core::process::{Outcome, Surroundings, hook};
use recall_core::project::{self, Project};
use recall_core::restore::arguments::{self, Arguments};
use recall_core::restore::{recall, reload};
use recall_core::{backup, budget, compaction_log, say, subagent};

use answer::{block, told, waiting};

fn main() -> ExitCode {
    hook("post-compact-recall", env!("CARGO_PKG_VERSION"), run)
}

fn run(event: &Event, here: &Surroundings) -> Outcome {
    match &event.kind {
        Kind::SessionStart(Source::Compact) => restored(event, here),
        Kind::PostCompact { summary, .. } => completed(event, here, summary),
        Kind::UserPromptSubmit { prompt } if reload::is_asked(prompt) => {
            if subagent::is_of(event) {
                return Outcome::default();
            }
            once_more(event, here)
        }
        Kind::Other(name) if name.is_empty() => Outcome::without_event_name(),
        _ => Outcome::default(),
    }
}

/// After a compaction the next request holds what it took away, and the person reads one line.
fn restored(event: &Event, here: &Surroundings) -> Outcome {
    let (mut outcome, project, arguments) = opened(event, here);
    let block = block(event, here, &project, &arguments, &mut outcome);
    outcome.done = Some(block.as_ref().map_or_else(
        || "nothing to restore".to_owned(),
        |block| told(block, &project),
    ));
    outcome.reply = match (block, outcome.problems.last()) {
        (Some(block), _) => Some(Reply::Context {
            notice: Some(told(&block, &project)),
            context: block.text,
        }),
        (None, Some(problem)) => Some(Reply::Notice(format!(
            "recall: {}",
            problem.text(project.language)
        ))),
        (None, None) => None,
    };
    outcome
}

/// Nobody reads what a completed compaction prints, so it is logged; `--system-message` asks for more.
fn completed(event: &Event, here: &Surroundings, summary: &str) -> Outcome {
    let (mut outcome, project, arguments) = opened(event, here);
    let what = format!(
        "completed, summary of {} UTF-16 units",
        budget::units(summary)
    );
    let logged = backup::prepare(&project.root)
        .and_then(|_| compaction_log::add(&project.root, event, here.now, &what));
    outcome.take(logged);
    outcome.done = Some(what);
    if arguments.system_message {
        let block = block(event, here, &project, &arguments, &mut outcome);
        outcome.reply = block.map(|block| Reply::Notice(block.text));
    }
    outcome
}

fn once_more(event: &Event, here: &Surroundings) -> Outcome {
    let (mut outcome, project, _) = opened(event, here);
    let waiting = waiting(event, here, &project, &mut outcome);
    let beside = waiting.as_deref().map_or(0, |text| budget::units(text) + 2);
    let block = outcome.take(recall::once_more(event, &project, here, beside));
    let none = || {
        say!(
            project.language,
            "recall: this session has not been compacted yet, so nothing was taken away.",
            "recall: このセッションはまだ圧縮されていないため、失われた内容はありません。",
        )
    };
    let told = block.map(|block| block.map_or_else(none, |block| block.text));
    let parts: Vec<String> = told.into_iter().chain(waiting).collect();
    let context = (!parts.is_empty()).then(|| parts.join("\n\n"));
    outcome.reply = context.map(|context| Reply::Context {
        context,
        notice: None,
    });
    outcome.done = Some("reload context".to_owned());
    outcome
}

fn opened(event: &Event, here: &Surroundings) -> (Outcome, Project, Arguments) {
    let mut outcome = Outcome::default();
    let project = project::open(
        here.start(event.cwd.as_deref()),
        here,
        &mut outcome.problems,
    );
    outcome.language = Some(project.language);
    let arguments = arguments::read(&here.arguments, project.language, &mut outcome.problems);
    (outcome, project, arguments)
}
