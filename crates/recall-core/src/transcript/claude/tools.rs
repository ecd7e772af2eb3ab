//! What Claude Code's tools do, told by their names and arguments.

use std::borrow::Cow;

use super::super::entry::{Deed, Ending, Todo};
use super::super::json::{self, Object};

/// The deed of a call of the tool `name` with these arguments.
#[must_use]
pub(super) fn deed(name: &str, input: &Object<'_>) -> Deed {
    let text = |key| input.text(key).map(Cow::into_owned);
    let path = || text("file_path").or_else(|| text("notebook_path"));
    match name {
        "Edit" | "MultiEdit" | "Write" | "NotebookEdit" => path().map_or(Deed::Other, Deed::Edit),
        "TodoWrite" => Deed::Todos(todos(input)),
        "TaskCreate" => text("subject").map_or(Deed::Other, Deed::NewTask),
        "TaskUpdate" => task_update(input),
        "ExitPlanMode" => text("plan").map_or(Deed::Other, Deed::Plan),
        "AskUserQuestion" => Deed::Ask(questions(input)),
        _ => match (text("command"), path().or_else(|| text("path"))) {
            (Some(command), _) => Deed::Run(command),
            (None, Some(path)) => Deed::Read(path),
            (None, None) => Deed::Other,
        },
    }
}

/// How the client begins the answer to a call that the user refused (client 2.1.332).
const REFUSED: &str = "The user doesn't want to proceed with this tool use";
/// What stands before the words of a user who said why.
const SAID: &str = "the user said:";

/// How a call ended, by the tool's own mark and the answer.
#[must_use]
pub(super) fn ending(failed: bool, answer: &str) -> Ending {
    if answer.starts_with(REFUSED) {
        let words = answer.split_once(SAID).map(|(_, words)| words.trim());
        return Ending::Refused(words.filter(|words| !words.is_empty()).map(str::to_owned));
    }
    if failed { Ending::Failed } else { Ending::Done }
}

fn questions(input: &Object<'_>) -> Vec<String> {
    let questions = objects(input, "questions");
    questions
        .filter_map(|question| Some(question.text("question")?.into_owned()))
        .collect()
}

fn objects<'a>(input: &Object<'a>, key: &str) -> impl Iterator<Item = Object<'a>> {
    let elements = input.raw(key).and_then(json::elements).unwrap_or_default();
    elements
        .into_iter()
        .filter_map(|element| Object::parse(element.get()))
}

fn todos(input: &Object<'_>) -> Vec<Todo> {
    objects(input, "todos")
        .filter_map(|todo| {
            let status = todo.text("status").unwrap_or_default();
            Some(Todo {
                text: todo.text("content")?.into_owned(),
                status: status.into_owned(),
            })
        })
        .collect()
}

fn task_update(input: &Object<'_>) -> Deed {
    match (input.text("taskId"), input.text("status")) {
        (Some(id), Some(status)) => Deed::Task {
            id: id.into_owned(),
            status: status.into_owned(),
        },
        _ => Deed::Other,
    }
}
