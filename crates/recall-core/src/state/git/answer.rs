//! What git's answers mean.

use std::ffi::OsStr;
use std::os::unix::ffi::OsStrExt;
use std::path::Path;
use std::process::Output;
use std::time::Duration;

use memchr::memmem;

use super::Moved;
use crate::process::side_by_side::Ended;
use crate::state::{Answer, Checkout, Commit, Git, Listing, Place, Refusal};
use crate::store::read;

pub(super) fn checkout(
    root: &Path,
    limit: Duration,
    ended: [Ended; 4],
    diff: impl FnOnce(bool) -> Answer<Listing>,
) -> Git {
    let [place, branch, log, status] = ended;
    if matches!(place, Ended::Missing) {
        return Git::NoProgram;
    }
    let place = printed_bytes(place, limit);
    if matches!(&place, Err(Refusal::Failed(why)) if why.contains("not a git repository")) {
        return Git::NoCheckout;
    }
    let commits = match printed(log, limit) {
        Err(Refusal::Failed(why)) if why.contains("does not have any commits yet") => {
            Ok(Vec::new())
        }
        log => log.map(|text| text.lines().filter_map(commit).collect()),
    };
    let unborn = commits.as_ref().is_ok_and(Vec::is_empty);
    Git::Checkout(Box::new(Checkout {
        place: place.map(|text| self::place(root, &text)),
        branch: self::branch(branch, limit),
        commits,
        status: printed(status, limit).map(|text| listing(&text)),
        diff: diff(unborn),
    }))
}

/// What a question was answered, or why not.
pub(super) fn printed(ended: Ended, limit: Duration) -> Answer<String> {
    printed_bytes(ended, limit).map(|bytes| String::from_utf8_lossy(&bytes).into_owned())
}

fn printed_bytes(ended: Ended, limit: Duration) -> Answer<Vec<u8>> {
    match ended {
        Ended::Done(output) if output.status.success() => Ok(output.stdout),
        Ended::Done(output) => Err(Refusal::Failed(complaint(&output))),
        Ended::Late => Err(Refusal::Late(
            u64::try_from(limit.as_millis()).unwrap_or(u64::MAX),
        )),
        Ended::Missing => Err(Refusal::Failed("git was not found".to_owned())),
        Ended::Refused(why) => Err(Refusal::Failed(why)),
    }
}

/// The line of git's complaint that names the cause.
fn complaint(output: &Output) -> String {
    let text = String::from_utf8_lossy(&output.stderr);
    let mut lines = text.lines().map(str::trim);
    let telling = |line: &&str| line.starts_with("fatal:") || line.starts_with("error:");
    let first = lines
        .clone()
        .find(telling)
        .or_else(|| lines.find(|line| !line.is_empty()));
    first.map_or_else(|| output.status.to_string(), str::to_owned)
}

/// A head that is no symbolic reference is detached, and git says so by the code 1.
fn branch(ended: Ended, limit: Duration) -> Answer<Option<String>> {
    if let Ended::Done(output) = &ended
        && output.status.code() == Some(1)
    {
        return Ok(None);
    }
    let name = printed(ended, limit)?;
    let name = name.trim_end();
    Ok(Some(
        name.strip_prefix("refs/heads/").unwrap_or(name).to_owned(),
    ))
}

fn place(root: &Path, answer: &[u8]) -> Place {
    let bare = answer.starts_with(b"true\n");
    let paths = answer.splitn(2, |byte| *byte == b'\n').nth(1);
    let paths = paths.unwrap_or_default();
    let between = [b"\nfalse\n".as_slice(), b"\ntrue\n"];
    let (folder, common) = between
        .into_iter()
        .find_map(|word| {
            let at = memmem::find(paths, word)?;
            Some((paths.get(..at)?, paths.get(at + word.len()..)?))
        })
        .unwrap_or_default();
    let path = |bytes: &[u8]| root.join(OsStr::from_bytes(bytes));
    let folder = path(folder);
    let common = path(common.strip_suffix(b"\n").unwrap_or(common));
    let shown = |path: &Path| path.display().to_string();
    let owner = match common.file_name() {
        Some(name) if name == ".git" => common.parent().unwrap_or(&common),
        _ => &common,
    };
    let linked = folder
        .parent()
        .is_some_and(|above| above.ends_with("worktrees"));
    let folder_text = shown(&folder);
    Place {
        bare,
        worktree_of: linked.then(|| shown(owner)),
        submodule_of: folder_text
            .split_once("/.git/modules/")
            .map(|(above, _)| above.to_owned()),
        under_way: under_way(&folder),
    }
}

/// What is under way, by what git leaves in its folder meanwhile.
fn under_way(folder: &Path) -> Option<String> {
    let marks = [
        ("rebase-merge", "rebase"),
        ("rebase-apply/applying", "am"),
        ("rebase-apply", "rebase"),
        ("MERGE_HEAD", "merge"),
        ("CHERRY_PICK_HEAD", "cherry-pick"),
        ("REVERT_HEAD", "revert"),
        ("BISECT_LOG", "bisect"),
    ];
    let is_there = |mark: &str| folder.join(mark).symlink_metadata().is_ok();
    let (mark, word) = marks.into_iter().find(|(mark, _)| is_there(mark))?;
    // The branch that a rebase moves: meanwhile the head is detached.
    let branch = read::start(&folder.join(mark).join("head-name"), 1_024).unwrap_or_default();
    let branch = branch.trim().trim_start_matches("refs/heads/");
    Some(format!("{word} {branch}").trim_end().to_owned())
}

fn commit(line: &str) -> Option<Commit> {
    let mut parts = line.splitn(3, ' ').map(str::to_owned);
    Some(Commit {
        id: parts.next()?,
        short: parts.next()?,
        subject: parts.next().unwrap_or_default(),
    })
}

pub(super) fn listing(text: &str) -> Listing {
    Listing {
        lines: text.lines().map(str::to_owned).collect(),
        left_out: 0,
    }
}

pub(super) fn moved(text: &str) -> Option<Moved> {
    let (gone, made) = text.trim().split_once('\t')?;
    Some(Moved {
        made: made.parse().ok()?,
        gone: gone.parse().ok()?,
    })
}

#[cfg(test)]
mod tests {
    #![expect(clippy::disallowed_methods, reason = "a test looks at the disk")]

    use std::ffi::OsStr;
    use std::os::unix::ffi::OsStrExt;
    use std::path::Path;

    use super::place;

    #[test]
    fn a_path_of_two_lines_is_read_whole() {
        let answer = b"false\n/a\nb/.git/worktrees/x\nfalse\n/a\nb/.git\n";
        let found = place(Path::new("/t"), answer);
        assert_eq!(found.worktree_of.as_deref(), Some("/a\nb"));
        let found = place(Path::new("/a\nb"), b"true\n/a\nb\ntrue\n.\n");
        assert!(found.bare && found.worktree_of.is_none());
    }

    #[test]
    fn what_is_under_way_is_found_below_a_path_that_is_no_text() {
        let home = tempfile::tempdir().unwrap();
        let git = home.path().join(OsStr::from_bytes(b"caf\xe9/.git"));
        std::fs::create_dir_all(git.join("MERGE_HEAD")).unwrap();
        let path = git.as_os_str().as_bytes();
        let answer = [b"false\n", path, b"\nfalse\n.git\n"].concat();
        let found = place(git.parent().unwrap(), &answer);
        assert_eq!(found.under_way.as_deref(), Some("merge"));
    }
}
