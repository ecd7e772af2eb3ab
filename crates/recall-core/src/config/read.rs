//! From the text of a recall.json to values that hold and faults that are told, each with its line.

use std::collections::{HashMap, HashSet};
use std::path::{Path, PathBuf};

use serde_json::value::RawValue;

use super::fault::{Fault, What};
use super::keys::{self, Key, Leave, Shape};
use super::nearest::nearest;
use super::{Config, Member, Named, Owner, shape};
use crate::not_json::NotJson;
use crate::transcript::json::{self, Object};

/// The most faults of one file that are told.
const MOST: usize = 20;

/// Lays the text of a file over what holds so far, and returns what in it was not usable.
pub(super) fn overlay(config: &mut Config, owner: Owner, file: &Path, text: &str) -> Vec<Fault> {
    let text = text.trim_start_matches('\u{feff}');
    let mut reading = Reading {
        config,
        owner,
        text,
        faults: Vec::new(),
        more: 0,
    };
    match Object::parse(text) {
        Some(object) => reading.object("", &object),
        None => reading.refuse(),
    }
    let (mut faults, more) = (reading.faults, reading.more);
    if more > 0 {
        faults.push((None, What::More(more)));
    }
    let located = faults.into_iter().map(|(line, what)| Fault {
        file: file.to_owned(),
        line,
        what,
    });
    located.collect()
}

struct Reading<'a> {
    config: &'a mut Config,
    owner: Owner,
    text: &'a str,
    faults: Vec<(Option<usize>, What)>,
    more: usize,
}

impl<'a> Reading<'a> {
    fn refuse(&mut self) {
        let (line, what) = match NotJson::find(self.text) {
            Some(fault) => (Some(fault.line), What::NotJson(fault)),
            None => (None, What::NotAnObject),
        };
        self.faults.push((line, what));
    }

    fn object(&mut self, around: &str, object: &Object<'a>) {
        // The last of two fields of one name counts, as everywhere in recall.
        let fields = object.fields().enumerate();
        let last: HashMap<&str, usize> = fields.map(|(at, (name, _))| (name, at)).collect();
        let mut seen = HashSet::new();
        for (at, (name, raw)) in object.fields().enumerate() {
            if !seen.insert(name) {
                let full = keys::full(around, name);
                self.fault(raw, What::Twice(full));
            }
            if last.get(name) == Some(&at) {
                self.field(around, name, raw);
            }
        }
    }

    fn field(&mut self, around: &str, name: &str, raw: &'a RawValue) {
        let Some(key) = keys::within(around).find(|key| key.last() == name) else {
            return self.unknown(around, name, raw);
        };
        if !key.is_for(self.owner) {
            return self.fault(raw, What::Reserved(key));
        }
        match (key.shape, Object::parse(raw.get())) {
            (Shape::Group, Some(object)) => self.object(key.name, &object),
            (Shape::Group, None) => self.fault(raw, What::Wrong(key)),
            (Shape::List, _) => self.members(key, raw),
            _ => self.value(key, raw),
        }
    }

    fn unknown(&mut self, around: &str, name: &str, raw: &'a RawValue) {
        if self.faults.len() >= MOST {
            self.more += 1;
            return;
        }
        let known = || keys::within(around).map(Key::last);
        let elsewhere = || keys::KEYS.iter().find(|key| key.last() == name);
        let nearest = nearest(name, known()).or_else(|| elsewhere().map(|key| key.name));
        let what = What::unknown(keys::full(around, name), nearest, known().collect());
        self.fault(raw, what);
    }

    fn value(&mut self, key: &'static Key, raw: &'a RawValue) {
        let path = match key.leave {
            Leave::Inside if self.owner == Owner::Project => shape::path(raw),
            _ => None,
        };
        if let Some(path) = path.filter(|path| !shape::is_below(path)) {
            return self.fault(raw, What::Outside(key, path));
        }
        match self.config.set(key, raw, self.owner) {
            Some(()) => self.config.owners.push((key.name, self.owner)),
            None => self.fault(raw, What::Wrong(key)),
        }
    }

    fn members(&mut self, key: &'static Key, raw: &'a RawValue) {
        let Some(elements) = json::elements(raw) else {
            return self.fault(raw, What::Wrong(key));
        };
        let mut members: Vec<Member> = Vec::new();
        for element in elements {
            let Some(member) = self.member(key, element) else {
                continue;
            };
            let same = |other: &Member| other.key.eq_ignore_ascii_case(&member.key);
            if members.iter().any(same) {
                self.fault(element, What::SameMember(member.key));
            } else {
                members.push(member);
            }
        }
        self.config.members = members;
        self.config.owners.push((key.name, self.owner));
    }

    fn member(&mut self, list: &'static Key, raw: &'a RawValue) -> Option<Member> {
        let Some(object) = Object::parse(raw.get()) else {
            self.fault(raw, What::Wrong(list));
            return None;
        };
        self.check_fields(list.name, &object);
        let found = |name: &str| object.raw(name);
        let key = found("key").and_then(shape::id);
        let folder = found("folder").and_then(shape::folder);
        for lacking in ["key", "folder"] {
            if found(lacking).is_none() {
                self.fault(raw, What::Lacks(lacking));
            }
        }
        let (key, folder) = (key?, folder?);
        let label = found("label").and_then(shape::name);
        let label = label.unwrap_or_else(|| key.clone());
        Some(Member { key, label, folder })
    }

    fn check_fields(&mut self, around: &str, object: &Object<'a>) {
        // A member is read as a whole: here its fields are looked at one by one, into a value of no use.
        let mut spare = Config::default();
        let mut fields = Reading {
            config: &mut spare,
            owner: self.owner,
            text: self.text,
            faults: std::mem::take(&mut self.faults),
            more: self.more,
        };
        fields.object(around, object);
        (self.faults, self.more) = (fields.faults, fields.more);
    }

    fn fault(&mut self, raw: &RawValue, what: What) {
        if self.faults.len() < MOST {
            self.faults.push((Some(self.line(raw)), what));
        } else {
            self.more += 1;
        }
    }

    /// The line of a field's name, or of a value that has none.
    fn line(&self, raw: &RawValue) -> usize {
        // A raw value is a slice of the text that it was read from, so that its place is known.
        let offset = (raw.get().as_ptr() as usize).saturating_sub(self.text.as_ptr() as usize);
        let before = self.text.get(..offset).unwrap_or("");
        let name = before.trim_end().strip_suffix(':').map(str::trim_end);
        name.unwrap_or(before).matches('\n').count() + 1
    }
}

impl Config {
    fn set(&mut self, key: &Key, raw: &RawValue, owner: Owner) -> Option<()> {
        let named = |path: PathBuf| {
            let trusted = owner == Owner::User;
            Named { path, trusted }
        };
        match key.name {
            "language" => self.language = Some(shape::language(raw)?),
            "turns" => self.turns = Some(shape::count(raw)?),
            "summarizer" => self.summarizer = shape::wording(raw)?,
            "reminder" => self.reminder = shape::wording(raw)?,
            "handoffs" => self.handoffs = shape::handoffs(raw)?,
            "user" => self.user = Some(shape::name(raw)?),
            "assistant" => self.assistant = Some(shape::name(raw)?),
            "handover.file" => self.handover.file = named(shape::path(raw)?),
            "handover.start" => self.handover.start = shape::text(raw)?,
            "handover.end" => self.handover.ends = shape::texts(raw)?,
            "state.decisions" => self.state.decisions = named(shape::path(raw)?),
            "state.tool_log" => self.state.tool_log = Some(named(shape::path(raw)?)),
            "keep.days" => self.keep.days = shape::count(raw)?,
            "keep.size" => self.keep.bytes = shape::size(raw)?,
            "team.letters" => self.team.letters = shape::path(raw)?,
            "members.key" => drop(shape::id(raw)?),
            "members.label" => drop(shape::name(raw)?),
            "members.folder" => drop(shape::folder(raw)?),
            _ => drop(shape::text(raw)?),
        }
        Some(())
    }
}
