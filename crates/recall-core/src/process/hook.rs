//! How a hook runs: it always ends well, answers once, and names each problem in one line.

use std::any::Any;
use std::io::{self, IsTerminal, Read, Write};
use std::panic::{self, AssertUnwindSafe};
use std::process::ExitCode;
use std::time::Instant;

use time::format_description::well_known::Rfc3339;

use super::{Exit, Surroundings};
use crate::hook::{Event, Reply};
use crate::language::Language;
use crate::problem::{EventFault, Problem};
use crate::say;
use crate::store::receipt::{self, Receipt};

/// What a hook's policy came to.
#[derive(Debug, Default)]
pub struct Outcome {
    /// The answer to the client, if there is one.
    pub reply: Option<Reply>,
    /// What could not be done.
    pub problems: Vec<Problem>,
    /// What was done, for the receipt; nothing leaves no receipt.
    pub done: Option<String>,
    /// The language in which problems are said; nothing means the locale's.
    pub language: Option<Language>,
}

impl Outcome {
    /// The outcome of an event that does not say which it is.
    #[must_use]
    pub fn without_event_name() -> Self {
        let fault = Problem::Event(EventFault::Nameless);
        Self {
            problems: vec![fault],
            done: Some("no event name".to_owned()),
            ..Self::default()
        }
    }

    /// Takes the value of a deed, or its problem.
    pub fn take<T>(&mut self, result: Result<T, Problem>) -> Option<T> {
        result.map_err(|problem| self.report(problem)).ok()
    }

    fn report(&mut self, problem: Problem) {
        if !self.has_told(&problem) {
            self.problems.push(problem);
        }
    }

    fn has_told(&self, problem: &Problem) -> bool {
        self.problems.iter().any(|told| problem.has_cause_of(told))
    }
}

/// Runs a hook: reads the event, asks the policy, answers, and leaves a receipt.
///
/// Whatever happens, the exit code is 0 and standard output holds the answer and nothing else.
pub fn hook(
    program: &str,
    version: &str,
    policy: impl FnOnce(&Event, &Surroundings) -> Outcome,
) -> ExitCode {
    let began = Instant::now();
    let here = Surroundings::read();
    if let Some(answer) = to_a_person(program, version, &here) {
        // A person asked, and the person's terminal may be gone: nothing depends on it.
        let _ = io::stdout().write_all(answer.as_bytes());
        return Exit::Done.into();
    }
    let mut input = Vec::new();
    let read = io::stdin().read_to_end(&mut input);
    let event = match read {
        Ok(_) => Event::parse(&input),
        Err(error) => Err(Problem::Event(EventFault::Unread(error))),
    };
    let mut outcome = match &event {
        Ok(event) => guarded(|| policy(event, &here)),
        Err(_) => Outcome {
            done: Some("no event".to_owned()),
            ..Outcome::default()
        },
    };
    let printed = match (&event, outcome.reply.take()) {
        (Ok(event), Some(reply)) => print(&reply.encode(&event.kind)),
        _ => 0,
    };
    let event = event.map_err(|problem| outcome.problems.push(problem)).ok();
    let run = Run {
        program,
        version,
        began,
        printed,
    };
    complain(&run, &outcome, &here);
    leave_receipt(&run, event.as_ref(), &outcome, &here);
    Exit::Done.into()
}

struct Run<'a> {
    program: &'a str,
    version: &'a str,
    began: Instant,
    printed: usize,
}

/// The answer to somebody who runs the hook by hand.
fn to_a_person(program: &str, version: &str, here: &Surroundings) -> Option<String> {
    if here
        .arguments
        .iter()
        .any(|argument| argument == "--version")
    {
        return Some(format!("{program} {version}\n"));
    }
    let asked = here
        .arguments
        .iter()
        .any(|argument| argument == "--help" || argument == "-h");
    if !asked && !io::stdin().is_terminal() {
        return None;
    }
    let help = say!(
        here.language,
        "{program} is a hook: Claude Code runs it and gives it an event on standard input.\nWhat it kept is shown by `recall`.\n",
        "{program}はフックです。Claude Codeが起動し、標準入力にイベントを渡します。\n残した記録は`recall`で読めます。\n",
    );
    Some(help)
}

/// Runs a policy; a panic in it becomes a problem.
fn guarded(policy: impl FnOnce() -> Outcome) -> Outcome {
    panic::set_hook(Box::new(|_| {}));
    panic::catch_unwind(AssertUnwindSafe(policy)).unwrap_or_else(|panic| Outcome {
        problems: vec![Problem::Panic(message(&*panic).to_owned())],
        done: Some("panic".to_owned()),
        ..Outcome::default()
    })
}

fn message(panic: &(dyn Any + Send)) -> &str {
    let text = panic.downcast_ref::<String>().map(String::as_str);
    text.or_else(|| panic.downcast_ref::<&str>().copied())
        .unwrap_or("?")
}

fn print(answer: &str) -> usize {
    let mut output = io::stdout().lock();
    // A client that has gone away does not read an error either.
    match output
        .write_all(answer.as_bytes())
        .and_then(|()| output.flush())
    {
        Ok(()) => answer.len(),
        Err(_) => 0,
    }
}

fn complain(run: &Run<'_>, outcome: &Outcome, here: &Surroundings) {
    let language = outcome.language.unwrap_or(here.language);
    let mut output = io::stderr().lock();
    for problem in &outcome.problems {
        let _ = writeln!(output, "{}: {}", run.program, problem.text(language));
    }
}

fn leave_receipt(run: &Run<'_>, event: Option<&Event>, outcome: &Outcome, here: &Surroundings) {
    let (Some(done), Some(claude_dir)) = (&outcome.done, &here.claude_dir) else {
        return;
    };
    let problems = outcome
        .problems
        .iter()
        .map(|problem| problem.text(Language::English));
    let reason: Vec<String> = std::iter::once(done.clone()).chain(problems).collect();
    let result = match (outcome.problems.is_empty(), run.printed) {
        (false, _) => "problem",
        (true, 0) => "nothing",
        (true, _) => "ok",
    };
    let receipt = Receipt {
        time: &here.now.format(&Rfc3339).unwrap_or_default(),
        program: run.program,
        version: run.version,
        event: &event.map_or_else(|| "unreadable".to_owned(), |event| event.kind.label()),
        session: event
            .and_then(|event| event.session.as_deref())
            .unwrap_or("unknown"),
        result,
        bytes: run.printed,
        ms: run.began.elapsed().as_millis(),
        reason: &reason.join("; "),
    };
    if let Err(problem) = receipt::leave(claude_dir, &receipt)
        && !outcome.has_told(&problem)
    {
        let _ = writeln!(
            io::stderr(),
            "{}: {}",
            run.program,
            problem.text(here.language)
        );
    }
}
