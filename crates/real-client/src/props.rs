//! What a stage holds before anything is installed: a home and a project.

use std::fs;
use std::path::Path;

use anyhow::Context;

use crate::client;
use crate::stage::Stage;

/// Settings of somebody who formats by hand and has hooks already.
pub const FOREIGN_SETTINGS: &str = concat!(
    "{\n    \"cleanupPeriodDays\":   45,\n",
    "  \"env\": { \"FOREIGN_KEY\" : \"kept\" },\n",
    "\t\"hooks\" : {\"SessionStart\":[ {\"hooks\":[{\"type\":\"command\",\"command\":\"true\"}]} ]\n",
    "   ,\"Stop\": [{ \"hooks\": [{\"type\": \"command\", \"command\": \"true\"}]}]}\n",
    "  , \"includeCoAuthoredBy\":false}",
);

/// Makes the folders, the settings and the project's checkout.
pub fn lay_out(stage: &Stage) -> anyhow::Result<()> {
    make_folder(&stage.temporary())?;
    make_folder(stage.start())?;
    make_home(stage)?;
    make_checkout(stage)
}

/// Writes a file, with its folders.
pub fn write(path: &Path, text: &str) -> anyhow::Result<()> {
    if let Some(folder) = path.parent() {
        make_folder(folder)?;
    }
    fs::write(path, text).with_context(|| format!("could not write {}", path.display()))
}

fn make_home(stage: &Stage) -> anyhow::Result<()> {
    let answered = client::answered_questions(&[stage.project(), stage.start()]);
    write(&stage.home().join(".claude.json"), &answered.to_string())?;
    write(&stage.settings(), FOREIGN_SETTINGS)
}

fn make_checkout(stage: &Stage) -> anyhow::Result<()> {
    write(&stage.project().join("README.md"), "# Invoices\n")?;
    let author = ["-c", "user.name=Dev", "-c", "user.email=dev@example.com"];
    let commit = [&author[..], &["commit", "-q", "-m", "Begin"]].concat();
    for arguments in [&["init", "-q"][..], &["add", "-A"], &commit] {
        let mut git = stage.command(Path::new("git"));
        git.current_dir(stage.project()).args(arguments);
        stage.run(&mut git, "make the project's checkout")?;
    }
    Ok(())
}

fn make_folder(path: &Path) -> anyhow::Result<()> {
    fs::create_dir_all(path).with_context(|| format!("could not make {}", path.display()))
}
