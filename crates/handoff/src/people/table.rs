//! Handoffs in columns, and one of them whole, for a terminal.

use recall_core::handoff::choice::{self, Refusal};
use recall_core::handoff::record::Handoff;
use recall_core::handoff::text;

use recall_core::{budget, clock, frame, say};
use unicode_width::UnicodeWidthStr;

use crate::caller::Caller;
use crate::lines;

/// The most columns of a cell on the screen.
const WIDEST: usize = 48;
/// More UTF-16 code units than fit into so many columns; a family takes two columns and eight units.
const MOST: usize = 8 * WIDEST;
/// What parts two cells.
const GAP: &str = "  ";

/// The handoffs, one in each line below what the columns mean.
pub(crate) fn of(handoffs: &[&Handoff], caller: &Caller<'_>) -> String {
    let rows = handoffs.iter().map(|handoff| row(handoff, caller));
    let rows: Vec<Row> = std::iter::once(heading(caller)).chain(rows).collect();
    let widths: [usize; COLUMNS] = std::array::from_fn(|column| {
        let cells = rows.iter().filter_map(|row| row.get(column));
        cells.map(|cell| cell.width()).max().unwrap_or(0)
    });
    let lines: Vec<String> = rows.iter().map(|row| line(row, &widths)).collect();
    lines.join("\n")
}

/// Everything that a handoff says, below where it comes from and what has become of it.
pub(crate) fn whole(handoff: &Handoff, caller: &Caller<'_>) -> String {
    let (language, here) = (caller.language, caller.here);
    let offer = text::offer(handoff, here.now, here.zone(), language);
    let offer = offer.trim_start_matches("- ");
    let state = lines::state(handoff, caller);
    let body = frame::plain(&text::body(handoff, language)).into_owned();
    format!("{offer} [{state}]\n\n{body}")
}

const COLUMNS: usize = 6;
type Row = [String; COLUMNS];

fn heading(caller: &Caller<'_>) -> Row {
    let language = caller.language;
    [
        "ID".to_owned(),
        say!(language, "STATE", "状態"),
        say!(language, "LEFT", "作成"),
        say!(language, "FROM", "作成者"),
        say!(language, "FOR", "宛先"),
        say!(language, "SUMMARY", "要約"),
    ]
}

fn row(handoff: &Handoff, caller: &Caller<'_>) -> Row {
    let language = caller.language;
    let age = clock::age(caller.here.now - handoff.created_at, language);
    let state = state(handoff, caller);
    let to = handoff.to_agent.as_deref().map(text::line);
    let cells = [
        frame::quote_line(&handoff.id),
        state,
        age.trim_end_matches('に').to_owned(),
        text::from(handoff, language),
        to.unwrap_or_else(|| say!(language, "anyone", "誰でも")),
        frame::quote_line(handoff.summary.trim()),
    ];
    cells.map(|cell| clipped(&cell))
}

/// What has become of it, whether recall wrote it, and why it is withheld, in as few words as a column has room for.
fn state(handoff: &Handoff, caller: &Caller<'_>) -> String {
    let language = caller.language;
    let automatic = handoff
        .automatic
        .then(|| say!(language, "automatic", "自動"));
    let refusal = choice::refusal(handoff, caller.asker(), &caller.going_on);
    let withheld = match refusal {
        Some(Refusal::Own) => Some(say!(language, "own", "自身が作成")),
        Some(Refusal::GoesOn) => Some(say!(language, "session goes on", "セッション継続中")),
        Some(Refusal::Elsewhere) => Some(say!(language, "other folder", "別フォルダー")),
        Some(Refusal::Closed | Refusal::OtherOwner | Refusal::OtherAgent) | None => None,
    };
    let parts = std::iter::once(lines::state(handoff, caller)).chain(automatic);
    parts.chain(withheld).collect::<Vec<_>>().join(", ")
}

fn line(row: &Row, widths: &[usize; COLUMNS]) -> String {
    let padded = row.iter().zip(widths).map(|(cell, width)| {
        let blanks = " ".repeat(width.saturating_sub(cell.width()));
        format!("{cell}{blanks}")
    });
    let cells: Vec<String> = padded.collect();
    cells.join(GAP).trim_end().to_owned()
}

/// The start of a cell that is too wide for the screen, cut between what people see as characters.
fn clipped(cell: &str) -> String {
    if cell.width() <= WIDEST {
        return cell.to_owned();
    }
    let clips = (1..MOST).rev().map(|room| budget::cut(cell, room).kept);
    let mut fitting = clips.filter(|kept| kept.width() < WIDEST);
    format!("{}…", fitting.next().unwrap_or_default())
}

#[cfg(test)]
mod tests {
    use unicode_width::UnicodeWidthStr;

    use super::{WIDEST, clipped};

    #[track_caller]
    fn check(cell: &str, width: usize) {
        let clipped = clipped(cell);
        assert_eq!(clipped.width(), width, "{clipped}");
        assert_eq!(clipped.ends_with('…'), clipped != cell);
    }

    #[test]
    fn a_cell_is_as_wide_as_it_is_on_the_screen() {
        check("short", 5);
        check(&"a".repeat(WIDEST), WIDEST);
        check(&"a".repeat(WIDEST + 1), WIDEST);
        check(&"語".repeat(WIDEST / 2), WIDEST);
        check(&"語".repeat(WIDEST), WIDEST - 1);
        check(&"👨‍👩‍👧".repeat(WIDEST), WIDEST - 1);
    }
}
