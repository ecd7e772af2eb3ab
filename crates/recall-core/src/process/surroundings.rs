//! What a program finds around it: folders, settings in the environment, arguments, the time.

use std::env;
use std::ffi::OsStr;
use std::path::{Path, PathBuf};
use std::sync::OnceLock;
use std::time::{Duration, Instant};

use rustix::process::getuid;
use time::{OffsetDateTime, UtcOffset};

use crate::language::Language;

/// Everything that recall takes from its environment, read once.
#[derive(Clone, Debug)]
pub struct Surroundings {
    /// The arguments after the program's name.
    pub arguments: Vec<String>,
    /// The user's home folder.
    pub home: Option<PathBuf>,
    /// The client's folder: `CLAUDE_CONFIG_DIR`, else `~/.claude`.
    pub claude_dir: Option<PathBuf>,
    /// The folder that the client was started in.
    pub project_dir: Option<PathBuf>,
    /// The current folder.
    pub current_dir: PathBuf,
    /// The session whose client started this program, as the client told it at its own start.
    ///
    /// To a server that lives on after `/clear` it is the one before (client 2.1.332).
    pub session: Option<String>,
    /// The client's process.
    pub client: Option<u32>,
    /// Whether a person sits before the session, as far as the client says.
    pub attended: bool,
    /// Who works here: `RECALL_OPERATOR`, else the name of the user's account.
    pub operator: String,
    /// Whether it is the account's own user, who looks after what is kept for every operator.
    pub administers: bool,
    /// `RECALL_TURNS`, as it is written.
    pub turns: Option<String>,
    /// `MTG_DATE`, by which a team's agents know their meeting.
    pub meeting: Option<String>,
    /// The language of the locale.
    pub language: Language,
    /// The moment the program began.
    pub now: OffsetDateTime,
    /// The same moment on a clock that nobody sets.
    began: Instant,
    /// The zone, once it was read.
    zone: OnceLock<UtcOffset>,
}

impl Surroundings {
    /// Reads the environment and the clock.
    #[must_use]
    pub fn read() -> Self {
        let home = path("HOME");
        let claude_dir =
            path("CLAUDE_CONFIG_DIR").or_else(|| home.as_ref().map(|home| home.join(".claude")));
        let now = OffsetDateTime::now_utc();
        Self {
            arguments: env::args_os().skip(1).map(lossy).collect(),
            home,
            claude_dir,
            project_dir: path("CLAUDE_PROJECT_DIR"),
            current_dir: env::current_dir().unwrap_or_else(|_| PathBuf::from(".")),
            session: text("CLAUDE_CODE_SESSION_ID"),
            client: text("CLAUDE_PID").and_then(|pid| pid.parse().ok()),
            attended: attended(),
            operator: operator(),
            administers: text("RECALL_OPERATOR").is_none(),
            turns: text("RECALL_TURNS"),
            meeting: text("MTG_DATE"),
            language: language(),
            now,
            began: Instant::now(),
            zone: OnceLock::new(),
        }
    }

    /// The same surroundings at this moment, for a program that lives on.
    #[must_use]
    pub fn later(&self) -> Self {
        Self {
            now: OffsetDateTime::now_utc(),
            ..self.clone()
        }
    }

    /// The zone in which times are shown, read when one is: a hook that has nothing to say opens no file.
    ///
    /// It is read once: a program with several threads can no more ask for it.
    #[must_use]
    pub fn zone(&self) -> UtcOffset {
        let read = || UtcOffset::local_offset_at(self.now).unwrap_or(UtcOffset::UTC);
        *self.zone.get_or_init(read)
    }

    /// How long the program has been running.
    #[must_use]
    pub fn spent(&self) -> Duration {
        self.began.elapsed()
    }

    /// The folder from which the project is looked for: the client's, else the event's, else the current one.
    ///
    /// One that is gone is passed over: nothing is kept in a folder that was removed.
    #[must_use]
    pub fn start<'a>(&'a self, cwd: Option<&'a Path>) -> &'a Path {
        let named = [self.project_dir.as_deref(), cwd];
        named
            .into_iter()
            .flatten()
            .find(|folder| folder.is_dir())
            .unwrap_or(&self.current_dir)
    }
}

/// A client that does not say it (2.1.150) tells by which way it was started.
fn attended() -> bool {
    let by_a_program = || text("CLAUDE_CODE_ENTRYPOINT").is_some_and(|way| way.starts_with("sdk"));
    text("CLAUDE_CODE_SESSION_ATTENDED").map_or_else(|| !by_a_program(), |said| said != "0")
}

fn operator() -> String {
    let named = ["RECALL_OPERATOR", "USER", "LOGNAME"].into_iter();
    let named = named.filter_map(text).find(|name| !name.trim().is_empty());
    named.unwrap_or_else(|| format!("uid {}", getuid().as_raw()))
}

fn language() -> Language {
    let set = ["LC_ALL", "LC_MESSAGES", "LANG"].into_iter().find_map(text);
    set.map(|locale| Language::of_locale(&locale))
        .unwrap_or_default()
}

fn path(name: &str) -> Option<PathBuf> {
    env::var_os(name)
        .filter(|value| !value.is_empty())
        .map(PathBuf::from)
}

fn text(name: &str) -> Option<String> {
    env::var_os(name)
        .filter(|value| !value.is_empty())
        .map(lossy)
}

fn lossy(text: impl AsRef<OsStr>) -> String {
    text.as_ref().to_string_lossy().into_owned()
}
