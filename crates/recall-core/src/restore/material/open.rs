//! What was still to do, and the plan.

use foldhash::HashMap;

use crate::transcript::entry::{Deed, Todo};
use crate::transcript::{Entry, What};

/// Things to do that are still open, and the plan.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Open<'a> {
    /// What is not done yet.
    pub todos: Vec<Todo>,
    /// The plan that was proposed last.
    pub plan: Option<&'a str>,
}

/// What was still to do when the segment ended, and the plan that was proposed last.
#[must_use]
pub fn open(entries: &[Entry]) -> Open<'_> {
    let mut tasks: Vec<(String, Todo)> = Vec::new();
    let mut plan = None;
    let answers = answers(entries);
    for entry in entries {
        let What::Call { id, deed, .. } = &entry.what else {
            continue;
        };
        match deed {
            Deed::Plan(text) => plan = Some(text.as_str()),
            Deed::Todos(todos) => {
                tasks = todos
                    .iter()
                    .map(|todo| (String::new(), todo.clone()))
                    .collect();
            }
            Deed::NewTask(text) => {
                let number = answers.get(id.as_str()).and_then(|answer| number(answer));
                let number = number.unwrap_or_else(|| (tasks.len() + 1).to_string());
                tasks.push((
                    number,
                    Todo {
                        text: text.clone(),
                        status: "pending".to_owned(),
                    },
                ));
            }
            Deed::Task { id, status } => {
                if let Some((_, task)) = tasks.iter_mut().find(|(number, _)| number == id) {
                    task.status.clone_from(status);
                }
            }
            _ => {}
        }
    }
    let is_open =
        |todo: &Todo| !matches!(todo.status.as_str(), "completed" | "deleted" | "cancelled");
    Open {
        todos: tasks
            .into_iter()
            .map(|(_, todo)| todo)
            .filter(is_open)
            .collect(),
        plan,
    }
}

fn answers(entries: &[Entry]) -> HashMap<&str, &str> {
    let answers = entries.iter().filter_map(|entry| match &entry.what {
        What::Outcome { call, text, .. } => Some((call.as_str(), text.as_str())),
        _ => None,
    });
    answers.collect()
}

/// The number in an answer such as `Task #3 created successfully`.
fn number(answer: &str) -> Option<String> {
    let (_, rest) = answer.split_once('#')?;
    let digits: String = rest.chars().take_while(char::is_ascii_digit).collect();
    (!digits.is_empty()).then_some(digits)
}

#[cfg(test)]
mod tests {
    use super::open;
    use crate::transcript::entry::{Deed, Ending, Todo};
    use crate::transcript::{Entry, What};

    fn entry(what: What) -> Entry {
        Entry {
            offset: 0,
            uuid: None,
            at: None,
            what,
            taken_back: false,
        }
    }

    fn call(id: &str, deed: Deed) -> Entry {
        entry(What::Call {
            id: id.to_owned(),
            name: String::new(),
            input: String::new(),
            deed,
        })
    }

    fn answer(call: &str, text: &str) -> Entry {
        entry(What::Outcome {
            call: call.to_owned(),
            ending: Ending::Done,
            text: text.to_owned(),
        })
    }

    fn todo(text: &str, status: &str) -> Todo {
        Todo {
            text: text.to_owned(),
            status: status.to_owned(),
        }
    }

    fn task(id: &str, status: &str) -> Deed {
        Deed::Task {
            id: id.to_owned(),
            status: status.to_owned(),
        }
    }

    #[track_caller]
    fn check(entries: &[Entry], expected: &[Todo]) {
        assert_eq!(open(entries).todos, expected);
    }

    #[test]
    fn the_list_that_was_written_last_counts_without_what_is_done() {
        let list = |todos: &[Todo]| call("1", Deed::Todos(todos.to_vec()));
        check(
            &[
                list(&[todo("a", "pending")]),
                list(&[todo("a", "completed"), todo("b", "in_progress")]),
            ],
            &[todo("b", "in_progress")],
        );
    }

    #[test]
    fn tasks_are_followed_by_the_numbers_that_the_host_gave_them() {
        check(
            &[
                call("1", Deed::NewTask("a".into())),
                answer("1", "Task #7 created successfully: a"),
                call("2", Deed::NewTask("b".into())),
                answer("2", "Task #8 created successfully: b"),
                call("3", task("7", "completed")),
                call("4", task("8", "in_progress")),
                call("5", task("9", "in_progress")),
            ],
            &[todo("b", "in_progress")],
        );
    }

    #[test]
    fn the_plan_that_was_proposed_last_counts() {
        let entries = [
            call("1", Deed::Plan("old".into())),
            call("2", Deed::Plan("new".into())),
        ];
        assert_eq!(open(&entries).plan, Some("new"));
    }
}
