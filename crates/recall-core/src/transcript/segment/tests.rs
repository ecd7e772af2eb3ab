use std::io::Cursor;

use super::{last_calls_within, last_segment, last_segment_within};
use crate::transcript::What;

fn prompts(count: usize) -> Cursor<String> {
    let line = |nth| format!("{{\"type\":\"user\",\"message\":{{\"content\":\"ask {nth}\"}}}}\n");
    Cursor::new((0..count).map(line).collect())
}

#[test]
fn the_calls_of_a_segment_are_found_without_parsing_the_rest() {
    let call = |id: &str| {
        format!(
            "{{\"type\":\"assistant\",\"message\":{{\"content\":[{{\"type\":\"tool_use\",\"id\":\"{id}\",\"name\":\"Edit\",\"input\":{{\"file_path\":\"/{id}\"}}}}]}}}}\n"
        )
    };
    let border = "{\"type\":\"system\",\"subtype\":\"compact_boundary\"}\n";
    let result = "{\"type\":\"user\",\"message\":{\"content\":[{\"type\":\"tool_result\",\"tool_use_id\":\"b\",\"content\":\"done\"}]}}\n";
    let above = "a line without a call\n".repeat(5_000) + &call("a") + border;
    let text = above + &call("b") + result + "torn {" + "\n" + &call("c");
    let reading = last_calls_within(Cursor::new(text), 10_000).unwrap();
    let calls = reading
        .entries
        .iter()
        .filter_map(|entry| match &entry.what {
            What::Call { id, .. } => Some(id.as_str()),
            _ => None,
        });
    assert_eq!(calls.collect::<Vec<_>>(), ["b", "c"]);
    assert_eq!(reading.entries.len(), 2);
    assert!(!reading.too_long, "nothing above the border is read");
}

#[test]
fn a_segment_is_read_whole_as_long_as_it_may_be() {
    let reading = last_segment(prompts(100), usize::MAX).unwrap();
    assert_eq!((reading.entries.len(), reading.too_long), (100, false));
}

#[test]
fn of_a_longer_one_the_newest_end_is_read_and_the_rest_is_known_to_be_missing() {
    let reading = last_segment_within(prompts(100), 500).unwrap();
    assert!(reading.too_long);
    assert!(
        (5..20).contains(&reading.entries.len()),
        "{}",
        reading.entries.len()
    );
    let newest = reading.entries.last().map(|entry| &entry.what);
    assert!(matches!(newest, Some(What::Prompt { text, .. }) if text == "ask 99"));
}

/// A session of one call and its answer, over and over, of which the call `failed` fails.
fn answers(count: usize, failed: usize) -> Cursor<String> {
    let text = "words of a long answer ".repeat(100);
    let line = |nth| {
        let failed = nth == failed;
        format!(
            "{{\"type\":\"user\",\"message\":{{\"content\":[{{\"type\":\"tool_result\",\"tool_use_id\":\"{nth}\",\"is_error\":{failed},\"content\":\"{text}\"}}]}}}}\n"
        )
    };
    Cursor::new((0..count).map(line).collect())
}

#[track_caller]
fn check_answers(answers_read_whole: usize, expected: [bool; 5]) {
    let reading = last_segment(answers(5, 1), answers_read_whole).unwrap();
    let lengths = reading.entries.iter().map(|entry| match &entry.what {
        What::Outcome { text, .. } => text.len(),
        other => panic!("{other:?}"),
    });
    let lengths: Vec<usize> = lengths.collect();
    let whole: Vec<bool> = lengths.iter().map(|length| *length == 2_300).collect();
    assert_eq!(whole, expected);
    assert!(
        lengths.iter().all(|length| *length > 400),
        "each begins: {lengths:?}"
    );
}

#[test]
fn of_long_answers_the_newest_and_the_failed_are_read_whole() {
    check_answers(usize::MAX, [true; 5]);
    check_answers(4_000, [false, true, false, true, true]);
    check_answers(0, [false, true, false, false, true]);
}
