//! The one table of what can stand in recall.json: each name, its shape, who may set it, what it is for.

use super::Owner;
use crate::language::Words;
use crate::words;

/// A name that recall.json can hold.
#[derive(Debug, PartialEq, Eq)]
pub struct Key {
    /// The name, with those of the objects around it: `handover.file`.
    pub name: &'static str,
    /// What its value looks like.
    pub shape: Shape,
    /// What a project's file may do with it.
    pub leave: Leave,
    /// What it is for.
    pub about: Words,
}

/// What a value looks like.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Shape {
    /// `"en"` or `"ja"`.
    Language,
    /// A whole number from 1.
    Count,
    /// A whole number of KB, KiB, ..., TiB, as a text: `"2 GiB"`.
    Size,
    /// A text, or a switch: `false` is nothing and `true` is recall's own text.
    Wording,
    /// `"consume"` or `"offer"`.
    Handoffs,
    /// A text that can stand in one short line.
    Name,
    /// A text.
    Text,
    /// A list of texts.
    Texts,
    /// A path.
    Path,
    /// The path of a folder that means the same everywhere: absolute, or from `~`.
    Folder,
    /// A name that can be a part of a file's name.
    Id,
    /// An object of other names.
    Group,
    /// A list of such objects.
    List,
}

/// What a project's file, which may come with a cloned repository, may do with a name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Leave {
    /// Set it as the user's file does.
    Set,
    /// Set it to a path inside the project.
    Inside,
    /// Nothing: it decides whose folders are read and whose names are shown.
    Nothing,
}

impl Key {
    /// Whether the file of this owner may set the name.
    #[must_use]
    pub fn is_for(&self, owner: Owner) -> bool {
        owner == Owner::User || self.leave != Leave::Nothing
    }

    /// The name without those of the objects around it.
    #[must_use]
    pub fn last(&self) -> &'static str {
        self.name.rsplit('.').next().unwrap_or(self.name)
    }

    /// Whether it holds a value, and not other names.
    #[must_use]
    pub fn is_value(&self) -> bool {
        self.shape != Shape::Group && !self.name.starts_with("members.")
    }
}

/// The names that an object holds: those of the file itself for an empty `around`.
pub fn within(around: &str) -> impl Iterator<Item = &'static Key> {
    KEYS.iter()
        .filter(move |key| match key.name.rsplit_once('.') {
            Some((outer, _)) => outer == around,
            None => around.is_empty(),
        })
}

/// A name inside another, as the table has it.
#[must_use]
pub fn full(around: &str, name: &str) -> String {
    if around.is_empty() {
        name.to_owned()
    } else {
        format!("{around}.{name}")
    }
}

/// Everything that recall.json can hold.
pub const KEYS: &[Key] = &[
    Key {
        name: "$schema",
        shape: Shape::Text,
        leave: Leave::Set,
        about: words!(
            "The address of this schema, for editors. recall does not read it.",
            "エディターのためのスキーマの場所です。recallは読みません。"
        ),
    },
    Key {
        name: "language",
        shape: Shape::Language,
        leave: Leave::Set,
        about: words!(
            "The language of every sentence; without it the locale's.",
            "表示の言語です。なければロケールに従います。"
        ),
    },
    Key {
        name: "turns",
        shape: Shape::Count,
        leave: Leave::Set,
        about: words!(
            "How many turns come back with their replies after a compaction. --turns in the hook's \"args\" and RECALL_TURNS come before it.",
            "圧縮の後に返答ごと戻すターンの数です。フックの\"args\"の--turnsとRECALL_TURNSが優先されます。"
        ),
    },
    Key {
        name: "summarizer",
        shape: Shape::Wording,
        leave: Leave::Set,
        about: words!(
            "What the summariser is told before a compaction, in at most 1,200 characters; false for nothing, true for recall's own text.",
            "圧縮の前に要約役へ伝える文です（1,200文字まで）。falseで何も伝えず、trueでrecallの文を使います。"
        ),
    },
    Key {
        name: "reminder",
        shape: Shape::Wording,
        leave: Leave::Set,
        about: words!(
            "What a session is reminded of after a compaction, in at most 1,000 characters; false for nothing, true for recall's own text.",
            "圧縮の後にセッションへ念を押す文です（1,000文字まで）。falseで何も伝えず、trueでrecallの文を使います。"
        ),
    },
    Key {
        name: "user",
        shape: Shape::Name,
        leave: Leave::Nothing,
        about: words!("Your name, as it is shown.", "表示に使うあなたの名前です。"),
    },
    Key {
        name: "assistant",
        shape: Shape::Name,
        leave: Leave::Nothing,
        about: words!(
            "The assistant's name, as it is shown; a member's label comes before it.",
            "表示に使うアシスタントの名前です。メンバーのlabelが優先されます。"
        ),
    },
    Key {
        name: "handover",
        shape: Shape::Group,
        leave: Leave::Set,
        about: words!(
            "The section of a memory file that a new session is told.",
            "新しいセッションに伝える、メモリーファイルの申し送りです。"
        ),
    },
    Key {
        name: "handover.file",
        shape: Shape::Path,
        leave: Leave::Inside,
        about: words!(
            "The memory file, seen from the project's root. A project's own recall.json can name files inside the project only.",
            "メモリーファイルの、プロジェクトのルートから見たパスです。プロジェクトのrecall.jsonは内側のファイルだけを指定できます。"
        ),
    },
    Key {
        name: "handover.start",
        shape: Shape::Text,
        leave: Leave::Set,
        about: words!(
            "How the line begins that the section starts with.",
            "申し送りの最初の行の書き出しです。"
        ),
    },
    Key {
        name: "handover.end",
        shape: Shape::Texts,
        leave: Leave::Set,
        about: words!(
            "How lines begin that end the section.",
            "申し送りを終わらせる行の書き出しです。"
        ),
    },
    Key {
        name: "state",
        shape: Shape::Group,
        leave: Leave::Set,
        about: words!(
            "The files that a state dump quotes.",
            "状態の記録に引用するファイルです。"
        ),
    },
    Key {
        name: "state.decisions",
        shape: Shape::Path,
        leave: Leave::Inside,
        about: words!(
            "The file of decisions, seen from the project's root.",
            "決定事項のファイルの、プロジェクトのルートから見たパスです。"
        ),
    },
    Key {
        name: "state.tool_log",
        shape: Shape::Path,
        leave: Leave::Inside,
        about: words!(
            "A log of tool calls, a JSON object a line, seen from the project's root.",
            "ツール呼び出しの記録（1行に1つのJSON）の、プロジェクトのルートから見たパスです。"
        ),
    },
    Key {
        name: "keep",
        shape: Shape::Group,
        leave: Leave::Nothing,
        about: words!(
            "How long and how much is kept in a project.",
            "プロジェクトごとに残す期間と量です。"
        ),
    },
    Key {
        name: "keep.days",
        shape: Shape::Count,
        leave: Leave::Nothing,
        about: words!(
            "After how many days, by its name, a backup or state dump goes.",
            "バックアップと状態の記録を残す日数です（名前の日時から数えます）。"
        ),
    },
    Key {
        name: "keep.size",
        shape: Shape::Size,
        leave: Leave::Nothing,
        about: words!(
            "How much a project's backups may take; beyond it the oldest go, but never those of today nor a session's newest.",
            "プロジェクトのバックアップの合計の上限です。超えると古いものから消えますが、今日のものと各セッションの最新のものは残ります。"
        ),
    },
    Key {
        name: "handoffs",
        shape: Shape::Handoffs,
        leave: Leave::Nothing,
        about: words!(
            "What a session is told of a waiting handoff when it starts: \"consume\" gives it all of it and hands it to nobody else, \"offer\" only tells that it is there.",
            "セッションの開始時に引き継ぎをどう渡すかです。\"consume\"は内容を渡して受け取り済みにし、\"offer\"はあることだけを知らせます。"
        ),
    },
    Key {
        name: "members",
        shape: Shape::List,
        leave: Leave::Nothing,
        about: words!(
            "The members of a team of agents, each with a project of its own.",
            "エージェントのチームのメンバーです。それぞれが自分のプロジェクトを持ちます。"
        ),
    },
    Key {
        name: "members.key",
        shape: Shape::Id,
        leave: Leave::Nothing,
        about: words!(
            "The name to type (recall --member KEY) and in the names of letters.",
            "recall --memberと手紙のファイル名に使う名前です。"
        ),
    },
    Key {
        name: "members.label",
        shape: Shape::Name,
        leave: Leave::Nothing,
        about: words!(
            "The name to show; without it the key.",
            "表示に使う名前です。なければkeyを使います。"
        ),
    },
    Key {
        name: "members.folder",
        shape: Shape::Folder,
        leave: Leave::Nothing,
        about: words!(
            "The member's project: an absolute path, or one that begins with ~/.",
            "メンバーのプロジェクトです。絶対パスか、~/で始まるパスで書きます。"
        ),
    },
    Key {
        name: "team",
        shape: Shape::Group,
        leave: Leave::Nothing,
        about: words!("What the members share.", "メンバーが共有するものです。"),
    },
    Key {
        name: "team.letters",
        shape: Shape::Path,
        leave: Leave::Nothing,
        about: words!(
            "The folder of the letters between members, seen from a member's folder.",
            "メンバー同士の手紙のフォルダーの、メンバーのフォルダーから見たパスです。"
        ),
    },
];
