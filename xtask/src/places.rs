//! Where everything is: the client's folder, the settings file, the hooks, the record.

use std::path::{Path, PathBuf, absolute};
use std::{env, fs};

use anyhow::{Context, Result, bail, ensure};

use crate::entries::COMMAND;

/// Whose settings file it is.
#[derive(clap::Args)]
pub(crate) struct Target {
    /// Whose sessions it is for: yours in every project, or yours in one
    #[arg(long, value_enum, default_value_t = Scope::User)]
    scope: Scope,
    /// The project, with --scope project [default: the checkout around the current folder]
    #[arg(long, value_name = "DIR")]
    project: Option<PathBuf>,
}

#[derive(Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
enum Scope {
    /// `<claude dir>/settings.json`
    User,
    /// `<project>/.claude/settings.local.json`
    Project,
}

pub(crate) struct Places {
    /// The client's folder.
    pub(crate) claude: PathBuf,
    /// Whether a variable has moved that folder.
    pub(crate) is_moved: bool,
    /// The folder of the programs, as the entries name it.
    pub(crate) hooks: String,
    /// The settings file as people name it.
    pub(crate) settings: PathBuf,
    /// The file it is in the end, behind every link.
    pub(crate) target: PathBuf,
    /// The user's settings file, which is in use whatever the scope is.
    pub(crate) user_settings: PathBuf,
    /// The skill that goes with the handoff server.
    pub(crate) skill: PathBuf,
    /// What install remembers for uninstall.
    pub(crate) record: PathBuf,
    pub(crate) backups: PathBuf,
    /// The handoffs of every project.
    pub(crate) handoffs: PathBuf,
    /// The user's configuration of recall.
    pub(crate) configuration: PathBuf,
    /// Where the command is linked for people, if that folder is on PATH.
    pub(crate) link: Option<PathBuf>,
    /// The project, unless the settings are the user's.
    pub(crate) project: Option<PathBuf>,
}

impl Places {
    pub(crate) fn find(target: &Target) -> Result<Places> {
        let claude = claude_folder()?;
        let project = match (target.scope, &target.project) {
            (Scope::User, None) => None,
            (Scope::User, Some(_)) => bail!("--project goes with --scope project"),
            (Scope::Project, given) => Some(project(given.as_deref())?),
        };
        let user_settings = claude.join("settings.json");
        let local = |it: &PathBuf| it.join(".claude/settings.local.json");
        let settings = project.as_ref().map_or(user_settings.clone(), local);
        Ok(Places {
            hooks: text(&claude.join("hooks"))?,
            target: resolved(&settings)?,
            user_settings: resolved(&user_settings)?,
            settings,
            skill: claude.join("skills/handoff/SKILL.md"),
            record: claude.join("recall/installed.json"),
            backups: claude.join("recall/settings-backups"),
            handoffs: recall_core::store::places::handoffs(&claude),
            configuration: claude.join("recall.json"),
            link: link(),
            project,
            is_moved: variable("CLAUDE_CONFIG_DIR").is_some(),
            claude,
        })
    }

    pub(crate) fn program(&self, name: &str) -> PathBuf {
        Path::new(&self.hooks).join(name)
    }
}

fn claude_folder() -> Result<PathBuf> {
    let folder = variable("CLAUDE_CONFIG_DIR").or_else(|| Some(variable("HOME")?.join(".claude")));
    let folder = folder.context(
        "cannot find Claude Code's folder: neither CLAUDE_CONFIG_DIR nor HOME is set; set one of them",
    )?;
    let folder = absolute(&folder)
        .with_context(|| format!("cannot make {} an absolute path", folder.display()))?;
    text(&folder)?;
    Ok(folder)
}

fn project(given: Option<&Path>) -> Result<PathBuf> {
    let project = if let Some(given) = given {
        ensure!(given.is_dir(), "there is no folder {}", given.display());
        absolute(given).with_context(|| format!("cannot find {}", given.display()))?
    } else {
        let here = env::current_dir().context("cannot find the current folder")?;
        let root = here.ancestors().find(|it| it.join(".git").exists());
        root.unwrap_or(&here).to_owned()
    };
    text(&project)?;
    Ok(project)
}

fn link() -> Option<PathBuf> {
    let folder = variable("HOME")?.join(".local/bin");
    let path = env::var_os("PATH")?;
    let is_on_path = env::split_paths(&path).any(|it| it == folder);
    is_on_path.then(|| folder.join(COMMAND))
}

/// The file behind a path, which need not exist yet.
fn resolved(path: &Path) -> Result<PathBuf> {
    let mut file = path.to_owned();
    let mut links = 0;
    while let Ok(next) = fs::read_link(&file) {
        links += 1;
        ensure!(
            links <= 40,
            "{} is a link that leads to itself",
            path.display()
        );
        file = file.parent().unwrap_or(Path::new("/")).join(next);
        let folder = file.parent().unwrap_or(Path::new("/"));
        ensure!(
            folder.is_dir(),
            "{} is a link to {}, whose folder does not exist; make the folder or remove the link",
            path.display(),
            file.display()
        );
    }
    Ok(canonical(&file))
}

fn canonical(path: &Path) -> PathBuf {
    match (fs::canonicalize(path), path.parent(), path.file_name()) {
        (Ok(path), _, _) => path,
        (Err(_), Some(parent), Some(name)) => canonical(parent).join(name),
        _ => path.to_owned(),
    }
}

fn variable(name: &str) -> Option<PathBuf> {
    let value = env::var_os(name)?;
    (!value.is_empty()).then(|| PathBuf::from(value))
}

fn text(path: &Path) -> Result<String> {
    let text = path.to_str().map(str::to_owned);
    text.with_context(|| {
        format!(
            "cannot write {} into a settings file: the path is not UTF-8",
            path.display()
        )
    })
}
