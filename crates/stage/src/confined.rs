//! Programs run where the system refuses them something: a full disk, a read-only one, an unreadable file.

use std::fs;
use std::os::unix::fs::MetadataExt;
use std::path::Path;

use crate::{Ran, Stage};

/// How the disk is that a program finds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Disk {
    /// A small disk without room for one more block.
    Full,
    /// A disk that takes nothing.
    ReadOnly,
}

/// Mounts the disk over a folder in a namespace of the shell's own, so that it is gone with the
/// shell, however that ends. What the folder holds goes onto the disk before and comes back after.
const ON_DISK: &str = r#"
folder=$1 aside=$2 disk=$3
cp -a "$folder/." "$aside" && mount -t tmpfs -o size=256k,mode=700 tmpfs "$folder" && cp -a "$aside/." "$folder" || exit 99
case $disk in
  Full) head -c 1000000 /dev/zero > "$folder/filler" 2> "$aside.why" ;;
  ReadOnly) mount -o remount,ro tmpfs "$folder" || exit 99 ;;
esac
"$0"
code=$?
rm -rf "$aside" && mkdir "$aside" && rm -f "$folder/filler" 2> "$aside.why"; cp -a "$folder/." "$aside"
exit $code
"#;

/// Mounts a disk that can share the bytes of two files over a folder, runs a program, and tells how
/// many bytes of the disk that took. The mount is the shell's own.
const ON_SHARING_DISK: &str = r#"
folder=$1 aside=$2
used() { sync; df --output=used -B1 "$folder" | tail -n 1; }
cp -a "$folder/." "$aside" && truncate -s 512M "$aside.xfs" && mkfs.xfs -q -m reflink=1 "$aside.xfs" || exit 99
mount -o loop "$aside.xfs" "$folder" && cp -a "$aside/." "$folder" || exit 99
before=$(used)
"$0"
code=$?
echo $(($(used) - before)) > "$aside.used"
rm -rf "$aside" && mkdir "$aside" && cp -a "$folder/." "$aside"
exit $code
"#;

/// Lets file modes bind the superuser too, whom they do not bind by default.
const BOUND_BY_MODES: &str =
    r#"exec setpriv --bounding-set=-dac_override,-dac_read_search "$0" "$@""#;

impl Stage {
    /// Runs a program while a folder lies on such a disk, and leaves in the folder what was on it then.
    ///
    /// Nothing, with the reason on standard error, where the machine permits nobody a mount of their own.
    pub fn run_on(&self, disk: Disk, folder: &Path, program: &str, input: &str) -> Option<Ran> {
        let probe = ["-rm", "sh", "-c", "mount -t tmpfs tmpfs /mnt"];
        if !self.can("unshare", &probe) {
            return None;
        }
        let aside = self.home().with_file_name("aside");
        fs::create_dir(&aside).unwrap();
        let (from, to, how) = (folder.to_str()?, aside.to_str()?, format!("{disk:?}"));
        let shell = ["-rm", "sh", "-c", ON_DISK, program, from, to, &how];
        let ran = self.run("unshare", &shell, input);
        assert_ne!(ran.code, Some(99), "no disk could be mounted: {ran:?}");
        fs::remove_dir_all(folder).unwrap();
        fs::rename(aside, folder).unwrap();
        Some(ran)
    }

    /// Runs a program while the home lies on a disk that can share the bytes of two files, leaves in the
    /// home what was there then, and tells how many bytes of the disk it took.
    ///
    /// Nothing, with the reason on standard error, where the machine has no such disk or permits no mount.
    pub fn run_on_sharing_disk(&self, program: &str, input: &str) -> Option<(Ran, u64)> {
        let probe = "mkfs.xfs -V && losetup --find && modinfo xfs || grep -w xfs /proc/filesystems";
        if !self.can("unshare", &["-m", "sh", "-c", probe]) {
            return None;
        }
        let aside = self.home().with_file_name("aside");
        fs::create_dir(&aside).unwrap();
        let home = self.home();
        let (from, to) = (home.to_str()?, aside.to_str()?);
        let shell = ["-m", "sh", "-c", ON_SHARING_DISK, program, from, to];
        let ran = self.run("unshare", &shell, input);
        assert_ne!(ran.code, Some(99), "no disk could be mounted: {ran:?}");
        let used = fs::read_to_string(aside.with_extension("used")).unwrap();
        fs::remove_dir_all(&home).unwrap();
        fs::rename(aside, home).unwrap();
        Some((ran, used.trim().parse().unwrap_or(0)))
    }

    /// Runs a program so that the modes of files bind it, whoever runs the tests.
    ///
    /// Nothing, with the reason on standard error, where the superuser cannot give its privileges up.
    pub fn run_bound_by_modes(&self, program: &str, input: &str) -> Option<Ran> {
        if fs::metadata(self.home()).unwrap().uid() != 0 {
            return Some(self.run(program, &[], input));
        }
        let probe = ["-c", BOUND_BY_MODES, "true"];
        self.can("sh", &probe)
            .then(|| self.run("sh", &["-c", BOUND_BY_MODES, program], input))
    }

    /// Whether a program succeeds here; where it does not, the reason is said on standard error.
    #[expect(clippy::print_stderr, reason = "a case that cannot run says why")]
    pub fn can(&self, program: &str, arguments: &[&str]) -> bool {
        let asked = ["-c", r#"exec "$0" "$@""#, program];
        let ran = self.run("sh", &[&asked, arguments].concat(), "");
        if ran.code != Some(0) {
            eprintln!("not run here: {program} {arguments:?}: {}", ran.stderr);
        }
        ran.code == Some(0)
    }
}
