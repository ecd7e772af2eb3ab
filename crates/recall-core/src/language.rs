//! The two languages recall speaks, and the macro that makes every sentence exist in both.

/// The language a person reads.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Language {
    /// English, also for every locale that is not Japanese.
    #[default]
    English,
    /// Japanese.
    Japanese,
}

impl Language {
    /// The name of the language in recall.json.
    #[must_use]
    pub const fn tag(self) -> &'static str {
        match self {
            Self::English => "en",
            Self::Japanese => "ja",
        }
    }

    /// The language of a locale or language name: `ja_JP.UTF-8`, `ja`, `en`, `C`.
    #[must_use]
    pub fn of_locale(locale: &str) -> Self {
        let tag = locale.split(['_', '-', '.', '@']).next().unwrap_or("");
        if tag.eq_ignore_ascii_case("ja") || tag.eq_ignore_ascii_case("japanese") {
            Self::Japanese
        } else {
            Self::English
        }
    }
}

/// Says one sentence in the language asked for; both texts take the same inline captures.
///
/// A sentence cannot be written in one language only: the macro has no such form.
#[macro_export]
macro_rules! say {
    ($language:expr, $english:literal, $japanese:literal $(,)?) => {
        match $language {
            $crate::language::Language::English => format!($english),
            $crate::language::Language::Japanese => format!($japanese),
        }
    };
}

/// A fixed sentence in both languages, for tables.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Words {
    /// In English.
    pub english: &'static str,
    /// In Japanese.
    pub japanese: &'static str,
}

impl Words {
    /// The sentence in the language asked for.
    #[must_use]
    pub const fn text(self, language: Language) -> &'static str {
        match language {
            Language::English => self.english,
            Language::Japanese => self.japanese,
        }
    }
}

/// A fixed sentence in both languages, which a constant can hold.
#[macro_export]
macro_rules! words {
    ($english:literal, $japanese:literal $(,)?) => {
        $crate::language::Words {
            english: $english,
            japanese: $japanese,
        }
    };
}

/// An English count with its noun: `1 turn`, `2 turns`.
#[must_use]
pub fn counted(count: usize, noun: &str) -> String {
    let ending = if count == 1 { "" } else { "s" };
    format!("{count} {noun}{ending}")
}

#[cfg(test)]
mod tests {
    use super::{Language, counted};

    #[track_caller]
    fn check(locale: &str, expected: Language) {
        assert_eq!(Language::of_locale(locale), expected, "{locale}");
    }

    #[test]
    fn a_japanese_locale_is_answered_in_japanese() {
        check("ja_JP.UTF-8", Language::Japanese);
        check("ja", Language::Japanese);
        check("ja-JP", Language::Japanese);
    }

    #[test]
    fn every_other_locale_is_answered_in_english() {
        check("en_US.UTF-8", Language::English);
        check("C", Language::English);
        check("", Language::English);
        check("jam_JM", Language::English);
    }

    #[test]
    fn both_texts_take_the_same_captures() {
        let turns = 3;
        let said = |language| say!(language, "{turns} turns", "{turns}ターン");
        assert_eq!(said(Language::English), "3 turns");
        assert_eq!(said(Language::Japanese), "3ターン");
    }

    #[test]
    fn one_is_not_many() {
        assert_eq!(
            [0, 1, 2].map(|count| counted(count, "turn")),
            ["0 turns", "1 turn", "2 turns"]
        );
    }
}
