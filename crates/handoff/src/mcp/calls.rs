//! What each tool does, and the text of its answer beside the structure.

use recall_core::handoff::text;
use recall_core::problem::Problem;
use recall_core::process::Surroundings;
use recall_core::project::Project;
use recall_core::{budget, frame, say};
use rmcp::model::{CallToolResult, ContentBlock};
use serde::Serialize;
use serde_json::{Map, Value};

use super::scope;
use super::tools::Call;
use crate::accept::{self, Why};
use crate::caller::Caller;
use crate::deeds::{self, Leaving};
use crate::given::Given;
use crate::lines;
use crate::why;

/// The most UTF-16 code units of a summary in a list.
const SUMMARY: usize = 600;

/// Answers a call; whatever is wrong with it is an answer, too.
pub(crate) fn answer(
    call: Call,
    arguments: Map<String, Value>,
    client: Option<&str>,
    here: &Surroundings,
    problems: &mut Vec<Problem>,
) -> CallToolResult {
    let project = scope::settings(here, problems);
    let language = project.language;
    let answer = Given::check(arguments, call.parameters(), language).and_then(|given| {
        let caller = scope::caller(&given, client, here, &project, problems)?;
        let done = match call {
            Call::List => Ok(list(&caller, &given, problems)),
            Call::Accept => accept(&caller, &given),
            Call::Begin => begin(&caller, &given, &project),
            Call::Cancel => return cancel(&caller, &given),
        };
        done.map_err(|problem| problem.text(language))
    });
    answer.unwrap_or_else(|fault| CallToolResult::error(vec![ContentBlock::text(fault)]))
}

fn result(text: impl Into<String>, told: &impl Serialize) -> CallToolResult {
    let mut result = CallToolResult::success(vec![ContentBlock::text(text)]);
    result.structured_content = serde_json::to_value(told).ok();
    result
}

fn list(caller: &Caller<'_>, given: &Given, problems: &[Problem]) -> CallToolResult {
    let (language, here) = (caller.language, caller.here);
    let seen = deeds::seen(caller, given.flag("all"));
    let unended = deeds::unended(caller);
    let listed = deeds::listed(caller, &seen, unended.as_ref(), problems);
    let scope = lines::scope(caller);
    let count = seen.len();
    let heading = say!(
        language,
        "Handoffs of {scope}: {count}.",
        "{scope}の引き継ぎ: {count}件。"
    );
    let mut parts = vec![format!("{heading} {}", listed.notice)];
    for (handoff, told) in seen.iter().zip(&listed.handoffs) {
        let offer = text::offer(handoff, here.now, here.zone(), language);
        let state = lines::state(handoff, caller);
        let summary = frame::plain(&handoff.summary);
        let summary = frame::fenced(&frame::quote(&budget::abridge(&summary, SUMMARY)));
        let withheld = lines::withheld(handoff, told, caller);
        parts.push(format!("{offer} [{state}{withheld}]\n{summary}"));
    }
    if listed.left_out > 0 {
        let more = listed.left_out;
        parts.push(say!(
            language,
            "…(+{more} older)",
            "…(ほかに古いもの{more}件)"
        ));
    }
    parts.extend(unended.map(|found| lines::unended(&found, caller)));
    parts.extend(listed.problems.iter().cloned());
    result(parts.join("\n\n"), &listed)
}

fn accept(caller: &Caller<'_>, given: &Given) -> Result<CallToolResult, Problem> {
    let taken = accept::accept(caller, given.text("handoff_id"))?;
    let accepted = deeds::accepted(caller, &taken);
    let held = lines::held(&taken, caller);
    let quoted = held.map(|handoff| lines::whole(handoff, caller));
    let status = accepted.status;
    let parts = [Some(format!("{status}: {}", accepted.message)), quoted];
    let text: Vec<String> = parts.into_iter().flatten().collect();
    Ok(result(text.join("\n\n"), &accepted))
}

fn begin(caller: &Caller<'_>, given: &Given, project: &Project) -> Result<CallToolResult, Problem> {
    let own = caller.who.folder.is_some().then_some(&project.start);
    let own = own.map(|start| start.to_string_lossy().into_owned());
    let begun = deeds::begin(caller, Leaving::of(given, own))?;
    Ok(result(deeds::begun(&begun, caller), &begun))
}

fn cancel(caller: &Caller<'_>, given: &Given) -> Result<CallToolResult, String> {
    let id = given.text("handoff_id").unwrap_or_default();
    match deeds::cancel(caller, id) {
        Ok(Some(done)) => Ok(result(deeds::cancelled(&done, caller), &done)),
        Ok(None) => Err(why::sentence(&Why::Unknown(id.to_owned()), caller)),
        Err(problem) => Err(problem.text(caller.language)),
    }
}
