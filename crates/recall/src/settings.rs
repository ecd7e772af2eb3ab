//! The settings that hold, where each comes from, and what in their files is not usable.

use recall_core::config::Owner;
use recall_core::language::Language;
use recall_core::problem::Problem;
use recall_core::process::Surroundings;
use recall_core::project::{self, Project};
use recall_core::restore::wanted::{self, Wishes};
use recall_core::say;
use recall_core::store::places;
use serde_json::{Value, json};

use crate::answer;
use crate::options::Config;
use crate::page::Page;
use crate::palette::{FAILED, FAINT, NAME};
use crate::plain;
use crate::width::columns;

/// A setting that holds.
struct Setting {
    name: &'static str,
    about: &'static str,
    value: Value,
    from: Origin,
}

/// Where a value comes from.
#[derive(Clone, Copy)]
enum Origin {
    Default,
    File(Owner),
    Variable(&'static str),
    Locale,
}

/// The page of the settings; problems are a part of it.
pub(crate) fn page(
    asked: &Config,
    project: &Project,
    here: &Surroundings,
    mut problems: Vec<Problem>,
) -> Page {
    let settings = settings(project, here, &mut problems);
    let problems: Vec<String> = problems
        .iter()
        .map(|problem| problem.text(project.language))
        .collect();
    if asked.json {
        Page::data(as_json(&settings, &problems, project, here))
    } else {
        Page::of(as_text(&settings, &problems, project, here))
    }
}

fn settings(project: &Project, here: &Surroundings, problems: &mut Vec<Problem>) -> Vec<Setting> {
    let shown = project.config.shown().into_iter();
    let setting = |(key, value): (&'static recall_core::config::keys::Key, Value)| {
        let owner = project.config.owner(key.name);
        let from = owner.map_or(Origin::Default, Origin::File);
        let (value, from) = match key.name {
            "turns" => turns(project, here, from, problems),
            "language" if owner.is_none() => (json!(project.language.tag()), Origin::Locale),
            _ => (value, from),
        };
        Setting {
            name: key.name,
            about: key.about.text(project.language),
            value,
            from,
        }
    };
    shown.map(setting).collect()
}

fn turns(
    project: &Project,
    here: &Surroundings,
    from: Origin,
    problems: &mut Vec<Problem>,
) -> (Value, Origin) {
    let wishes = |config| Wishes {
        argument: None,
        environment: here.turns.as_deref(),
        config,
    };
    let holding = wanted::turns(wishes(project.config.turns), project.language, problems);
    // What would hold whatever the files say comes from the variable.
    let of_variable =
        [1, 2].map(|config| wanted::turns(wishes(Some(config)), project.language, &mut Vec::new()));
    let is_variables = of_variable == [holding; 2];
    let from = if is_variables {
        Origin::Variable("RECALL_TURNS")
    } else {
        from
    };
    (json!(holding), from)
}

fn as_text(
    settings: &[Setting],
    problems: &[String],
    project: &Project,
    here: &Surroundings,
) -> String {
    let language = project.language;
    let from = |setting: &Setting| setting.from.text(project, here);
    let name = settings.iter().map(|setting| setting.name.len()).max();
    let source = settings.iter().map(|setting| columns(&from(setting))).max();
    let (name, source) = (name.unwrap_or(0), source.unwrap_or(0));
    let mut text = String::new();
    for setting in settings {
        let from = from(setting);
        let gap = " ".repeat(source.saturating_sub(columns(&from)));
        let value = setting.shown(language);
        text.push_str(&format!(
            "{NAME}{:name$}{NAME:#}  {FAINT}{from}{FAINT:#}{gap}  {value}\n",
            setting.name
        ));
    }
    text.push('\n');
    for (path, what) in files(project, here) {
        text.push_str(&format!("{FAINT}{path}{what}{FAINT:#}\n"));
    }
    for problem in problems {
        text.push_str(&format!("{FAILED}{problem}{FAILED:#}\n"));
    }
    text
}

fn as_json(
    settings: &[Setting],
    problems: &[String],
    project: &Project,
    here: &Surroundings,
) -> String {
    let settings = settings.iter().map(|setting| {
        let value = json!({
            "value": setting.value,
            "from": setting.from.name(),
            "source": setting.from.text(project, here),
            "about": setting.about,
        });
        (setting.name.to_owned(), value)
    });
    let files = project::files(&project.root, here);
    let files = files.into_iter().map(|(owner, path)| {
        let there = path.symlink_metadata().is_ok();
        json!({"path": path.to_string_lossy(), "owner": Origin::File(owner).name(), "there": there})
    });
    let all = json!({
        "root": project.root.to_string_lossy(),
        "settings": settings.collect::<serde_json::Map<_, _>>(),
        "files": files.collect::<Vec<_>>(),
        "problems": problems,
    });
    answer::json(&all)
}

/// The files that are read, each with what is to be said of it.
fn files(project: &Project, here: &Surroundings) -> Vec<(String, String)> {
    let language = project.language;
    let files = project::files(&project.root, here).into_iter();
    let told = files.map(|(owner, path)| {
        let what = match owner {
            Owner::User => say!(language, ": yours", ": あなたの設定"),
            Owner::Project => say!(language, ": the project's", ": プロジェクトの設定"),
        };
        let missing = match path.symlink_metadata() {
            Ok(_) => String::new(),
            Err(_) => say!(language, ", not there", "（ファイルなし）"),
        };
        (shown_path(&path, here), what + &missing)
    });
    told.collect()
}

impl Setting {
    fn shown(&self, language: Language) -> String {
        match (self.name, &self.value) {
            (_, Value::Null) => "-".to_owned(),
            ("summarizer" | "reminder", Value::Bool(true)) => {
                say!(language, "(recall's own text)", "（recallの文）")
            }
            (_, value) => plain::shown(&value.to_string()),
        }
    }
}

impl Origin {
    fn name(self) -> &'static str {
        match self {
            Self::Default => "default",
            Self::File(Owner::User) => "user",
            Self::File(Owner::Project) => "project",
            Self::Variable(_) => "environment",
            Self::Locale => "locale",
        }
    }

    fn text(self, project: &Project, here: &Surroundings) -> String {
        match self {
            Self::Default => say!(project.language, "default", "既定"),
            Self::Locale => say!(project.language, "locale", "ロケール"),
            Self::Variable(name) => name.to_owned(),
            Self::File(owner) => {
                let files = project::files(&project.root, here);
                let own = files.iter().find(|(of, _)| *of == owner);
                own.map(|(_, path)| shown_path(path, here))
                    .unwrap_or_default()
            }
        }
    }
}

fn shown_path(path: &std::path::Path, here: &Surroundings) -> String {
    plain::shown(&places::for_people(path, here.home.as_deref()))
}
