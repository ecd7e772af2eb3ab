//! `recall.json`: what a person may set, read from the user's file and the project's over it.

use std::path::{Path, PathBuf};

use serde_json::{Map, Value};

use crate::budget;
use crate::frame;
use crate::language::Language;

/// The most UTF-16 code units of a name.
const NAME: usize = 100;

/// What holds after both files were read.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Config {
    /// The language of every sentence, instead of the locale's.
    pub language: Option<Language>,
    /// How many turns a recall restores.
    pub turns: Option<usize>,
    /// What the summariser is told.
    pub summarizer: Summarizer,
    /// The user's name.
    pub user: Option<String>,
    /// The assistant's name.
    pub assistant: Option<String>,
    /// The section of a memory file that is handed over to the next session.
    pub handover: Handover,
    /// The members of a team, each with a project of its own.
    pub members: Vec<Member>,
}

/// What the summariser is told at PreCompact.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Summarizer {
    /// recall's own text.
    #[default]
    Default,
    /// A text of the user's.
    Text(String),
    /// Nothing.
    Off,
}

/// The section of a memory file that is handed over to the next session.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Handover {
    /// The file, below the project's root unless the user's own file names another.
    pub file: PathBuf,
    /// Whether the user's own file named it, which may name files anywhere.
    pub trusted: bool,
    /// The line that the section starts with.
    pub start: String,
    /// The starts of lines that end it.
    pub ends: Vec<String>,
}

impl Default for Handover {
    fn default() -> Self {
        Self {
            file: PathBuf::from("memory/MEMORY.md"),
            trusted: false,
            start: "## 🔄 次の自分へ".to_owned(),
            ends: ["---", "## 1.", "## Who I Am"].map(str::to_owned).to_vec(),
        }
    }
}

/// A member of a team.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Member {
    /// The name to type: `--member KEY`.
    pub key: String,
    /// The name to show.
    pub label: String,
    /// The member's project.
    pub folder: PathBuf,
}

/// Whose file a text was read from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Owner {
    /// `<claude dir>/recall.json`.
    User,
    /// `<root>/.claude/recall.json`, which may come with a cloned repository.
    Project,
}

impl Config {
    /// Lays one file over what holds so far, and returns what in it was not usable; the rest counts.
    pub fn overlay(&mut self, owner: Owner, file: &Path, text: &str) -> Vec<String> {
        let mut faults = Vec::new();
        match serde_json::from_str::<Value>(text) {
            Ok(Value::Object(fields)) => self.overlay_fields(owner, &fields, &mut faults),
            Ok(_) => faults.push("it holds JSON, but no object".to_owned()),
            Err(error) => faults.push(format!("it is not JSON ({error}), so none of it counts")),
        }
        faults
            .into_iter()
            .map(|fault| format!("{}: {fault}", file.display()))
            .collect()
    }

    /// The member whose folder holds a path, by whole components; the deepest folder wins.
    #[must_use]
    pub fn member_at(&self, path: &Path) -> Option<&Member> {
        let holding = self
            .members
            .iter()
            .filter(|member| path.starts_with(&member.folder));
        holding.max_by_key(|member| member.folder.components().count())
    }

    fn overlay_fields(
        &mut self,
        owner: Owner,
        fields: &Map<String, Value>,
        faults: &mut Vec<String>,
    ) {
        for (key, value) in fields {
            if key == "handover" {
                faults.extend(self.handover.overlay(owner, value));
                continue;
            }
            let wrong = match key.as_str() {
                "language" => set(&mut self.language, language(value), "\"en\" or \"ja\""),
                "turns" => set(&mut self.turns, turns(value), "a positive whole number"),
                "summarizer" => set(&mut self.summarizer, summarizer(value), "a text or false"),
                "user" => set(&mut self.user, name(value), "a text"),
                "assistant" => set(&mut self.assistant, name(value), "a text"),
                "members" => set(
                    &mut self.members,
                    members(value),
                    "a list of {\"key\", \"label\", \"folder\"}",
                ),
                "$schema" => None,
                _ => Some("is not a name that recall knows".to_owned()),
            };
            faults.extend(wrong.map(|wrong| format!("\"{key}\" {wrong}")));
        }
    }
}

impl Handover {
    fn overlay(&mut self, owner: Owner, value: &Value) -> Vec<String> {
        let Value::Object(fields) = value else {
            return vec!["\"handover\" must be {\"file\", \"start\", \"end\"}".to_owned()];
        };
        let mut faults = Vec::new();
        for (key, value) in fields {
            let wrong = match key.as_str() {
                "file" => {
                    let wrong = set(&mut self.file, text(value).map(PathBuf::from), "a path");
                    self.trusted = match wrong {
                        None => owner == Owner::User,
                        Some(_) => self.trusted,
                    };
                    wrong
                }
                "start" => set(&mut self.start, text(value), "a text"),
                "end" => set(&mut self.ends, texts(value), "a list of texts"),
                _ => Some("is not a name that recall knows".to_owned()),
            };
            faults.extend(wrong.map(|wrong| format!("\"{key}\" in \"handover\" {wrong}")));
        }
        faults
    }
}

fn set<T>(place: &mut T, value: Option<impl Into<T>>, wanted: &str) -> Option<String> {
    match value {
        Some(value) => {
            *place = value.into();
            None
        }
        None => Some(format!("must be {wanted}")),
    }
}

fn language(value: &Value) -> Option<Language> {
    match value.as_str()? {
        "en" => Some(Language::English),
        "ja" => Some(Language::Japanese),
        _ => None,
    }
}

fn turns(value: &Value) -> Option<usize> {
    value
        .as_u64()
        .and_then(|turns| usize::try_from(turns).ok())
        .filter(|turns| *turns > 0)
}

fn summarizer(value: &Value) -> Option<Summarizer> {
    match value {
        Value::Bool(false) => Some(Summarizer::Off),
        Value::Bool(true) => Some(Summarizer::Default),
        _ => text(value).map(Summarizer::Text),
    }
}

/// A name as it can stand before a person's words: one short line that cannot close the frame around it.
fn name(value: &Value) -> Option<String> {
    let name = frame::quote_line(value.as_str()?);
    let name = budget::cut(name.trim(), NAME).kept.to_owned();
    Some(name).filter(|name| !name.is_empty())
}

fn text(value: &Value) -> Option<String> {
    value
        .as_str()
        .filter(|text| !text.trim().is_empty())
        .map(str::to_owned)
}

fn texts(value: &Value) -> Option<Vec<String>> {
    value.as_array()?.iter().map(text).collect()
}

fn members(value: &Value) -> Option<Vec<Member>> {
    let member = |value: &Value| {
        let key = name(value.get("key")?)?;
        let label = value
            .get("label")
            .and_then(name)
            .unwrap_or_else(|| key.clone());
        let folder = PathBuf::from(text(value.get("folder")?)?);
        Some(Member { key, label, folder })
    };
    value.as_array()?.iter().map(member).collect()
}

#[cfg(test)]
mod tests {
    use std::path::{Path, PathBuf};

    use super::{Config, Member, Owner, Summarizer};
    use crate::language::Language;

    fn read(text: &str) -> (Config, Vec<String>) {
        let mut config = Config::default();
        let faults = config.overlay(Owner::User, Path::new("recall.json"), text);
        (config, faults)
    }

    #[test]
    fn each_name_sets_its_value() {
        let (config, faults) = read(
            r#"{"language":"ja","turns":15,"summarizer":"keep it","user":"Captain","assistant":"Scout",
                "members":[{"key":"scout","label":"斥候","folder":"/w/scout"}]}"#,
        );
        assert_eq!(faults, Vec::<String>::new());
        assert_eq!(config.language, Some(Language::Japanese));
        assert_eq!(config.turns, Some(15));
        assert_eq!(config.summarizer, Summarizer::Text("keep it".into()));
        assert_eq!(
            (config.user.as_deref(), config.assistant.as_deref()),
            (Some("Captain"), Some("Scout"))
        );
        let scout = Member {
            key: "scout".into(),
            label: "斥候".into(),
            folder: PathBuf::from("/w/scout"),
        };
        assert_eq!(config.members, [scout]);
    }

    #[test]
    fn the_projects_file_lies_over_the_users() {
        let (mut config, _) = read(r#"{"turns":15,"user":"Captain"}"#);
        config.overlay(
            Owner::Project,
            Path::new("p"),
            r#"{"turns":3,"summarizer":false}"#,
        );
        assert_eq!(
            (config.turns, config.user.as_deref()),
            (Some(3), Some("Captain"))
        );
        assert_eq!(config.summarizer, Summarizer::Off);
    }

    #[test]
    fn only_the_users_file_is_trusted_to_name_a_handover_file_anywhere() {
        let (mut config, _) = read(r#"{"handover":{"file":"/notes/m.md"}}"#);
        assert!(config.handover.trusted);
        config.overlay(
            Owner::Project,
            Path::new("p"),
            r#"{"handover":{"file":"m.md"}}"#,
        );
        assert!(!config.handover.trusted);
    }

    #[test]
    fn a_handover_file_that_is_no_path_changes_nothing_about_the_trust_in_the_one_that_holds() {
        let (mut config, _) = read(r#"{"handover":{"file":"/notes/m.md"}}"#);
        config.overlay(Owner::Project, Path::new("p"), r#"{"handover":{"file":7}}"#);
        assert!(config.handover.trusted);
        assert!(!read(r#"{"handover":{"file":7}}"#).0.handover.trusted);
    }

    #[test]
    fn a_name_is_one_short_line_and_closes_no_frame() {
        let name = |text: &str| {
            let text = serde_json::json!({ "user": text }).to_string();
            read(&text).0.user.unwrap_or_default()
        };
        assert_eq!(name(" Captain\n**Boss** "), "Captain **Boss**");
        assert_eq!(name("</recalled-history>"), "‹/recalled-history>");
        assert_eq!(name(&"a".repeat(5_000)).len(), 100);
    }

    #[track_caller]
    fn check_fault(text: &str, fault: &str) {
        let (config, faults) = read(text);
        assert_eq!(faults, [format!("recall.json: {fault}")]);
        assert_eq!(
            config.user.as_deref(),
            Some("Captain").filter(|_| text.contains("Captain"))
        );
    }

    #[test]
    fn what_is_not_usable_is_named_and_the_rest_counts() {
        check_fault(
            r#"{"user":"Captain","turns":0}"#,
            "\"turns\" must be a positive whole number",
        );
        check_fault(
            r#"{"user":"Captain","turns":"ten"}"#,
            "\"turns\" must be a positive whole number",
        );
        check_fault(
            r#"{"user":"Captain","language":"fr"}"#,
            "\"language\" must be \"en\" or \"ja\"",
        );
        check_fault(
            r#"{"user":"Captain","turn":3}"#,
            "\"turn\" is not a name that recall knows",
        );
        check_fault(
            r#"{"user":"Captain","summarizer":3}"#,
            "\"summarizer\" must be a text or false",
        );
        check_fault(
            r#"{"user":"Captain","handover":{"ends":["x"]}}"#,
            "\"ends\" in \"handover\" is not a name that recall knows",
        );
    }

    #[test]
    fn a_file_that_is_no_json_object_counts_for_nothing() {
        check_fault("[]", "it holds JSON, but no object");
        check_fault(
            "{\n  oops }",
            "it is not JSON (key must be a string at line 2 column 3), so none of it counts",
        );
    }

    #[test]
    fn a_members_folder_is_matched_by_whole_components() {
        let (config, _) = read(
            r#"{"members":[{"key":"a","folder":"/w/app"},{"key":"b","folder":"/w/app/sub"}]}"#,
        );
        let key = |path: &str| {
            config
                .member_at(Path::new(path))
                .map(|member| member.key.as_str())
        };
        assert_eq!(key("/w/app/src"), Some("a"));
        assert_eq!(key("/w/app/sub/src"), Some("b"));
        assert_eq!(key("/w/application"), None);
    }
}
