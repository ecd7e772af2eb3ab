//! The words that a state and its changes share: names, branches, and why git did not answer.

use super::{Checkout, Refusal};
use crate::budget;
use crate::frame;
use crate::language::Language;
use crate::say;

/// The most UTF-16 code units of a name in a line.
const NAME: usize = 120;

/// Why git did not answer a question.
#[must_use]
pub fn refusal(question: &str, refusal: &Refusal, language: Language) -> String {
    match refusal {
        Refusal::Late(0) => say!(
            language,
            "{question}: no time was left to ask",
            "{question}: 問い合わせる時間が残っていませんでした",
        ),
        Refusal::Late(limit) => {
            let seconds = seconds(*limit);
            say!(
                language,
                "{question} took more than {seconds} s",
                "{question}は{seconds}秒以内に終わりませんでした",
            )
        }
        Refusal::Failed(why) => {
            let why = name(why);
            say!(
                language,
                "{question} failed: {why}",
                "{question}は失敗しました: {why}"
            )
        }
    }
}

/// The branch in words, without the word before it.
///
/// # Errors
/// Where git did not say it.
pub fn branch_name(checkout: &Checkout, language: Language) -> Result<String, Refusal> {
    let head = checkout.head().map(|commit| name(&commit.short));
    let named = checkout.branch.clone()?;
    Ok(match (named, head) {
        (Some(branch), _) => name(&branch),
        (None, Some(commit)) => say!(
            language,
            "none (detached head at {commit})",
            "なし（detached HEAD、{commit}）",
        ),
        (None, None) => say!(language, "none (detached head)", "なし（detached HEAD）"),
    })
}

/// A short quotation in one line.
#[must_use]
pub fn name(text: &str) -> String {
    budget::shorten(&frame::quote_line(text), NAME, |_| "…".to_owned())
}

/// Milliseconds as seconds, without zeros that say nothing: `2`, `0.8`.
fn seconds(milliseconds: u64) -> String {
    let text = format!("{}.{:03}", milliseconds / 1_000, milliseconds % 1_000);
    text.trim_end_matches('0').trim_end_matches('.').to_owned()
}
