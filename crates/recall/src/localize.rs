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
        "recall",
        "圧縮の前の会話を表示します。対象は、このプロジェクトの最新のバックアップの最後の数ターンです。",
    ),
    ("turns", "最後のNターンを表示します（既定は30）"),
    (
        "from",
        "新しい方からN番目のバックアップを表示します（1が最新）",
    ),
    ("export", "セッションの会話全体を書き出します"),
    (
        "source",
        "セッション。バックアップの番号、セッションのID、またはファイル（既定は最後に保存されたもの）",
    ),
    ("markdown", "Markdownで書き出します"),
    ("html", "単独で読める1つのHTMLファイルを書き出します"),
    ("output", "標準出力の代わりに、新しいファイルに書き出します"),
    ("raw", "秘密情報を伏せずに書き出します"),
    (
        "member",
        "recall.jsonにあるメンバーのプロジェクトを表示します",
    ),
    ("no_color", "色を付けません（NO_COLORと同じ）"),
    ("no_pager", "長いページもページャーを使わずに出力します"),
    ("config", "有効な設定と、その出どころを表示します"),
    (
        "doctor",
        "recallの動作を妨げているものと、その直し方を調べます",
    ),
    (
        "verify",
        "各バックアップが読めて、元のトランスクリプトの先頭と一致することを確かめます",
    ),
    ("restore", "バックアップのコピーを書き出します"),
    ("number", "新しい方からN番目のバックアップ（1が最新）"),
    (
        "path",
        "コピーの書き出し先（既定は現在のフォルダーに同じ名前）",
    ),
    ("prune", "古くなったものを、新しい保存を待たずに削除します"),
    ("dry_run", "対象を表示するだけで、削除しません"),
    (
        "list",
        "このプロジェクトのセッション（バックアップと進行中のトランスクリプト）を新しい順に一覧します",
    ),
    ("all", "すべてのプロジェクトを対象にします"),
    (
        "show",
        "セッションの会話、または圧縮で失われた部分を表示します",
    ),
    (
        "which",
        "`recall list`の番号、セッションのID（先頭だけでも可）、またはファイル（既定は最新のもの）",
    ),
    (
        "count",
        "最後のNターン（既定は30）。--aroundでは前後Nターンずつ（既定は2）",
    ),
    (
        "around",
        "このIDの行を含むターンを表示します（IDは先頭だけでも可。`recall search`が示します）",
    ),
    (
        "before_compaction",
        "K回目の圧縮で失われた部分を表示します（1が最初、-1が最後、Kを省くと最後）",
    ),
    (
        "role",
        "この役割だけを表示します（user、assistant、tool。複数指定可）",
    ),
    (
        "tools",
        "ツールの操作をどこまで表示するか（off、short、full。既定はshort）",
    ),
    (
        "follow",
        "進行中のトランスクリプトに書かれる内容を、Ctrl-Cまで表示し続けます",
    ),
    ("completions", "シェルの補完スクリプトを出力します"),
    ("shell", "bash、zsh、fishなど"),
    ("man", "recallまたは各コマンドのマニュアルを出力します"),
    ("command", "コマンド"),
    ("search", "人とモデルの発言から言葉を探します"),
    (
        "words",
        "1つの発言にすべて含まれる言葉。引用符で囲んだ語句はひと続きとして探します。小文字だけの言葉は大文字にも一致します",
    ),
    ("regex", "言葉の代わりに正規表現で探します"),
    (
        "roles",
        "この話し手の発言だけを探します（user、assistant、tool。toolはツールへの指示と応答）",
    ),
    ("with_tools", "ツールへの指示と応答も探します"),
    (
        "since",
        "この日時以降（2026-11-30、3d、12h、yesterdayなど）",
    ),
    ("until", "この日時まで。日付だけなら、その日の終わりまで"),
    ("context", "一致の前後に示す行数（既定は1）"),
    (
        "dropped",
        "圧縮で失われ、要約にも残らなかったものを表示します",
    ),
    ("compaction", "セッションのK回目の圧縮（既定は最新）"),
    ("most", "種類ごとに示す件数の上限（既定は30）"),
    ("limit", "新しい方から示す件数の上限（既定は50）"),
    ("json", "プログラム向けにJSONで出力します"),
];

const ENDS: &str = "終了コード: 0は正常、1は表示するものなし、または異常あり、2は実行できず。";

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
