//! The text of a `.ai-memory.toml`, which says to which project the folders below it belong.

use std::path::PathBuf;

use toml::Spanned;
use toml::de::{DeTable, DeValue};

use super::Scope;
use super::name::BadName;
use crate::language::Language;
use crate::say;

/// The name of a marker.
pub const MARKER: &str = ".ai-memory.toml";

/// Why a marker does not count, so that remote or folder decide.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fault {
    /// The marker.
    pub file: PathBuf,
    /// What is the matter with it.
    pub what: What,
}

/// What can be the matter with a marker.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum What {
    /// It is not TOML (whose texts are UTF-8) in this line, counted from 1.
    NotToml(usize),
    /// It lacks one of the two names.
    Lacks(&'static str),
    /// One of the two names is not usable.
    Bad(BadName),
    /// It is a link to what is no file of the project.
    Outside,
    /// It is longer than any marker.
    Long,
}

/// The project that a marker names; what else it says is not recall's.
///
/// # Errors
/// Where it is not TOML, or does not give both names.
pub fn parse(bytes: &[u8]) -> Result<Scope, What> {
    let not_toml = |at: usize| {
        let before = bytes.iter().take(at);
        What::NotToml(before.filter(|byte| **byte == b'\n').count() + 1)
    };
    let text = str::from_utf8(bytes).map_err(|error| not_toml(error.valid_up_to()))?;
    let table = DeTable::parse(text)
        .map_err(|error| not_toml(error.span().map_or(0, |span| span.start)))?;
    let workspace = string(table.get_ref(), "workspace")?;
    let project = string(table.get_ref(), "project")?;
    Scope::named(workspace, project).map_err(What::Bad)
}

fn string<'a>(table: &'a DeTable<'_>, field: &'static str) -> Result<&'a str, What> {
    match table.get(field).map(Spanned::get_ref) {
        Some(DeValue::String(text)) => Ok(text),
        Some(_) => Err(What::Bad(BadName { field })),
        None => Err(What::Lacks(field)),
    }
}

impl Fault {
    /// The sentence for a person, with the mend.
    #[must_use]
    pub fn text(&self, language: Language) -> String {
        let (file, what) = (self.file.display(), self.what.text(language));
        say!(
            language,
            "{file} does not count, and the project is told by its remote or folder: {what}",
            "{file}は無視し、リモートまたはフォルダーからプロジェクトを決めます。{what}",
        )
    }
}

impl What {
    fn text(&self, language: Language) -> String {
        match self {
            Self::NotToml(line) => say!(
                language,
                "line {line} is not TOML in UTF-8, such as project = \"name\"",
                "{line}行目がUTF-8のTOMLとして読めません（例: project = \"名前\"）",
            ),
            Self::Lacks(field) => say!(
                language,
                "\"{field}\" is missing: give both \"workspace\" and \"project\" at its top",
                "\"{field}\"がありません。先頭に\"workspace\"と\"project\"の両方を書いてください",
            ),
            Self::Bad(name) => name.text(language),
            Self::Outside => say!(
                language,
                "it is a link that leads to no file of the project: put the file itself there",
                "プロジェクト内のファイルを指していないリンクです。ファイルそのものを置いてください",
            ),
            Self::Long => say!(
                language,
                "it is longer than 64 KiB: only \"workspace\" and \"project\" belong into it",
                "64 KiBを超えています。\"workspace\"と\"project\"だけを書いてください",
            ),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::name::BadName;
    use super::{Scope, What, parse};

    #[track_caller]
    fn check(text: &str, expected: Result<(&str, &str), What>) {
        let expected = expected.map(|(workspace, project)| {
            Scope::named(workspace, project).expect("the names of a test are usable")
        });
        assert_eq!(parse(text.as_bytes()), expected, "{text}");
    }

    #[test]
    fn a_marker_gives_both_names_and_may_say_more() {
        let found = Ok(("acme", "api"));
        check("workspace = \"acme\"\nproject = \"api\"", found.clone());
        check("project='api' # c\r\nworkspace='acme'\r\n", found.clone());
        let more = "\u{feff}workspace = \"acme\"\nproject = \"api\"\nmore = [1]\n[capture]\nworkspace = 5\n";
        check(more, found);
        check(
            "workspace = \"会社\"\nproject = \"道具\"",
            Ok(("会社", "道具")),
        );
    }

    #[test]
    fn a_name_that_is_missing_is_named() {
        check("workspace = \"acme\"", Err(What::Lacks("project")));
        check("project = \"api\"", Err(What::Lacks("workspace")));
        check("", Err(What::Lacks("workspace")));
        let below = "workspace = \"acme\"\n[x]\nproject = \"api\"";
        check(below, Err(What::Lacks("project")));
    }

    #[test]
    fn a_name_that_is_not_usable_is_named() {
        let bad = |field| Err(What::Bad(BadName { field }));
        check("workspace = 5\nproject = \"api\"", bad("workspace"));
        check("workspace = \"acme\"\nproject = \"a/b\"", bad("project"));
        check("workspace = \"acme\"\nproject = \" \"", bad("project"));
        check(
            "workspace = \"a\\u0000\"\nproject = \"api\"",
            bad("workspace"),
        );
    }

    #[test]
    fn what_is_not_toml_is_told_by_its_line() {
        check("workspace = acme", Err(What::NotToml(1)));
        check(
            "# c\nworkspace = \"acme\"\nproject: api\n",
            Err(What::NotToml(3)),
        );
        check(
            "workspace = \"a\"\nworkspace = \"b\"",
            Err(What::NotToml(2)),
        );
        check(&"[".repeat(10_000), Err(What::NotToml(1)));
        let shift_jis = b"workspace = \"acme\"\nproject = \"\x93\xb9\"";
        assert_eq!(parse(shift_jis), Err(What::NotToml(2)));
    }
}
