//! What is found about recall's entries in the settings files.

use recall_core::say;

use super::entries::Entry;
use super::expected::{ENTRIES, Expected, GREETS};
use super::finding::{Area, At, Finding};
use super::levels::File;
use super::wiring::{Fault, Placed, faults};

/// The findings about the entries of these files.
pub(crate) fn findings(files: &[File], placed: &[Placed<'_>], at: &At<'_>) -> Vec<Finding> {
    let faults = faults(files, placed);
    let mut findings: Vec<Finding> = faults.iter().map(|fault| finding(fault, at)).collect();
    if findings.is_empty() {
        findings.push(Area::Settings.well("entries", all_there(files, at)));
    }
    findings
}

fn all_there(files: &[File], at: &At<'_>) -> String {
    let with_entries = files
        .iter()
        .filter(|file| !file.settings.entries.is_empty());
    let paths: Vec<String> = with_entries.map(|file| at.shown(&file.path)).collect();
    let (paths, count) = (paths.join(", "), ENTRIES.len());
    say!(
        at.language(),
        "{paths}: all {count} entries of recall are there",
        "{paths}: recallの{count}件の登録がそろっています"
    )
}

fn finding(fault: &Fault<'_>, at: &At<'_>) -> Finding {
    match fault {
        Fault::Off(file) => off(file, at),
        Fault::ManagedOnly(file) => managed_only(file, at),
        Fault::NotInstalled => not_installed(at),
        Fault::Missing(expected) => missing(expected, at),
        Fault::Narrow(expected, placed, values) => narrow(expected, placed, values, at),
        Fault::Twice(expected, one, other) => twice(expected, one, other, at),
        Fault::Short(expected, placed) => short(expected, placed, at),
        Fault::Long(expected, placed) => long(expected, placed, at),
    }
}

fn off(file: &File, at: &At<'_>) -> Finding {
    let path = at.shown(&file.path);
    Area::Settings.broken(
        "hooks-off",
        say!(
            at.language(),
            "\"disableAllHooks\" in {path} switches every hook off",
            "{path}の\"disableAllHooks\"がすべてのフックを止めています"
        ),
        say!(
            at.language(),
            "take it out of that file, or set it to false",
            "そのファイルから取り除くか、falseにしてください"
        ),
    )
}

fn managed_only(file: &File, at: &At<'_>) -> Finding {
    let path = at.shown(&file.path);
    Area::Settings.broken(
        "managed-only",
        say!(
            at.language(),
            "\"allowManagedHooksOnly\" in {path} lets only the hooks of that file run",
            "{path}の\"allowManagedHooksOnly\"により、そのファイルのフックしか動きません"
        ),
        say!(
            at.language(),
            "ask who administers this machine to put the entries of hooks.example.json there",
            "管理者に、hooks.example.jsonの登録をそこに加えてもらってください"
        ),
    )
}

fn not_installed(at: &At<'_>) -> Finding {
    Area::Settings.broken(
        "not-installed",
        say!(
            at.language(),
            "no settings file starts recall",
            "recallを起動する設定がどこにもありません"
        ),
        install(at),
    )
}

fn missing(expected: &Expected, at: &At<'_>) -> Finding {
    let (event, program) = (expected.name(), expected.program);
    Area::Settings.broken(
        "entry-missing",
        say!(
            at.language(),
            "{event}: no entry starts {program}",
            "{event}: {program}を起動する登録がありません"
        ),
        install(at),
    )
}

/// `cargo xtask install`, as the whole mend.
pub(crate) fn install(at: &At<'_>) -> String {
    say!(
        at.language(),
        "`cargo xtask install` in recall's folder puts it right",
        "recallのフォルダーで`cargo xtask install`を実行してください"
    )
}

fn narrow(expected: &Expected, placed: &Placed<'_>, values: &[&str], at: &At<'_>) -> Finding {
    let (event, program, values) = (expected.event, expected.program, values.join(", "));
    let path = at.shown(&placed.file.path);
    let what = say!(
        at.language(),
        "{event}: the matcher in {path} leaves out {values}, so {program} does not run then",
        "{event}: {path}のmatcherは{values}を外しているため、そのとき{program}は動きません"
    );
    let mend = say!(
        at.language(),
        "take the \"matcher\" of that entry out, or add what is left out",
        "その登録の\"matcher\"を取り除くか、外れている値を加えてください"
    );
    // A person may well not want to be greeted at every start; what is kept and given back is another matter.
    if expected.program == GREETS {
        Area::Settings.note("entry-narrow", what, mend)
    } else {
        Area::Settings.broken("entry-narrow", what, mend)
    }
}

fn twice(expected: &Expected, one: &Placed<'_>, other: &Placed<'_>, at: &At<'_>) -> Finding {
    let event = expected.name();
    let place = |it: &Placed<'_>| (command(it.entry), at.shown(&it.file.path));
    let ((one, one_file), (other, other_file)) = (place(one), place(other));
    Area::Settings.broken(
        "entry-twice",
        say!(
            at.language(),
            "{event} starts two programs for the same: {one} ({one_file}) and {other} ({other_file})",
            "{event}で同じ役目のものが2つ動きます: {one}（{one_file}）と{other}（{other_file}）"
        ),
        say!(
            at.language(),
            "take the entry that is not wanted out of its file",
            "不要な方の登録をファイルから取り除いてください"
        ),
    )
}

fn command(entry: &Entry) -> String {
    let args = entry.args.iter().flatten().map(String::as_str);
    let words: Vec<&str> = std::iter::once(entry.command.as_str())
        .chain(args)
        .collect();
    words.join(" ")
}

fn short(expected: &Expected, placed: &Placed<'_>, at: &At<'_>) -> Finding {
    let (event, path, timeout) = (
        expected.name(),
        at.shown(&placed.file.path),
        expected.timeout,
    );
    let given = placed.entry.timeout.unwrap_or(1.5);
    Area::Settings.broken(
        "timeout-short",
        say!(
            at.language(),
            "{event}: the entry in {path} gives {given} s, and a long transcript takes longer to keep",
            "{event}: {path}の登録では{given}秒しかなく、長いトランスクリプトを保存しきれません"
        ),
        say!(
            at.language(),
            "set \"timeout\": {timeout} in that entry",
            "その登録に\"timeout\": {timeout}を書いてください"
        ),
    )
}

fn long(expected: &Expected, placed: &Placed<'_>, at: &At<'_>) -> Finding {
    let (event, path, timeout) = (
        expected.name(),
        at.shown(&placed.file.path),
        expected.timeout,
    );
    let given = placed.entry.timeout.unwrap_or_default();
    Area::Settings.note(
        "timeout-long",
        say!(
            at.language(),
            "{event}: the entry in {path} asks for {given} s, and the client gives 60 s at most",
            "{event}: {path}の登録は{given}秒ですが、クライアントが待つのは60秒までです"
        ),
        say!(
            at.language(),
            "set \"timeout\": {timeout} in that entry; it counts in seconds",
            "その登録に\"timeout\": {timeout}と書いてください（単位は秒）"
        ),
    )
}
