//! The project an event belongs to: its root, what recall.json says, and whose names are used.

use std::path::{Path, PathBuf};

use crate::config::{Config, Owner};
use crate::language::Language;
use crate::problem::Problem;
use crate::process::Surroundings;
use crate::store::{places, read};

/// A project as recall finds it.
#[derive(Clone, Debug)]
pub struct Project {
    /// Its root.
    pub root: PathBuf,
    /// What holds in it.
    pub config: Config,
    /// The language of every sentence.
    pub language: Language,
}

impl Project {
    /// The assistant's name here: the member whose project this is, else the one that recall.json gives.
    #[must_use]
    pub fn assistant(&self) -> Option<&str> {
        let member = self
            .config
            .member_at(&self.root)
            .map(|member| member.label.as_str());
        member.or(self.config.assistant.as_deref())
    }
}

/// Opens the project that `start` lies in; settings that are not usable are reported and the rest counts.
pub fn open(start: &Path, here: &Surroundings, problems: &mut Vec<Problem>) -> Project {
    let root = places::project_root(start, here.home.as_deref());
    let mut config = Config::default();
    let users = here
        .claude_dir
        .as_ref()
        .map(|folder| (Owner::User, folder.join("recall.json")));
    let project = (Owner::Project, root.join(".claude").join("recall.json"));
    for (owner, path) in users.into_iter().chain([project]) {
        match read::text_if_there(&path) {
            Ok(None) => {}
            Ok(Some(text)) => problems.extend(
                config
                    .overlay(owner, &path, &text)
                    .into_iter()
                    .map(Problem::Value),
            ),
            Err(problem) => problems.push(problem),
        }
    }
    for member in &mut config.members {
        member.folder = below_home(&member.folder, here.home.as_deref());
    }
    config.handover.file = below_home(&config.handover.file, here.home.as_deref());
    let language = config.language.unwrap_or(here.language);
    Project {
        root,
        config,
        language,
    }
}

fn below_home(path: &Path, home: Option<&Path>) -> PathBuf {
    match (path.strip_prefix("~"), home) {
        (Ok(rest), Some(home)) => home.join(rest),
        _ => path.to_owned(),
    }
}
