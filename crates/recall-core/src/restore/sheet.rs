//! A sheet of limited room that sections are written on, one after the other.

use std::cmp::Reverse;

use crate::budget::units;

/// What an item costs besides its own length, so that many short ones do not crowd out a good one.
const FIXED: u64 = 20;

/// What has been written, and the room that is left.
#[derive(Clone, Debug)]
pub struct Sheet {
    /// The text so far.
    pub text: String,
    /// UTF-16 code units that are left.
    pub left: usize,
}

impl Sheet {
    /// An empty sheet with this much room, in UTF-16 code units.
    #[must_use]
    pub fn new(room: usize) -> Self {
        Self {
            text: String::new(),
            left: room,
        }
    }

    /// Writes a text that was measured to fit.
    pub fn write(&mut self, text: &str) {
        self.left = self.left.saturating_sub(units(text));
        self.text.push_str(text);
    }

    /// Writes a heading and as many items as fit into `most` UTF-16 code units, each on a line of its own.
    ///
    /// An item that does not fit is passed over. Where some are missing, the line of `more` says how
    /// many. Returns how many were written.
    pub fn list(
        &mut self,
        heading: &str,
        items: Vec<String>,
        most: usize,
        more: impl Fn(usize) -> String,
    ) -> usize {
        let worths = vec![0; items.len()];
        self.choose(heading, items, &worths, most, more)
    }

    /// The same, where what is worth most for its length is written before the rest; the order stays.
    pub fn choose(
        &mut self,
        heading: &str,
        items: Vec<String>,
        worths: &[u64],
        most: usize,
        more: impl Fn(usize) -> String,
    ) -> usize {
        let heading = format!("\n## {heading}\n");
        let costs: Vec<usize> = items.iter().map(|item| units(item) + 1).collect();
        let room = most.min(self.left).saturating_sub(units(&heading));
        let all: usize = costs.iter().sum();
        let rest = if all <= room {
            0
        } else {
            units(&more(items.len())) + 1
        };
        let kept = chosen(&costs, worths, room.saturating_sub(rest));
        let count = items.len();
        let written = items
            .into_iter()
            .zip(kept)
            .filter_map(|(item, keep)| keep.then_some(item));
        let mut lines: Vec<String> = written.collect();
        let written = lines.len();
        if written == 0 {
            return 0;
        }
        if written < count {
            lines.push(more(count - written));
        }
        self.write(&format!("{heading}{}\n", lines.join("\n")));
        written
    }
}

/// Which items are kept: those worth most for their cost, as long as they fit.
fn chosen(costs: &[usize], worths: &[u64], room: usize) -> Vec<bool> {
    let rated = worths
        .iter()
        .zip(costs)
        .map(|(worth, cost)| worth / (*cost as u64 + FIXED));
    let mut order: Vec<(Reverse<u64>, usize)> = rated.map(Reverse).zip(0..).collect();
    order.sort_unstable();
    let mut left = room;
    let mut kept = vec![false; costs.len()];
    for (_, position) in order {
        if let (Some(cost), Some(keep)) = (costs.get(position), kept.get_mut(position))
            && *cost <= left
        {
            left -= cost;
            *keep = true;
        }
    }
    kept
}

#[cfg(test)]
mod tests {
    use super::Sheet;
    use crate::budget::units;

    #[track_caller]
    fn check(items: &[&str], most: usize, expected: &str) {
        let mut sheet = Sheet::new(100);
        let items = items.iter().map(|&item| item.to_owned()).collect();
        sheet.list("H", items, most, |missing| format!("+{missing}"));
        assert_eq!(sheet.text, expected);
        assert_eq!(sheet.left, 100 - units(expected));
        assert!(units(expected) <= most);
    }

    #[test]
    fn items_that_fit_stand_below_their_heading() {
        check(&["one", "two"], 20, "\n## H\none\ntwo\n");
    }

    #[test]
    fn what_does_not_fit_is_counted() {
        check(
            &["one", "a longer one", "two"],
            18,
            "\n## H\none\ntwo\n+1\n",
        );
    }

    #[test]
    fn a_section_of_nothing_is_not_there() {
        check(&[], 20, "");
        check(&["too long for this"], 12, "");
    }
}
