use super::Remote;

/// A URL, with the project's name and the identity that it has; none where it names no repository.
type Row = (&'static str, Option<(&'static str, &'static str)>);

const SAME: Option<(&str, &str)> = Some(("acme-api", "github.com/acme/api"));
const NESTED: Option<(&str, &str)> = Some(("acme-group-sub-api", "gitlab.com/acme/group/sub/api"));

/// A short form that git would replace (`insteadOf`) means what is written.
const SHORT: &[Row] = &[("gh:acme/api", Some(("acme-api", "gh/acme/api")))];

/// Ways of writing one repository.
const FORMS: &[Row] = &[
    ("git@github.com:acme/api.git", SAME),
    ("git@github.com:acme/api", SAME),
    ("github.com:acme/api", SAME),
    ("git@github.com:/acme/api.git", SAME),
    ("ssh://git@github.com/acme/api.git", SAME),
    ("ssh://github.com/acme/api", SAME),
    ("git+ssh://git@github.com/acme/api", SAME),
    ("ssh+git://git@github.com/acme/api", SAME),
    ("https://github.com/acme/api.git", SAME),
    ("https://github.com/acme/api", SAME),
    ("http://github.com/acme/api", SAME),
    ("git+https://github.com/acme/api.git", SAME),
    ("git://github.com/acme/api.git", SAME),
    ("ftps://github.com/acme/api.git", SAME),
    ("  https://github.com/acme/api  ", SAME),
];

const PORTS_AND_USERS: &[Row] = &[
    ("ssh://git@github.com:2222/acme/api.git", SAME),
    ("https://github.com:443/acme/api", SAME),
    ("ssh://git@github.com:/acme/api", SAME),
    ("[git@github.com:2222]:acme/api.git", SAME),
    ("git@[github.com:2222]:acme/api.git", SAME),
    ("https://me@github.com/acme/api.git", SAME),
    ("https://me:pass:word@github.com/acme/api.git", SAME),
    ("https://me@example.com:token@github.com/acme/api", SAME),
    ("me@example.com@github.com:acme/api", SAME),
    ("git@[::1]:acme/api", Some(("acme-api", "::1/acme/api"))),
    (
        "ssh://git@[::1]:22/acme/api",
        Some(("acme-api", "::1/acme/api")),
    ),
    ("https://github.com:x/acme/api", None),
    ("https://me:pa/ss@github.com/acme/api", None),
    ("ssh://::1/acme/api", None),
];

const ENDINGS: &[Row] = &[
    ("https://github.com/acme/api/", SAME),
    ("https://github.com/acme/api.git/", SAME),
    ("https://github.com/acme/api.git//", SAME),
    ("https://github.com//acme/./api", SAME),
    ("git@github.com:acme/api/.git", SAME),
    (
        "https://github.com/acme/api.git.git",
        Some(("acme-api.git", "github.com/acme/api.git")),
    ),
    (
        "https://github.com/acme/digit",
        Some(("acme-digit", "github.com/acme/digit")),
    ),
    ("https://github.com/api", Some(("api", "github.com/api"))),
];

const CASE: &[Row] = &[
    ("https://GitHub.com/Acme/API.git", SAME),
    ("HTTPS://github.com/acme/api.GIT", SAME),
    ("Git@GITHUB.COM:ACME/Api", SAME),
    ("https://github.com./acme/api", SAME),
];

const NESTED_GROUPS: &[Row] = &[
    ("https://gitlab.com/acme/group/sub/api.git", NESTED),
    ("git@gitlab.com:acme/group/sub/api.git", NESTED),
    ("https://gitlab.com/acme/group%2Fsub/api", NESTED),
];

const ESCAPES: &[Row] = &[
    ("https://github.com/%61cme/a%70i", SAME),
    ("https://github.com/acme/api%2Egit", SAME),
    ("ssh://github.com/acme%2fapi", SAME),
    (
        "https://h.example/my%20team/api",
        Some(("my team-api", "h.example/my team/api")),
    ),
    (
        "https://h.example/%E6%97%A5%E6%9C%AC/api",
        Some(("日本-api", "h.example/日本/api")),
    ),
    (
        "git@h.example:日本/道具.git",
        Some(("日本-道具", "h.example/日本/道具")),
    ),
    (
        "https://例え.jp/acme/api",
        Some(("acme-api", "例え.jp/acme/api")),
    ),
    (
        "https://h.example/a%/b%zz",
        Some(("a%-b%zz", "h.example/a%/b%zz")),
    ),
    ("https://h.example/a%ff", Some(("a%ff", "h.example/a%ff"))),
    ("https://h.example/a%2525", Some(("a%25", "h.example/a%25"))),
    ("https://h.example/a/%2e%2e/b", None),
    ("https://h.example/a%00b", None),
    ("https://h.example/a%0ab", None),
];

const HOMES: &[Row] = &[
    (
        "ssh://h.example/~me/api",
        Some(("~me-api", "h.example/~me/api")),
    ),
    ("me@h.example:~/api", Some(("~me-api", "h.example/~me/api"))),
    (
        "ssh://you@h.example/~/api",
        Some(("~you-api", "h.example/~you/api")),
    ),
    (
        "git@git.sr.ht:~me/api",
        Some(("~me-api", "git.sr.ht/~me/api")),
    ),
];

const LOCAL: &[Row] = &[
    ("/srv/git/api.git", None),
    ("../api", None),
    ("./a:b", None),
    ("~/api", None),
    ("api", None),
    (".", None),
    ("file:///srv/git/api.git", None),
    ("FILE://host/srv/api", None),
    ("C:\\work\\api", None),
    ("c:/code/api", None),
    ("\\\\server\\share\\api", None),
];

const NO_REPOSITORY: &[Row] = &[
    ("", None),
    ("   ", None),
    ("https://github.com", None),
    ("https://github.com/", None),
    ("https://github.com/.git", None),
    ("https:///acme/api", None),
    ("git@github.com:", None),
    (":acme/api", None),
    ("-oProxyCommand=x:acme/api", None),
    ("ssh://-oProxyCommand=x/acme/api", None),
    ("https://github.com/../acme/api", None),
    ("https://h.example/git?p=acme/api", None),
    ("https://github.com/acme/api#readme", None),
    ("ext::ssh -i key git@github.com %S acme/api", None),
    ("codecommit::eu-west-1://api", None),
    ("chrome-extension://acme/api", None),
    ("a[b]:c", None),
    ("git@[github.com", None),
];

#[track_caller]
fn check(rows: &[Row]) {
    for (url, expected) in rows {
        let found = Remote::parse(url);
        let found = found.map(|remote| (remote.project(), remote.identity()));
        let expected =
            expected.map(|(project, identity)| (project.to_owned(), identity.to_owned()));
        assert_eq!(found, expected, "{url:?}");
    }
}

#[test]
fn one_repository_is_one_however_its_url_is_written() {
    check(FORMS);
}

#[test]
fn a_short_form_is_left_alone() {
    check(SHORT);
}

#[test]
fn port_and_user_make_no_difference_and_no_secret_stays() {
    check(PORTS_AND_USERS);
}

#[test]
fn the_end_of_a_url_makes_no_difference() {
    check(ENDINGS);
}

#[test]
fn large_and_small_letters_make_no_difference() {
    check(CASE);
}

#[test]
fn nested_groups_all_count() {
    check(NESTED_GROUPS);
}

#[test]
fn percent_escapes_are_read_once_and_only_where_they_make_up_a_text() {
    check(ESCAPES);
}

#[test]
fn the_home_folder_on_a_host_is_its_users() {
    check(HOMES);
}

#[test]
fn a_local_path_is_no_remote() {
    check(LOCAL);
}

#[test]
fn what_names_no_repository_on_a_host_is_no_remote() {
    check(NO_REPOSITORY);
}

#[test]
fn a_url_of_any_length_is_looked_at_no_further_than_it_can_matter() {
    let url = |length: usize| format!("https://h.example/{}", "a".repeat(length));
    assert!(Remote::parse(&url(2_000)).is_some());
    assert!(Remote::parse(&url(2_048)).is_none());
}
