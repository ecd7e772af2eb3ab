//! Remotes, folders, worktrees and submodules, and what is damaged among them.

use std::fs;

use crate::{Home, ORIGIN, UPSTREAM, pipe};

#[test]
fn upstream_comes_before_origin_and_no_other_remote_counts() {
    Home::with(&[ORIGIN]).check("api", "default", "me-api");
    Home::with(&[ORIGIN, UPSTREAM]).check("api", "default", "acme-api");
    Home::with(&[("fork", "git@github.com:me/api.git")]).check("api", "default", "api");
}

#[test]
fn a_local_remote_does_not_count() {
    let home = Home::with(&[ORIGIN, ("upstream", "/srv/git/api.git")]);
    home.check("api", "default", "me-api");
    Home::with(&[("origin", "../other")]).check("api", "default", "api");
}

#[test]
fn a_url_counts_as_it_is_written() {
    let home = Home::with(&[("origin", "gh:acme/api")]);
    home.git(
        "api",
        &["config", "url.https://github.com/.insteadOf", "gh:"],
    );
    home.git(
        "api",
        &[
            "remote",
            "set-url",
            "--push",
            "origin",
            "git@h.example:other/name",
        ],
    );
    assert_eq!(home.scope("api").identity, "remote:gh/acme/api");
}

#[test]
fn of_several_urls_the_one_that_git_fetches_from_counts() {
    let home = Home::with(&[ORIGIN]);
    let mirror = "git@mirror.example:me/copy.git";
    home.git("api", &["remote", "set-url", "--add", "origin", mirror]);
    home.check("api", "default", "me-api");
}

#[test]
fn without_a_remote_the_folder_decides() {
    let home = Home::with(&[]);
    home.folder("api/src");
    home.check("api/src", "default", "api");
    home.folder("作業");
    home.check("作業", "default", "作業");
    home.folder("other/api");
    assert_ne!(home.scope("api").key, home.scope("other/api").key);
}

#[test]
fn a_japanese_repository_is_known_by_its_name() {
    let home = Home::new();
    home.repository("道具箱");
    home.check("道具箱", "default", "道具箱");
    home.git(
        "道具箱",
        &["remote", "add", "origin", "git@h.example:会社/道具.git"],
    );
    home.check("道具箱", "default", "会社-道具");
    assert!(home.scope("道具箱").key.starts_with("会社-道具-"));
}

#[test]
fn worktrees_share_a_scope_with_a_remote_and_without() {
    for remotes in [&[ORIGIN][..], &[]] {
        let home = Home::with(remotes);
        home.git(
            "api",
            &["worktree", "add", "--quiet", "-b", "x", "../trees/x"],
        );
        home.git(
            "api",
            &[
                "worktree",
                "add",
                "--quiet",
                "-b",
                "y",
                ".claude/worktrees/y",
            ],
        );
        home.git(
            "trees/x",
            &["worktree", "add", "--quiet", "-b", "z", "../z"],
        );
        for tree in ["trees/x", "api/.claude/worktrees/y", "trees/z"] {
            assert_eq!(home.scope(tree), home.scope("api"), "{tree}");
        }
    }
}

#[test]
fn worktrees_of_a_bare_repository_share_its_scope() {
    let home = Home::with(&[]);
    home.git("", &["clone", "--quiet", "--bare", "api", "tools.git"]);
    home.git("", &["clone", "--quiet", "--bare", "api", "hidden/.bare"]);
    for (repository, project) in [("tools.git", "tools"), ("hidden/.bare", "hidden")] {
        home.git(repository, &["remote", "remove", "origin"]);
        for tree in ["x", "y"] {
            let tree = home.path(&format!("{project}-{tree}"));
            let tree = tree.to_str().unwrap();
            home.git(
                repository,
                &["worktree", "add", "--quiet", "--force", tree, "main"],
            );
        }
        let trees = [format!("{project}-x"), format!("{project}-y")];
        home.check(&trees[0], "default", project);
        assert_eq!(home.scope(&trees[0]), home.scope(&trees[1]));
        assert_eq!(home.scope(&trees[0]), home.scope(repository));
    }
}

#[test]
fn a_submodule_is_a_project_of_its_own() {
    let home = Home::with(&[]);
    home.repository("lib");
    home.git(
        "api",
        &[
            "submodule",
            "--quiet",
            "add",
            "--name",
            "other",
            "../lib",
            "libs/json",
        ],
    );
    home.folder("api/libs/json/src");
    home.check("api/libs/json/src", "default", "json");
    home.git(
        "api/libs/json",
        &["worktree", "add", "--quiet", "-b", "x", "../../../tree"],
    );
    assert_eq!(home.scope("tree"), home.scope("api/libs/json"));
    home.git(
        "api/libs/json",
        &["remote", "set-url", "origin", "https://h.example/acme/json"],
    );
    home.check("api/libs/json", "default", "acme-json");
}

#[test]
fn a_repository_kept_elsewhere_is_followed() {
    let home = Home::new();
    home.folder("api");
    home.folder("store");
    home.git(
        "api",
        &["init", "--quiet", "--separate-git-dir=../store/api.git"],
    );
    home.git("api", &["remote", "add", "origin", UPSTREAM.1]);
    home.check("api", "default", "acme-api");
}

#[test]
fn a_checkout_whose_repository_is_gone_is_a_folder() {
    let home = Home::new();
    for (folder, text) in [
        ("gone", "gitdir: /nowhere/.git/worktrees/gone\n"),
        ("empty", "gitdir:\n"),
        ("other", "something else\n"),
        ("blank", ""),
    ] {
        home.write(&format!("{folder}/.git"), text);
        home.write(
            &format!("{folder}/config"),
            "[remote \"origin\"]\nurl = h:a/b\n",
        );
        home.check(folder, "default", folder);
    }
    home.folder("bare-bones/.git");
    home.check("bare-bones", "default", "bare-bones");
}

#[test]
fn a_repository_that_cannot_be_read_is_told_and_the_folder_decides() {
    let home = Home::with(&[ORIGIN]);
    fs::remove_file(home.path("api/.git/config")).unwrap();
    pipe(&home.path("api/.git/config"));
    home.check_problem("api", &["api/.git/config", "not a regular file"], "api");
    home.folder("piped");
    pipe(&home.path("piped/.git"));
    home.check_problem("piped", &["piped/.git", "not a regular file"], "piped");
}

#[test]
fn a_configuration_of_any_size_is_read_no_further_than_its_start() {
    let home = Home::with(&[ORIGIN]);
    let config = home.path("api/.git/config");
    let text = fs::read_to_string(&config).unwrap();
    fs::write(
        &config,
        text + &"#\n".repeat(1_000_000) + "[remote \"upstream\"]\nurl = h:a/b\n",
    )
    .unwrap();
    home.check("api", "default", "me-api");
}
