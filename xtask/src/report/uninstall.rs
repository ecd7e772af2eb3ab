//! What uninstall says it took back, and what it left.

use recall_core::language::Language;
use recall_core::say;

use crate::places::Places;
use crate::report::handoff;
use crate::server::{Withdrawn, client::Client};
use crate::uninstall::{Outcome, Restored};

pub(crate) fn uninstalled(
    language: Language,
    places: &Places,
    client: &Client,
    outcome: &Outcome,
) -> String {
    let is_untouched = matches!(outcome.settings, Restored::Untouched);
    let path = places.settings.display();
    let is_registered = outcome.server != Withdrawn::Nothing;
    if is_untouched && outcome.removed_programs == 0 && !outcome.removed_link && !is_registered {
        return say!(
            language,
            "Nothing of recall is installed for {path}, so there was nothing to take back.",
            "{path} には recall が何もインストールされていません。取り除くものはありませんでした。",
        );
    }
    let mut lines = vec![restored(language, places, &outcome.settings)];
    lines.extend(removed(language, places, outcome));
    lines.extend(handoff::skill_removed(language, places, outcome.skill));
    lines.extend(handoff::withdrawn(language, client, &outcome.server));
    lines.push(String::new());
    lines.extend(kept(language, places));
    lines.join("\n")
}

fn restored(language: Language, places: &Places, restored: &Restored) -> String {
    let path = places.settings.display();
    match restored {
        Restored::Untouched => say!(
            language,
            "Settings: {path} held no entries of recall's.",
            "設定: {path} に recall のエントリはありませんでした。",
        ),
        Restored::Exactly => say!(
            language,
            "Settings: {path} is again what it was before, byte for byte.",
            "設定: {path} を、1 バイトも違わずインストール前の内容に戻しました。",
        ),
        Restored::Removed => say!(
            language,
            "Settings: {path} is removed, as there was none before.",
            "設定: {path} はインストール前にはなかったので、削除しました。",
        ),
        Restored::EntriesOnly(copy) => {
            let copy = copy.display();
            say!(
                language,
                "Settings: {path} has changed since the installation, so only recall's entries were taken out.
  (as it was before: {copy})",
                "設定: {path} はインストール後に変更されているため、recall のエントリだけを取り除きました。
  (取り除く前の写し: {copy})",
            )
        }
    }
}

fn removed(language: Language, places: &Places, outcome: &Outcome) -> Vec<String> {
    let hooks = &places.hooks;
    if let Some(user) = &outcome.used_by {
        let user = user.display();
        return vec![say!(
            language,
            "Programs: they stay in {hooks}, because {user} still uses them.",
            "プログラム: {user} がまだ使っているため、{hooks} に残します。",
        )];
    }
    let count = outcome.removed_programs;
    let mut lines = vec![say!(
        language,
        "Programs: {count} removed from {hooks}.",
        "プログラム: {hooks} から {count} 個を削除しました。",
    )];
    if outcome.removed_link {
        lines.push(say!(
            language,
            "Command: the link `recall` is removed.",
            "コマンド: リンク `recall` を削除しました。",
        ));
    }
    lines
}

fn kept(language: Language, places: &Places) -> Vec<String> {
    let mut lines = vec![
        say!(
            language,
            "What recall kept stays; remove it by hand if you no longer want it:",
            "recall が残したものは削除しません。不要なら手で削除してください。",
        ),
        say!(
            language,
            "  .claude/backups in each project (conversations)",
            "  各プロジェクトの .claude/backups (会話)",
        ),
    ];
    let rest = [&places.backups, &places.handoffs, &places.configuration].into_iter();
    let rest = rest.filter(|it| it.exists());
    lines.extend(rest.map(|it| format!("  {}", it.display())));
    lines
}
