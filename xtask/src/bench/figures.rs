//! What the runs of a program came to, beside those of its peer, as a table.

use std::time::Duration;

/// What the runs of one command came to.
#[derive(Clone, Debug, Default)]
pub(super) struct Figures {
    /// How long each run took.
    pub(super) times: Vec<Duration>,
    /// How long each run kept a processor at work, which other programs delay less.
    pub(super) processor: Vec<Duration>,
    /// The most memory that a run took, in bytes.
    pub(super) peak: u64,
}

/// What a command is wanted to keep to; the peer is the first command of its table.
#[derive(Clone, Copy, Debug)]
pub(super) enum Wanted {
    /// At most so many times the peer's time.
    Times(f64),
    /// At most so many milliseconds.
    Within(f64),
    /// At most so many milliseconds more than the peer.
    More(f64),
    /// At most so many MiB of memory.
    Memory(f64),
    /// At most so many times the peer's memory.
    MemoryTimes(f64),
}

/// A command and what its runs came to.
pub(super) struct Row<'a> {
    pub(super) command: &'a str,
    pub(super) figures: Figures,
    pub(super) wanted: &'a [Wanted],
}

const HEAD: [&str; 7] = [
    "command",
    "median",
    "fastest",
    "processor",
    "beside the first",
    "peak memory",
    "wanted",
];

impl Figures {
    fn median(&self) -> Duration {
        median(&self.times)
    }

    fn fastest(&self) -> Duration {
        self.times.iter().min().copied().unwrap_or_default()
    }

    /// How many times the peer's time this takes.
    fn ratio(&self, peer: &Self) -> f64 {
        self.median().as_secs_f64() / peer.median().as_secs_f64()
    }
}

impl Wanted {
    fn verdict(self, own: &Figures, peer: &Figures) -> String {
        let (is, most, unit) = match self {
            Self::Times(most) => (own.ratio(peer), most, "x its time"),
            Self::Within(most) => (ms(own.median()), most, "ms"),
            Self::More(most) => (ms(own.median()) - ms(peer.median()), most, "ms more"),
            Self::Memory(most) => (mib(own.peak), most, "MiB"),
            Self::MemoryTimes(most) => (mib(own.peak) / mib(peer.peak), most, "x its memory"),
        };
        let held = held(is <= most);
        format!("at most {most} {unit}: {held} ({is:.2})")
    }
}

/// How it is said whether what is wanted was so.
pub(super) const fn held(is_so: bool) -> &'static str {
    if is_so { "held" } else { "not held" }
}

/// The rows as a table, the first of them the peer; `bytes` is what each command reads, where its speed matters.
pub(super) fn table(rows: &[Row<'_>], bytes: Option<u64>) -> String {
    let Some(peer) = rows.first() else {
        return String::new();
    };
    let cells = |row: &Row<'_>| {
        let own = &row.figures;
        let speed = bytes.map(|bytes| {
            format!(
                ", {:.0} MB/s",
                bytes as f64 / 1e6 / own.median().as_secs_f64()
            )
        });
        let verdicts: Vec<_> = row
            .wanted
            .iter()
            .map(|it| it.verdict(own, &peer.figures))
            .collect();
        [
            format!("`{}`", row.command),
            format!("{:.2} ms{}", ms(own.median()), speed.unwrap_or_default()),
            format!("{:.2} ms", ms(own.fastest())),
            format!("{:.1} ms", ms(median(&own.processor))),
            format!("{:.2} x", own.ratio(&peer.figures)),
            format!("{:.1} MiB", mib(own.peak)),
            verdicts.join("; "),
        ]
    };
    aligned(HEAD, rows.iter().map(cells).collect())
}

/// Rows of cells below their heading, as Markdown that reads well in a terminal too.
pub(super) fn aligned<const N: usize>(head: [&str; N], rows: Vec<[String; N]>) -> String {
    let mut lines = vec![head.map(str::to_owned)];
    lines.extend(rows);
    let width = |column: usize| {
        let cells = lines.iter().filter_map(|line| line.get(column));
        cells.map(|cell| cell.chars().count()).max().unwrap_or(0)
    };
    let widths: Vec<usize> = (0..N).map(width).collect();
    lines.insert(
        1,
        std::array::from_fn(|column| "-".repeat(widths.get(column).copied().unwrap_or(0))),
    );
    let line = |cells: &[String; N]| {
        let padded = cells
            .iter()
            .zip(&widths)
            .map(|(cell, width)| format!("{cell:<width$}"));
        format!("| {} |\n", padded.collect::<Vec<_>>().join(" | "))
    };
    lines.iter().map(line).collect()
}

/// The middle of these times; of an even number, the mean of the two in the middle.
fn median(times: &[Duration]) -> Duration {
    let mut times = times.to_owned();
    times.sort();
    let middle = times.len() / 2;
    let at = |nth: usize| times.get(nth).copied().unwrap_or_default();
    if times.len() % 2 == 1 {
        at(middle)
    } else {
        (at(middle.saturating_sub(1)) + at(middle)) / 2
    }
}

fn ms(time: Duration) -> f64 {
    time.as_secs_f64() * 1e3
}

fn mib(bytes: u64) -> f64 {
    bytes as f64 / 1024.0 / 1024.0
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::{Figures, Row, Wanted, median, table};

    fn figures(times: &[u64], peak: u64) -> Figures {
        let times = times.iter().copied().map(Duration::from_millis).collect();
        Figures {
            times,
            processor: vec![Duration::from_millis(4)],
            peak,
        }
    }

    #[track_caller]
    fn check_median(times: &[u64], expected: u64) {
        let times = figures(times, 0).times;
        assert_eq!(median(&times), Duration::from_millis(expected));
    }

    #[test]
    fn the_median_is_the_middle_in_the_order_of_size() {
        check_median(&[9, 1, 5], 5);
        check_median(&[7], 7);
        check_median(&[8, 1, 100, 4], 6);
        check_median(&[], 0);
    }

    #[track_caller]
    fn check_verdict(wanted: Wanted, expected: &str) {
        let (peer, own) = (figures(&[10], 2 << 20), figures(&[25], 5 << 20));
        assert_eq!(wanted.verdict(&own, &peer), expected);
    }

    #[test]
    fn a_bound_is_held_up_to_its_very_value() {
        check_verdict(Wanted::Times(2.5), "at most 2.5 x its time: held (2.50)");
        check_verdict(
            Wanted::Times(2.4),
            "at most 2.4 x its time: not held (2.50)",
        );
        check_verdict(Wanted::Within(25.0), "at most 25 ms: held (25.00)");
        check_verdict(Wanted::Within(24.0), "at most 24 ms: not held (25.00)");
        check_verdict(Wanted::More(15.0), "at most 15 ms more: held (15.00)");
        check_verdict(Wanted::More(14.0), "at most 14 ms more: not held (15.00)");
        check_verdict(Wanted::Memory(5.0), "at most 5 MiB: held (5.00)");
        check_verdict(
            Wanted::MemoryTimes(2.0),
            "at most 2 x its memory: not held (2.50)",
        );
    }

    #[test]
    fn each_command_stands_beside_the_first() {
        let rows = [
            Row {
                command: "cp a b",
                figures: figures(&[10, 8, 12], 2 << 20),
                wanted: &[],
            },
            Row {
                command: "hook",
                figures: figures(&[15], 3 << 20),
                wanted: &[Wanted::Times(1.2), Wanted::Memory(4.0)],
            },
        ];
        let expected = "\
| command  | median             | fastest  | processor | beside the first | peak memory | wanted                                                              |
| -------- | ------------------ | -------- | --------- | ---------------- | ----------- | ------------------------------------------------------------------- |
| `cp a b` | 10.00 ms, 300 MB/s | 8.00 ms  | 4.0 ms    | 1.00 x           | 2.0 MiB     |                                                                     |
| `hook`   | 15.00 ms, 200 MB/s | 15.00 ms | 4.0 ms    | 1.50 x           | 3.0 MiB     | at most 1.2 x its time: not held (1.50); at most 4 MiB: held (3.00) |
";
        assert_eq!(table(&rows, Some(3_000_000)), expected);
    }
}
