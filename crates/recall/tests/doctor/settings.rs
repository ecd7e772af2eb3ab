//! Entries that are missing, switched off, doubled or unreadable.

use std::fs;

use serde_json::{Value, json};

use super::{check, doctor, findings, installed, settings, worst};

#[test]
fn an_entry_that_is_missing_or_switched_off_is_broken() {
    let stage = installed();
    settings(&stage, |tree| {
        tree["disableAllHooks"] = json!(true);
        tree["hooks"]["PreCompact"] = json!([]);
        tree["hooks"]["SessionEnd"][0]["hooks"][0]["timeout"] = Value::Null;
    });
    let ran = doctor(&stage);
    check(
        &ran,
        "hooks-off",
        "\"disableAllHooks\" in ~/.claude/settings.json",
    );
    check(
        &ran,
        "entry-missing",
        "PreCompact: no entry starts pre-compact-backup",
    );
    check(
        &ran,
        "timeout-short",
        "SessionEnd: the entry in ~/.claude/settings.json gives 1.5 s",
    );
}

#[test]
fn a_settings_file_that_the_client_skips_is_named_with_the_place() {
    let stage = installed();
    stage.write("project/.claude/settings.local.json", "{\n  \"a\": 1,\n}");
    let ran = doctor(&stage);
    check(
        &ran,
        "settings-not-json",
        "line 3, column 1: a comma after the last item",
    );
}

#[test]
fn entries_of_all_levels_count_together() {
    let stage = installed();
    let all = fs::read_to_string(stage.home().join(".claude/settings.json")).unwrap();
    let other = all.replace(".claude/hooks/", "other/hooks/");
    stage.write("project/.claude/settings.json", other);
    let ran = doctor(&stage);
    assert_eq!(findings(&ran.json(), "entry-twice").len(), 6);
    check(
        &ran,
        "program-missing",
        "~/other/hooks/pre-compact-backup is not there",
    );
    stage.write("project/.claude/settings.json", all);
    assert_eq!(worst(&doctor(&stage).json()), "note");
}

#[test]
fn a_path_that_needs_a_shell_is_broken_where_there_is_none() {
    let stage = installed();
    settings(&stage, |tree| {
        tree["hooks"]["PreCompact"][0]["hooks"][0]["command"] = json!("~/pre-compact-backup");
    });
    check(
        &doctor(&stage),
        "program-path",
        "~/pre-compact-backup in ~/.claude/settings.json is no absolute path",
    );
}
