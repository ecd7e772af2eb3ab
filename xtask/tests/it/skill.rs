//! What install and uninstall do with the skill.

use std::fs;
use std::os::unix::fs::symlink;

use crate::home::{Home, assert_contains, mode, read};

const SKILL: &str = include_str!("../../../skills/handoff/SKILL.md");

#[test]
fn the_skill_is_there_after_install_and_gone_with_its_folders_after_uninstall() {
    let home = Home::new();
    let skill = home.claude("skills/handoff/SKILL.md");

    let said = home.install(&[]);
    assert_eq!(read(&skill), SKILL);
    assert_eq!(mode(&skill), 0o644);
    assert_contains(&said, &format!("Skill: {} is new.", skill.display()));
    assert_contains(&home.install(&[]), "SKILL.md is up to date.");

    let said = home.uninstall(&[]);
    assert!(!home.claude("skills").exists());
    assert_contains(&said, &format!("Skill: {} is removed.", skill.display()));
}

#[test]
fn skills_and_folders_of_the_user_stay() {
    let home = Home::new();
    let theirs = home.write("home/.claude/skills/theirs/SKILL.md", "theirs");
    let beside = home.write("home/.claude/skills/handoff/notes.md", "mine");
    home.install(&[]);

    home.uninstall(&[]);

    assert!(!home.claude("skills/handoff/SKILL.md").exists());
    assert!(theirs.exists() && beside.exists());
}

#[test]
fn what_recall_did_not_write_is_left_alone_and_told() {
    #[track_caller]
    fn check(home: &Home, expected: &str) {
        let skill = home.claude("skills/handoff/SKILL.md");
        let about = fs::symlink_metadata(&skill).unwrap().file_type();
        for said in [
            home.install(&["--dry-run"]),
            home.install(&[]),
            home.install(&[]),
        ] {
            assert_contains(
                &said,
                "SKILL.md is not what recall wrote, so it was left alone",
            );
            assert_eq!(fs::symlink_metadata(&skill).unwrap().file_type(), about);
        }
        home.uninstall(&[]);
        assert_eq!(fs::symlink_metadata(&skill).unwrap().file_type(), about);
        assert_eq!(fs::read_to_string(&skill).unwrap_or_default(), expected);
    }
    let skill = "home/.claude/skills/handoff/SKILL.md";

    let home = Home::new();
    home.write(skill, "theirs");
    check(&home, "theirs");

    let home = Home::new();
    fs::create_dir_all(home.path(skill)).unwrap();
    check(&home, "");

    let home = Home::new();
    fs::create_dir_all(home.claude("skills/handoff")).unwrap();
    symlink("/nowhere/SKILL.md", home.path(skill)).unwrap();
    check(&home, "");
}

#[test]
fn a_change_by_the_user_outlives_the_next_install_and_uninstall() {
    let home = Home::new();
    home.install(&[]);
    let skill = home.write("home/.claude/skills/handoff/SKILL.md", "changed");

    assert_contains(&home.install(&[]), "so it was left alone");
    assert_eq!(read(&skill), "changed");
    assert_contains(&home.uninstall(&[]), "so it was left alone");
    assert_eq!(read(&skill), "changed");
}

#[test]
fn what_an_earlier_install_wrote_is_brought_up_to_date_or_removed() {
    let earlier = || {
        let home = Home::new();
        home.install(&[]);
        let skill = home.write("home/.claude/skills/handoff/SKILL.md", "earlier");
        let record = home.claude("recall/installed.json");
        let mut known: serde_json::Value = serde_json::from_str(&read(&record)).unwrap();
        known["skill"] = "earlier".into();
        fs::write(record, known.to_string()).unwrap();
        (home, skill)
    };
    let (home, skill) = earlier();
    assert_contains(&home.install(&[]), "SKILL.md is brought up to date.");
    assert_eq!(read(&skill), SKILL);

    let (home, skill) = earlier();
    home.uninstall(&[]);
    assert!(!skill.exists());
}

#[test]
fn it_stays_with_the_programs_while_another_settings_file_uses_them() {
    let home = Home::new();
    fs::create_dir(home.path("project")).unwrap();
    let project = ["--scope", "project", "--project", "project"];
    home.install(&[]);
    home.install(&project);

    home.uninstall(&[]);
    assert!(home.claude("skills/handoff/SKILL.md").exists());
    home.uninstall(&project);
    assert!(!home.claude("skills").exists());
}

#[test]
fn a_file_in_place_of_the_skills_folder_is_refused_before_anything_is_written() {
    let home = Home::new();
    home.write("home/.claude/skills", "not a folder");
    let tree = home.tree();

    let error = home.try_install(&[]).error();

    assert_contains(&error, "cannot make the folder ");
    assert_contains(&error, "home/.claude/skills");
    let names = |tree: &crate::home::Tree| tree.keys().cloned().collect::<Vec<_>>();
    assert_eq!(names(&home.tree()), names(&tree));
}

#[test]
fn its_front_matter_is_what_the_client_reads() {
    let front = SKILL.strip_prefix("---\n").unwrap();
    let (front, text) = front.split_once("\n---\n").unwrap();
    let lines: Vec<_> = front
        .lines()
        .map(|it| it.split_once(": ").unwrap())
        .collect();
    let [(name, "handoff"), (about, description)] = lines[..] else {
        panic!("{front}");
    };
    assert_eq!((name, about), ("name", "description"));
    // A colon or a hash would mean something else in YAML, and over 1,024 characters the client cuts.
    assert!(!description.contains(": ") && !description.contains(" #"));
    assert!(description.chars().count() <= 1024);
    let [english, japanese] = text.split("\n---\n").collect::<Vec<_>>()[..] else {
        panic!("one part for each language was expected");
    };
    for tool in ["list", "accept", "begin", "cancel"] {
        let tool = format!("`memory_handoff_{tool}`");
        assert!(english.contains(&tool) && japanese.contains(&tool));
    }
}
