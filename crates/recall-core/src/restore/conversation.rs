//! The conversation: every prompt, and how the last turns were answered, in the order of time.

use super::sheet::Sheet;
use super::telling::{Telling, Told};
use crate::budget::{self, fair_share, units};
use crate::clock;
use crate::frame::quote;
use crate::say;
use crate::transcript::turn::{Opening, Turn};

/// The most UTF-16 code units of all prompts, and of all replies, where other sections want room too.
const PROMPTS: usize = 5_000;
const REPLIES: usize = 1_200;
/// The most UTF-16 code units of one prompt, of the last reply, and of a reply before it.
const PROMPT: usize = 860;
const LAST_REPLY: usize = 700;
const REPLY: usize = 240;
/// The same where there is room enough: a long paste is still not told whole.
const WHOLE: usize = 4_000;
/// UTF-16 code units below which a shortened text says nothing any more.
const LEAST: usize = 48;
/// UTF-16 code units for the heading and the line about what was left out.
const HEAD: usize = 160;

/// Writes every prompt, and the replies of the last `wanted` turns, into their room and `spare` more.
pub fn conversation(
    sheet: &mut Sheet,
    turns: &[Turn<'_>],
    wanted: usize,
    spare: usize,
    telling: &Telling<'_>,
) -> Told {
    let pieces = pieces(turns, wanted, spare > 0, telling);
    let room = Room {
        all: sheet.left.saturating_sub(HEAD),
        spare,
    };
    let (dropped, shares) = fitted(&pieces, room);
    let (gone, pieces) = pieces.split_at(dropped);
    let prompts = |pieces: &[Piece]| {
        pieces
            .iter()
            .filter(|piece| piece.kind == Kind::Prompt)
            .count()
    };
    let told = Told {
        turns: turns.len(),
        replies: wanted.min(turns.len()),
        prompts: prompts(pieces),
        ..Told::default()
    };
    if pieces.is_empty() {
        return told;
    }
    sheet.write(&heading(told.replies, prompts(gone), telling));
    for piece in pieces {
        let share = shares.of(piece.kind).min(piece.most);
        let said = budget::abridge(&piece.text, share);
        sheet.write(&format!("{}{said}\n", piece.label));
    }
    told
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    Prompt,
    Reply,
}

struct Piece {
    kind: Kind,
    label: String,
    text: String,
    /// The text's length in UTF-16 code units, or less where no more of it is wanted.
    length: usize,
    most: usize,
}

impl Piece {
    fn new(kind: Kind, label: String, text: &str, most: usize) -> Self {
        let text = quote(text);
        let length = units(&text).min(most);
        Self {
            kind,
            label,
            text,
            length,
            most,
        }
    }
}

#[derive(Clone, Copy)]
struct Room {
    all: usize,
    spare: usize,
}

#[derive(Clone, Copy)]
struct Shares {
    prompt: usize,
    reply: usize,
}

impl Shares {
    fn of(self, kind: Kind) -> usize {
        match kind {
            Kind::Prompt => self.prompt,
            Kind::Reply => self.reply,
        }
    }
}

fn heading(replies: usize, dropped: usize, telling: &Telling<'_>) -> String {
    let user = telling.user.map_or_else(
        || say!(telling.language, "the user", "利用者"),
        str::to_owned,
    );
    let turns = if replies == 1 {
        "turn".to_owned()
    } else {
        format!("{replies} turns")
    };
    let mut heading = say!(
        telling.language,
        "\n## Every prompt of {user}, and the replies of the last {turns}\n",
        "\n## {user}の依頼すべてと、直近{replies}ターンの返答\n",
    );
    if dropped > 0 {
        heading.push_str(&say!(
            telling.language,
            "(the first {dropped} are left out)\n",
            "（最初の{dropped}件は省略しました）\n",
        ));
    }
    heading
}

fn pieces(turns: &[Turn<'_>], wanted: usize, whole: bool, telling: &Telling<'_>) -> Vec<Piece> {
    let assistant = telling.assistant.unwrap_or("Claude");
    let silent = turns.len().saturating_sub(wanted);
    let mut pieces = Vec::new();
    for (position, turn) in turns.iter().enumerate() {
        if let Some(Opening::Prompt(words) | Opening::Command(words)) = turn.opening {
            let most = if whole { WHOLE } else { PROMPT };
            pieces.push(Piece::new(
                Kind::Prompt,
                label(turn, telling),
                words.trim(),
                most,
            ));
        }
        if turn.taken_back {
            continue;
        }
        if position >= silent && turn.replies().next().is_some() {
            let is_last = position + 1 == turns.len();
            let (words, most) = match (whole, is_last) {
                (true, _) => (turn.replies().collect::<Vec<_>>().join("\n"), WHOLE),
                (false, true) => (turn.replies().last().unwrap_or("").to_owned(), LAST_REPLY),
                (false, false) => (turn.replies().last().unwrap_or("").to_owned(), REPLY),
            };
            pieces.push(Piece::new(
                Kind::Reply,
                format!("{assistant}: "),
                words.trim(),
                most,
            ));
        }
    }
    pieces
}

fn label(turn: &Turn<'_>, telling: &Telling<'_>) -> String {
    let at = turn
        .at
        .map(|at| format!("[{}] ", clock::short(at, telling.zone)));
    let mut label = at.unwrap_or_default();
    if turn.taken_back {
        label.push_str(&say!(telling.language, "(taken back) ", "（取り消し）"));
    }
    label
}

/// How many of the oldest pieces must go so that the prompts still say something, and the shares of the rest.
fn fitted(pieces: &[Piece], room: Room) -> (usize, Shares) {
    let readable = |dropped: &usize| {
        let pieces = pieces.get(*dropped..).unwrap_or(&[]);
        let share = shares(pieces, room).prompt;
        share >= LEAST
            || pieces
                .iter()
                .all(|piece| piece.kind == Kind::Reply || piece.length <= share)
    };
    let (mut fits, mut too_few) = (pieces.len().saturating_sub(1), 0);
    if readable(&0) {
        fits = 0;
    }
    while fits > too_few + 1 {
        let middle = usize::midpoint(fits, too_few);
        if readable(&middle) {
            fits = middle;
        } else {
            too_few = middle;
        }
    }
    (fits, shares(pieces.get(fits..).unwrap_or(&[]), room))
}

/// The largest shares by which the prompts, and then the replies, fit into their room.
fn shares(pieces: &[Piece], room: Room) -> Shares {
    let of = |kind| pieces.iter().filter(move |piece| piece.kind == kind);
    let labels = |kind| of(kind).map(|piece| units(&piece.label) + 1).sum::<usize>();
    let lengths = |kind| of(kind).map(|piece| piece.length).collect::<Vec<_>>();
    // However long the prompts are, the replies keep a room of their own.
    let wanted: usize = labels(Kind::Reply) + lengths(Kind::Reply).iter().sum::<usize>();
    let room_of_prompts = room
        .all
        .saturating_sub(wanted.min(REPLIES))
        .min(PROMPTS + room.spare);
    let prompt = fair_share(
        &lengths(Kind::Prompt),
        room_of_prompts.saturating_sub(labels(Kind::Prompt)),
    );
    let used: usize = labels(Kind::Prompt)
        + lengths(Kind::Prompt)
            .iter()
            .map(|length| length.min(&prompt))
            .sum::<usize>();
    // What the prompts leave of the spare room goes to the replies.
    let spare = (PROMPTS + room.spare).saturating_sub(used).min(room.spare);
    let room_of_replies = room.all.saturating_sub(used).min(REPLIES + spare);
    let reply = fair_share(
        &lengths(Kind::Reply),
        room_of_replies.saturating_sub(labels(Kind::Reply)),
    );
    Shares { prompt, reply }
}
