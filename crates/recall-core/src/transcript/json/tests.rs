use super::{Object, without_lone_surrogates};

#[track_caller]
fn check_text(json: &str, expected: Option<&str>) {
    let object = Object::parse(json).expect("an object");
    assert_eq!(object.text("a").as_deref(), expected, "{json}");
}

#[test]
fn a_field_of_another_shape_is_absent() {
    check_text(r#"{"a":"b"}"#, Some("b"));
    check_text(r#"{"a":null}"#, None);
    check_text(r#"{"a":1}"#, None);
    check_text(r#"{"a":["b"]}"#, None);
    check_text("{}", None);
}

#[test]
fn the_last_field_of_a_name_counts() {
    check_text(r#"{"a":"first","a":"last"}"#, Some("last"));
}

#[test]
fn escaped_names_and_values_are_decoded() {
    check_text(r#"{"\u0061":"\u65e5\n\ud83e\udd80"}"#, Some("日\n🦀"));
}

#[test]
fn a_lone_surrogate_costs_one_character() {
    check_text(r#"{"a":"cut \ud83d"}"#, Some("cut \u{fffd}"));
    check_text(r#"{"a":"\udd80 cut"}"#, Some("\u{fffd} cut"));
    check_text(r#"{"a":"\ud83d\ud83e\udd80"}"#, Some("\u{fffd}🦀"));
}

#[test]
fn a_lone_surrogate_in_a_name_costs_one_character_and_not_the_object() {
    check_text(r#"{"cut \ud83d":"x","a":"b"}"#, Some("b"));
    let object = Object::parse(r#"{"cut \ud83d":1, "\ud83e\udd80" :2}"#);
    let object = object.expect("an object");
    let names: Vec<&str> = object.fields().map(|(name, _)| name).collect();
    assert_eq!(names, ["cut \u{fffd}", "🦀"]);
}

/// What can be had of an object, whether or not `a`, and `b` in it, are opened.
#[track_caller]
fn check_opened(json: &str) {
    let had = |object: &Object<'_>| {
        let texts = |object: &Object<'_>| ["a", "b"].map(|key| object.text(key).map(String::from));
        let inner = object.object("a");
        let blocks = inner.as_ref().map(|inner| inner.objects("b"));
        let blocks = blocks.map(|it| it.iter().map(texts).collect::<Vec<_>>());
        (
            texts(object),
            inner.as_deref().map(texts),
            blocks,
            object.has("a"),
            object.flag("c"),
        )
    };
    let opened = Object::opened(json, &["a", "b"]);
    let parsed = Object::parse(json);
    assert_eq!(opened.as_ref().map(had), parsed.as_ref().map(had), "{json}");
}

#[test]
fn what_is_opened_is_what_is_found_when_it_is_asked_for() {
    check_opened(r#"{"a":{"b":[{"a":"one","b":"two\n"},{"a":1}],"a":"x"},"c":true}"#);
    check_opened(r#"{"a":{"b":"one","b":"\u65e5"},"b":"two"}"#);
    check_opened(r#"{"a":"text","c":false}"#);
    check_opened(r#"{"a":[{"a":"one"}],"b":["two"]}"#);
    check_opened(r#"{"a":{"b":"first"},"a":{"b":"last"}}"#);
}

#[test]
fn what_cannot_be_opened_is_there_all_the_same() {
    check_opened(r#"{"a":{"b":[1,{"a":"one"},["two"],null]},"c":true}"#);
    check_opened(r#"{"a":{"b":[{"a":"one"}],"a":"cut \ud83d"}}"#);
    check_opened(r#"{"a":{"b":"cut \ud83d"}}"#);
    check_opened(r#"{"a":1e999,"c":true}"#);
    check_opened(r#"{"a":null}"#);
    check_opened(r#"{"a":{"b":[]}}{}"#);
    check_opened(r#"{"a":{"b":["#);
}

#[track_caller]
fn check_start(json: &str, most: usize, expected: Option<&str>) {
    let object = Object::parse(json).expect("an object");
    assert_eq!(
        object.start_of_text("a", most).as_deref(),
        expected,
        "{json}"
    );
}

#[test]
fn of_a_long_text_the_words_at_its_start_are_read() {
    check_start(r#"{"a":"one two three"}"#, 15, Some("one two three"));
    check_start(r#"{"a":"one two three"}"#, 14, Some("one two"));
    check_start(r#"{"a":"日本 語\n two three"}"#, 13, Some("日本"));
    check_start(r#"{"a":"cut \ud83d three"}"#, 12, Some("cut \u{fffd}"));
    check_start(r#"{"a":"withoutblanks"}"#, 10, Some(""));
    check_start(r#"{"a":[1,2,3,4,5,6]}"#, 3, None);
}

#[test]
fn an_escaped_backslash_before_a_u_is_no_surrogate() {
    assert_eq!(
        without_lone_surrogates(r"\\ud83d \ud83d \n日"),
        r"\\ud83d \uFFFD \n日"
    );
}

#[test]
fn anything_but_an_object_is_nothing() {
    for json in ["[]", "\"x\"", "1", "null", "", "{", "{}{}"] {
        assert!(Object::parse(json).is_none(), "{json}");
    }
}
