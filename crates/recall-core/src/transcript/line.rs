//! One line of a transcript: the JSON objects in it, also where it is torn, glued or padded.

use std::borrow::Cow;

use serde_json::Deserializer;

use super::json::Object;

/// How many places of a damaged line are tried as the start of a whole object.
const MENDS: usize = 64;

/// Reads a line's bytes; `then` is called with each object in it, in order.
///
/// Returns whether the whole line could be read. An empty line can.
pub fn read(bytes: &[u8], then: impl FnMut(&Object<'_>)) -> bool {
    read_opened(bytes, &[], then)
}

/// The same, with fields of these names [opened](Object::opened) where the line is one object.
pub fn read_opened(bytes: &[u8], names: &[&str], mut then: impl FnMut(&Object<'_>)) -> bool {
    let text = decode(trim(bytes));
    if text.is_empty() {
        return true;
    }
    if let Some(object) = Object::opened(&text, names) {
        then(&object);
        return true;
    }
    let rest = glued(&text, &mut then);
    if rest.is_empty() {
        return true;
    }
    if let Some(object) = suffix(rest) {
        then(&object);
    }
    false
}

/// A line without the line end, blanks and NUL bytes around it.
///
/// A crash leaves runs of NUL bytes behind (issues 52387, 49876).
#[must_use]
pub fn trim(bytes: &[u8]) -> &[u8] {
    let blank = |byte: &u8| matches!(byte, b'\n' | b'\r' | b' ' | b'\t' | 0);
    let Some(start) = bytes.iter().position(|byte| !blank(byte)) else {
        return &[];
    };
    let end = bytes
        .iter()
        .rposition(|byte| !blank(byte))
        .map_or(start, |last| last + 1);
    bytes.get(start..end).unwrap_or(&[])
}

fn decode(bytes: &[u8]) -> Cow<'_, str> {
    // The forgiving way looks at each character and is several times slower.
    std::str::from_utf8(bytes).map_or_else(|_| String::from_utf8_lossy(bytes), Cow::Borrowed)
}

/// Hands on the whole objects at the start of a line and returns what is left of it.
fn glued<'a>(text: &'a str, then: &mut impl FnMut(&Object<'_>)) -> &'a str {
    let mut stream = Deserializer::from_str(text).into_iter::<Object<'_>>();
    let mut read = 0;
    while let Some(Ok(object)) = stream.next() {
        then(&object);
        read = stream.byte_offset();
    }
    text.get(read..).unwrap_or("").trim_matches(['\0', ' '])
}

/// The whole object at the end of a line whose start was torn off or overwritten (issue 81843).
fn suffix(text: &str) -> Option<Object<'_>> {
    let records = text.match_indices("{\"").filter(|(at, _)| {
        let here = text.get(*at..).unwrap_or("");
        here.starts_with("{\"parentUuid\"") || here.starts_with("{\"type\"")
    });
    let mut ends = records.take(MENDS).filter_map(|(at, _)| text.get(at..));
    ends.find_map(Object::parse)
}

#[cfg(test)]
mod tests {
    use super::read;

    #[track_caller]
    fn check(line: &[u8], expected: &[&str], whole: bool) {
        let mut names = Vec::new();
        let read_whole = read(line, |object| {
            names.push(object.text("type").unwrap_or_default().into_owned());
        });
        assert_eq!(names, expected, "{}", String::from_utf8_lossy(line));
        assert_eq!(read_whole, whole, "{}", String::from_utf8_lossy(line));
    }

    #[test]
    fn a_line_holds_one_object() {
        check(br#"{"type":"a"}"#, &["a"], true);
        check(b"{\"type\":\"a\"}\r\n", &["a"], true);
    }

    #[test]
    fn an_empty_line_holds_none() {
        check(b"", &[], true);
        check(b" \r\n", &[], true);
        check(&[0; 9000], &[], true);
    }

    #[test]
    fn padding_with_nul_bytes_is_no_content() {
        check(b"{\"type\":\"a\"}\0\0\0\0", &["a"], true);
        check(b"\0\0{\"type\":\"a\"}", &["a"], true);
    }

    #[test]
    fn glued_objects_are_all_read() {
        check(br#"{"type":"a"}{"type":"b"}"#, &["a", "b"], true);
        check(
            b"{\"type\":\"a\"}\0\0\0{\"type\":\"b\"}",
            &["a", "b"],
            false,
        );
    }

    #[test]
    fn a_torn_object_does_not_take_the_next_one_with_it() {
        check(
            br#"{"type":"a","text":"tor{"type":"b","content":[{"type":"c"}]}"#,
            &["b"],
            false,
        );
        check(br#"{"type":"a"}{"type":"b","tex"#, &["a"], false);
        check(br#"ail"}{"parentUuid":null,"type":"b"}"#, &["b"], false);
    }

    #[test]
    fn what_is_no_object_is_a_line_that_could_not_be_read() {
        check(b"nonsense", &[], false);
        check(b"[1,2]", &[], false);
        check(br#"{"type":"a"#, &[], false);
    }

    #[test]
    fn bytes_that_are_no_text_cost_only_themselves() {
        check(b"{\"type\":\"a\xff\"}", &["a\u{fffd}"], true);
    }
}
