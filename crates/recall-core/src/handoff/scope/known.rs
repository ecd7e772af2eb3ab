//! Which of the known projects two names mean, and where its handoffs can lie.
//!
//! Hooks know a project by its checkout; another client knows only the names of its workspace and
//! project. Both come to the same folders: [`by_names`] finds the project that hooks have met, and
//! [`keys`] adds the folder that the names alone mean, in which handoffs lie that were left before
//! any hook had met it.

use super::Scope;
use super::key::slug;
use super::name::BadName;
use crate::frame;
use crate::language::Language;
use crate::say;

/// Why two names mean no project.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Fault {
    /// One of them is not usable.
    Bad(BadName),
    /// They are those of several projects.
    Ambiguous(Vec<Scope>),
}

/// The project that two names mean: the one that is known by them, else one that is known by nothing else.
///
/// `known` are the records of all folders of handoffs, without those whose [`Scope::folder`] is gone.
///
/// # Errors
/// Where several projects have these names, or none has and they are not usable.
pub fn by_names(workspace: &str, project: &str, known: &[Scope]) -> Result<Scope, Fault> {
    let (workspace, project) = (workspace.trim(), project.trim());
    let has_names = |scope: &&Scope| scope.workspace == workspace && scope.project == project;
    let mut found: Vec<&Scope> = alike(workspace, project, known).collect();
    if found.iter().any(has_names) {
        found.retain(has_names);
    }
    match found.as_slice() {
        [] => Scope::named(workspace, project).map_err(Fault::Bad),
        [one] => Ok((*one).clone()),
        several => Err(Fault::Ambiguous(several.iter().copied().cloned().collect())),
    }
}

/// The folders in which handoffs of a project can lie, that of its own first.
///
/// The folder of its names alone is among them unless another known project has these names, too.
#[must_use]
pub fn keys(scope: &Scope, known: &[Scope]) -> Vec<String> {
    let mut keys = vec![scope.key.clone()];
    let mut others = alike(&scope.workspace, &scope.project, known);
    if others.all(|other| other.key == scope.key)
        && let Ok(named) = Scope::named(&scope.workspace, &scope.project)
        && named.key != scope.key
    {
        keys.push(named.key);
    }
    keys
}

/// The known projects of these names, but for the one that is known by nothing else.
fn alike<'a>(
    workspace: &str,
    project: &str,
    known: &'a [Scope],
) -> impl Iterator<Item = &'a Scope> {
    let names = [slug(workspace), slug(project)];
    known.iter().filter(move |scope| {
        !scope.is_named() && names == [slug(&scope.workspace), slug(&scope.project)]
    })
}

impl Fault {
    /// The sentence for a person, with the mend.
    #[must_use]
    pub fn text(&self, language: Language) -> String {
        let several = match self {
            Self::Bad(name) => return name.text(language),
            Self::Ambiguous(several) => several,
        };
        let places: Vec<&str> = several.iter().map(Scope::place).collect();
        let places = frame::quote_line(&places.join(", "));
        let names = |of: fn(&Scope) -> &str| frame::quote_line(several.first().map_or("", of));
        let workspace = names(|scope| &scope.workspace);
        let project = names(|scope| &scope.project);
        say!(
            language,
            "several projects are \"{project}\" in the workspace \"{workspace}\": {places}; tell them apart by a .ai-memory.toml with \"workspace\" and \"project\" of its own, and pass these",
            "ワークスペース\"{workspace}\"に\"{project}\"という名前のプロジェクトが複数あります: {places}。.ai-memory.tomlに別の\"workspace\"と\"project\"を書いて区別し、その名前を渡してください",
        )
    }
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::super::remote::Remote;
    use super::{Fault, Scope, by_names, keys};
    use crate::language::Language;

    fn remote(url: &str) -> Scope {
        Scope::of_remote(&Remote::parse(url).unwrap())
    }

    fn named(project: &str) -> Scope {
        Scope::named("default", project).unwrap()
    }

    #[track_caller]
    fn check(project: &str, known: &[&Scope], expected: &Scope) {
        let known: Vec<Scope> = known.iter().copied().cloned().collect();
        let found = by_names("default", project, &known);
        assert_eq!(found.as_ref(), Ok(expected), "{project}");
    }

    #[track_caller]
    fn check_keys(scope: &Scope, known: &[&Scope], expected: &[&Scope]) {
        let known: Vec<Scope> = known.iter().copied().cloned().collect();
        let expected: Vec<&str> = expected.iter().map(|scope| scope.key.as_str()).collect();
        assert_eq!(keys(scope, &known), expected);
    }

    #[test]
    fn names_derived_from_a_remote_reach_the_repository_that_hooks_have_met() {
        let api = remote("git@github.com:acme/api.git");
        let other = remote("git@github.com:acme/other.git");
        check("acme-api", &[&other, &api], &api);
        check("Acme-API", &[&api], &api);
        check(" acme-api ", &[&named("acme-api"), &api], &api);
    }

    #[test]
    fn names_that_nothing_is_known_by_mean_themselves() {
        check("acme-api", &[], &named("acme-api"));
        check("acme-api", &[&named("acme-api")], &named("acme-api"));
        let elsewhere = Scope::named("acme", "acme-api").unwrap();
        check("acme-api", &[&elsewhere], &named("acme-api"));
    }

    #[test]
    fn the_very_name_comes_before_one_that_is_like_it() {
        let folder = Scope::of_folder(Path::new("/srv/Acme-API"));
        let api = remote("h.example:acme/api");
        check("acme-api", &[&folder, &api], &api);
        check("Acme-API", &[&folder, &api], &folder);
    }

    #[test]
    fn names_of_two_repositories_mean_neither_and_both_are_told() {
        let known = [
            remote("https://me:secret@github.com/acme/api"),
            remote("https://gitlab.com/acme/api"),
            remote("https://gitlab.com/acme/other"),
        ];
        let fault = by_names("default", "acme-api", &known).unwrap_err();
        for language in [Language::English, Language::Japanese] {
            let text = fault.text(language);
            assert!(text.contains(": github.com/acme/api, gitlab.com/acme/api"));
            assert!(text.contains(".ai-memory.toml"));
        }
    }

    #[test]
    fn names_that_are_not_usable_are_refused() {
        let fault = by_names("default", "a/b", &[]).unwrap_err();
        assert!(matches!(fault, Fault::Bad(name) if name.field == "project"));
    }

    #[test]
    fn what_was_left_under_the_names_alone_is_found_from_the_checkout() {
        let api = remote("github.com:acme/api");
        check_keys(&api, &[], &[&api, &named("acme-api")]);
        check_keys(
            &api,
            &[&api, &named("acme-api")],
            &[&api, &named("acme-api")],
        );
        check_keys(&named("acme-api"), &[], &[&named("acme-api")]);
    }

    #[test]
    fn what_was_left_under_the_names_alone_is_nobodys_where_two_have_them() {
        let (hub, lab) = (remote("github.com:acme/api"), remote("gitlab.com:acme/api"));
        check_keys(&hub, &[&hub, &lab], &[&hub]);
        check_keys(&lab, &[&hub, &lab], &[&lab]);
    }
}
