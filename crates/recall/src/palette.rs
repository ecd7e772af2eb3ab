//! Every colour of recall's pages, by what it is for, and how they change on a light background.

use anstyle::{AnsiColor, Style};

/// The name of who asked, and the bar beside the words.
pub(crate) const USER: Style = AnsiColor::Yellow.on_default().bold();
/// The name of who answered, and the bar beside the words.
pub(crate) const ASSISTANT: Style = AnsiColor::Cyan.on_default();
/// What a page is about.
pub(crate) const HEADER: Style = AnsiColor::Cyan.on_default().bold();
/// The heading of a part, and the names in a list.
pub(crate) const NAME: Style = Style::new().bold();
/// What is only looked at when it is needed.
pub(crate) const FAINT: Style = Style::new().dimmed();
/// All is well.
pub(crate) const WELL: Style = AnsiColor::Green.on_default();
/// Something to know.
pub(crate) const NOTE: Style = AnsiColor::Yellow.on_default();
/// Something that failed or is broken.
pub(crate) const FAILED: Style = AnsiColor::Red.on_default();

/// What was looked for, where it stands.
pub(crate) const MATCH: Style = AnsiColor::Red.on_default().bold();

/// Colours that cannot be read on white, each with the one that takes its place there.
const ON_LIGHT: [(AnsiColor, AnsiColor); 2] = [
    (AnsiColor::Yellow, AnsiColor::Magenta),
    (AnsiColor::Cyan, AnsiColor::Blue),
];

/// What a terminal writes on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Background {
    Dark,
    Light,
}

impl Background {
    /// The background that `COLORFGBG` tells, `foreground;background` in the numbers of the sixteen colours.
    pub(crate) fn of(variable: Option<&str>) -> Self {
        let last = variable.and_then(|colors| colors.rsplit(';').next());
        match last.and_then(|color| color.parse::<u8>().ok()) {
            Some(7 | 9..=15) => Self::Light,
            _ => Self::Dark,
        }
    }
}

/// A page whose colours can be read on this background.
///
/// No sequence but the palette's own is in a page, so what looks like one is one.
pub(crate) fn on(background: Background, page: &str) -> String {
    let change = |page: String, (dark, light): &(AnsiColor, AnsiColor)| {
        let code = |color: AnsiColor| color.on_default().to_string();
        page.replace(&code(*dark), &code(*light))
    };
    match background {
        Background::Dark => page.to_owned(),
        Background::Light => ON_LIGHT.iter().fold(page.to_owned(), change),
    }
}

#[cfg(test)]
mod tests {
    use anstyle::AnsiColor;

    use super::{ASSISTANT, Background, FAILED, HEADER, NOTE, USER, WELL, on};

    #[track_caller]
    fn check_background(variable: &str, expected: Background) {
        assert_eq!(Background::of(Some(variable)), expected, "{variable}");
    }

    #[test]
    fn a_terminal_tells_its_background_by_the_last_number() {
        check_background("15;0", Background::Dark);
        check_background("0;15", Background::Light);
        check_background("0;default;7", Background::Light);
        check_background("7;8", Background::Dark);
        check_background("", Background::Dark);
        assert_eq!(Background::of(None), Background::Dark);
    }

    #[test]
    fn no_colour_on_white_is_yellow_or_cyan() {
        let all = [USER, ASSISTANT, HEADER, NOTE, FAILED, WELL];
        let page: String = all.map(|style| format!("{style}a{style:#}")).concat();
        let light = on(Background::Light, &page);
        for color in [AnsiColor::Yellow, AnsiColor::Cyan] {
            let code = color.on_default().to_string();
            assert!(page.contains(&code) && !light.contains(&code), "{light:?}");
        }
        assert_eq!(on(Background::Dark, &page), page);
    }
}
