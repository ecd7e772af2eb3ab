//! What in a recall.json is not usable: where, why, and what was most likely meant.

use std::path::PathBuf;

use super::keys::{Key, Shape};
use crate::budget;
use crate::frame;
use crate::language::{Language, Words};
use crate::not_json::NotJson;
use crate::{say, words};

/// The most UTF-16 code units that are quoted of a name or a path.
const QUOTED: usize = 80;

/// Something in a recall.json that does not count. The rest of the file does.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fault {
    /// The file.
    pub file: PathBuf,
    /// The line, counted from 1, where it is known.
    pub line: Option<usize>,
    /// What is the matter.
    pub what: What,
}

/// What can be the matter with a recall.json.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum What {
    /// The file is not JSON.
    NotJson(NotJson),
    /// The file is JSON, and no object.
    NotAnObject,
    /// A name that is not in the table.
    Unknown(Unknown),
    /// A value of another shape.
    Wrong(&'static Key),
    /// A name that stands twice in one object.
    Twice(String),
    /// A name that only the user's own file may set.
    Reserved(&'static Key),
    /// A path in a project's file that leads out of the project.
    Outside(&'static Key, PathBuf),
    /// A member without a field that it needs.
    Lacks(&'static str),
    /// A second member of one key.
    SameMember(String),
    /// So many more faults.
    More(usize),
}

/// A name that is not in the table, and what could have been meant.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unknown {
    /// The name, with those of the objects around it.
    pub name: String,
    /// The name that is nearest to it.
    pub nearest: Option<&'static str>,
    /// All names that can stand there.
    pub known: Vec<&'static str>,
}

impl What {
    pub(super) fn unknown(
        name: String,
        nearest: Option<&'static str>,
        known: Vec<&'static str>,
    ) -> Self {
        Self::Unknown(Unknown {
            name,
            nearest,
            known,
        })
    }
}

impl Fault {
    /// The sentence for a person: the file and line, what is the matter, and the mend.
    #[must_use]
    pub fn text(&self, language: Language) -> String {
        let file = self.file.display();
        let place = match (&self.what, self.line) {
            (What::NotJson(fault), _) => format!(":{}:{}", fault.line, fault.column),
            (_, Some(line)) => format!(":{line}"),
            (_, None) => String::new(),
        };
        format!("{file}{place}: {}", self.what.text(language))
    }
}

impl What {
    fn text(&self, language: Language) -> String {
        match self {
            Self::NotJson(fault) => {
                let fault = fault.cause.text(language);
                say!(
                    language,
                    "it is not JSON ({fault}), so none of it counts",
                    "JSONとして読めないため（{fault}）、このファイルの設定は使いません",
                )
            }
            Self::NotAnObject => say!(
                language,
                "it holds JSON, but no object, so none of it counts",
                "JSONですがオブジェクトではないため、このファイルの設定は使いません",
            ),
            Self::Unknown(unknown) => unknown.text(language),
            Self::Wrong(key) => wrong(language, key),
            Self::Twice(name) => twice(language, &quoted(name)),
            Self::Reserved(key) => reserved(language, key),
            Self::Outside(key, path) => outside(language, key, path),
            Self::Lacks(field) => lacks(language, field),
            Self::SameMember(key) => same_member(language, &quoted(key)),
            Self::More(count) => say!(
                language,
                "{count} more faults; `recall config` shows what holds",
                "ほかに{count}件の問題があります。有効な設定は`recall config`で確認できます",
            ),
        }
    }
}

impl Unknown {
    fn text(&self, language: Language) -> String {
        let name = quoted(&self.name);
        if let Some(nearest) = self.nearest {
            return say!(
                language,
                "\"{name}\" is not a name that recall knows; did you mean \"{nearest}\"?",
                "\"{name}\"という設定はありません。\"{nearest}\"でしょうか",
            );
        }
        let known = self.known.join(", ");
        say!(
            language,
            "\"{name}\" is not a name that recall knows; here it knows: {known}",
            "\"{name}\"という設定はありません。ここで使えるのは: {known}",
        )
    }
}

fn twice(language: Language, name: &str) -> String {
    say!(
        language,
        "\"{name}\" stands here for the second time: the last one counts",
        "\"{name}\"が重複しています。最後のものを使います",
    )
}

fn lacks(language: Language, field: &str) -> String {
    say!(
        language,
        "a member without a \"{field}\": each needs \"key\" and \"folder\", so this one is left out",
        "\"{field}\"のないメンバーです。\"key\"と\"folder\"が必要なため、このメンバーは使いません",
    )
}

fn same_member(language: Language, key: &str) -> String {
    say!(
        language,
        "a second member with the key \"{key}\": the first one counts",
        "キー\"{key}\"のメンバーが重複しています。最初のものを使います",
    )
}

fn wrong(language: Language, key: &Key) -> String {
    let (name, shape) = (key.name, key.shape.about().text(language));
    say!(
        language,
        "\"{name}\" must be {shape}: it is skipped",
        "\"{name}\"は{shape}でなければならないため、使いません",
    )
}

fn reserved(language: Language, key: &Key) -> String {
    let name = key.name;
    say!(
        language,
        "\"{name}\" counts in your own recall.json only, because a project's may come from somebody else: it is skipped",
        "\"{name}\"はあなた自身のrecall.jsonでのみ有効です。プロジェクトのものは他人が書いたかもしれないため、使いません",
    )
}

fn outside(language: Language, key: &Key, path: &std::path::Path) -> String {
    let (name, path) = (key.name, quoted(&path.display().to_string()));
    say!(
        language,
        "\"{name}\" names {path}, which lies outside the project, and a project's recall.json may only name paths inside it, relative to its root: it is skipped",
        "\"{name}\"の{path}はプロジェクトの外にあります。プロジェクトのrecall.jsonはルートから見た内側のパスしか指定できないため、使いません",
    )
}

fn quoted(text: &str) -> String {
    budget::shorten(&frame::quote_line(text), QUOTED, |_| "…".to_owned())
}

impl Shape {
    /// What a value of this shape is called.
    #[must_use]
    pub const fn about(self) -> Words {
        match self {
            Self::Language => words!("\"en\" or \"ja\"", "\"en\"か\"ja\""),
            Self::Count => words!("a positive whole number", "1以上の整数"),
            Self::Size => words!(
                "a size such as \"2 GiB\" or \"500 MB\"",
                "\"2 GiB\"や\"500 MB\"のような大きさ"
            ),
            Self::Handoffs => words!("\"consume\" or \"offer\"", "\"consume\"か\"offer\""),
            Self::Wording => words!("a text, true or false", "文字列かtrueかfalse"),
            Self::Name | Self::Text => words!("a text that is not empty", "空でない文字列"),
            Self::Texts => words!("a list of texts", "文字列のリスト"),
            Self::Path => words!("a path", "パス"),
            Self::Folder => words!(
                "an absolute path, or one that begins with ~/",
                "絶対パスか、~/で始まるパス"
            ),
            Self::Id => words!(
                "a name of letters, digits, \"-\", \"_\" and \".\" that begins with a letter or digit",
                "文字・数字・\"-\"・\"_\"・\".\"からなり、文字か数字で始まる名前"
            ),
            Self::Group => words!("an object: {...}", "オブジェクト（{...}）"),
            Self::List => words!(
                "a list of objects: [{\"key\": ..., \"label\": ..., \"folder\": ...}]",
                "オブジェクトのリスト（[{\"key\": ..., \"label\": ..., \"folder\": ...}]）"
            ),
        }
    }
}
