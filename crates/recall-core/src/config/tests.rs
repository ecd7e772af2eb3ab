//! What the texts of recall.json come to.

use std::path::{Path, PathBuf};

use super::keys::{KEYS, Shape};
use super::{Config, Member, Owner, Wording};
use crate::language::Language;

fn read_as(owner: Owner, text: &str) -> (Config, Vec<String>) {
    let mut config = Config::default();
    let faults = config.overlay(owner, Path::new("recall.json"), text);
    let faults = faults.iter().map(|fault| fault.text(Language::English));
    (config, faults.collect())
}

fn read(text: &str) -> (Config, Vec<String>) {
    read_as(Owner::User, text)
}

#[test]
fn each_name_sets_its_value() {
    let (config, faults) = read(
        r###"{"language":"ja","turns":15,"summarizer":"keep it","reminder":false,"user":"Captain","assistant":"Scout",
            "handover":{"file":"n.md","start":"## N","end":["## "]},
            "state":{"decisions":"d.md","tool_log":"t.jsonl"},"team":{"letters":"../post"},
            "members":[{"key":"scout","label":"斥候","folder":"/w/scout"}]}"###,
    );
    assert_eq!(faults, Vec::<String>::new());
    assert_eq!(config.language, Some(Language::Japanese));
    assert_eq!(config.turns, Some(15));
    assert_eq!(config.summarizer, Wording::Text("keep it".into()));
    assert_eq!(config.reminder, Wording::Off);
    assert_eq!(config.user.as_deref(), Some("Captain"));
    assert_eq!(config.assistant.as_deref(), Some("Scout"));
    assert_eq!(config.handover.file.path, Path::new("n.md"));
    assert_eq!(config.handover.start, "## N");
    assert_eq!(config.handover.ends, ["## "]);
    assert_eq!(config.state.decisions.path, Path::new("d.md"));
    let tool_log = config.state.tool_log.unwrap();
    assert_eq!(tool_log.path, Path::new("t.jsonl"));
    assert_eq!(config.team.letters, Path::new("../post"));
    let scout = Member {
        key: "scout".into(),
        label: "斥候".into(),
        folder: PathBuf::from("/w/scout"),
    };
    assert_eq!(config.members, [scout]);
}

#[test]
fn every_value_of_the_table_can_be_set_and_is_shown_with_its_owner() {
    for key in KEYS.iter().filter(|key| key.is_value()) {
        let value = match key.shape {
            Shape::Language => r#""ja""#,
            Shape::Handoffs => r#""offer""#,
            Shape::Count => "3",
            Shape::Size => r#""3 MB""#,
            Shape::Texts => r#"["x"]"#,
            Shape::List => r#"[{"key":"a","folder":"/w"}]"#,
            _ => r#""x""#,
        };
        let text = match key.name.split_once('.') {
            Some((outer, inner)) => format!(r#"{{"{outer}":{{"{inner}":{value}}}}}"#),
            None => format!(r#"{{"{}":{value}}}"#, key.name),
        };
        let (config, faults) = read(&text);
        assert_eq!(faults, Vec::<String>::new(), "{text}");
        assert_eq!(config.owner(key.name), Some(Owner::User), "{text}");
        let changed = config.shown() != Config::default().shown();
        assert!(changed || key.name == "$schema", "{text}");
    }
}

#[test]
fn the_projects_file_lies_over_the_users() {
    let (mut config, _) = read(r#"{"turns":15,"user":"Captain"}"#);
    let faults = config.overlay(
        Owner::Project,
        Path::new("p"),
        r#"{"turns":3,"summarizer":false}"#,
    );
    assert_eq!(faults, []);
    assert_eq!(
        (config.turns, config.user.as_deref()),
        (Some(3), Some("Captain"))
    );
    assert_eq!(config.summarizer, Wording::Off);
    assert_eq!(config.owner("turns"), Some(Owner::Project));
    assert_eq!(config.owner("user"), Some(Owner::User));
    assert_eq!(config.owner("language"), None);
}

#[test]
fn only_the_users_file_is_trusted_to_name_a_file_anywhere() {
    let (mut config, _) = read(r#"{"handover":{"file":"/notes/m.md"}}"#);
    assert!(config.handover.file.trusted);
    let projects = r#"{"handover":{"file":"m.md"}}"#;
    config.overlay(Owner::Project, Path::new("p"), projects);
    assert!(!config.handover.file.trusted);
}

#[test]
fn a_file_that_does_not_count_changes_nothing_about_the_one_that_holds() {
    for projects in [
        r#"{"handover":{"file":7}}"#,
        r#"{"handover":{"file":"../m.md"}}"#,
    ] {
        let (mut config, _) = read(r#"{"handover":{"file":"/notes/m.md"}}"#);
        config.overlay(Owner::Project, Path::new("p"), projects);
        assert!(config.handover.file.trusted);
        assert_eq!(config.handover.file.path, Path::new("/notes/m.md"));
    }
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

/// Expects these faults, and that the user's name counts where the text holds one.
#[track_caller]
fn check(text: &str, expected: &[&str]) {
    let (config, faults) = read(text);
    assert_eq!(faults, expected, "{text}");
    let user = Some("Captain").filter(|user| text.contains(user));
    assert_eq!(config.user.as_deref(), user, "{text}");
}

#[test]
fn a_value_of_another_shape_is_named_with_its_line_and_the_rest_counts() {
    check(
        "{\"user\":\"Captain\",\n\"turns\":0}",
        &["recall.json:2: \"turns\" must be a positive whole number: it is skipped"],
    );
    check(
        "{\"turns\":\"ten\",\"user\":\"Captain\"}",
        &["recall.json:1: \"turns\" must be a positive whole number: it is skipped"],
    );
    check(
        "{\"user\":\"Captain\",\"language\"\n:\n\"fr\"}",
        &["recall.json:1: \"language\" must be \"en\" or \"ja\": it is skipped"],
    );
    check(
        "{\"user\":\"Captain\",\n\n\"summarizer\":3}",
        &["recall.json:3: \"summarizer\" must be a text, true or false: it is skipped"],
    );
    check(
        "{\"user\":\"Captain\",\"handover\":[]}",
        &["recall.json:1: \"handover\" must be an object: {...}: it is skipped"],
    );
    check(
        "{\"user\":\"Captain\",\"handover\":{\n\"end\":[1]}}",
        &["recall.json:2: \"handover.end\" must be a list of texts: it is skipped"],
    );
}

#[test]
fn an_unknown_name_is_told_with_the_nearest_one_at_every_level() {
    check(
        "{\"user\":\"Captain\",\n\"turn\":3}",
        &["recall.json:2: \"turn\" is not a name that recall knows; did you mean \"turns\"?"],
    );
    check(
        "{\"user\":\"Captain\",\"handover\":{\n\"ends\":[\"x\"]}}",
        &[
            "recall.json:2: \"handover.ends\" is not a name that recall knows; did you mean \"end\"?",
        ],
    );
    check(
        "{\"user\":\"Captain\",\"state\":{\"colour\":1}}",
        &[
            "recall.json:1: \"state.colour\" is not a name that recall knows; here it knows: decisions, tool_log",
        ],
    );
    check(
        "{\"user\":\"Captain\",\"members\":[\n{\"key\":\"a\",\n\"folder\":\"/w\",\n\"lable\":\"A\"}]}",
        &[
            "recall.json:4: \"members.lable\" is not a name that recall knows; did you mean \"label\"?",
        ],
    );
}

#[test]
fn a_name_that_belongs_into_another_object_is_told_with_its_place() {
    check(
        "{\"user\":\"Captain\",\"decisions\":\"d.md\"}",
        &[
            "recall.json:1: \"decisions\" is not a name that recall knows; did you mean \"state.decisions\"?",
        ],
    );
    check(
        "{\"user\":\"Captain\",\"handover\":{\"turns\":3}}",
        &[
            "recall.json:1: \"handover.turns\" is not a name that recall knows; did you mean \"turns\"?",
        ],
    );
}

#[test]
fn any_depth_of_brackets_is_read_to_its_end() {
    let deep = "[".repeat(200_000) + &"]".repeat(200_000);
    for name in ["members", "turns", "handover"] {
        let (_, faults) = read(&format!("{{\"{name}\": {deep}}}"));
        assert_eq!(faults.len(), 1);
        assert!(faults.iter().all(|fault| fault.len() < 400));
    }
}

#[test]
fn a_name_that_stands_twice_is_told_and_the_last_one_counts() {
    check(
        "{\"user\":\"Boss\",\n\"user\":\"Captain\"}",
        &["recall.json:2: \"user\" stands here for the second time: the last one counts"],
    );
}

#[test]
fn a_file_that_is_no_json_object_counts_for_nothing() {
    check(
        "[]",
        &["recall.json: it holds JSON, but no object, so none of it counts"],
    );
    for (text, place, why) in [
        ("{\n  oops }", "2:3", "what stands there is not JSON"),
        (
            "{\n  // mine\n  \"turns\": 3 }",
            "2:3",
            "JSON has no comments",
        ),
        (
            "{\"language\": \"日本\", /* a */ \"turns\": 3 }",
            "1:20",
            "JSON has no comments",
        ),
        ("{\"turns\": 3,\n}", "2:1", "a comma after the last item"),
        ("{'turns': 3}", "1:2", "texts stand in double quotes"),
        ("{\"turns\": 3", "1:12", "it ends before it is complete"),
        ("", "1:1", "it ends before it is complete"),
        ("{} {}", "1:4", "there is more after its end"),
    ] {
        check(
            text,
            &[&format!(
                "recall.json:{place}: it is not JSON ({why}), so none of it counts"
            )],
        );
    }
}

#[test]
fn a_byte_order_mark_makes_no_difference() {
    check("\u{feff}{\"user\":\"Captain\"}", &[]);
}

#[test]
fn half_a_surrogate_pair_costs_one_character() {
    let (config, faults) = read(r#"{"user":"Captain \ud83d","handover":{"end":["\ud83d"]}}"#);
    assert_eq!(faults, Vec::<String>::new());
    assert_eq!(config.user.as_deref(), Some("Captain \u{fffd}"));
}

#[test]
fn a_flood_of_faults_is_told_in_a_few_lines() {
    let names: Vec<String> = (0..5_000).map(|nth| format!("\"x{nth}\":1")).collect();
    let (_, faults) = read(&format!("{{{}}}", names.join(",")));
    assert_eq!(faults.len(), 21);
    assert_eq!(
        faults.last().unwrap(),
        "recall.json: 4980 more faults; `recall config` shows what holds"
    );
    let long = read(&format!("{{\"{}\":1}}", "x".repeat(50_000))).1;
    assert!(long.iter().all(|fault| fault.len() < 400), "{long:?}");
}

#[track_caller]
fn check_members(members: &str, keys: &[&str], expected: &[&str]) {
    let (config, faults) = read(&format!("{{\"members\":{members}}}"));
    let found: Vec<&str> = config
        .members
        .iter()
        .map(|member| member.key.as_str())
        .collect();
    assert_eq!(
        (found.as_slice(), faults.len()),
        (keys, expected.len()),
        "{faults:?}"
    );
    for (fault, expected) in faults.iter().zip(expected) {
        assert!(fault.contains(expected), "{fault}");
    }
}

#[test]
fn a_member_that_is_not_usable_is_left_out_and_the_others_stay() {
    let smith = r#"{"key":"smith","folder":"~/smith"}"#;
    let with = |other: &str| format!("[{other},{smith}]");
    check_members(
        &with(r#"{"folder":"/w"}"#),
        &["smith"],
        &["a member without a \"key\""],
    );
    check_members(
        &with(r#"{"key":"a"}"#),
        &["smith"],
        &["a member without a \"folder\""],
    );
    check_members(
        &with(r#"{"key":"../a","folder":"/w"}"#),
        &["smith"],
        &["\"members.key\" must be a name of letters"],
    );
    check_members(
        &with(r#"{"key":"a","folder":"w/a"}"#),
        &["smith"],
        &["\"members.folder\" must be an absolute path"],
    );
    check_members(
        &with(r#"{"key":"a","folder":"/w/a","label":7}"#),
        &["a", "smith"],
        &["\"members.label\" must be a text"],
    );
    check_members(
        &with("7"),
        &["smith"],
        &["\"members\" must be a list of objects"],
    );
    check_members(
        &with(smith),
        &["smith"],
        &["a second member with the key \"smith\""],
    );
    check_members("7", &[], &["\"members\" must be a list of objects"]);
}

/// Expects that a project's file cannot do this, and that nothing is changed by it.
#[track_caller]
fn check_refused(text: &str, expected: &str) {
    let (config, faults) = read_as(Owner::Project, text);
    assert_eq!(
        (&config, faults.len()),
        (&Config::default(), 1),
        "{text}: {faults:?}"
    );
    assert!(faults[0].contains(expected), "{text}: {faults:?}");
}

#[test]
fn a_projects_file_decides_nobodys_name_and_nobodys_folders() {
    for text in [
        r#"{"user":"Root"}"#,
        r#"{"assistant":"Root"}"#,
        r#"{"members":[{"key":"a","folder":"~/other"}]}"#,
        r#"{"team":{"letters":"~/mail"}}"#,
    ] {
        check_refused(text, "counts in your own recall.json only");
    }
}

#[test]
fn a_projects_file_names_paths_inside_the_project_only() {
    for path in ["../x.md", "/etc/hostname", "~/x.md", "a/../../x.md"] {
        for text in [
            format!(r#"{{"handover":{{"file":"{path}"}}}}"#),
            format!(r#"{{"state":{{"decisions":"{path}"}}}}"#),
            format!(r#"{{"state":{{"tool_log":"{path}"}}}}"#),
        ] {
            check_refused(
                &text,
                &format!("names {path}, which lies outside the project"),
            );
        }
    }
}

#[test]
fn a_members_folder_is_matched_by_whole_components() {
    let (config, _) =
        read(r#"{"members":[{"key":"a","folder":"/w/app"},{"key":"b","folder":"/w/app/sub"}]}"#);
    let key = |path: &str| {
        config
            .member_at(Path::new(path))
            .map(|member| member.key.as_str())
    };
    assert_eq!(key("/w/app/src"), Some("a"));
    assert_eq!(key("/w/app/sub/src"), Some("b"));
    assert_eq!(key("/w/application"), None);
}
