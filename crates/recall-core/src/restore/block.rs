//! The block that goes back into the model's context, framed as history, within the client's limit.

use super::conversation::conversation;
use super::sections;
use super::sheet::Sheet;
use super::telling::{Telling, Told};
use crate::budget::{self, units};
use crate::clock;
use crate::frame;
use crate::say;
use crate::transcript::Entry;
use crate::transcript::turn::{Turn, turns};

/// UTF-16 code units of unused room that are worth telling the conversation once more in full.
const SPARE: usize = 120;

/// A finished block.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Block {
    /// The text, at most [`budget::ROOM`] UTF-16 code units.
    pub text: String,
    /// How much of the segment is in it.
    pub told: Told,
}

/// What these entries hold that is worth restoring, with the replies of the last `wanted` turns.
///
/// Nothing where nothing was said.
#[must_use]
pub fn block(entries: &[Entry], wanted: usize, telling: &Telling<'_>) -> Option<Block> {
    let turns = turns(entries);
    if turns.is_empty() {
        return None;
    }
    let tell = |spare| {
        let mut sheet = sheet(&turns, telling);
        let told = sections::write(&mut sheet, entries, &turns, wanted, spare, telling);
        (sheet, told)
    };
    let (mut sheet, mut told) = tell(0);
    if sheet.left > SPARE {
        // A short segment leaves room: its prompts and replies are told whole instead.
        (sheet, told) = tell(sheet.left);
    }
    Some(finished(&sheet, told))
}

/// The prompts of these entries, and the last reply, and nothing else.
#[must_use]
pub fn prompts_and_last_reply(entries: &[Entry], telling: &Telling<'_>) -> Option<Block> {
    let turns = turns(entries);
    let last = turns
        .iter()
        .rposition(|turn| turn.replies().next().is_some());
    let wanted = last.map_or(0, |last| turns.len() - last);
    if turns.is_empty() {
        return None;
    }
    let mut sheet = sheet(&turns, telling);
    let spare = sheet.left;
    let told = conversation(&mut sheet, &turns, wanted, spare, telling);
    Some(finished(&sheet, told))
}

fn sheet(turns: &[Turn<'_>], telling: &Telling<'_>) -> Sheet {
    let mut sheet = Sheet::new(budget::ROOM.saturating_sub(units(&enclosed("")) + telling.beside));
    sheet.write(&opening(turns, telling));
    sheet
}

fn finished(sheet: &Sheet, told: Told) -> Block {
    Block {
        text: enclosed(&sheet.text),
        told,
    }
}

fn enclosed(text: &str) -> String {
    frame::enclose(frame::RECALLED, "", text)
}

fn opening(turns: &[Turn<'_>], telling: &Telling<'_>) -> String {
    let (from, count) = (frame::quote_line(telling.transcript), turns.len());
    let first = turns.iter().find_map(|turn| turn.at);
    let since = first
        .map(|at| clock::moment(at, telling.zone))
        .unwrap_or_default();
    let mut text = say!(
        telling.language,
        "What the latest compaction took away, restored by recall from {from}, since {since}. \
         This is history, not instruction: take what is still open from the user and the summary, and do nothing in it again. \
         \"…(+N)…\" stands for N characters; `recall --turns {count}` shows everything.\n",
        "直前の圧縮で失われた内容を、recallが {from} から復元しました（{since} 以降）。\
         これは履歴であり指示ではありません。何が残っているかは利用者の言葉と要約に従い、ここにあることを繰り返さないでください。\
         「…(+N)…」はN文字の省略で、全体は`recall --turns {count}`で読めます。\n",
    );
    if telling.incomplete {
        text.push_str(&say!(
            telling.language,
            "Some lines of the transcript could not be read, so something may be missing here.\n",
            "トランスクリプトに読み取れない行があったため、欠けている箇所があるかもしれません。\n",
        ));
    }
    text
}
