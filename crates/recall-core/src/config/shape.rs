//! From the JSON of one value to what recall makes of it; another shape is nothing.

use std::path::{Component, Path, PathBuf};

use serde_json::Value;
use serde_json::value::RawValue;

use super::{Handoffs, Wording};
use crate::language::Language;
use crate::transcript::json;
use crate::{budget, frame};

/// The most UTF-16 code units of a name.
const NAME: usize = 100;

/// The units of sizes, the largest first.
const UNITS: [(&str, u64); 8] = [
    ("TiB", 1 << 40),
    ("TB", 1_000_000_000_000),
    ("GiB", 1 << 30),
    ("GB", 1_000_000_000),
    ("MiB", 1 << 20),
    ("MB", 1_000_000),
    ("KiB", 1 << 10),
    ("KB", 1_000),
];

pub(super) fn language(raw: &RawValue) -> Option<Language> {
    match json::text(raw)?.as_ref() {
        "en" => Some(Language::English),
        "ja" => Some(Language::Japanese),
        _ => None,
    }
}

pub(super) fn handoffs(raw: &RawValue) -> Option<Handoffs> {
    let name = json::text(raw)?;
    let known = [Handoffs::Consume, Handoffs::Offer];
    known.into_iter().find(|known| known.name() == name)
}

pub(super) fn count(raw: &RawValue) -> Option<usize> {
    let count: usize = serde_json::from_str(raw.get()).ok()?;
    Some(count).filter(|count| *count > 0)
}

/// A size in bytes, written as `2 GiB`.
pub(super) fn size(raw: &RawValue) -> Option<u64> {
    let text = json::text(raw)?;
    let digits = text.find(|c: char| !c.is_ascii_digit())?;
    let (number, unit) = text.split_at_checked(digits)?;
    let unit = unit.strip_prefix(' ').unwrap_or(unit);
    let (_, unit) = UNITS.iter().find(|(name, _)| *name == unit)?;
    let is_plain = !number.starts_with('0');
    number
        .parse::<u64>()
        .ok()
        .filter(|_| is_plain)?
        .checked_mul(*unit)
}

/// A size as a person writes it.
pub(super) fn size_text(bytes: u64) -> String {
    let whole = UNITS.iter().find(|(_, unit)| bytes.is_multiple_of(*unit));
    let (name, unit) = whole.unwrap_or(&("B", 1));
    format!("{} {name}", bytes / unit)
}

pub(super) fn wording(raw: &RawValue) -> Option<Wording> {
    match serde_json::from_str(raw.get()) {
        Ok(Value::Bool(false)) => Some(Wording::Off),
        Ok(Value::Bool(true)) => Some(Wording::Default),
        _ => text(raw).map(Wording::Text),
    }
}

/// A name as it can stand before a person's words: one short line that cannot close the frame around it.
pub(super) fn name(raw: &RawValue) -> Option<String> {
    let name = frame::quote_line(&json::text(raw)?);
    let name = budget::cut(name.trim(), NAME).kept.to_owned();
    Some(name).filter(|name| !name.is_empty())
}

/// A name that can be a part of a file's name, and of no other folder's.
pub(super) fn id(raw: &RawValue) -> Option<String> {
    let is_plain = |c: char| c.is_alphanumeric() || matches!(c, '-' | '_' | '.');
    let id = json::text(raw)?.into_owned();
    let fits = budget::units(&id) <= NAME && !id.starts_with(['.', '-']);
    Some(id).filter(|id| fits && !id.is_empty() && id.chars().all(is_plain))
}

pub(super) fn text(raw: &RawValue) -> Option<String> {
    let text = json::text(raw)?.into_owned();
    Some(text).filter(|text| !text.trim().is_empty())
}

pub(super) fn texts(raw: &RawValue) -> Option<Vec<String>> {
    json::elements(raw)?.into_iter().map(text).collect()
}

pub(super) fn path(raw: &RawValue) -> Option<PathBuf> {
    text(raw)
        .filter(|path| !path.contains('\0'))
        .map(PathBuf::from)
}

/// The path of a folder that means the same wherever it is read.
pub(super) fn folder(raw: &RawValue) -> Option<PathBuf> {
    path(raw).filter(|path| path.is_absolute() || path.starts_with("~"))
}

/// Whether a path is relative and never climbs above where it starts, links aside.
pub(super) fn is_below(path: &Path) -> bool {
    let mut depth = 0_i32;
    let stays = |part: Component<'_>| {
        depth += match part {
            Component::Normal(_) => 1,
            Component::CurDir => 0,
            Component::ParentDir => -1,
            Component::RootDir | Component::Prefix(_) => return false,
        };
        depth >= 0
    };
    !path.starts_with("~") && path.components().all(stays)
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use serde_json::value::RawValue;

    use super::{folder, id, is_below, size, size_text};

    #[track_caller]
    fn check_size(text: &str, bytes: Option<u64>) {
        let raw = RawValue::from_string(serde_json::json!(text).to_string()).unwrap();
        assert_eq!(size(&raw), bytes, "{text:?}");
    }

    #[test]
    fn a_size_is_a_number_with_a_unit_and_reads_back_as_it_is_shown() {
        for (text, bytes) in [
            ("2 GiB", 2 << 30),
            ("500 MB", 500_000_000),
            ("1000 KiB", 1_024_000),
        ] {
            check_size(text, Some(bytes));
            assert_eq!(size_text(bytes), text);
        }
        check_size("3TB", Some(3_000_000_000_000));
        for text in [
            "",
            "2",
            "GiB",
            "0 GiB",
            "2 gib",
            "2  GiB",
            "1.5 GiB",
            "-1 GB",
            "2 B",
            "99999999999 TiB",
        ] {
            check_size(text, None);
        }
    }

    #[track_caller]
    fn check_below(path: &str, expected: bool) {
        assert_eq!(is_below(Path::new(path)), expected, "{path}");
    }

    #[test]
    fn a_path_below_is_relative_and_never_climbs_out() {
        check_below("docs/next.md", true);
        check_below("./docs/../next.md", true);
        check_below("../next.md", false);
        check_below("docs/../../next.md", false);
        check_below("docs/../../project/next.md", false);
        check_below("/etc/hostname", false);
        check_below("~/next.md", false);
    }

    #[track_caller]
    fn check_id(typed: &str, usable: bool) {
        let raw = RawValue::from_string(serde_json::json!(typed).to_string()).unwrap();
        assert_eq!(id(&raw).is_some(), usable, "{typed:?}");
    }

    #[test]
    fn a_key_can_stand_in_a_files_name_and_leads_nowhere() {
        check_id("scout", true);
        check_id("scout-2_b.c", true);
        check_id("斥候", true);
        for typed in [
            "", "..", ".hidden", "-x", "a/b", "../a", "a b", "a\\b", "a\0", "a\n",
        ] {
            check_id(typed, false);
        }
        check_id(&"a".repeat(101), false);
    }

    #[test]
    fn a_folder_means_the_same_wherever_it_is_read() {
        let is_folder = |path: &str| {
            let raw = RawValue::from_string(serde_json::json!(path).to_string()).unwrap();
            folder(&raw).is_some()
        };
        assert!(is_folder("/w/app") && is_folder("~/app") && is_folder("~"));
        assert!(!is_folder("app") && !is_folder("../app") && !is_folder("~other/app"));
    }
}
