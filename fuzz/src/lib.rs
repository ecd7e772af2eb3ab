//! What must hold whatever recall reads, one function for each kind of input: it fails by panicking.
//!
//! The fuzz targets call these with what a fuzzer makes up, and a test of the workspace calls them
//! with each seed in `corpus`, so that they hold on every compiler.

use std::path::{Component, Path, PathBuf};

use recall_core::config::{Config, Fault, Owner, What};
use recall_core::frame;
use recall_core::hook::{Event, Kind};
use recall_core::language::Language;
use recall_core::redact::redact as redacted;
use recall_core::transcript::claude::{self, Part, Record};
use recall_core::transcript::json::Object;
use recall_core::transcript::{What as Said, line};
use serde_json::Value;
use serde_json::value::RawValue;
use xtask::settings;

/// A line of a transcript: what can be read of it is read again as the same, and padding changes nothing.
pub fn transcript_line(bytes: &[u8]) {
    let (objects, whole) = lines(bytes);
    for pad in [b"\n".as_slice(), b"\r\n", b"\0\0\0", b" "] {
        let padded = [bytes, pad].concat();
        assert_eq!(lines(&padded), (objects.clone(), whole), "padded");
    }
    for object in &objects {
        let again = (vec![object.clone()], true);
        assert_eq!(lines(object.as_bytes()), again, "read a second time");
    }
    let glued = objects.concat();
    assert_eq!(lines(glued.as_bytes()), (objects.clone(), true), "glued");
    if let Ok(Value::Object(_)) = serde_json::from_slice(line::trim(bytes)) {
        assert!(whole && objects.len() == 1, "JSON that is not read as such");
    }
}

/// The objects of a line, each written out again, and whether the line was whole.
///
/// What was said in them is the same, whether it is opened at once or read when it is asked for.
fn lines(bytes: &[u8]) -> (Vec<String>, bool) {
    let (mut objects, mut records) = (Vec::new(), Vec::new());
    let whole = line::read(bytes, |object| {
        let record = claude::record(object, 0);
        check_brief(record.as_ref(), claude::record_in_brief(object, 0).as_ref());
        records.push(record);
        objects.push(written(object));
    });
    let mut opened = Vec::new();
    let again = line::read_opened(bytes, &claude::SAID, |object| {
        opened.push(claude::record(object, 0));
    });
    assert_eq!((opened, again), (records, whole), "opened");
    (objects, whole)
}

/// In brief an answer begins as it does in full, and all else is the same.
fn check_brief(full: Option<&Record>, brief: Option<&Record>) {
    let parts = |record: Option<&Record>| record.map_or(Vec::new(), |it| it.parts.clone());
    let (full, brief) = (parts(full), parts(brief));
    assert_eq!(full.len(), brief.len());
    for (full, brief) in full.iter().zip(&brief) {
        match (full, brief) {
            (Part::Entry(full), Part::Entry(brief)) => match (&full.what, &brief.what) {
                (Said::Outcome { text, .. }, Said::Outcome { text: start, .. }) => {
                    assert!(text.starts_with(start.as_str()), "{start} of {text}");
                }
                (full, brief) => assert_eq!(full, brief),
            },
            (full, brief) => assert_eq!(full, brief),
        }
    }
}

fn written(object: &Object<'_>) -> String {
    let fields = object.fields();
    let fields = fields.map(|(name, value)| format!("{}:{}", Value::from(name), value.get()));
    format!("{{{}}}", fields.collect::<Vec<_>>().join(","))
}

/// A hook event: what is not JSON is refused, and a field of another shape is absence.
pub fn hook_event(bytes: &[u8]) {
    let parsed = Event::parse(bytes);
    let text = String::from_utf8_lossy(bytes);
    let text = text.trim_start_matches('\u{feff}').trim();
    if let Err(problem) = &parsed {
        for language in [Language::English, Language::Japanese] {
            let sentence = problem.text(language);
            assert!(
                !sentence.is_empty() && !sentence.contains('\n'),
                "{sentence}"
            );
        }
    }
    let Ok(value) = serde_json::from_str::<Value>(text) else {
        return;
    };
    assert_eq!(parsed.is_ok(), value.is_object(), "{text}");
    let Ok(event) = parsed else { return };
    let field = |name: &str| value.get(name)?.as_str();
    let full = |name| field(name).filter(|text| !text.is_empty());
    assert_eq!(event.session.as_deref(), full("session_id"));
    assert_eq!(event.cwd, full("cwd").map(PathBuf::from));
    assert_eq!(event.transcript, full("transcript_path").map(PathBuf::from));
    let name = field("hook_event_name").unwrap_or_default();
    match &event.kind {
        Kind::Other(other) => assert_eq!(other, name),
        Kind::UserPromptSubmit { prompt } => {
            assert_eq!(prompt, field("prompt").unwrap_or_default());
        }
        kind => assert!(
            !name.is_empty() && kind.label().starts_with(name),
            "{kind:?}"
        ),
    }
}

/// A recall.json: each fault names a line that is there, and a project's file reaches nothing that is not its own.
pub fn recall_json(bytes: &[u8]) {
    let text = String::from_utf8_lossy(bytes);
    for owner in [Owner::User, Owner::Project] {
        let mut config = Config::default();
        let faults = config.overlay(owner, Path::new("recall.json"), &text);
        for fault in &faults {
            check_fault(fault, &text);
        }
        let json = text.trim_start_matches('\u{feff}');
        if serde_json::from_str::<&RawValue>(json).is_err() {
            assert_eq!(faults.len(), 1, "what is no JSON is one fault");
        }
        if owner == Owner::Project {
            check_reach(&config);
        }
        let again = config.overlay(owner, Path::new("recall.json"), &text);
        assert_eq!(again, faults, "a second time");
    }
}

fn check_fault(fault: &Fault, text: &str) {
    let lines: Vec<&str> = text.split('\n').collect();
    if let Some(line) = fault.line {
        assert!((1..=lines.len()).contains(&line), "{fault:?}");
    }
    if let What::NotJson(place) = &fault.what {
        let line = lines.get(place.line - 1).expect("a line that is there");
        assert!(
            (1..=line.chars().count() + 1).contains(&place.column),
            "{fault:?}"
        );
    }
    for language in [Language::English, Language::Japanese] {
        let sentence = fault.text(language);
        assert!(sentence.starts_with("recall.json"), "{sentence}");
        assert!(!sentence.contains('\n'), "{sentence}");
    }
}

fn check_reach(config: &Config) {
    let own = Config::default();
    assert_eq!(
        (&config.members, &config.keep, &config.team),
        (&own.members, &own.keep, &own.team)
    );
    assert_eq!(
        (&config.user, &config.assistant),
        (&own.user, &own.assistant)
    );
    let named = [&config.handover.file, &config.state.decisions];
    for file in named.into_iter().chain(&config.state.tool_log) {
        // `a/../b` stays inside as it is written; where a link leads is seen when it is read.
        let mut above = 0_i32;
        let stays = |part| {
            above += match part {
                Component::Normal(_) => -1,
                Component::CurDir => 0,
                Component::ParentDir => 1,
                Component::RootDir | Component::Prefix(_) => return false,
            };
            above <= 0
        };
        assert!(
            !file.trusted && file.path.components().all(stays),
            "{file:?}"
        );
    }
}

/// A settings file: adding and removing recall's entries gives back what was there, or is refused.
pub fn settings_merge(bytes: &[u8]) {
    const HOOKS: &str = "/home/you/.claude/hooks";
    let Ok(text) = std::str::from_utf8(bytes) else {
        return;
    };
    let Ok(added) = settings::add(text, HOOKS) else {
        return;
    };
    serde_json::from_str::<Value>(&added).expect("JSON");
    assert!(settings::uses(&added, HOOKS).expect("readable"));
    assert_eq!(
        settings::add(&added, HOOKS).expect("readable"),
        added,
        "added a second time"
    );
    let clean = settings::remove(text, None).expect("readable");
    let removed = settings::remove(&added, Some(&clean)).expect("readable");
    if !text.trim().is_empty() {
        assert_eq!(tight(&removed), tight(&clean), "added and removed");
    }
    assert!(!settings::uses(&removed, HOOKS).expect("readable"));
    assert_eq!(
        settings::remove(&removed, Some(&clean)).expect("readable"),
        removed
    );
}

/// JSON without the blanks between its parts.
fn tight(json: &str) -> String {
    let (mut is_text, mut is_escaped) = (false, false);
    let keep = |c: &char| {
        match c {
            '"' if !is_escaped => is_text = !is_text,
            _ => {}
        }
        is_escaped = *c == '\\' && !is_escaped;
        is_text || !c.is_ascii_whitespace()
    };
    json.chars().filter(keep).collect()
}

/// A text that is quoted: what was redacted has nothing more to redact, and the frame cannot be left.
pub fn redact(bytes: &[u8]) {
    let text = String::from_utf8_lossy(bytes);
    let once = redacted(&text);
    assert_eq!(redacted(&once), once, "redacted a second time");
    let quoted = frame::quote(&text);
    let seen: String = quoted.to_lowercase().split_whitespace().collect();
    for name in ["recalled-history", "recall-greeting", "system-reminder"] {
        for tag in [format!("<{name}"), format!("</{name}")] {
            assert!(!seen.contains(&tag), "{tag} in {quoted}");
        }
    }
    let is_control = |c: char| c.is_control() && c != '\n' && c != '\t';
    assert!(!quoted.contains(is_control), "{quoted:?}");
    let fenced = frame::fenced(&quoted);
    let fence = fenced.lines().next().expect("a fence");
    let closing = fenced.lines().filter(|line| line.starts_with(fence));
    assert_eq!(closing.count(), 2, "{fenced}");
}
