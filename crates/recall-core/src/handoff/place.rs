//! Where a project's handoffs are, and who stands before them.

use std::collections::HashSet;
use std::path::{Path, PathBuf};

use super::choice::Asker;
use super::record::Handoff;
use super::scope::{self, Scope, known};
use super::session::{self, Client, Session};
use super::{sessions, store};
use crate::problem::Problem;
use crate::process::{Surroundings, living};
use crate::project::Project;
use crate::store::{places, private, read, shelf, write};

/// The file in which a folder of handoffs says what project it is of.
const RECORD: &str = "scope.json";

/// The most bytes of that file.
const LONGEST: u64 = 16 * 1024;

/// The names of the client's process, as it is installed natively and by npm.
const CLIENTS: [&str; 2] = ["claude", "node"];

/// The name by which Claude Code's own agent is known.
pub const HOST: &str = "claude-code";

/// A project's handoffs.
#[derive(Clone, Debug)]
pub struct Place {
    /// What the project is called.
    pub scope: Scope,
    /// The folder in which they are left, which need not be there yet.
    pub folder: PathBuf,
    /// The folder of those that were left by who knew only the project's names, where there is one.
    pub by_names: Option<PathBuf>,
}

/// What waits in a project and who works there, as it was found at one moment.
#[derive(Clone, Debug, Default)]
pub struct Known {
    /// The sessions.
    pub sessions: Vec<Session>,
    /// Every handoff, newest first.
    pub handoffs: Vec<Handoff>,
}

/// The place of a project's handoffs, or nothing without a home folder.
pub fn of(project: &Project, here: &Surroundings, problems: &mut Vec<Problem>) -> Option<Place> {
    let claude_dir = here.claude_dir.as_deref()?;
    let scope = scope::find(
        &project.start,
        &project.root,
        here.home.as_deref(),
        problems,
    );
    Some(at(claude_dir, scope))
}

/// The place of the handoffs of a scope.
#[must_use]
pub fn at(claude_dir: &Path, scope: Scope) -> Place {
    let handoffs = places::handoffs(claude_dir);
    let folder = handoffs.join(&scope.key);
    // Reading every record is for those rare projects that somebody knew by their names alone.
    let by_names = Scope::named(&scope.workspace, &scope.project)
        .ok()
        .map(|named| named.key)
        .filter(|key| *key != scope.key && handoffs.join(key).is_dir())
        .filter(|key| known::keys(&scope, &known(claude_dir)).contains(key))
        .map(|key| handoffs.join(key));
    Place {
        scope,
        folder,
        by_names,
    }
}

/// Every project that handoffs were kept of, without those whose folder was all there was of them and is gone.
#[must_use]
pub fn known(claude_dir: &Path) -> Vec<Scope> {
    let folders = read::folders(&places::handoffs(claude_dir)).unwrap_or_default();
    let record = |folder: PathBuf| {
        let text = read::start(&folder.join(RECORD), LONGEST).ok()?;
        let scope = Scope::of_record(&text)?;
        let is_its_own = folder
            .file_name()
            .is_some_and(|name| name == scope.key.as_str());
        let is_there = scope.folder().is_none_or(Path::is_dir);
        (is_its_own && is_there).then_some(scope)
    };
    folders.into_iter().filter_map(record).collect()
}

impl Place {
    /// Makes sure of the private folder, in which it stands what project it is of.
    ///
    /// # Errors
    /// Where it cannot be made.
    pub fn prepare(&self) -> Result<(), Problem> {
        if let Some(handoffs) = self.folder.parent() {
            private::folder(handoffs)?;
        }
        private::folder(&self.folder)?;
        let record = self.scope.record();
        write::if_missing(&self.folder.join(RECORD), record.as_bytes())
    }

    /// Looks at everything that is known here.
    pub fn known(&self, problems: &mut Vec<Problem>) -> Known {
        let handoffs = self.handoffs(problems);
        let sessions = self.sessions(problems);
        Known { sessions, handoffs }
    }

    /// Every handoff of the project, newest first; one that cannot be read is reported, and the others count.
    pub fn handoffs(&self, problems: &mut Vec<Problem>) -> Vec<Handoff> {
        let mut handoffs = store::all(&self.folder, problems);
        if let Some(folder) = &self.by_names {
            handoffs.extend(store::all(folder, problems));
            store::sort(&mut handoffs);
        }
        handoffs
    }

    /// The folder that holds a handoff, or would.
    #[must_use]
    pub fn holding(&self, id: &str) -> &Path {
        let by_names = self.by_names.as_deref();
        by_names
            .filter(|folder| shelf::is_taken(folder, id))
            .unwrap_or(&self.folder)
    }

    /// The sessions that are known here.
    pub fn sessions(&self, problems: &mut Vec<Problem>) -> Vec<Session> {
        sessions::all(&self.folder).unwrap_or_else(|problem| {
            problems.push(problem);
            Vec::new()
        })
    }
}

/// The ids of the sessions that may be going on.
#[must_use]
pub fn going_on(sessions: &[Session], here: &Surroundings) -> HashSet<String> {
    session::going_on(sessions, here.now, lives)
}

/// Whether a client's process lives.
#[must_use]
pub fn lives(client: Client) -> bool {
    living::process(client.pid)
        .is_some_and(|living| client.since.is_none() || living.since == client.since)
}

/// The client whose hook this is. One that does not tell (2.1.150) is known by having started it.
#[must_use]
pub fn client(here: &Surroundings) -> Option<Client> {
    process(here.client.or_else(|| living::starter(&CLIENTS))?)
}

/// The processes that started this program, one of which is the client, which to a server it does not tell.
#[must_use]
pub fn starters() -> Vec<Client> {
    let above = living::ancestors().into_iter();
    above.filter_map(process).collect()
}

fn process(pid: u32) -> Option<Client> {
    let since = living::process(pid)?.since;
    Some(Client { pid, since })
}

/// The names of the agent that works in a project: the member of the team, and the host's.
#[must_use]
pub fn agents(project: &Project) -> Vec<String> {
    let member = project.member();
    let member = member.map(|member| [member.key.clone(), member.label.clone()]);
    let names = member.into_iter().flatten();
    names.chain([HOST.to_owned()]).collect()
}

/// The asker that a session of a project is.
#[must_use]
pub fn asker<'a>(
    session: Option<&'a str>,
    agents: &'a [String],
    project: &'a Project,
    here: &'a Surroundings,
) -> Asker<'a> {
    Asker {
        session,
        agents: Some(agents),
        owner: &here.operator,
        any_owner: false,
        folder: Some(&project.start),
    }
}
