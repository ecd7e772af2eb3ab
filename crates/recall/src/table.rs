//! Tables in the columns of a terminal.

use std::path::PathBuf;

use anstyle::Style;

use crate::palette::FAINT;
use crate::sequence::link;
use crate::width::{clip, columns, padded, padded_before};

/// What is between two columns.
const GAP: &str = "  ";
/// What is between two facts on a line.
const BETWEEN: &str = " · ";
/// The most columns of a last cell where no line is too long.
const LONG: usize = 200;

/// What stands in a column of a row.
#[derive(Clone, Debug, Default)]
pub(crate) struct Cell {
    pub(crate) text: String,
    pub(crate) style: Style,
    /// The file that it leads to.
    pub(crate) path: Option<PathBuf>,
    /// Whether it stands at the right of its column, as a number does.
    pub(crate) is_number: bool,
}

impl Cell {
    /// A text in a style.
    pub(crate) fn new(text: impl Into<String>, style: Style) -> Self {
        Self {
            text: text.into(),
            style,
            ..Self::default()
        }
    }

    /// A number.
    pub(crate) fn number(text: impl Into<String>, style: Style) -> Self {
        Self {
            is_number: true,
            ..Self::new(text, style)
        }
    }

    /// The same as a link.
    pub(crate) fn leading_to(self, path: PathBuf) -> Self {
        Self {
            path: Some(path),
            ..self
        }
    }

    /// The text as it is written, with blanks around it where it stands in a column of so many.
    pub(crate) fn dressed(&self, wanted: usize) -> String {
        let style = self.style;
        let text = match &self.path {
            Some(path) => link(path, &self.text),
            None => self.text.clone(),
        };
        let blanks = if self.is_number {
            padded_before(&self.text, wanted)
        } else {
            padded(&self.text, wanted)
        };
        // The blanks are neither coloured nor part of the link.
        blanks.replacen(&self.text, &format!("{style}{text}{style:#}"), 1)
    }
}

/// Rows whose columns are as wide as their widest cell; the last column has what is left of `most`, and is clipped to it.
pub(crate) fn table(rows: &[Vec<Cell>], most: Option<usize>) -> String {
    let count = rows.iter().map(Vec::len).max().unwrap_or(0);
    let width = |nth: usize| {
        let cells = rows.iter().filter_map(|row| row.get(nth));
        cells.map(|cell| columns(&cell.text)).max().unwrap_or(0)
    };
    let widths: Vec<usize> = (0..count.saturating_sub(1)).map(width).collect();
    let taken: usize = widths.iter().map(|width| width + GAP.len()).sum();
    let last = most.map_or(LONG, |most| most.saturating_sub(taken));
    let line = |row: &Vec<Cell>| {
        let cells = row
            .iter()
            .enumerate()
            .map(|(nth, cell)| match widths.get(nth) {
                Some(width) => cell.dressed(*width),
                None => Cell {
                    text: clip(&cell.text, last).into_owned(),
                    ..cell.clone()
                }
                .dressed(0),
            });
        let cells: Vec<String> = cells.collect();
        cells.join(GAP).trim_end().to_owned() + "\n"
    };
    rows.iter().map(line).collect()
}

/// Facts after one another, in lines of at most so many columns that begin with so many blanks; none is broken.
pub(crate) fn flow(facts: &[Cell], blanks: usize, most: usize) -> String {
    let mut text = String::new();
    let mut taken = 0;
    for fact in facts {
        let width = columns(&fact.text);
        if taken > 0 && taken + columns(BETWEEN) + width > most {
            text.push('\n');
            taken = 0;
        }
        if taken == 0 {
            text.push_str(&" ".repeat(blanks));
            taken = blanks;
        } else {
            text.push_str(&format!("{FAINT}{BETWEEN}{FAINT:#}"));
            taken += columns(BETWEEN);
        }
        text.push_str(&fact.dressed(0));
        taken += width;
    }
    text + "\n"
}

#[cfg(test)]
mod tests {
    use anstyle::Style;

    use super::{Cell, flow, table};
    use crate::sequence::plain;

    #[test]
    fn columns_are_as_wide_as_a_terminal_shows_them() {
        let cell = |text: &str| Cell::new(text, Style::new());
        let rows = [
            vec![Cell::number("9", Style::new()), cell("日本"), cell("one")],
            vec![
                Cell::number("10", Style::new()),
                cell("a"),
                cell("日本語です"),
            ],
        ];
        assert_eq!(table(&rows, Some(15)), " 9  日本  one\n10  a     日本…\n");
        assert_eq!(table(&rows, None), " 9  日本  one\n10  a     日本語です\n");
    }

    #[test]
    fn a_line_of_facts_ends_between_two_of_them() {
        let facts = ["one a", "日本語", "c"].map(|text| Cell::new(text, Style::new()));
        assert_eq!(plain(&flow(&facts, 1, 14)), " one a\n 日本語 · c\n");
        assert_eq!(plain(&flow(&facts, 1, 80)), " one a · 日本語 · c\n");
    }

    #[test]
    fn a_colour_ends_where_the_text_does() {
        let red = anstyle::AnsiColor::Red.on_default();
        let rows = [vec![Cell::new("a", red), Cell::new("b", Style::new())]];
        assert_eq!(table(&rows, None), "\u{1b}[31ma\u{1b}[0m  b\n");
    }
}
