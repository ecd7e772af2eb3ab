//! What install and uninstall say of the skill for handing work over.

use recall_core::language::Language;
use recall_core::say;

use crate::places::Places;
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
