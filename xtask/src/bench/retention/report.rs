//! The figures, as a table for people and as lines for programs.

use serde_json::{Map, Value, json};

use super::grade::{KINDS, Row, shares};
use super::ways::Way;
use retention::text::CAP;

/// The shares of each way, below what there was to bring back.
pub(super) fn table(rows: &[Row], ways: &[Way<'_>]) -> String {
    let mut lines = vec![heading(rows)];
    for (nth, way) in ways.iter().enumerate() {
        let shares = shares(rows, nth);
        let each = KINDS
            .iter()
            .zip(shares)
            .map(|(kind, share)| format!("{kind} {}", percent(share)));
        let each = each.collect::<Vec<_>>().join(" ");
        let mean = percent(shares.iter().sum::<f64>() / 4.0);
        let mut units: Vec<usize> = rows
            .iter()
            .filter_map(|row| Some(row.got.get(nth)?.units))
            .collect();
        units.sort_unstable();
        let over = units.iter().filter(|units| **units > CAP).count();
        let median = units.get(units.len() / 2).unwrap_or(&0);
        lines.push(format!(
            "{:14} {each}  mean {mean}  over the cap {over}  units median {median}",
            way.name
        ));
    }
    lines.join("\n")
}

/// A JSON object on each line for each compaction.
pub(super) fn lines(rows: &[Row], ways: &[Way<'_>]) -> String {
    let line = |row: &Row| {
        let mut fields = Map::new();
        fields.insert("file".to_owned(), json!(row.file));
        fields.insert("at".to_owned(), json!(row.at));
        fields.insert("of".to_owned(), figures(&row.of));
        for (way, got) in ways.iter().zip(&row.got) {
            fields.insert(way.name.to_owned(), figures(&got.figures));
            fields.insert(format!("{} u16", way.name), json!(got.units));
        }
        format!("{}\n", Value::Object(fields))
    };
    rows.iter().map(line).collect()
}

fn heading(rows: &[Row]) -> String {
    let mut files: Vec<&str> = rows.iter().map(|row| row.file.as_str()).collect();
    files.sort_unstable();
    files.dedup();
    let count = |nth| rows.iter().filter_map(|row| row.of.get(nth)).sum::<usize>();
    let counts = KINDS
        .iter()
        .enumerate()
        .map(|(nth, kind)| format!("{} {kind}", count(nth)));
    let counts = counts.collect::<Vec<_>>().join(", ");
    format!(
        "{} compactions in {} files; to restore: {counts}",
        rows.len(),
        files.len()
    )
}

fn percent(share: f64) -> String {
    format!("{:5.1}%", share * 100.0)
}

fn figures<T: Copy + Into<Value>>(figures: &[T; 4]) -> Value {
    let named = KINDS.iter().zip(figures);
    let named = named.map(|(kind, figure)| ((*kind).to_owned(), (*figure).into()));
    Value::Object(named.collect())
}
