//! What install says it did, or would do, and how to see it work.

use similar::TextDiff;

use recall_core::language::Language;
use recall_core::say;

use crate::entries::COMMAND;
use crate::install::{Change, Outcome};
use crate::link::Found;
use crate::places::Places;
use crate::programs::Placed;
use crate::report::handoff;
use crate::server::client::{Client, quoted};
use crate::settings;

pub(crate) fn dry_run(
    language: Language,
    places: &Places,
    client: &Client,
    outcome: &Outcome,
) -> String {
    let head = say!(
        language,
        "A dry run: nothing was written. Install would say:",
        "試し実行です。何も書き込んでいません。install を実行すると、次のようになります。",
    );
    let diff = diff(places, &outcome.change);
    [head, deeds(language, places, client, outcome), diff].join("\n\n")
}

pub(crate) fn installed(
    language: Language,
    places: &Places,
    client: &Client,
    outcome: &Outcome,
) -> String {
    let mut parts = vec![deeds(language, places, client, outcome)];
    parts.extend(warnings(language, places, &outcome.change));
    parts.push(how_to_see(language, places, outcome.link));
    parts.join("\n\n")
}

fn deeds(language: Language, places: &Places, client: &Client, outcome: &Outcome) -> String {
    let hooks = &places.hooks;
    let mut lines = vec![say!(
        language,
        "Programs in {hooks}:",
        "プログラム({hooks}):"
    )];
    for (name, placed) in &outcome.programs {
        let state = match placed {
            None => say!(language, "built, then placed", "ビルドして配置"),
            Some(Placed::New) => say!(language, "placed", "配置"),
            Some(Placed::Replaced) => say!(language, "replaced", "更新"),
            Some(Placed::UpToDate) => say!(language, "up to date", "変更なし"),
        };
        lines.push(format!("  {name:<24}{state}"));
    }
    lines.push(settings_line(language, places, outcome));
    if let Some(backup) = &outcome.backup {
        let backup = backup.display();
        lines.push(say!(
            language,
            "  (as it was before: {backup})",
            "  (変更前の写し: {backup})",
        ));
    }
    lines.push(link_line(language, places, outcome.link));
    lines.push(handoff::skill_placed(language, places, outcome.skill));
    lines.push(handoff::offered(language, places, client, &outcome.server));
    lines.join("\n")
}

fn settings_line(language: Language, places: &Places, outcome: &Outcome) -> String {
    let path = places.settings.display();
    match &outcome.change {
        Change { old: None, .. } => say!(
            language,
            "Settings: {path} is new and holds recall's entries.",
            "設定: {path} を新しく作り、recall のエントリを書きます。",
        ),
        Change {
            old: Some(old),
            new,
        } if old == new => say!(
            language,
            "Settings: {path} already holds recall's entries; it was not touched.",
            "設定: {path} には recall のエントリがすでにあります。変更はありません。",
        ),
        Change { .. } => say!(
            language,
            "Settings: {path} now holds recall's entries; the rest of it stays as it was.",
            "設定: {path} に recall のエントリを加えます。ほかの部分は元のままです。",
        ),
    }
}

fn link_line(language: Language, places: &Places, found: Option<Found>) -> String {
    let program = places.program(COMMAND);
    let program = program.display();
    let (Some(link), Some(found)) = (&places.link, found) else {
        return say!(
            language,
            "Command: ~/.local/bin is not on PATH, so `recall` is not linked. Call it as {program}, or put ~/.local/bin on PATH (export PATH=\"$HOME/.local/bin:$PATH\") and install again.",
            "コマンド: ~/.local/bin が PATH にないため、`recall` のリンクは作りません。{program} として呼ぶか、PATH に ~/.local/bin を加えて (export PATH=\"$HOME/.local/bin:$PATH\") もう一度インストールしてください。",
        );
    };
    let link = link.display();
    match found {
        Found::Ours => say!(
            language,
            "Command: {link} already leads to it.",
            "コマンド: {link} はすでにこのプログラムへのリンクです。",
        ),
        Found::Nothing | Found::Stale => say!(
            language,
            "Command: {link} is a link to {program}.",
            "コマンド: {link} を {program} へのリンクにします。",
        ),
        Found::Foreign => say!(
            language,
            "Command: {link} is something else and was left alone. Call recall as {program}, or move {link} away and install again.",
            "コマンド: {link} には別のものがあるため、そのままにします。recall は {program} として呼ぶか、{link} をよそへ移してもう一度インストールしてください。",
        ),
    }
}

fn warnings(language: Language, places: &Places, change: &Change) -> Vec<String> {
    let mut warnings = Vec::new();
    let hooks = &places.hooks;
    let path = places.settings.display();
    if hooks.contains(|it: char| !it.is_alphanumeric() && !"/._-+@%:,=".contains(it)) {
        warnings.push(say!(
            language,
            "Note: {hooks} contains a character that is special to a shell. Claude Code 2.1.139 and later start the programs there; older versions cannot.",
            "注意: {hooks} にはシェルが特別に扱う文字があります。Claude Code 2.1.139 以降はそこのプログラムを起動できますが、それより古い版はできません。",
        ));
    }
    if settings::disables_hooks(&change.new) {
        warnings.push(say!(
            language,
            "Note: {path} says \"disableAllHooks\": true, so Claude Code runs no hook at all; take that out to use recall.",
            "注意: {path} に \"disableAllHooks\": true があるため、Claude Code はフックをひとつも実行しません。recall を使うにはこれを取り除いてください。",
        ));
    }
    warnings
}

fn how_to_see(language: Language, places: &Places, link: Option<Found>) -> String {
    let is_linked = link.is_some_and(|it| it != Found::Foreign);
    let command = if is_linked {
        COMMAND.to_owned()
    } else {
        places.program(COMMAND).display().to_string()
    };
    let scope = scope_arguments(places);
    let place = match &places.project {
        None => say!(language, "any project", "どれかのプロジェクト"),
        Some(project) => {
            let project = project.display();
            say!(language, "{project}", "{project} ")
        }
    };
    say!(
        language,
        "How to see it work:
  1. Start a new `claude` session in {place} and say something.
  2. Type /compact. The terminal shows a line \"SessionStart:compact says: recall: ...\".
  3. `{command}` shows the conversation that was kept.
`cargo xtask uninstall{scope}` takes everything back.",
        "動作の確かめ方:
  1. {place}で新しい `claude` セッションを始め、何か話しかけます。
  2. /compact と入力します。端末に「SessionStart:compact says: recall: ...」という行が出ます。
  3. `{command}` で、残された会話を見られます。
`cargo xtask uninstall{scope}` で、すべて元に戻せます。",
    )
}

fn scope_arguments(places: &Places) -> String {
    places.project.as_ref().map_or_else(String::new, |it| {
        let project = quoted(&it.display().to_string());
        format!(" --scope project --project {project}")
    })
}

fn diff(places: &Places, change: &Change) -> String {
    let path = places.settings.display().to_string();
    let old = change.old.as_deref().unwrap_or_default();
    let from = if change.old.is_some() {
        &path
    } else {
        "/dev/null"
    };
    TextDiff::from_lines(old, &change.new)
        .unified_diff()
        .header(from, &path)
        .to_string()
}
