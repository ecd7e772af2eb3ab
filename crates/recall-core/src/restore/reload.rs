//! "reload context": what the latest compaction took away, told once more when the user asks for it.

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
