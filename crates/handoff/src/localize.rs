//! What the help of the command line says in Japanese.

use command_line::Japanese;

/// The words of the command line.
pub(crate) const HELP: Japanese = Japanese {
    words: JAPANESE,
    end: ENDS,
    version: env!("CARGO_PKG_VERSION"),
};

/// What each command and argument is for; a test insists that none is missing.
const JAPANESE: &[(&str, &str)] = &[
    (
        "handoff",
        "あるセッションの作業を、別の1つのセッションに引き継ぎます。",
    ),
    ("list", "このプロジェクトで待っている引き継ぎを表示します"),
    ("begin", "次のセッションに引き継ぎを残します"),
    (
        "accept",
        "引き継ぎを受け取って表示します（ほかには渡らなくなります）",
    ),
    ("show", "引き継ぎを表示します（状態は変わりません）"),
    ("cancel", "まだ誰も受け取っていない引き継ぎを取り消します"),
    (
        "give-back",
        "受け取り済み、受け取り中断、取り消し済みの引き継ぎを元に戻します",
    ),
    ("mcp", "MCPクライアントに、標準入出力でツールを提供します"),
    ("completions", "シェルの補完スクリプトを出力します"),
    (
        "all",
        "受け取り済み、取り消し済み、失効したものも表示します",
    ),
    ("json", "プログラム向けにJSONで出力します"),
    ("summary", "作業の現状（2〜3文）。-なら標準入力から読みます"),
    (
        "questions",
        "まだ答えの出ていない質問（繰り返し指定できます）",
    ),
    ("steps", "次にすること（繰り返し指定できます）"),
    ("files", "作業に関係するファイル（繰り返し指定できます）"),
    ("to", "受け取る相手をこのエージェントに限ります"),
    ("shared", "すべてのオペレーターが受け取れるようにします"),
    ("id", "ID、またはその先頭部分"),
    ("shell", "シェルの種類"),
];

const ENDS: &str = "終了コード: 0は正常、1は該当する引き継ぎなし、2は実行できず。";

#[cfg(test)]
mod tests {
    use clap::CommandFactory;

    use super::HELP;
    use crate::options::Options;

    #[test]
    fn every_command_and_argument_is_explained_in_japanese() {
        let unspoken = command_line::unspoken(Options::command(), &HELP);
        assert_eq!(unspoken, Vec::<String>::new());
    }
}
