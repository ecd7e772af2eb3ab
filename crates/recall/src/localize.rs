//! The help and the errors of the command line, in the reader's language.

use clap::builder::StyledStr;
use clap::error::{ContextKind, ContextValue, ErrorKind};
use clap::{Arg, ArgAction, Command, Error};
use recall_core::language::Language;

/// How a Japanese help page is laid out.
const PAGE: &str = "{about}\n\n使い方: {usage}\n\n{all-args}{after-help}";

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
    ("export", "セッションの会話全体を書き出します。"),
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
    ("search", "人とモデルの発言から言葉を探します。"),
    (
        "words",
        "1つの発言にすべて含まれる言葉。引用符で囲んだ語句はひと続きとして探します。小文字だけの言葉は大文字にも一致します",
    ),
    ("regex", "言葉の代わりに正規表現で探します"),
    (
        "all",
        "このプロジェクトだけでなく、すべてのプロジェクトを探します",
    ),
    (
        "roles",
        "この話し手の発言だけを探します（toolはツールへの指示と応答）",
    ),
    ("tools", "ツールへの指示と応答も探します"),
    (
        "since",
        "この日時以降（2026-11-30、3d、12h、yesterdayなど）",
    ),
    ("until", "この日時まで。日付だけなら、その日の終わりまで"),
    ("context", "一致の前後に示す行数（既定は1）"),
    (
        "dropped",
        "圧縮で失われ、要約にも残らなかったものを表示します。",
    ),
    ("compaction", "セッションのK回目の圧縮（既定は最新）"),
    (
        "session",
        "セッション。バックアップの番号、セッションのID、またはファイルで指定します",
    ),
    ("most", "種類ごとに示す件数の上限（既定は30）"),
    ("limit", "新しい方から示す件数の上限（既定は50）"),
    ("json", "プログラム向けにJSONで出力します"),
    ("help", "このヘルプを表示します"),
    ("version", "バージョンを表示します"),
];

const ENDS: &str = "終了コード: 0は正常、1は表示するものなし、または異常あり、2は実行できず。";

/// The command line with its help in this language.
pub(crate) fn command(command: Command, language: Language) -> Command {
    match language {
        Language::English => command,
        Language::Japanese => japanese(command)
            .after_help(ENDS)
            .version(env!("CARGO_PKG_VERSION")),
    }
}

/// What is said about a command line that cannot be followed.
pub(crate) fn complaint(error: &Error, language: Language) -> StyledStr {
    let own = match language {
        Language::English => None,
        Language::Japanese => wrong(error),
    };
    own.map_or_else(
        || error.render(),
        |text| {
            StyledStr::from(format!(
                "エラー: {text}\n\n詳しくは`--help`をご覧ください。\n"
            ))
        },
    )
}

fn japanese(command: Command) -> Command {
    let about = words(command.get_name());
    let is_root = command.get_name() == "recall";
    let command = command
        .mut_args(|argument| {
            let help = words(argument.get_id().as_str());
            let has_default = !argument.get_default_values().is_empty();
            argument
                .help(help)
                .hide_default_value(has_default)
                .help_heading("オプション")
        })
        .about(about)
        .help_template(PAGE)
        .subcommand_help_heading("コマンド")
        .subcommand_value_name("コマンド")
        .disable_help_flag(true)
        .arg(flag("help", 'h', ArgAction::Help));
    let command = if is_root {
        command
            .disable_version_flag(true)
            .arg(flag("version", 'V', ArgAction::Version))
    } else {
        command
    };
    command.mut_subcommands(japanese)
}

fn flag(name: &'static str, short: char, action: ArgAction) -> Arg {
    let flag = Arg::new(name).long(name).short(short).action(action);
    flag.help(words(name)).help_heading("オプション")
}

fn words(name: &str) -> &'static str {
    let known = JAPANESE.iter().find(|(known, _)| *known == name);
    known.map_or("", |(_, words)| words)
}

fn wrong(error: &Error) -> Option<String> {
    let context = |kind| match error.get(kind) {
        Some(ContextValue::String(text)) => text.clone(),
        Some(ContextValue::Strings(texts)) => texts.join(", "),
        _ => String::new(),
    };
    let argument = context(ContextKind::InvalidArg);
    let nearest = context(ContextKind::SuggestedArg) + &context(ContextKind::SuggestedSubcommand);
    let hint = if nearest.is_empty() {
        String::new()
    } else {
        format!("「{nearest}」でしょうか。")
    };
    let value = context(ContextKind::InvalidValue);
    Some(match error.kind() {
        ErrorKind::UnknownArgument => format!("「{argument}」という引数はありません。{hint}"),
        ErrorKind::InvalidSubcommand => {
            let command = context(ContextKind::InvalidSubcommand);
            format!("「{command}」というコマンドはありません。{hint}")
        }
        ErrorKind::InvalidValue if value.is_empty() => {
            format!("「{argument}」には値が必要です。")
        }
        ErrorKind::InvalidValue | ErrorKind::ValueValidation => {
            format!(
                "「{argument}」に「{value}」は使えません。1以上の整数などの正しい値を指定してください。"
            )
        }
        ErrorKind::MissingRequiredArgument => format!("「{argument}」が必要です。"),
        ErrorKind::ArgumentConflict => {
            let first = argument + &context(ContextKind::InvalidSubcommand);
            let second = context(ContextKind::PriorArg);
            format!("「{first}」と「{second}」は一緒に使えません。")
        }
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use clap::{Command, CommandFactory};
    use recall_core::language::Language;

    use super::command;
    use crate::options::Options;

    #[test]
    fn every_command_and_argument_is_explained_in_japanese() {
        let mut command = command(Options::command(), Language::Japanese);
        command.build();
        check(&command);
        command.get_subcommands().for_each(check);
    }

    /// Expects Japanese in all that a command says of itself.
    #[track_caller]
    fn check(command: &Command) {
        let arguments = command.get_arguments();
        let said = arguments.map(|argument| (argument.get_id().as_str(), argument.get_help()));
        for (name, said) in said.chain([(command.get_name(), command.get_about())]) {
            let said = said.map(ToString::to_string).unwrap_or_default();
            let japanese = said.chars().any(|c| ('\u{3040}'..'\u{a000}').contains(&c));
            assert!(japanese, "{name} has no words in JAPANESE: {said:?}");
        }
    }
}
