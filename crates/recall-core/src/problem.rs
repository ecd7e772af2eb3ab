//! What went wrong: the deed, the path, the cause and the mend, in one line.

mod cause;
mod event;
mod unfit;

use std::io::{self, ErrorKind};
use std::path::{Path, PathBuf};

use crate::config;
use crate::frame;
use crate::handoff::scope::marker;
use crate::language::{Language, Words};
use crate::{say, words};
use cause::cause;
pub use event::EventFault;
pub use unfit::{Fault, Unfit};

/// Something that could not be done. The rest of the job goes on.
#[derive(Debug, thiserror::Error)]
pub enum Problem {
    /// The operating system refused a deed on a path.
    #[error("{}", io_text(Language::English, *.deed, .path, .source))]
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
    /// Something in a recall.json is not usable.
    #[error("{}", .0.text(Language::English))]
    Setting(config::Fault),
    /// A marker of a project does not count.
    #[error("{}", .0.text(Language::English))]
    Marker(marker::Fault),
    /// The hook event on standard input is not usable.
    #[error("{}", .0.text(Language::English))]
    Event(EventFault),
    /// A fault of recall's own, with what it says of itself.
    #[error("{}", panic_text(Language::English, .0))]
    Panic(String),
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
        if let (Self::Unfit(unfit), Self::Unfit(told)) = (self, told) {
            return (&unfit.path, unfit.fault) == (&told.path, told.fault);
        }
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

    /// Adds it to others, unless one of them has its cause.
    pub fn add_to(self, problems: &mut Vec<Self>) {
        if !problems.iter().any(|told| self.has_cause_of(told)) {
            problems.push(self);
        }
    }

    /// The sentence for a person, without a line break.
    #[must_use]
    pub fn text(&self, language: Language) -> String {
        let text = match self {
            Self::Io { deed, path, source } => io_text(language, *deed, path, source),
            Self::Unfit(unfit) => unfit.text(language),
            Self::Value(text) => text.clone(),
            Self::Setting(fault) => fault.text(language),
            Self::Marker(fault) => fault.text(language),
            Self::Event(fault) => fault.text(language),
            Self::Panic(message) => panic_text(language, message),
        };
        frame::without_controls(&text).replace('\n', " ")
    }
}

impl Deed {
    const fn words(self) -> Words {
        match self {
            Self::Read => words!("read", "読み込み"),
            Self::List => words!("list", "一覧"),
            Self::Create => words!("create", "作成"),
            Self::Write => words!("write", "書き込み"),
            Self::Copy => words!("copy", "コピー"),
            Self::Append => words!("add a line to", "追記"),
            Self::Remove => words!("remove", "削除"),
        }
    }
}

fn io_text(language: Language, deed: Deed, path: &Path, source: &io::Error) -> String {
    let (path, cause) = (path.display(), cause(source, language));
    let deed = deed.words().text(language);
    say!(
        language,
        "could not {deed} {path}: {cause}",
        "{path}を{deed}できません: {cause}",
    )
}

fn panic_text(language: Language, message: &str) -> String {
    say!(
        language,
        "a fault in recall itself: {message}",
        "recall自体の不具合です: {message}",
    )
}

#[cfg(test)]
mod tests {
    use std::io::{Error, ErrorKind};
    use std::path::Path;

    use super::{Deed, Fault, Problem};
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
    fn an_unfit_path_is_one_cause_for_all_that_need_it() {
        let unfit = |path, fault| Problem::unfit(Path::new(path), fault);
        let mut problems = Vec::new();
        for problem in [
            unfit("/a", Fault::NotAFolder),
            unfit("/a", Fault::NotAFolder),
            unfit("/a", Fault::Link),
            unfit("/b", Fault::NotAFolder),
        ] {
            problem.add_to(&mut problems);
        }
        assert_eq!(problems.len(), 3);
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
