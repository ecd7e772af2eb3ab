//! Which project a handoff belongs to, and the folder's name that follows from it.

mod find;
pub mod git_config;
mod key;
pub mod known;
pub mod marker;
pub mod name;
pub mod remote;

use std::path::Path;

use serde::{Deserialize, Serialize};

pub use find::find;
use name::BadName;
use remote::Remote;

/// The workspace of every project that no marker puts into another one.
pub const WORKSPACE: &str = "default";

/// What an identity begins with: a repository on a host, two names that somebody gave, a folder here.
const REMOTE: &str = "remote:";
const NAMED: &str = "named:";
const FOLDER: &str = "folder:";

/// A project as handoffs know it.
///
/// `<claude dir>/handoffs/<key>/scope.json` holds its [record](Self::record), so that who knows only
/// the two names finds the folder ([`known`]).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Scope {
    /// The workspace.
    pub workspace: String,
    /// The project's name, which another project can have as well.
    pub project: String,
    /// What tells the project from every other one. It holds neither user nor password.
    pub identity: String,
    /// The name of the folder of its handoffs, which is no other project's.
    pub key: String,
}

#[derive(Serialize, Deserialize)]
struct Record {
    workspace: String,
    project: String,
    identity: String,
}

impl Scope {
    /// The project that two names mean by themselves, as those of a marker do.
    ///
    /// # Errors
    /// Where one of them is not usable as a name.
    pub fn named(workspace: &str, project: &str) -> Result<Self, BadName> {
        let workspace = name::usable("workspace", workspace)?;
        let project = name::usable("project", project)?;
        let names = format!("{workspace}/{project}").to_lowercase();
        Ok(Self::new(workspace, project, format!("{NAMED}{names}")))
    }

    /// The project of a repository on a host.
    #[must_use]
    pub fn of_remote(remote: &Remote) -> Self {
        let identity = format!("{REMOTE}{}", remote.identity());
        Self::new(WORKSPACE.to_owned(), remote.project(), identity)
    }

    /// The project of a folder, which must be a real path.
    #[must_use]
    pub fn of_folder(folder: &Path) -> Self {
        let identity = format!("{FOLDER}{}", name::shown(folder));
        Self::new(WORKSPACE.to_owned(), name::of_folder(folder), identity)
    }

    fn new(workspace: String, project: String, identity: String) -> Self {
        let key = key::of(&project, &identity);
        Self {
            workspace,
            project,
            identity,
            key,
        }
    }

    /// The JSON text from which [`of_record`](Self::of_record) makes the same scope again.
    #[must_use]
    pub fn record(&self) -> String {
        let record = Record {
            workspace: self.workspace.clone(),
            project: self.project.clone(),
            identity: self.identity.clone(),
        };
        serde_json::to_string(&record).unwrap_or_default()
    }

    /// The scope that a record keeps, or nothing where the text is none.
    ///
    /// Its key is made anew: a record in a folder of another name is not that folder's.
    #[must_use]
    pub fn of_record(text: &str) -> Option<Self> {
        let record: Record = serde_json::from_str(text).ok()?;
        Some(Self::new(record.workspace, record.project, record.identity))
    }

    /// The folder that is all there is of this project, or nothing where it has a remote or a name.
    ///
    /// Where it is gone, so is the project.
    #[must_use]
    pub fn folder(&self) -> Option<&Path> {
        self.identity.strip_prefix(FOLDER).map(Path::new)
    }

    /// Whether two names alone are all that is known of it.
    #[must_use]
    pub fn is_named(&self) -> bool {
        self.identity.starts_with(NAMED)
    }

    /// What tells it from others of its name, for a person: `github.com/acme/api`, `/home/me/api`.
    #[must_use]
    pub fn place(&self) -> &str {
        let mut kinds = [REMOTE, NAMED, FOLDER].into_iter();
        kinds
            .find_map(|kind| self.identity.strip_prefix(kind))
            .unwrap_or(&self.identity)
    }
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::{Remote, Scope};

    fn remote(url: &str) -> Scope {
        Scope::of_remote(&Remote::parse(url).unwrap())
    }

    fn folder(path: &str) -> Scope {
        Scope::of_folder(Path::new(path))
    }

    fn named(workspace: &str, project: &str) -> Scope {
        Scope::named(workspace, project).unwrap()
    }

    /// Two projects of one name, whose handoffs must not meet.
    #[track_caller]
    fn check_apart(one: &Scope, other: &Scope) {
        assert_eq!(one.project, other.project);
        assert_ne!(one.key, other.key);
    }

    #[test]
    fn a_key_is_the_same_on_every_machine_and_in_every_release() {
        let scope = remote("git@github.com:acme/api.git");
        assert_eq!(scope.workspace, "default");
        assert_eq!(scope.project, "acme-api");
        assert_eq!(scope.identity, "remote:github.com/acme/api");
        assert_eq!(scope.key, "acme-api-fbd42f22ebdac7b5");
        assert_eq!(named("acme", "api").key, "api-2f0af6a3aba2fd55");
        assert_eq!(folder("/home/me/api").key, "api-9cb7fd1cf10cb48f");
        assert_eq!(folder("/home/me/道具").key, "道具-3731f50e5f80b6a7");
    }

    #[test]
    fn projects_of_one_name_stay_apart() {
        let api = remote("https://github.com/acme/api");
        check_apart(&api, &remote("https://gitlab.com/acme/api"));
        check_apart(&api, &named("default", "acme-api"));
        check_apart(&api, &folder("/srv/acme-api"));
        check_apart(&remote("h.example:acme/a-b"), &remote("h.example:acme-a/b"));
        check_apart(&folder("/home/me/api"), &folder("/home/you/api"));
        check_apart(&named("acme", "api"), &named("other", "api"));
        check_apart(&named("a", "b"), &remote("a:b"));
    }

    #[test]
    fn names_mean_the_same_project_however_they_are_written() {
        let key = named("acme", "api").key;
        assert_eq!(named(" acme", "api\n").key, key);
        assert_eq!(named("Acme", "API").key, key);
    }

    #[test]
    fn a_folder_has_a_name_whatever_its_path() {
        assert_eq!(folder("/srv/api.git").project, "api");
        assert_eq!(folder("/srv/作業 用").project, "作業 用");
        assert_eq!(folder("/").project, "root");
        assert_eq!(folder("/srv/a\nb").project, "a-b");
        assert_eq!(folder("/srv/a\nb").identity, r"folder:/srv/a\nb");
    }

    #[cfg(unix)]
    #[test]
    fn folders_whose_names_are_no_text_stay_apart() {
        use std::ffi::OsStr;
        use std::os::unix::ffi::OsStrExt;

        let folder = |bytes: &[u8]| Scope::of_folder(Path::new(OsStr::from_bytes(bytes)));
        check_apart(&folder(b"/a\xfe"), &folder(b"/a\xff"));
        assert_eq!(folder(b"/a\xff").identity, r"folder:/a\xff");
    }

    #[test]
    fn a_record_keeps_the_scope() {
        for scope in [
            remote("h.example:日本/道具"),
            named("acme", "api"),
            folder("/srv/a \"b\""),
        ] {
            assert_eq!(Scope::of_record(&scope.record()), Some(scope));
        }
        assert_eq!(Scope::of_record("{}"), None);
        assert_eq!(Scope::of_record(""), None);
    }

    #[test]
    fn a_place_is_what_a_person_knows_it_by() {
        assert_eq!(remote("h.example:acme/api").place(), "h.example/acme/api");
        assert_eq!(folder("/srv/api").place(), "/srv/api");
        assert_eq!(folder("/srv/api").folder(), Some(Path::new("/srv/api")));
        assert_eq!(named("acme", "api").folder(), None);
    }
}
