//! What went wrong: the deed, the path, the cause and the mend, in one line.

use std::io::{self, ErrorKind};
use std::path::{Path, PathBuf};

use crate::frame;
use crate::language::Language;
use crate::say;

/// Something that could not be done. The rest of the job goes on.
#[derive(Debug, thiserror::Error)]
pub enum Problem {
    /// The operating system refused a deed on a path.
    #[error("could not {} {}: {source}", .deed.english(), .path.display())]
    Io {
        /// What was tried.
        deed: Deed,
        /// What it was tried on.
        path: PathBuf,
        /// Why it failed.
        source: io::Error,
    },
    /// A path holds something that must not be used, such as a link where a folder belongs.
    #[error("{}", .0.text(Language::English))]
    Unfit(Unfit),
    /// A value that a person wrote is not usable; what holds instead is said with it.
    #[error("{0}")]
    Value(String),
    /// The hook event on standard input is not usable.
    #[error("{}", event_text(Language::English, .0))]
    Event(String),
}

/// A path that was refused as it is, and the mend.
#[derive(Debug)]
pub struct Unfit {
    /// The path.
    pub path: PathBuf,
    /// What is the matter with it.
    pub fault: Fault,
}

/// What can be the matter with a path.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fault {
    /// A file stands where a folder belongs.
    NotAFolder,
    /// A symbolic link stands where recall writes private files.
    Link,
    /// The path is a folder or a device where a file belongs.
    NotAFile,
    /// The path leads out of the project.
    Outside,
}

/// What was tried on a path.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Deed {
    /// Reading a file.
    Read,
    /// Listing a folder.
    List,
    /// Making a folder.
    Create,
    /// Writing a file.
    Write,
    /// Copying a transcript into a backup.
    Copy,
    /// Adding a line to a log.
    Append,
    /// Removing a file.
    Remove,
}

impl Problem {
    /// Makes an [`io::Error`] say what was tried on which path.
    pub fn io(deed: Deed, path: &Path) -> impl FnOnce(io::Error) -> Self {
        let path = path.to_owned();
        move |source| Self::Io { deed, path, source }
    }

    /// The problem of a path that is refused as it is.
    #[must_use]
    pub fn unfit(path: &Path, fault: Fault) -> Self {
        let path = path.to_owned();
        Self::Unfit(Unfit { path, fault })
    }

    /// Whether both come from one state of the disk or of a folder, which refuses many deeds and is told once.
    #[must_use]
    pub fn has_cause_of(&self, told: &Self) -> bool {
        let (
            Self::Io { path, source, .. },
            Self::Io {
                path: told_path,
                source: told_source,
                ..
            },
        ) = (self, told)
        else {
            return false;
        };
        source.kind() == told_source.kind()
            && match source.kind() {
                ErrorKind::StorageFull
                | ErrorKind::QuotaExceeded
                | ErrorKind::ReadOnlyFilesystem => true,
                ErrorKind::PermissionDenied => path.parent() == told_path.parent(),
                _ => false,
            }
    }

    /// The sentence for a person, without a line break.
    #[must_use]
    pub fn text(&self, language: Language) -> String {
        let text = match (self, language) {
            (Self::Io { deed, path, source }, Language::Japanese) => {
                format!(
                    "{}を{}できません: {source}",
                    path.display(),
                    deed.japanese()
                )
            }
            (Self::Unfit(unfit), _) => unfit.text(language),
            (Self::Event(fault), _) => event_text(language, fault),
            (Self::Io { .. }, Language::English) | (Self::Value(_), _) => self.to_string(),
        };
        frame::without_controls(&text).replace('\n', " ")
    }
}

impl Unfit {
    fn text(&self, language: Language) -> String {
        let path = self.path.display();
        match self.fault {
            Fault::NotAFolder => say!(
                language,
                "{path} is a file where recall needs a folder: move it away, and the next run makes the folder",
                "{path}はフォルダーであるべき場所にあるファイルです。移動すれば次の実行でフォルダーを作ります",
            ),
            Fault::Link => say!(
                language,
                "{path} is a symbolic link, and recall keeps private copies only in a real folder: replace the link with a folder",
                "{path}はシンボリックリンクです。非公開の控えは実フォルダーにしか置きません。リンクをフォルダーに置き換えてください",
            ),
            Fault::NotAFile => say!(
                language,
                "{path} is not a regular file, so there is nothing to read in it",
                "{path}は通常のファイルではないため読み取れません",
            ),
            Fault::Outside => say!(
                language,
                "{path} lies outside the project, and a project's recall.json may only name paths inside it: it is not read",
                "{path}はプロジェクトの外にあります。プロジェクトのrecall.jsonは内側のパスしか指定できないため、読み込みません",
            ),
        }
    }
}

impl Deed {
    fn english(self) -> &'static str {
        match self {
            Self::Read => "read",
            Self::List => "list",
            Self::Create => "create",
            Self::Write => "write",
            Self::Copy => "copy",
            Self::Append => "add a line to",
            Self::Remove => "remove",
        }
    }

    fn japanese(self) -> &'static str {
        match self {
            Self::Read => "読み込み",
            Self::List => "一覧",
            Self::Create => "作成",
            Self::Write => "書き込み",
            Self::Copy => "コピー",
            Self::Append => "追記",
            Self::Remove => "削除",
        }
    }
}

fn event_text(language: Language, fault: &str) -> String {
    say!(
        language,
        "could not use the hook event on standard input: {fault}",
        "標準入力のフックイベントを使えません: {fault}",
    )
}

#[cfg(test)]
mod tests {
    use std::io::{Error, ErrorKind};
    use std::path::Path;

    use super::{Deed, Problem};
    use crate::language::Language;

    #[track_caller]
    fn check_cause(one: (ErrorKind, &str), other: (ErrorKind, &str), same: bool) {
        let problem = |(kind, path): (ErrorKind, &str)| {
            Problem::io(Deed::Write, Path::new(path))(Error::from(kind))
        };
        assert_eq!(problem(one).has_cause_of(&problem(other)), same);
    }

    #[test]
    fn a_full_disk_is_one_cause_wherever_it_shows() {
        check_cause(
            (ErrorKind::StorageFull, "/a/x"),
            (ErrorKind::StorageFull, "/b/y"),
            true,
        );
        check_cause(
            (ErrorKind::StorageFull, "/a/x"),
            (ErrorKind::ReadOnlyFilesystem, "/a/y"),
            false,
        );
    }

    #[test]
    fn a_refusal_is_one_cause_in_one_folder() {
        let refused = ErrorKind::PermissionDenied;
        check_cause((refused, "/a/x"), (refused, "/a/y"), true);
        check_cause((refused, "/a/x"), (refused, "/b/y"), false);
    }

    #[test]
    fn a_missing_file_is_a_cause_of_its_own() {
        let missing = ErrorKind::NotFound;
        check_cause((missing, "/a/x"), (missing, "/a/y"), false);
    }

    #[test]
    fn a_problem_is_one_line_that_a_terminal_only_shows() {
        let problem = Problem::Value("a\nb\r\u{1b}[31mc".to_owned());
        assert_eq!(problem.text(Language::English), "a b␍␛[31mc");
    }
}
