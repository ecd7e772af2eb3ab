//! What `recall doctor` finds, from the settings files to the programs and the receipts.
#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

use std::fs::{self, Permissions};
use std::os::unix::fs::{PermissionsExt, symlink};
use std::path::{Path, PathBuf};
use std::process::Command;

use serde_json::{Value, json};
use stage::{Ran, Stage, backup_of, prompt};

const VERSION: &str = env!("CARGO_PKG_VERSION");

/// A hook that does the least that a working one does.
const WORKS: &str = r#"
[ "$1" = --version ] && { echo "$(basename "$0") VERSION"; exit; }
event=$(cat)
case $(basename "$0") in
  pre-compact-backup)
    folder=$CLAUDE_PROJECT_DIR/.claude/backups
    mkdir -p "$folder"
    cp "$HOME"/.claude/projects/sample/*.jsonl "$folder/transcript-2026-11-30T09-31-27.jsonl"
    case $event in *PreCompact*) echo 'Keep it.' ;; esac ;;
  *) case $event in
    *'"SessionStart"'*) echo '{"hookSpecificOutput":{"additionalContext":"recall-doctor-sample"}}' ;;
  esac ;;
esac
"#;

#[test]
fn the_real_programs_work_on_the_sample() {
    let stage = Stage::new();
    for name in [
        "pre-compact-backup",
        "post-compact-recall",
        "session-start-greeting",
    ] {
        let to = hooks(&stage).join(name);
        fs::create_dir_all(hooks(&stage)).unwrap();
        fs::copy(built(name), to).unwrap();
    }
    settings(&stage, |_| {});
    let found = doctor(&stage).json();
    let worked = findings(&found, "works");
    assert_eq!(worked.len(), 6, "{found:#}");
    assert_eq!(worst(&found), "note");
}

#[test]
fn where_all_is_well_it_ends_with_zero_and_touches_nothing() {
    let stage = installed();
    for (event, program) in [
        ("PreCompact auto", "pre-compact-backup"),
        ("PostCompact auto", "post-compact-recall"),
        ("SessionStart startup", "session-start-greeting"),
        ("SessionStart compact", "post-compact-recall"),
        ("SessionEnd other", "pre-compact-backup"),
    ] {
        receipt(&stage, event, program, "ok");
    }
    let stage = with_recall_on_path(stage);
    private(&stage.home().join(".claude/recall"));
    let before = stage::tree(&stage.home());
    let ran = stage.run(env!("CARGO_BIN_EXE_recall"), &["doctor"], "");
    assert_eq!((ran.code, ran.stderr.as_str()), (Some(0), ""));
    assert!(ran.stdout.ends_with("\nAll is well.\n"), "{}", ran.stdout);
    assert!(!ran.stdout.contains('→'), "{}", ran.stdout);
    assert_eq!(stage::tree(&stage.home()), before);
}

#[test]
fn where_nothing_is_installed_it_says_how_to() {
    let ran = doctor(&Stage::new());
    check(&ran, "not-installed", "no settings file starts recall");
    assert!(findings(&ran.json(), "never-ran").is_empty());
}

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
fn a_program_that_is_gone_or_not_executable_is_broken() {
    let stage = installed();
    fs::remove_file(hooks(&stage).join("session-start-greeting")).unwrap();
    let locked = hooks(&stage).join("post-compact-recall");
    fs::set_permissions(locked, Permissions::from_mode(0o600)).unwrap();
    let ran = doctor(&stage);
    check(
        &ran,
        "program-missing",
        "~/.claude/hooks/session-start-greeting is not there",
    );
    check(
        &ran,
        "program-not-executable",
        "~/.claude/hooks/post-compact-recall may not be",
    );
    assert_eq!(findings(&ran.json(), "works").len(), 2);
}

#[test]
fn a_program_that_is_there_and_does_not_work_is_broken() {
    for (script, said) in [
        ("cat > /dev/null", "it kept no backup"),
        ("cat > /dev/null; exit 2", "it ended with 2"),
        ("kill -9 $$", "a signal ended it"),
    ] {
        let stage = installed();
        program(&stage, "pre-compact-backup", script);
        check(&doctor(&stage), "does-not-work", said);
    }
    let stage = installed();
    program(&stage, "post-compact-recall", "cat > /dev/null; echo '{}'");
    let ran = doctor(&stage);
    check(
        &ran,
        "does-not-work",
        "SessionStart(compact): ~/.claude/hooks/post-compact-recall",
    );
    check(&ran, "does-not-work", "its answer is not the right one");
}

#[test]
fn programs_of_different_versions_do_not_fit_together() {
    let stage = installed();
    let older = WORKS.replace("VERSION", "0.0.1");
    program(&stage, "pre-compact-backup", &older);
    check(
        &doctor(&stage),
        "versions-differ",
        "~/.claude/hooks/pre-compact-backup 0.0.1",
    );
    for name in ["post-compact-recall", "session-start-greeting"] {
        program(&stage, name, &older);
    }
    let found = doctor(&stage).json();
    assert_eq!(findings(&found, "versions-other").len(), 1, "{found:#}");
}

#[test]
fn what_only_a_projects_settings_name_is_not_started() {
    let stage = Stage::new();
    let mark = stage.home().join("started");
    let evil = stage.write(
        "project/pre-compact-backup",
        format!("#!/bin/sh\ntouch {}\n", mark.display()),
    );
    fs::set_permissions(&evil, Permissions::from_mode(0o755)).unwrap();
    for hook in [
        json!({"type": "command", "command": evil, "args": []}),
        json!({"type": "command", "command": evil}),
    ] {
        let entries = json!({"hooks": {"PreCompact": [{"hooks": [hook]}]}});
        for name in ["settings.json", "settings.local.json"] {
            let file = stage.write(format!("project/.claude/{name}"), entries.to_string());
            let found = doctor(&stage).json();
            assert_eq!(findings(&found, "program-not-run").len(), 1, "{found:#}");
            fs::remove_file(file).unwrap();
        }
    }
    assert!(!mark.exists());
}

#[test]
fn an_entry_for_a_shell_is_started_by_one() {
    for (command, code) in [
        ("\"$HOME/.claude/hooks/pre-compact-backup\"", "works"),
        ("~/.claude/hooks/pre-compact-backup --x", "works"),
        ("$CLAUDE_PROJECT_DIR/pre-compact-backup", "program-not-run"),
    ] {
        let stage = installed();
        settings(&stage, |tree| {
            let hook = &mut tree["hooks"]["PreCompact"][0]["hooks"][0];
            *hook = json!({"type": "command", "command": command});
        });
        let found = doctor(&stage).json();
        let said = findings(&found, code);
        let about = |said: &String| said.starts_with("PreCompact") || said.contains(command);
        assert!(said.iter().any(about), "{command}: {found:#}");
        assert_eq!(worst(&found), "note", "{found:#}");
    }
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

#[test]
fn the_receipts_tell_when_each_hook_ran_last() {
    let stage = installed();
    receipt(&stage, "PreCompact auto", "pre-compact-backup", "problem");
    receipt(&stage, "PostCompact auto", "post-compact-recall", "nothing");
    private(&stage.home().join(".claude/recall"));
    let ran = doctor(&stage);
    check(&ran, "ran-with-a-problem", "with a problem: the reason");
    check(
        &ran,
        "never-restored",
        "SessionStart(compact): never, in the receipts since",
    );
    let found = ran.json();
    assert!(
        findings(&found, "never")
            .iter()
            .any(|said| said.starts_with("SessionEnd: never"))
    );
    assert!(findings(&found, "ran")[0].starts_with("PostCompact: less than a minute ago"));
    receipt(&stage, "PreCompact auto", "pre-compact-backup", "ok");
    let found = doctor(&stage).json();
    assert!(findings(&found, "ran-with-a-problem").is_empty());
    assert_eq!(findings(&found, "last-problem").len(), 1);
}

#[test]
fn what_others_can_read_is_broken() {
    let stage = installed();
    stage.backup(&backup_of(0), prompt("one"));
    fs::set_permissions(stage.backups(), Permissions::from_mode(0o755)).unwrap();
    let ran = doctor(&stage);
    check(
        &ran,
        "readable-by-others",
        "~/project/.claude/backups (and 1 other) can be read",
    );
    check(
        &ran,
        "not-ignored",
        "~/project/.claude/backups has no .gitignore",
    );
    stage.write("project/.claude/backups/.gitignore", "*\n");
    private(&stage.backups());
    let found = doctor(&stage).json();
    assert_eq!(worst(&found), "note", "{found:#}");
    assert!(findings(&found, "kept")[0].contains("1 backup and 0 state dumps"));
}

#[test]
fn a_backups_folder_that_is_a_link_is_broken() {
    let stage = installed();
    fs::create_dir_all(stage.project().join(".claude")).unwrap();
    fs::create_dir_all(stage.home().join("elsewhere")).unwrap();
    symlink(stage.home().join("elsewhere"), stage.backups()).unwrap();
    check(
        &doctor(&stage),
        "link",
        "~/project/.claude/backups is a symbolic link",
    );
}

#[test]
fn a_handover_that_the_client_tells_too_is_noted() {
    let stage = installed();
    let memory = "## 🔄 次の自分へ\n- go on\n";
    stage.write("project/memory/MEMORY.md", memory);
    let slug = stage
        .project()
        .to_string_lossy()
        .replace(['/', '.', '_'], "-");
    let auto = stage.write(format!(".claude/projects/{slug}/memory/MEMORY.md"), memory);
    let found = doctor(&stage).json();
    assert_eq!(findings(&found, "memory-twice").len(), 1, "{found:#}");
    fs::remove_file(&auto).unwrap();
    symlink(stage.project().join("memory/MEMORY.md"), auto).unwrap();
    let found = doctor(&stage).json();
    assert_eq!(findings(&found, "memory-once").len(), 1, "{found:#}");
}

#[test]
fn a_fault_in_recall_json_and_another_recall_on_path_are_found() {
    let stage = installed();
    stage.write(".claude/recall.json", r#"{"turn": 3}"#);
    check(&doctor(&stage), "setting", "did you mean \"turns\"?");
    let stage = installed();
    program(&stage, "recall", &WORKS.replace("VERSION", VERSION));
    assert_eq!(findings(&doctor(&stage).json(), "not-on-path").len(), 1);
    let other = stage.write("bin/recall", "#!/bin/sh\n");
    fs::set_permissions(&other, Permissions::from_mode(0o755)).unwrap();
    let path = format!("{}:/usr/bin:/bin", other.parent().unwrap().display());
    let found = doctor(&stage.with("PATH", path)).json();
    assert_eq!(findings(&found, "other-on-path").len(), 1, "{found:#}");
}

#[test]
fn programs_read_it_as_json() {
    let stage = installed();
    receipt(&stage, "SessionStart compact", "post-compact-recall", "ok");
    private(&stage.home().join(".claude/recall"));
    let ran = doctor(&stage);
    assert_eq!((ran.code, ran.stderr.as_str()), (Some(0), ""));
    let found = ran.json();
    let names: Vec<&str> = found
        .as_object()
        .unwrap()
        .keys()
        .map(String::as_str)
        .collect();
    assert_eq!(
        names,
        [
            "claude_dir",
            "findings",
            "hooks",
            "recall",
            "result",
            "root"
        ]
    );
    assert_eq!(found["recall"], VERSION);
    assert_eq!(found["root"], json!(stage.project()));
    assert_eq!(found["result"], "note");
    let first = json!({"area": "settings", "code": "entries", "severity": "well", "mend": null,
        "what": "~/.claude/settings.json: all 6 entries of recall are there"});
    assert_eq!(found["findings"][0], first);
    let hooks = found["hooks"].as_array().unwrap();
    assert_eq!(hooks.len(), 6);
    assert_eq!(
        hooks[0],
        json!({"hook": "PreCompact", "program": "pre-compact-backup", "last": null})
    );
    assert_eq!(hooks[3]["hook"], "SessionStart(compact)");
    assert_eq!(hooks[3]["last"]["event"], "SessionStart compact");
    assert_eq!(hooks[3]["last"]["result"], "ok");
    assert_eq!(hooks[3]["last"]["reason"], "the reason");
    for finding in found["findings"].as_array().unwrap() {
        let is_well = finding["severity"] == "well";
        assert_eq!(finding["mend"].is_null(), is_well, "{finding}");
    }
}

#[test]
fn without_a_home_it_is_trouble() {
    let ran = installed().with("HOME", "");
    let ran = ran.run(env!("CARGO_BIN_EXE_recall"), &["doctor"], "");
    assert_eq!(ran.code, Some(2));
    assert!(
        ran.stderr.contains("neither HOME nor CLAUDE_CONFIG_DIR"),
        "{}",
        ran.stderr
    );
}

#[test]
fn it_speaks_japanese_in_lines_that_fit_a_terminal() {
    let stage = Stage::new().with("LANG", "ja_JP.UTF-8");
    let ran = stage.run(env!("CARGO_BIN_EXE_recall"), &["doctor"], "");
    assert_eq!(ran.code, Some(1));
    assert!(ran.stdout.starts_with("設定ファイル\n"), "{}", ran.stdout);
    assert!(
        ran.stdout
            .contains("recallを起動する設定がどこにもありません"),
        "{}",
        ran.stdout
    );
    assert!(
        ran.stdout.ends_with("直すべきもの1件、お知らせ0件。\n"),
        "{}",
        ran.stdout
    );
    let columns = |line: &str| {
        line.chars()
            .map(|c| if c < '\u{1100}' { 1 } else { 2 })
            .sum::<usize>()
    };
    assert!(
        ran.stdout.lines().all(|line| columns(line) <= 82),
        "{}",
        ran.stdout
    );
}

/// A stage with working hooks and the entries of install.
fn installed() -> Stage {
    let stage = Stage::new();
    for name in [
        "pre-compact-backup",
        "post-compact-recall",
        "session-start-greeting",
    ] {
        program(&stage, name, &WORKS.replace("VERSION", VERSION));
    }
    settings(&stage, |_| {});
    stage
}

fn with_recall_on_path(stage: Stage) -> Stage {
    program(&stage, "recall", &WORKS.replace("VERSION", VERSION));
    let path = format!("{}:/usr/bin:/bin", hooks(&stage).display());
    stage.with("PATH", path)
}

fn hooks(stage: &Stage) -> PathBuf {
    stage.home().join(".claude/hooks")
}

fn program(stage: &Stage, name: &str, script: &str) {
    let path = stage.write(hooks(stage).join(name), format!("#!/bin/sh\n{script}\n"));
    fs::set_permissions(path, Permissions::from_mode(0o755)).unwrap();
}

/// Writes the user's settings as install does, with a change.
fn settings(stage: &Stage, change: impl FnOnce(&mut Value)) {
    let example = include_str!("../../../hooks.example.json");
    let own = example.replace("/home/you/.claude/hooks", hooks(stage).to_str().unwrap());
    let mut tree: Value = serde_json::from_str(&own).unwrap();
    change(&mut tree);
    stage.write(".claude/settings.json", tree.to_string());
}

/// Adds the receipt of a run that has just been.
fn receipt(stage: &Stage, event: &str, program: &str, result: &str) {
    let folder = stage.home().join(".claude/recall");
    let path = folder.join("receipts-2026-11.jsonl");
    let time = stage
        .run("/bin/date", &["-u", "+%Y-%m-%dT%H:%M:%S.%NZ"], "")
        .stdout;
    let line = json!({"time": time.trim_end(), "program": program, "version": VERSION, "event": event,
        "session": "session-1", "result": result, "bytes": 0, "ms": 1, "reason": "the reason"});
    let before = fs::read_to_string(&path).unwrap_or_default();
    stage.write(path, format!("{before}{line}\n"));
}

/// Takes a folder and its files from everybody else.
fn private(folder: &Path) {
    fs::set_permissions(folder, Permissions::from_mode(0o700)).unwrap();
    for entry in fs::read_dir(folder).unwrap() {
        fs::set_permissions(entry.unwrap().path(), Permissions::from_mode(0o600)).unwrap();
    }
}

/// A program of another package, which a test of the whole workspace has built already.
fn built(name: &str) -> PathBuf {
    let beside = Path::new(env!("CARGO_BIN_EXE_recall")).with_file_name(name);
    if !beside.is_file() {
        let target = beside.ancestors().nth(2).unwrap();
        let mut cargo = Command::new(env!("CARGO"));
        cargo
            .args(["build", "--quiet", "--package", name, "--target-dir"])
            .arg(target);
        assert!(cargo.status().unwrap().success());
    }
    beside
}

fn doctor(stage: &Stage) -> Ran {
    stage.run(env!("CARGO_BIN_EXE_recall"), &["doctor", "--json"], "")
}

/// What the findings of a code say.
fn findings(found: &Value, code: &str) -> Vec<String> {
    let all = found["findings"].as_array().unwrap().iter();
    let own = all.filter(|finding| finding["code"] == code);
    own.map(|finding| finding["what"].as_str().unwrap().to_owned())
        .collect()
}

fn worst(found: &Value) -> &str {
    found["result"].as_str().unwrap()
}

/// Expects that something is broken, and a finding of this code that says this and how it is mended.
#[track_caller]
fn check(ran: &Ran, code: &str, said: &str) {
    let found = ran.json();
    let told = findings(&found, code);
    assert_eq!((ran.code, worst(&found)), (Some(1), "broken"), "{found:#}");
    assert!(
        told.iter().any(|told| told.contains(said)),
        "{code}: {found:#}"
    );
}
