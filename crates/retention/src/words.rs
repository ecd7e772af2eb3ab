//! Words, where a Chinese, Japanese or Korean character is one, and the groups of three that they stand in.

use std::collections::HashSet;

use crate::Result;

use crate::entities::Patterns;
use crate::text::reaches;

/// Three words that follow each other.
pub type Trigram = [String; 3];

/// The words of a text, in small letters.
pub fn words(text: &str, patterns: &Patterns) -> Result<Vec<String>> {
    let found = patterns.word.find_iter(text);
    found.map(|it| Ok(it?.as_str().to_lowercase())).collect()
}

/// The different words of three letters and more.
pub fn long_words(text: &str, patterns: &Patterns) -> Result<HashSet<String>> {
    let words = words(text, patterns)?.into_iter();
    Ok(words.filter(|word| reaches(word, 3)).collect())
}

/// The different groups of three words.
pub fn trigrams(text: &str, patterns: &Patterns) -> Result<HashSet<Trigram>> {
    let words = words(text, patterns)?;
    let (second, third) = (words.iter().skip(1), words.iter().skip(2));
    let groups = words.iter().zip(second).zip(third);
    Ok(groups
        .map(|((a, b), c)| [a.clone(), b.clone(), c.clone()])
        .collect())
}

#[cfg(test)]
mod tests {
    use super::{long_words, trigrams, words};
    use crate::entities::Patterns;

    #[track_caller]
    fn check(text: &str, expected: &[&str]) {
        let patterns = Patterns::compile().unwrap();
        assert_eq!(words(text, &patterns).unwrap(), expected, "{text}");
    }

    #[test]
    fn words_are_letters_digits_and_underscores_in_small_letters() {
        check(
            "Don't touch max_idle=3, ok?",
            &["don", "t", "touch", "max_idle", "3", "ok"],
        );
        check("Straße x² Ünïcode", &["straße", "x²", "ünïcode"]);
        check("-- … ∞ 👍", &[]);
    }

    #[test]
    fn a_cjk_character_is_a_word() {
        check(
            "接続数を5にする",
            &["接", "続", "数", "を", "5", "に", "す", "る"],
        );
        check(
            "max値はNginxの設定",
            &["max", "値", "は", "nginx", "の", "設", "定"],
        );
        check("서버 꺼짐", &["서", "버", "꺼", "짐"]);
        // The middle dot lies among the katakana and counts as one of them.
        check("ア・イ", &["ア", "・", "イ"]);
    }

    #[test]
    fn marks_and_dashes_part_words() {
        check("cafe\u{301}s", &["cafe", "s"]);
        check("a‿b", &["a", "b"]);
    }

    #[test]
    fn trigrams_are_different_groups_of_three() {
        let patterns = Patterns::compile().unwrap();
        let count = |text| trigrams(text, &patterns).unwrap().len();
        assert_eq!((count("only two"), count("now three words")), (0, 1));
        assert_eq!(count("again and again and again"), 2);
        assert_eq!(count("再起動する"), 3);
    }

    #[test]
    fn long_words_have_three_letters() {
        let patterns = Patterns::compile().unwrap();
        let mut found: Vec<_> = long_words("an old id 再 and AND", &patterns)
            .unwrap()
            .into_iter()
            .collect();
        found.sort();
        assert_eq!(found, ["and", "old"]);
    }
}
