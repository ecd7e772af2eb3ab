//! No sentence that a person reads lacks a language: outside `say!` and `words!` there is none.
#![expect(
    clippy::disallowed_methods,
    clippy::unwrap_used,
    reason = "a test reads the repository's own files, and fails by panicking"
)]

mod literals;

use std::fs;
use std::path::{Path, PathBuf};

use literals::{Literal, Place, literals};

/// Crates that no person's terminal or context ever sees.
const FOR_DEVELOPERS: [&str; 2] = ["real-client", "stage"];

/// What a log or a receipt says is in one language, so that one search finds it whoever wrote it.
const RECORD: &str = "a word of a log or receipt, which programs read too";
/// Words that recall compares with what it reads.
const COMPARED: &str = "it is looked for and never shown";
/// Why the system's words need no second language.
const CAUSE: &str =
    "in English it is the system's word; problem/cause.rs has the Japanese one by its kind";

/// Literals that read like a sentence and need no second language: in which file or folder, which of its (none is all), and why.
const ALLOWED: &[(&str, &[&str], &str)] = &[
    ("recall-core/src/clock.rs", &[], "forms of dates"),
    (
        "recall-core/src/compaction_log.rs",
        &[r"# Compaction log\n\n"],
        RECORD,
    ),
    (
        "recall-core/src/config/mod.rs",
        &["## 🔄 次の自分へ"],
        COMPARED,
    ),
    (
        "command-line/src/lib.rs",
        &[],
        "the Japanese half of what clap says in English",
    ),
    (
        "handoff/src/localize.rs",
        &[],
        "the Japanese half of the help; its own test insists on it",
    ),
    (
        "recall-core/src/greeting/dialogue.rs",
        &["last dialogue"],
        RECORD,
    ),
    (
        "recall-core/src/greeting/handoff.rs",
        &["waiting handoffs"],
        RECORD,
    ),
    (
        "recall-core/src/greeting/interrupted.rs",
        &["interrupted session"],
        RECORD,
    ),
    (
        "recall-core/src/handoff/leaving.rs",
        &["gave back handoff {}"],
        RECORD,
    ),
    ("recall-core/src/greeting/letter.rs", &[], COMPARED),
    ("recall-core/src/hook/event.rs", &["unnamed event"], RECORD),
    (
        "recall-core/src/not_json.rs",
        &["trailing characters"],
        COMPARED,
    ),
    (
        "recall-core/src/problem/cause.rs",
        &[],
        "the English half is the system's own",
    ),
    (
        "recall-core/src/process/hook.rs",
        &["no event name", "no event"],
        RECORD,
    ),
    (
        "recall-core/src/redact",
        &["[redacted by recall]"],
        "the same mark in every language, so that one search finds it",
    ),
    (
        "recall-core/src/redact",
        &["a few short patterns fit any searcher"],
        "a panic that cannot happen",
    ),
    (
        "recall-core/src/redact",
        &["[redacted by recall]"],
        "one mark in every language, so that it is known wherever it stands",
    ),
    ("recall-core/src/redact", &[], COMPARED),
    (
        "recall-core/src/restore/lines.rs",
        &["diff --git ", "similarity index "],
        COMPARED,
    ),
    ("recall-core/src/restore/material", &[], COMPARED),
    ("recall-core/src/restore/reload.rs", &[], COMPARED),
    (
        "recall-core/src/restore/summarizer.rs",
        &[],
        "the summariser reads it, and no person",
    ),
    (
        "recall-core/src/state/dump.rs",
        &["<!-- recall-state "],
        COMPARED,
    ),
    (
        "recall-core/src/state/git",
        &["--format=%H %h %s"],
        "an argument of git",
    ),
    (
        "recall-core/src/state/git",
        &["not a git repository", "does not have any commits yet"],
        COMPARED,
    ),
    (
        "recall-core/src/store/grow.rs",
        &["only {at} of {end} bytes could be read"],
        CAUSE,
    ),
    (
        "recall-core/src/store/log.rs",
        &["only a part of the line was written"],
        CAUSE,
    ),
    (
        "recall-core/src/store/write.rs",
        &["every name of this second is taken"],
        CAUSE,
    ),
    (
        "recall-core/src/transcript/claude/mod.rs",
        &["Implement the following plan:"],
        COMPARED,
    ),
    ("recall-core/src/transcript/claude/tools.rs", &[], COMPARED),
    (
        "recall-core/src/transcript/json.rs",
        &["a JSON object", "an object, a text or a list of objects"],
        "serde asks for it and it is never shown",
    ),
    ("recall-core/src/transcript/claude/noise.rs", &[], COMPARED),
    (
        "recall/src/doctor/files.rs",
        &["state dump"],
        "an English noun to be counted, for the English sentence",
    ),
    ("recall/src/export/html.rs", &[], "the markup of the page"),
    (
        "recall/src/search/report.rs",
        &[
            " --tools full",
            "recall show {name} --around {uuid}{tools}",
            "recall show {name}",
        ],
        "a command to type",
    ),
    (
        "recall/src/search/when.rs",
        &["[year]-[month]-[day] [hour]:[minute]"],
        "a form of dates",
    ),
    (
        "recall/src/wrap.rs",
        &["recall show "],
        "how a command to type begins",
    ),
    ("recall/src/search/when.rs", &["今日", "昨日"], COMPARED),
    ("retention/src/session.rs", &[], COMPARED),
    (
        "recall/src/localize.rs",
        &[],
        "the Japanese half of what clap says in English; tests/config.rs insists on it",
    ),
    (
        "recall/src/meant.rs",
        &[],
        "command lines, which are the same in every language",
    ),
    (
        "recall/src/options.rs",
        &["it takes a number from 1 on"],
        "what clap says in English; localize.rs has the Japanese half",
    ),
    (
        "recall/src/options/session.rs",
        &["it takes a number, 1 for the first, 2 for the second, or -1 for the latest"],
        "what clap says in English; localize.rs has the Japanese half",
    ),
    (
        "recall/src/pager.rs",
        &["less -FRX"],
        "a command line, which is the same in every language",
    ),
    (
        "recall/src/page.rs",
        &["older backup"],
        "an English noun to be counted, for the English sentence",
    ),
    (
        "post-compact-recall/src/main.rs",
        &[
            "nothing to restore",
            "completed, summary of {} UTF-16 units",
            "reload context",
        ],
        RECORD,
    ),
    (
        "pre-compact-backup/src/main.rs",
        &[
            "the session ended before it had a transcript{left}",
            "nothing kept",
        ],
        RECORD,
    ),
    (
        "pre-compact-backup/src/keeping.rs",
        &[
            "nothing kept",
            "{} ({bytes} bytes)",
            "{} holds it already",
            "{name} holds the state already",
            "no state kept",
            "no state kept for a subagent",
        ],
        RECORD,
    ),
];

/// The commands of git, which are the same in every language.
fn is_command(text: &str) -> bool {
    text.starts_with("git ")
        && text
            .chars()
            .all(|c| c.is_ascii_lowercase() || " -HEAD".contains(c))
}

#[test]
fn every_sentence_is_said_in_both_languages() {
    let found: Vec<String> = sources()
        .iter()
        .flat_map(|(name, text)| sentences(name, text))
        .collect();
    assert!(
        found.is_empty(),
        "say these with say! or words!, or name them in ALLOWED with the reason:\n{}",
        found.join("\n")
    );
}

#[test]
fn every_pair_of_sentences_is_english_first_and_japanese_second() {
    let mut pairs = 0;
    for (name, text) in sources() {
        for (line, said) in literals::pairs(&text) {
            let [english, japanese] = said.as_slice() else {
                panic!("{name}:{line}: {} texts and not two", said.len());
            };
            assert!(!is_japanese(english), "{name}:{line}: {english}");
            assert!(is_japanese(japanese), "{name}:{line}: {japanese}");
            pairs += 1;
        }
    }
    assert!(pairs > 100, "only {pairs} pairs were found");
}

#[test]
fn what_is_allowed_is_there() {
    let sources = sources();
    for (file, allowed, reason) in ALLOWED {
        let of_file = sources.iter().filter(|(name, _)| name.starts_with(file));
        let found: Vec<Literal> = of_file.flat_map(|(_, text)| literals(text)).collect();
        assert!(!found.is_empty(), "{file} is no source any more ({reason})");
        for literal in *allowed {
            let there = found.iter().any(|found| found.text == *literal);
            assert!(there, "{file} holds no {literal:?} any more ({reason})");
        }
    }
}

fn sentences(name: &str, text: &str) -> Vec<String> {
    let allowed = |literal: &Literal| {
        let mut own = ALLOWED.iter().filter(|(file, _, _)| name.starts_with(file));
        own.any(|(_, texts, _)| texts.is_empty() || texts.contains(&literal.text.as_str()))
    };
    let bare = literals(text).into_iter().filter(|literal| {
        literal.place == Place::Code
            && is_sentence(&literal.text)
            && !is_command(&literal.text)
            && !allowed(literal)
    });
    bare.map(|literal| format!("{name}:{}: {:?}", literal.line, literal.text))
        .collect()
}

/// Whether a person could read this as words: it is Japanese, or has a blank and a word in small letters.
fn is_sentence(text: &str) -> bool {
    let plain = without_captures(text);
    let mut words = plain.split(|c: char| !c.is_ascii_alphabetic());
    let is_word = |word: &str| word.len() >= 3 && word.chars().all(|c| c.is_ascii_lowercase());
    is_japanese(&plain) || plain.trim().contains(' ') && words.any(is_word)
}

fn without_captures(text: &str) -> String {
    let mut plain = String::new();
    let mut depth = 0_usize;
    for c in text.chars() {
        match c {
            '{' => depth += 1,
            '}' => depth = depth.saturating_sub(1),
            c if depth == 0 => plain.push(c),
            _ => {}
        }
    }
    plain
}

fn is_japanese(text: &str) -> bool {
    text.chars().any(|c| ('\u{3040}'..'\u{a000}').contains(&c))
}

/// The sources of everything that is installed, each with its path from `crates`.
fn sources() -> Vec<(String, String)> {
    let crates = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let mut found = Vec::new();
    for each in fs::read_dir(&crates).unwrap() {
        let folder = each.unwrap();
        let name = folder.file_name().into_string().unwrap();
        if !FOR_DEVELOPERS.contains(&name.as_str()) {
            collect(
                &folder.path().join("src"),
                &format!("{name}/src"),
                &mut found,
            );
        }
    }
    assert!(found.len() > 50, "only {} sources were found", found.len());
    found
}

fn collect(folder: &PathBuf, name: &str, found: &mut Vec<(String, String)>) {
    for each in fs::read_dir(folder).unwrap() {
        let entry = each.unwrap();
        let inner = format!("{name}/{}", entry.file_name().into_string().unwrap());
        if entry.file_type().unwrap().is_dir() {
            collect(&entry.path(), &inner, found);
        } else if inner.ends_with(".rs") && !inner.ends_with("/tests.rs") {
            let text = fs::read_to_string(entry.path()).unwrap();
            found.push((inner, text));
        }
    }
}

#[test]
fn a_sentence_is_told_from_a_name() {
    for text in [
        "could not {deed} {path}",
        "it is empty",
        " …(+{gone} more)… ",
        "見つかりません",
    ] {
        assert!(is_sentence(text), "{text}");
    }
    for text in [
        "",
        "unknown",
        "hook_event_name",
        "{name} {rest}",
        "a b",
        "PreCompact {trigger}",
        "## 1.",
    ] {
        assert!(!is_sentence(text), "{text}");
    }
}
