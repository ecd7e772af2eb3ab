//! What install and uninstall say of the handoff server and of the skill that goes with it.

use recall_core::language::Language;
use recall_core::say;

use crate::places::Places;
use crate::server::client::{Client, LIMIT, Why};
use crate::server::{self, NAME, Offered, Withdrawn};
use crate::skill::Found;

pub(super) fn skill_placed(language: Language, places: &Places, found: Found) -> String {
    let path = places.skill.display();
    match found {
        Found::Nothing => say!(
            language,
            "Skill: {path} is new.",
            "スキル: {path} を新しく作ります。",
        ),
        Found::Older => say!(
            language,
            "Skill: {path} is brought up to date.",
            "スキル: {path} を更新します。",
        ),
        Found::UpToDate => say!(
            language,
            "Skill: {path} is up to date.",
            "スキル: {path} に変更はありません。",
        ),
        Found::Foreign => say!(
            language,
            "Skill: {path} is not what recall wrote, so it was left alone. For recall's, move it away and install again.",
            "スキル: {path} は recall が書いた内容ではないため、そのままにします。recall のスキルを使うには、よそへ移してもう一度インストールしてください。",
        ),
    }
}

/// Nothing where there was none.
pub(super) fn skill_removed(language: Language, places: &Places, found: Found) -> Option<String> {
    let path = places.skill.display();
    match found {
        Found::Nothing => None,
        Found::UpToDate | Found::Older => Some(say!(
            language,
            "Skill: {path} is removed.",
            "スキル: {path} を削除しました。",
        )),
        Found::Foreign => Some(say!(
            language,
            "Skill: {path} is not what recall wrote, so it was left alone.",
            "スキル: {path} は recall が書いた内容ではないため、そのままにしました。",
        )),
    }
}

pub(super) fn offered(
    language: Language,
    places: &Places,
    client: &Client,
    offered: &Offered,
) -> String {
    let program = server::program(places);
    let line = client.line_to_add(&program);
    match offered {
        Offered::Planned => say!(
            language,
            "Handoffs: unless Claude Code has the server {NAME} already, it is added with\n  {line}",
            "引き継ぎ: Claude Code にサーバー {NAME} がまだなければ、次のコマンドで登録します。\n  {line}",
        ),
        Offered::Added => say!(
            language,
            "Handoffs: Claude Code now has the server {NAME}, added with\n  {line}",
            "引き継ぎ: Claude Code にサーバー {NAME} を登録しました。使ったコマンド:\n  {line}",
        ),
        Offered::Moved => say!(
            language,
            "Handoffs: the server {NAME} of Claude Code was registered with another path; now it is {program}.",
            "引き継ぎ: Claude Code のサーバー {NAME} は別のパスで登録されていたため、{program} に改めました。",
        ),
        Offered::AlreadyThere => say!(
            language,
            "Handoffs: Claude Code already has the server {NAME}.",
            "引き継ぎ: Claude Code にはサーバー {NAME} がすでにあります。",
        ),
        Offered::Foreign => {
            let remove = client.line_to_remove();
            say!(
                language,
                "Handoffs: Claude Code has another server of the name {NAME}, which was left alone. For recall's, run\n  {remove}\n  {line}",
                "引き継ぎ: Claude Code には {NAME} という名前の別のサーバーがあるため、そのままにします。recall のサーバーを使うには、次を実行してください。\n  {remove}\n  {line}",
            )
        }
        Offered::ByHand(why) => {
            let why = reason(language, why);
            say!(
                language,
                "Handoffs: {why} To give Claude Code the server {NAME}, run\n  {line}",
                "引き継ぎ: {why}Claude Code にサーバー {NAME} を登録するには、次を実行してください。\n  {line}",
            )
        }
    }
}

/// Nothing where there was none.
pub(super) fn withdrawn(
    language: Language,
    client: &Client,
    withdrawn: &Withdrawn,
) -> Option<String> {
    match withdrawn {
        Withdrawn::Nothing => None,
        Withdrawn::Removed => Some(say!(
            language,
            "Handoffs: the server {NAME} is removed from Claude Code.",
            "引き継ぎ: Claude Code からサーバー {NAME} を削除しました。",
        )),
        Withdrawn::Foreign => Some(say!(
            language,
            "Handoffs: the server {NAME} of Claude Code is not recall's, so it was left alone.",
            "引き継ぎ: Claude Code のサーバー {NAME} は recall のものではないため、そのままにしました。",
        )),
        Withdrawn::ByHand(why) => {
            let why = reason(language, why);
            let line = client.line_to_remove();
            Some(say!(
                language,
                "Handoffs: {why} If Claude Code has the server {NAME}, remove it with\n  {line}",
                "引き継ぎ: {why}Claude Code にサーバー {NAME} があれば、次のコマンドで削除してください。\n  {line}",
            ))
        }
    }
}

fn reason(language: Language, why: &Why) -> String {
    match why {
        Why::NoClient => say!(
            language,
            "`claude` is not on PATH.",
            "`claude` が PATH にありません。",
        ),
        Why::Late => say!(
            language,
            "`claude` did not answer within {LIMIT} seconds.",
            "`claude` が {LIMIT} 秒以内に答えませんでした。",
        ),
        Why::Failed(said) => say!(
            language,
            "`claude` refused ({said}).",
            "`claude` が受け付けませんでした({said})。",
        ),
    }
}
