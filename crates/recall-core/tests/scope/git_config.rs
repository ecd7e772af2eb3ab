//! A configuration file means what git takes it to mean.

use recall_core::handoff::scope::git_config;

use crate::Home;

/// What git says that a text's settings are, each `name` and value as `--list -z` prints them.
#[track_caller]
fn check(text: &str) {
    let home = Home::new();
    home.write("config", text);
    let gits = home.git("", &["config", "--file", "config", "--list", "-z"]);
    let own = git_config::parse(text).into_iter().map(|setting| {
        let subsection = setting.subsection.map(|name| format!("{name}."));
        let subsection = subsection.unwrap_or_default();
        let (section, name, value) = (setting.section, setting.name, setting.value);
        format!("{section}.{subsection}{name}\n{value}\0")
    });
    assert_eq!(own.collect::<String>(), gits, "{text}");
}

#[test]
fn what_git_reads_is_read_alike() {
    check(
        "[remote \"origin\"]\n\turl = git@h:a/b.git\n\tfetch = +refs/heads/*:refs/remotes/origin/*\n",
    );
    check("[Core] bare=false\nFileMode = true ; c\n[a.B]\nx=1\n[a \"B\"]\nx=2\n");
    check("[a]\nx = a  b \t# c\ny = \"a ; b\" ; c\nz = \"  a \" \n");
    check("[a]\nx = a\\\n  b\ny = \\\"q\\\" \\\\ \\t|\nz = a\"b c\"d\n");
    check("[a \"q\\\"u\\\\o\\te\"]\nx =\ny = \"\"\n");
    check("\u{feff}[a]\r\n\tx = 1\r\n\ty = a\\\r\nb\r\n");
    check("# c\n; c\n\n[a] # c\n[b]x=1\n[c \"道具 箱\"]\nurl = h:会社/道具\n");
    check("[a]\nx = 1\nx = 2\n[b]\n[a]\nx = 3");
}

#[test]
fn what_git_writes_is_read_alike() {
    let home = Home::with(&[]);
    for value in [" a ", "a#b;c", "a\\b\"c", "a\nb\tc", "道具", ""] {
        home.git("api", &["config", "remote.o\"r\\i.g.url", value]);
        let text = std::fs::read_to_string(home.path("api/.git/config")).unwrap();
        let settings = git_config::parse(&text);
        let found = git_config::value(&settings, ("remote", Some("o\"r\\i.g")), "url");
        assert_eq!(found, Some(value), "{text}");
    }
}
