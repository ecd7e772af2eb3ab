//! A path that is not what it must be, and the mend.

use std::path::PathBuf;

use crate::language::Language;
use crate::say;

/// A path that was refused as it is, and the mend.
#[derive(Debug)]
pub struct Unfit {
    /// The path.
    pub path: PathBuf,
    /// What is the matter with it.
    pub fault: Fault,
}

/// What can be the matter with a path.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fault {
    /// A file stands where a folder belongs.
    NotAFolder,
    /// A symbolic link stands where recall's private folder belongs.
    Link,
    /// A symbolic link stands where recall writes a file.
    LinkedFile,
    /// A symbolic link on the way leads out of the project, or nowhere.
    Astray,
    /// The folder belongs to another user.
    Foreign,
    /// The path is a folder or a device where a file belongs.
    NotAFile,
    /// The same where recall would write.
    NotWritable,
    /// The path leads out of the project.
    Outside,
    /// A file in the place of a handoff holds none.
    NotAHandoff,
}

impl Unfit {
    /// The sentence for a person.
    pub(super) fn text(&self, language: Language) -> String {
        let path = self.path.display();
        match self.fault {
            Fault::NotAFolder => say!(
                language,
                "{path} is a file where recall needs a folder: move it away, and the next run makes the folder",
                "{path}はフォルダーであるべき場所にあるファイルです。移動すれば次の実行でフォルダーを作ります",
            ),
            Fault::Link => say!(
                language,
                "{path} is a symbolic link, and recall keeps private copies only in a real folder: replace the link with a folder",
                "{path}はシンボリックリンクです。非公開の控えは実フォルダーにしか置きません。リンクをフォルダーに置き換えてください",
            ),
            Fault::LinkedFile => say!(
                language,
                "{path} is a symbolic link, and recall writes into files of its own only: remove the link, and the next run makes the file",
                "{path}はシンボリックリンクです。recallは自分のファイルにしか書き込みません。リンクを削除すれば次の実行でファイルを作ります",
            ),
            Fault::Astray => say!(
                language,
                "{path} is a symbolic link that leads out of the project or nowhere, and recall follows none: replace the link with what belongs there",
                "{path}はプロジェクトの外または存在しない場所へのシンボリックリンクのため、たどりません。リンクを本来のファイルやフォルダーに置き換えてください",
            ),
            Fault::Foreign => say!(
                language,
                "{path} belongs to another user, and recall keeps private copies only in a folder of your own: move it away, or make it yours with chown",
                "{path}の所有者は別のユーザーです。非公開の控えは自分のフォルダーにしか置きません。別の場所へ移すか、chownで所有者を自分に変えてください",
            ),
            Fault::NotWritable => say!(
                language,
                "{path} is not a regular file, and recall needs one there: move it away, and the next run makes the file",
                "{path}は通常のファイルではありません。移動すれば次の実行でファイルを作ります",
            ),
            Fault::NotAFile => say!(
                language,
                "{path} is not a regular file, so there is nothing to read in it",
                "{path}は通常のファイルではないため読み取れません",
            ),
            Fault::NotAHandoff => say!(
                language,
                "{path} holds no handoff that recall can read, so it is passed over: mend it or move it away",
                "{path}は引き継ぎとして読めないため、使いません。修正するか移動してください",
            ),
            Fault::Outside => say!(
                language,
                "{path} lies outside the project, and a project's recall.json may only name paths inside it: it is not read",
                "{path}はプロジェクトの外にあります。プロジェクトのrecall.jsonは内側のパスしか指定できないため、読み込みません",
            ),
        }
    }
}
