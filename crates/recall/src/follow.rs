//! A live transcript as it goes on: what is new is told as it is written.

use std::collections::{HashMap, HashSet};
use std::io::{Read, Seek, SeekFrom};
use std::path::Path;
use std::thread;
use std::time::Duration;

use recall_core::problem::{Deed, Problem};
use recall_core::process::Surroundings;
use recall_core::project::Project;
use recall_core::say;
use recall_core::store::read;
use recall_core::transcript::back::Back;
use recall_core::transcript::claude::{self, Record};
use recall_core::transcript::entry::Ending;
use recall_core::transcript::{Action, Entry, What, line};

use crate::conversation::{self as told, Manner};
use crate::options::{Role, Tools};
use crate::terminal::{self, Terminal};

/// How often it is looked whether more was written.
const BEAT: Duration = Duration::from_millis(250);
/// How many of the last records what follows can depend on: a text waits in the queue for a turn at most.
const WINDOW: usize = 256;

/// What was told so far.
struct Follower<'a> {
    manner: &'a Manner,
    project: &'a Project,
    here: &'a Surroundings,
    /// The last records, for what depends on them.
    records: Vec<Record>,
    /// The ids of the lines that were read: a second line with one is a copy.
    seen: HashSet<String>,
    /// What was told: where its line starts, and the how many-eth of the line it is.
    told: HashSet<(u64, usize)>,
    /// Whether the assistant's name stands above what comes.
    is_answering: bool,
    /// The names of tools by the ids of their calls.
    calls: HashMap<String, String>,
}

/// A backup was to be followed, which never goes on.
pub(crate) fn kept(path: &Path, project: &Project) -> Problem {
    let path = path.display();
    Problem::Value(say!(
        project.language,
        "{path} is a backup and does not go on; `recall show --follow` follows this project's live transcript",
        "{path}はバックアップで、続きは書かれません。`recall show --follow`で進行中のトランスクリプトを表示できます"
    ))
}

/// Where the last whole line of a file ends, in bytes.
///
/// # Errors
/// Where it cannot be read.
pub(crate) fn whole(path: &Path) -> Result<u64, Problem> {
    let failed = |error| Problem::io(Deed::Read, path)(error);
    let mut back = Back::new(read::open(path)?).map_err(failed)?;
    let last = back.line().map_err(failed)?;
    Ok(last.map_or(0, |line| line.offset))
}

/// Tells what is written from this byte on, until the file is gone or the reader has seen enough.
pub(crate) fn follow(
    path: &Path,
    from: u64,
    manner: &Manner,
    project: &Project,
    here: &Surroundings,
    terminal: &Terminal,
) -> Result<(), Problem> {
    let mut follower = Follower {
        manner,
        project,
        here,
        records: Vec::new(),
        seen: HashSet::new(),
        told: HashSet::new(),
        is_answering: false,
        calls: HashMap::new(),
    };
    let mut at = from;
    loop {
        let Some(size) = read::size(path).filter(|size| *size >= at) else {
            terminal::complain(&gone(path, project));
            return Ok(());
        };
        if size > at {
            let bytes = since(path, at)?;
            let text = follower.tell(&bytes, at);
            at += bytes.len() as u64;
            if !text.is_empty() && !terminal::write_out(&terminal.dressed(&text))? {
                return Ok(());
            }
        }
        thread::sleep(BEAT);
    }
}

/// The whole lines of a file from a byte on; the last can still be being written.
fn since(path: &Path, at: u64) -> Result<Vec<u8>, Problem> {
    let failed = |error| Problem::io(Deed::Read, path)(error);
    let mut file = read::open(path)?;
    let mut bytes = Vec::new();
    file.seek(SeekFrom::Start(at)).map_err(failed)?;
    file.read_to_end(&mut bytes).map_err(failed)?;
    let whole = bytes.iter().rposition(|byte| *byte == b'\n');
    bytes.truncate(whole.map_or(0, |end| end + 1));
    Ok(bytes)
}

fn gone(path: &Path, project: &Project) -> String {
    let path = path.display();
    say!(
        project.language,
        "{path} is gone or was begun anew, so there is nothing more to follow",
        "{path}はなくなったか書き直されたため、表示を終わります"
    )
}

impl Follower<'_> {
    /// The text of what lines say that begin at this byte.
    fn tell(&mut self, bytes: &[u8], at: u64) -> String {
        let mut offset = at;
        for text in bytes.split_inclusive(|byte| *byte == b'\n') {
            line::read(text, |object| self.take(claude::record(object, offset)));
            offset += text.len() as u64;
        }
        // What a line means can depend on lines before it, so these are put together anew.
        let entries = claude::entries(self.records.clone());
        let mut text = String::new();
        let (mut line, mut nth) = (None, 0);
        for entry in &entries {
            nth = if line == Some(entry.offset) {
                nth + 1
            } else {
                0
            };
            line = Some(entry.offset);
            if self.told.insert((entry.offset, nth)) {
                text.push_str(&self.entry(entry));
            }
        }
        self.forget();
        text
    }

    fn take(&mut self, record: Option<Record>) {
        let is_new = |record: &Record| match &record.uuid {
            Some(uuid) => self.seen.insert(uuid.clone()),
            None => true,
        };
        self.records.extend(record.filter(is_new));
    }

    /// Lets go of what nothing depends on any more, so that a long session costs no more than a short one.
    fn forget(&mut self) {
        let old = self.records.len().saturating_sub(WINDOW);
        self.records.drain(..old);
    }

    fn entry(&mut self, entry: &Entry) -> String {
        let tells_calls = self.manner.tells(Role::Tool) && self.manner.tools != Tools::Off;
        match &entry.what {
            What::Prompt { text, .. } | What::Action(Action::Command(text)) => {
                self.is_answering = false;
                if !self.manner.tells(Role::User) {
                    return String::new();
                }
                let asked = told::asked(text, entry.at, false, self.project, self.here);
                format!("\n{asked}")
            }
            What::Reply(text) if self.manner.tells(Role::Assistant) => {
                self.answered(&told::replied(text))
            }
            What::Call {
                id, name, input, ..
            } if tells_calls => {
                self.calls.insert(id.clone(), name.clone());
                let call = match self.manner.tools {
                    Tools::Full => told::in_full(name, input, false, None, self.project),
                    Tools::Off | Tools::Short => told::call(name, input, false, self.project),
                };
                self.answered(&call)
            }
            What::Outcome { call, ending, text } if tells_calls => {
                self.outcome(call, *ending != Ending::Done, text)
            }
            What::Boundary => told::compaction(self.project),
            _ => String::new(),
        }
    }

    fn answered(&mut self, text: &str) -> String {
        let name = if self.is_answering {
            String::new()
        } else {
            told::answers(self.project)
        };
        self.is_answering = true;
        name + text
    }

    /// What a tool answered: all of it where it is asked for, else only that it failed.
    fn outcome(&self, call: &str, failed: bool, text: &str) -> String {
        let Some(name) = self.calls.get(call) else {
            return String::new();
        };
        let answer = match self.manner.tools {
            Tools::Full => told::answered(text),
            Tools::Off | Tools::Short => String::new(),
        };
        if failed {
            told::call(name, "", true, self.project) + &answer
        } else {
            answer
        }
    }
}
