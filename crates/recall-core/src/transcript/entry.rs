//! What a transcript holds once it is read, whatever host wrote it.

use time::OffsetDateTime;

/// One thing that was said or done, in the order of the transcript.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entry {
    /// Where its line starts in the transcript, in bytes.
    pub offset: u64,
    /// The id of its line, where it has one.
    pub uuid: Option<String>,
    /// When it happened, where the transcript says so.
    pub at: Option<OffsetDateTime>,
    /// What it was.
    pub what: What,
    /// Whether the user took it back by going on from before it: a prompt that was asked anew.
    pub taken_back: bool,
}

/// The kinds of things that are said and done in a session.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum What {
    /// Somebody asked for something.
    Prompt {
        /// The words, without what the client wrapped around them.
        text: String,
        /// How they got into the session.
        origin: Origin,
    },
    /// A person did something other than asking.
    Action(Action),
    /// The assistant said something.
    Reply(String),
    /// The assistant used a tool.
    Call {
        /// The host's id of the call.
        id: String,
        /// The tool.
        name: String,
        /// Its arguments, as the JSON that was sent.
        input: String,
        /// What it was meant to do.
        deed: Deed,
    },
    /// A tool answered.
    Outcome {
        /// The id of the call that it answers.
        call: String,
        /// How the call ended.
        ending: Ending,
        /// What the tool said.
        text: String,
    },
    /// A compaction: what stands before it was taken away.
    Boundary,
    /// The summary that took its place.
    Summary(String),
}

/// How a prompt got into the session.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Origin {
    /// Typed and sent as a turn.
    Typed,
    /// Typed while the assistant was at work, and written beside a tool's result (client 2.1.19 to 2.1.37).
    SteeringInResult,
    /// Typed while the assistant was at work, and written as an attachment (client 2.1.97 and later).
    SteeringAttached,
    /// Typed while the assistant was at work, and found in the queue only.
    SteeringQueued,
    /// Sent by a program through the SDK or `-p`.
    Program,
    /// Written by the client after a plan was approved (client 2.1.12 to 2.1.72).
    Plan,
}

/// What a person does in a session other than asking.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Action {
    /// A slash command with its arguments: `/review src/lib.rs`.
    Command(String),
    /// A shell command typed with `!`.
    Shell(String),
    /// A note typed with `#`.
    Note(String),
    /// The assistant was interrupted.
    Interrupt,
}

/// What a tool call was meant to do, as far as it matters later.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Deed {
    /// Changing a file.
    Edit(String),
    /// Reading a file, or looking through a folder.
    Read(String),
    /// Running a shell command.
    Run(String),
    /// Writing the list of things to do anew.
    Todos(Vec<Todo>),
    /// Adding a thing to do; its number is in the answer.
    NewTask(String),
    /// Setting the status of a thing to do.
    Task {
        /// Its number.
        id: String,
        /// Its status, in the host's word.
        status: String,
    },
    /// Proposing a plan.
    Plan(String),
    /// Asking the user these questions.
    Ask(Vec<String>),
    /// Anything else.
    Other,
}

/// A thing to do.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Todo {
    /// What is to be done.
    pub text: String,
    /// Its status, in the host's word: `pending`, `in_progress`, `completed`.
    pub status: String,
}

/// How a tool call ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Ending {
    /// The tool did what it was called for, or does not say otherwise.
    Done,
    /// The tool reported a failure.
    Failed,
    /// The user did not let it run, and may have said why.
    Refused(Option<String>),
}
