//! The project an event belongs to: its root, what recall.json says, and whose names are used.

use std::path::{Path, PathBuf};

use crate::config::{Config, Member, Owner};
use crate::language::Language;
use crate::problem::Problem;
use crate::process::Surroundings;
use crate::store::{places, private, read};

/// A project as recall finds it.
#[derive(Clone, Debug)]
pub struct Project {
    /// Its root.
    pub root: PathBuf,
    /// The folder that it was found from, with its links followed.
    pub start: PathBuf,
    /// What holds in it.
    pub config: Config,
    /// The language of every sentence.
    pub language: Language,
}

impl Project {
    /// The member whose project this is: the one whose folder holds the folder it was found from.
    #[must_use]
    pub fn member(&self) -> Option<&Member> {
        self.config.member_at(&self.start)
    }

    /// The assistant's name here: the member whose project this is, else the one that recall.json gives.
    #[must_use]
    pub fn assistant(&self) -> Option<&str> {
        let member = self.member().map(|member| member.label.as_str());
        member.or(self.config.assistant.as_deref())
    }
}

/// Opens the project that `start` lies in; settings that are not usable are reported and the rest counts.
pub fn open(start: &Path, here: &Surroundings, problems: &mut Vec<Problem>) -> Project {
    let root = places::project_root(start, here.home.as_deref());
    let mut config = Config::default();
    for (owner, path) in files(&root, here) {
        match text(owner, &root, &path) {
            Ok(None) => {}
            Ok(Some(text)) => {
                let faults = config.overlay(owner, &path, &text);
                problems.extend(faults.into_iter().map(Problem::Setting));
            }
            Err(problem) => problems.push(problem),
        }
    }
    for path in config.paths_mut() {
        *path = below_home(path, here.home.as_deref());
    }
    for member in &mut config.members {
        member.folder = places::real(&member.folder);
    }
    let language = config.language.unwrap_or(here.language);
    Project {
        root,
        start: places::real(start),
        config,
        language,
    }
}

/// The files that settings are read from, the later over the earlier; a file that is both is the user's.
#[must_use]
pub fn files(root: &Path, here: &Surroundings) -> Vec<(Owner, PathBuf)> {
    let project = root.join(".claude").join("recall.json");
    let users = here.claude_dir.as_ref();
    let users = users.map(|folder| folder.join("recall.json"));
    let is_users = |path: &Path| {
        users
            .as_deref()
            .is_some_and(|own| places::is_same(path, own))
    };
    let projects = Some(project).filter(|path| !is_users(path));
    let users = users.clone().map(|path| (Owner::User, path));
    let projects = projects.map(|path| (Owner::Project, path));
    users.into_iter().chain(projects).collect()
}

fn text(owner: Owner, root: &Path, path: &Path) -> Result<Option<String>, Problem> {
    // A clone can bring a link along, to a file of yours that is not its business.
    if owner == Owner::Project && path.exists() {
        private::expect_inside(root, path)?;
    }
    read::text_if_there(path)
}

fn below_home(path: &Path, home: Option<&Path>) -> PathBuf {
    match (path.strip_prefix("~"), home) {
        (Ok(rest), Some(home)) => home.join(rest),
        _ => path.to_owned(),
    }
}
