//! `.ai-memory.toml`: which one counts, and what becomes of one that does not.

use std::fs;
use std::os::unix::fs::symlink;

use recall_core::handoff::scope::{self, Scope};

use crate::{Home, MARKER, ORIGIN, pipe};

#[test]
fn the_nearest_marker_decides() {
    let home = Home::with(&[ORIGIN]);
    home.write("api/.ai-memory.toml", MARKER);
    home.folder("api/src/deep");
    home.check("api", "acme", "tools");
    home.check("api/src/deep", "acme", "tools");
    home.write(
        "api/src/.ai-memory.toml",
        "workspace = \"会社\"\nproject = \"道具\"",
    );
    home.check("api/src/deep", "会社", "道具");
}

#[test]
fn a_marker_means_what_its_names_mean() {
    let home = Home::with(&[ORIGIN]);
    home.write("api/.ai-memory.toml", MARKER);
    home.write("other/.ai-memory.toml", MARKER);
    assert_eq!(home.scope("api"), Scope::named("acme", "tools").unwrap());
    assert_eq!(home.scope("api"), home.scope("other"));
}

#[test]
fn a_marker_above_the_checkout_is_not_its_own() {
    let home = Home::with(&[ORIGIN]);
    home.write(".ai-memory.toml", MARKER);
    home.check("api", "default", "me-api");
}

#[test]
fn outside_a_checkout_the_markers_up_to_the_home_folder_count() {
    let home = Home::new();
    home.folder("work/notes/deep");
    home.write("work/.ai-memory.toml", MARKER);
    home.check("work/notes/deep", "acme", "tools");
    home.write(".ai-memory.toml", "workspace = \"me\"\nproject = \"all\"");
    home.folder("play");
    home.check("play", "me", "all");
    home.check("", "me", "all");
}

#[test]
fn outside_checkout_and_home_only_the_folders_own_marker_counts() {
    let around = Home::new();
    around.write("work/.ai-memory.toml", MARKER);
    around.folder("work/notes");
    let look = |folder: &str| {
        let folder = around.path(folder);
        scope::find(
            &folder,
            &folder,
            Some(&around.path("home")),
            &mut Vec::new(),
        )
        .project
    };
    assert_eq!(look("work"), "tools");
    assert_eq!(look("work/notes"), "notes");
}

#[test]
fn a_marker_that_does_not_count_is_told_and_the_remote_decides() {
    let home = Home::with(&[ORIGIN]);
    let file = home.path("api/.ai-memory.toml");
    let file = file.to_str().unwrap();
    home.write("api/.ai-memory.toml", "workspace = \"acme\"\n");
    home.check_problem("api", &[file, "\"project\" is missing"], "me-api");
    home.write("api/.ai-memory.toml", "# names\nworkspace = acme\n");
    home.check_problem("api", &[file, "line 2"], "me-api");
    home.write("api/.ai-memory.toml", &MARKER.replace("tools", "a/b"));
    home.check_problem("api", &[file, "\"project\" must be"], "me-api");
    home.write(
        "api/.ai-memory.toml",
        &format!("{MARKER}#{}", "-".repeat(70_000)),
    );
    home.check_problem("api", &[file, "64 KiB"], "me-api");
}

#[test]
fn a_marker_that_leads_out_of_the_project_is_not_read() {
    let home = Home::with(&[ORIGIN]);
    home.write("elsewhere.toml", MARKER);
    let marker = home.path("api/.ai-memory.toml");
    symlink(home.path("elsewhere.toml"), &marker).unwrap();
    home.check_problem(
        "api",
        &["api/.ai-memory.toml", "a link that leads"],
        "me-api",
    );
    fs::remove_file(&marker).unwrap();
    symlink("gone.toml", &marker).unwrap();
    home.check_problem("api", &["a link that leads"], "me-api");
    fs::remove_file(&marker).unwrap();
    home.write("api/conf/marker.toml", MARKER);
    symlink("conf/marker.toml", &marker).unwrap();
    home.check("api", "acme", "tools");
}

#[test]
fn a_marker_that_is_no_file_is_not_waited_for() {
    let home = Home::with(&[ORIGIN]);
    home.folder("api/.ai-memory.toml");
    home.check_problem("api", &["not a regular file"], "me-api");
    fs::remove_dir(home.path("api/.ai-memory.toml")).unwrap();
    pipe(&home.path("api/.ai-memory.toml"));
    home.check_problem("api", &["not a regular file"], "me-api");
}
