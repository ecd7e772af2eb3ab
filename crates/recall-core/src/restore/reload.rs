//! "reload context": what the latest compaction took away, told once more when the user asks for it.

use crate::transcript::turn::Turn;

/// What a prompt begins with to ask for it.
const ASKED: [&str; 2] = ["reload context", "コンテキストを再読み込み"];

/// Whether a prompt asks for it. This is all that any other prompt costs.
#[must_use]
pub fn is_asked(prompt: &str) -> bool {
    let prompt = prompt.trim_start();
    ASKED.iter().any(|asked| {
        prompt
            .get(..asked.len())
            .is_some_and(|start| start.eq_ignore_ascii_case(asked))
    })
}

/// Turns of which only the prompts stay, and the replies of the last one that has any.
#[must_use]
pub fn prompts_and_last_reply<'a>(turns: &[Turn<'a>]) -> Vec<Turn<'a>> {
    let last = turns
        .iter()
        .rposition(|turn| turn.replies().next().is_some());
    let mut kept = turns.to_vec();
    for (position, turn) in kept.iter_mut().enumerate() {
        if Some(position) != last {
            turn.answer.clear();
        }
    }
    kept.retain(|turn| turn.asked().is_some() || !turn.answer.is_empty());
    kept
}

#[cfg(test)]
mod tests {
    use super::is_asked;

    #[test]
    fn only_a_prompt_that_begins_so_asks_for_it() {
        assert!(is_asked("reload context"));
        assert!(is_asked("  Reload Context, please"));
        assert!(is_asked("コンテキストを再読み込みして"));
        assert!(!is_asked("please reload context"));
        assert!(!is_asked("reload"));
        assert!(!is_asked(""));
    }
}
