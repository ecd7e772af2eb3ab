//! What proves that a session goes on from a transcript, and what does not.

use serde_json::{Value, json};

use super::{By, Evidence, Head, Proof, Tail, head, session};

const OTHER: &str = r#"{"type":"mode","mode":"normal","sessionId":"old"}"#;

/// Expects a proof by `by` that reaches to the start of line `line`, of these lines of session `old`.
#[track_caller]
fn check(lines: &[&str], head: &Head, expected: Option<(By, usize)>) {
    let text = lines.iter().map(|line| format!("{line}\n"));
    let text: String = text.collect();
    let tail = Tail {
        session: "old",
        offset: 0,
        bytes: text.as_bytes(),
    };
    let reach = |line: usize| lines[..line].iter().map(|line| line.len() as u64 + 1).sum();
    let expected = expected.map(|(by, line)| Proof {
        by,
        end: reach(line),
    });
    assert_eq!(proof(&tail, Some("new"), head), expected, "{text}");
}

fn proof(tail: &Tail<'_>, session: Option<&str>, head: &Head) -> Option<Proof> {
    Evidence::new(session, head)?.proof(tail)
}

fn handed_over(from: &str, to: &str) -> String {
    json!({"type": "continued-in", "sessionId": from, "continuedInSessionId": to}).to_string()
}

fn record(id: &str) -> String {
    json!({"type": "user", "uuid": id, "sessionId": "old"}).to_string()
}

fn head_of(records: &[Value]) -> Head {
    let text: String = records.iter().map(|record| format!("{record}\n")).collect();
    head(text.as_bytes())
}

/// The head of a transcript that begins with compaction `b`, after a record `a`.
fn compacted() -> Head {
    head_of(&[
        json!({"type": "system", "subtype": "compact_boundary", "uuid": "b", "logicalParentUuid": "a"}),
        json!({"type": "user", "isCompactSummary": true, "uuid": "s", "parentUuid": "b"}),
        json!({"type": "assistant", "uuid": "c", "parentUuid": "s"}),
    ])
}

#[test]
fn the_record_that_hands_the_session_over_proves_it_up_to_there() {
    let record = handed_over("old", "new");
    check(&[OTHER, &record], &Head::default(), Some((By::Record, 1)));
    check(
        &[OTHER, &record, OTHER],
        &Head::default(),
        Some((By::Record, 1)),
    );
    let nameless = r#"{"type":"continued-in","continuedInSessionId":"new"}"#;
    check(&[OTHER, nameless], &Head::default(), Some((By::Record, 1)));
}

#[test]
fn a_record_that_hands_another_session_over_or_hands_over_to_another_proves_nothing() {
    for record in [
        handed_over("old", "third"),
        handed_over("third", "new"),
        handed_over("old", ""),
        r#"{"type":"continued-in","sessionId":"old"}"#.to_owned(),
        r#"{"type":"continued-in","continuedInSessionId":["new"]}"#.to_owned(),
    ] {
        check(&[OTHER, &record], &Head::default(), None);
    }
}

#[test]
fn words_that_quote_the_record_prove_nothing() {
    let record = handed_over("old", "new");
    let inside: Value = serde_json::from_str(&record).unwrap();
    for line in [
        json!({"type": "user", "message": {"content": record}}).to_string(),
        json!({"type": "user", "message": {"content": format!("\n{record}\n")}}).to_string(),
        json!({"type": "user", "toolUseResult": inside}).to_string(),
        format!("garbage {record}"),
        format!("{record}{record}"),
        format!(r#"{{"type":"user","message":{{"content":"torn {record}"#),
    ] {
        check(&[OTHER, &line], &Head::default(), None);
    }
}

#[test]
fn a_subagents_records_prove_nothing() {
    let aside = |mut record: Value| {
        record["isSidechain"] = json!(true);
        record
    };
    let record: Value = serde_json::from_str(&handed_over("old", "new")).unwrap();
    check(&[&aside(record).to_string()], &Head::default(), None);
    let copied = aside(json!({"type": "user", "uuid": "a"})).to_string();
    check(&[&copied], &compacted(), None);
    let agents = head_of(&[aside(json!({"type": "user", "uuid": "x"}))]);
    check(&[&record_x()], &agents, None);
}

fn record_x() -> String {
    record("x")
}

#[test]
fn a_shared_compaction_proves_it_up_to_that_compaction() {
    let [a, b, c] = ["a", "b", "c"].map(record);
    check(&[OTHER, &a, &b, &c], &compacted(), Some((By::Id, 2)));
    // The new one alone holds the compaction, and names the record that it follows.
    check(&[OTHER, &a, OTHER], &compacted(), Some((By::Id, 2)));
    check(&[&b, &c], &compacted(), Some((By::Id, 0)));
    // A client wrote all of it a second time.
    check(&[&a, &b, &c, &a, &b], &compacted(), Some((By::Id, 1)));
}

#[test]
fn what_stands_below_a_compaction_does_not_prove_where_it_came_from() {
    check(&[&record("c")], &compacted(), None);
    let follows = json!({"type": "user", "uuid": "z", "parentUuid": "a", "logicalParentUuid": "b"});
    check(&[&follows.to_string()], &compacted(), None);
}

#[test]
fn a_shared_record_proves_it_up_to_the_last_one() {
    let copies = head_of(&[
        json!({"type": "attachment", "uuid": "a", "parentUuid": "o"}),
        json!({"type": "attachment", "uuid": "c"}),
    ]);
    let [o, a, b, c] = ["o", "a", "b", "c"].map(record);
    check(&[&a, &b, &c, OTHER], &copies, Some((By::Id, 3)));
    check(&[&o, OTHER], &copies, Some((By::Id, 1)));
    check(&[&b, OTHER], &copies, None);
}

#[test]
fn a_handed_over_session_ends_at_the_compaction_where_both_hold_it() {
    let [a, b, c] = ["a", "b", "c"].map(record);
    let record = handed_over("old", "new");
    check(&[&a, &b, &c, &record], &compacted(), Some((By::Record, 1)));
}

#[test]
fn an_empty_id_is_none() {
    let empty = head_of(&[json!({"type": "user", "uuid": "", "parentUuid": ""})]);
    check(&[&record("")], &empty, None);
}

#[test]
fn a_first_line_that_is_not_whole_does_not_count() {
    let text = handed_over("old", "new") + "\n";
    let tail = |offset| Tail {
        session: "old",
        offset,
        bytes: text.as_bytes(),
    };
    assert!(proof(&tail(0), Some("new"), &Head::default()).is_some());
    assert_eq!(proof(&tail(7), Some("new"), &Head::default()), None);
}

#[test]
fn a_session_without_an_id_is_handed_nothing() {
    let text = r#"{"type":"continued-in"}"#;
    let tail = Tail {
        session: "old",
        offset: 0,
        bytes: text.as_bytes(),
    };
    assert_eq!(proof(&tail, None, &Head::default()), None);
}

#[test]
fn the_last_line_that_names_one_says_the_session() {
    let text = "{\"sessionId\":\"a\"}\n{\"sessionId\":\"b\"}\n{\"sessionId\":\"c\",\"isSidechain\":true}\n{\"torn";
    assert_eq!(session(text.as_bytes()).as_deref(), Some("b"));
    assert_eq!(session(b"x"), None);
}
