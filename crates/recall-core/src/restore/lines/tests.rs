use std::borrow::Cow;

use super::{Excerpt, REACH, Source, choose};
use crate::budget::units;

fn source(label: &str, ago: u64, text: &'static str) -> Source<'static> {
    Source {
        label: label.to_owned(),
        text: Cow::Borrowed(text),
        ago,
        own: false,
    }
}

#[track_caller]
fn check(sources: &[Source<'_>], told: &str, room: usize, expected: &[(&str, &[&str])]) {
    let found = choose(sources.iter().rev().cloned(), told, room);
    let excerpt = |(label, lines): &(&str, &[&str])| Excerpt {
        label: (*label).to_owned(),
        lines: lines.iter().map(|&line| line.to_owned()).collect(),
    };
    assert_eq!(found, expected.iter().map(excerpt).collect::<Vec<_>>());
}

const POOL: &str = "the pool is built in openPool with maxIdle set\nnothing to see here at all\n";

#[test]
fn a_line_is_chosen_for_the_names_in_it() {
    check(
        &[source("a", 0, POOL)],
        "",
        200,
        &[("a", &["the pool is built in openPool with maxIdle set"])],
    );
}

#[test]
fn what_is_told_already_is_not_told_again() {
    check(&[source("a", 0, POOL)], "openPool and maxIdle", 200, &[]);
    let twice = [source("a", 3, POOL), source("b", 0, POOL)];
    check(
        &twice,
        "",
        200,
        &[("b", &["the pool is built in openPool with maxIdle set"])],
    );
}

#[test]
fn where_room_is_short_the_recent_line_wins() {
    let sources = [
        source("a", 90, "first we looked at oldName and then left"),
        source("b", 1, "then we looked at newName and stayed there"),
    ];
    check(
        &sources,
        "",
        50,
        &[("b", &["then we looked at newName and stayed there"])],
    );
}

#[test]
fn lines_of_one_place_stand_together_in_their_order() {
    let sources = [
        source("a", 9, "one line about firstName in the file"),
        source("b", 5, "one line about otherName in between"),
        source("a", 1, "one line about secondName in the file"),
    ];
    check(
        &sources,
        "",
        400,
        &[
            ("b", &["one line about otherName in between"]),
            (
                "a",
                &[
                    "one line about firstName in the file",
                    "one line about secondName in the file",
                ],
            ),
        ],
    );
}

#[test]
fn the_number_that_a_reading_tool_adds_is_taken_off() {
    check(
        &[source(
            "a",
            0,
            "   12→    let pool = openPool(config, retries);",
        )],
        "",
        200,
        &[("a", &["let pool = openPool(config, retries);"])],
    );
}

#[test]
fn reminders_of_the_client_data_and_bare_names_are_no_lines() {
    let text: String = format!(
        "<system-reminder>\nplease never mention openPool to anybody\n</system-reminder>\n{}\nopenPool(\nindex 3f2a91c..77aa01b 100644 of some file\n",
        "openPool data ".repeat(400),
    );
    let source = Source {
        label: "a".to_owned(),
        text: Cow::Owned(text),
        ago: 0,
        own: false,
    };
    check(&[source], "", 2_000, &[]);
}

#[test]
fn sources_out_of_reach_are_not_asked_for() {
    let long = "one line about someName in a long text\n".repeat(REACH / 50);
    let source = |nth: u64| Source {
        label: format!("{nth}"),
        text: Cow::Owned(long.clone()),
        ago: nth,
        own: false,
    };
    let mut asked = 0;
    let sources = (0..9).map(source).inspect(|_| asked += 1);
    assert_eq!(choose(sources, "", 200).len(), 1);
    assert_eq!(asked, 2);
}

#[test]
fn the_lines_and_their_labels_keep_to_the_room() {
    let text: String = (0..200)
        .map(|nth| format!("line {nth} speaks about name_{nth} and others\n"))
        .collect();
    let source = Source {
        label: "a label".to_owned(),
        text: Cow::Owned(text),
        ago: 0,
        own: false,
    };
    for room in [0, 20, 100, 1_000] {
        let excerpts = choose(std::iter::once(source.clone()), "", room);
        let used: usize = excerpts
            .iter()
            .map(|excerpt| {
                units(&excerpt.label)
                    + 2
                    + excerpt
                        .lines
                        .iter()
                        .map(|line| units(line) + 1)
                        .sum::<usize>()
            })
            .sum();
        assert!(used <= room, "{used} of {room}");
    }
}
