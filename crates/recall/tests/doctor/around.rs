//! Folders, memory, recall.json and PATH.

use std::fs::{self, Permissions};
use std::os::unix::fs::{PermissionsExt, symlink};

use stage::{backup_of, prompt};

use super::{VERSION, WORKS, check, doctor, findings, installed, private, program, worst};

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
