//! What a check finds: how grave it is, what it is, and how it is mended.

use std::path::Path;

use recall_core::language::Language;
use recall_core::process::Surroundings;
use recall_core::project::Project;
use recall_core::store::places;

/// One thing that a check found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Finding {
    pub(crate) area: Area,
    /// A name for programs, which stays the same from version to version.
    pub(crate) code: &'static str,
    pub(crate) severity: Severity,
    pub(crate) what: String,
    /// Nothing where there is nothing to mend.
    pub(crate) mend: Option<String>,
}

/// How grave a finding is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Severity {
    /// As it should be.
    Well,
    /// Worth knowing; recall does its work.
    Note,
    /// recall does not do its work, or a part of it.
    Broken,
}

/// What a finding is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Area {
    Settings,
    Programs,
    Runs,
    Files,
    Configuration,
}

/// Where the checks look, and whom they tell.
#[derive(Clone, Copy)]
pub(crate) struct At<'a> {
    pub(crate) project: &'a Project,
    pub(crate) here: &'a Surroundings,
    pub(crate) claude_dir: &'a Path,
}

impl At<'_> {
    pub(crate) fn language(&self) -> Language {
        self.project.language
    }

    /// A path as it stands in a sentence.
    pub(crate) fn shown(&self, path: &Path) -> String {
        plain::shown(&places::for_people(path, self.here.home.as_deref()))
    }
}

impl Area {
    pub(crate) const ALL: [Self; 5] = [
        Self::Settings,
        Self::Programs,
        Self::Runs,
        Self::Files,
        Self::Configuration,
    ];

    pub(crate) fn well(self, code: &'static str, what: String) -> Finding {
        self.finding(code, Severity::Well, what, None)
    }

    pub(crate) fn note(self, code: &'static str, what: String, mend: String) -> Finding {
        self.finding(code, Severity::Note, what, Some(mend))
    }

    pub(crate) fn broken(self, code: &'static str, what: String, mend: String) -> Finding {
        self.finding(code, Severity::Broken, what, Some(mend))
    }

    fn finding(
        self,
        code: &'static str,
        severity: Severity,
        what: String,
        mend: Option<String>,
    ) -> Finding {
        Finding {
            area: self,
            code,
            severity,
            what,
            mend,
        }
    }
}
use crate::plain;
