//! Both eras of the protocol, and whatever else a client can write on standard input.

use serde_json::{Value, json};
use stage::Stage;

use crate::client::{Client, Era};
use crate::{PROGRAM, session};

const NAMES: [&str; 4] = [
    "memory_handoff_list",
    "memory_handoff_accept",
    "memory_handoff_begin",
    "memory_handoff_cancel",
];

/// The metadata of each request of the newer era.
fn meta() -> Value {
    json!({
        "io.modelcontextprotocol/protocolVersion": "2026-07-28",
        "io.modelcontextprotocol/clientInfo": {"name": "raw", "version": "1"},
        "io.modelcontextprotocol/clientCapabilities": {},
    })
}

fn request(id: u32, method: &str, mut params: Value) -> String {
    params["_meta"] = meta();
    json!({"jsonrpc": "2.0", "id": id, "method": method, "params": params}).to_string()
}

fn list(id: u32) -> String {
    let params = json!({"name": "memory_handoff_list", "arguments": {}});
    request(id, "tools/call", params)
}

fn initialize(version: &str) -> String {
    let client = json!({"name": "raw", "version": "1"});
    let params = json!({"protocolVersion": version, "capabilities": {}, "clientInfo": client});
    json!({"jsonrpc": "2.0", "id": 0, "method": "initialize", "params": params}).to_string()
}

/// What the server writes for these lines until it ends, each line of which must be JSON-RPC.
#[track_caller]
fn answers(lines: &[&str]) -> Vec<Value> {
    let stage = session(Stage::new(), "now");
    let ran = stage.run(PROGRAM, &["mcp"], lines.join("\n") + "\n");
    assert_eq!(
        (ran.code, ran.stderr.as_str()),
        (Some(0), ""),
        "{}",
        ran.stdout
    );
    let lines = ran.stdout.lines();
    let answers = lines.map(|line| serde_json::from_str::<Value>(line).unwrap());
    answers
        .inspect(|answer| assert_eq!(answer["jsonrpc"], "2.0"))
        .collect()
}

/// The answer to one request among others.
#[track_caller]
fn answer(answers: &[Value], id: u32) -> &Value {
    let found = answers.iter().find(|answer| answer["id"] == id);
    found.unwrap_or_else(|| panic!("no answer {id} in {answers:?}"))
}

/// Does the whole round in an era.
#[track_caller]
fn check_round(era: Era, version: &str) {
    let stage = session(Stage::new(), "now");
    let client = Client::start(&stage, era);
    assert_eq!(client.version(), version);
    let tools = client.tools();
    let names: Vec<&str> = tools.iter().map(|tool| tool.name.as_ref()).collect();
    assert_eq!(names, NAMES);
    let begun = client.call(NAMES[2], json!({"summary": "Go on"}));
    let id = begun.told["handoff_id"].as_str().unwrap();
    let listed = client.call(NAMES[0], json!({}));
    assert_eq!(listed.told["handoffs"][0]["handoff_id"], id);
    let accepted = client.call(NAMES[1], json!({}));
    assert_eq!(accepted.told["status"], "none_pending");
    let cancelled = client.call(NAMES[3], json!({"handoff_id": id}));
    assert_eq!(cancelled.told["state"], "expired");
}

#[test]
fn a_client_that_initializes_can_use_every_tool() {
    check_round(Era::Older, "2025-11-25");
}

#[test]
fn a_client_that_discovers_can_use_every_tool() {
    check_round(Era::Newer, "2026-07-28");
}

#[test]
fn each_older_version_is_spoken_and_an_unknown_one_is_answered_with_the_newest_of_them() {
    for (asked, spoken) in [
        ("2024-11-05", "2024-11-05"),
        ("2025-03-26", "2025-03-26"),
        ("2025-06-18", "2025-06-18"),
        ("2025-11-25", "2025-11-25"),
        ("1999-01-01", "2025-11-25"),
    ] {
        let answers = answers(&[&initialize(asked)]);
        assert_eq!(answer(&answers, 0)["result"]["protocolVersion"], spoken);
    }
}

#[test]
fn a_probe_can_be_given_up_and_the_older_way_taken() {
    let probe = request(7, "server/discover", json!({}));
    let given_up =
        r#"{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":7}}"#;
    let initialized = r#"{"jsonrpc":"2.0","method":"notifications/initialized"}"#;
    let tools = r#"{"jsonrpc":"2.0","id":1,"method":"tools/list"}"#;
    let answers = answers(&[
        &probe,
        given_up,
        &initialize("2025-11-25"),
        initialized,
        tools,
    ]);
    let versions = &answer(&answers, 7)["result"]["supportedVersions"];
    assert!(versions.as_array().unwrap().contains(&json!("2026-07-28")));
    let tools = &answer(&answers, 1)["result"]["tools"];
    assert_eq!(tools.as_array().unwrap().len(), NAMES.len());
}

#[test]
fn a_version_that_nobody_speaks_is_refused_with_those_that_are() {
    let mut probe: Value = serde_json::from_str(&request(1, "server/discover", json!({}))).unwrap();
    probe["params"]["_meta"]["io.modelcontextprotocol/protocolVersion"] = json!("2031-01-01");
    let answers = answers(&[&probe.to_string()]);
    let error = answer(&answers, 1)["error"].to_string();
    assert!(error.contains("2026-07-28"), "{error}");
}

#[test]
fn garbage_is_passed_over_and_the_next_request_is_answered() {
    let huge = format!(
        r#"{{"jsonrpc":"2.0","id":2,"method":"{}"}}"#,
        "x".repeat(20_000_000)
    );
    for garbage in [
        "garbage",
        "",
        "[]",
        "[1,2]",
        "{}",
        "null",
        "\u{feff}",
        r#"{"jsonrpc":"2.0","id":2}"#,
        r#"{"id":2,"method":"tools/list"}"#,
        r#"{"jsonrpc":"2.0","method":"notifications/unknown"}"#,
        r#"{"jsonrpc":"2.0","id":2,"result":{}}"#,
        &"[".repeat(10_000),
        &huge,
    ] {
        let answers = answers(&[garbage, &list(1), garbage, &list(3)]);
        assert_eq!(answer(&answers, 1)["result"]["isError"], false);
        assert_eq!(answer(&answers, 3)["result"]["isError"], false);
    }
}

#[test]
fn what_is_no_utf8_is_passed_over() {
    let stage = session(Stage::new(), "now");
    let input = [b"{\"a\":\"\xff\xfe\"}\n", list(1).as_bytes(), b"\n"].concat();
    let ran = stage.run(PROGRAM, &["mcp"], input);
    assert_eq!(ran.code, Some(0), "{ran:?}");
    assert!(ran.stdout.contains(r#""id":1,"result""#), "{ran:?}");
}

#[test]
fn a_method_or_tool_that_is_unknown_is_an_error_of_the_protocol() {
    let calls = [
        list(1),
        request(2, "no/such", json!({})),
        request(
            3,
            "tools/call",
            json!({"name": "memory_erase", "arguments": {}}),
        ),
        request(4, "tools/call", json!({"name": 5})),
        request(5, "tools/call", json!({})),
    ];
    let lines: Vec<&str> = calls.iter().map(String::as_str).collect();
    let answers = answers(&lines);
    let code = |id| answer(&answers, id)["error"]["code"].clone();
    assert_eq!(
        [2, 3, 4, 5].map(code),
        [-32601, -32602, -32602, -32602].map(Value::from)
    );
}

#[test]
fn arguments_that_are_no_object_are_a_tool_error_with_the_mend() {
    for arguments in [json!("text"), json!([1]), json!(5)] {
        let params = json!({"name": "memory_handoff_begin", "arguments": arguments});
        let answers = answers(&[&list(1), &request(2, "tools/call", params)]);
        let result = &answer(&answers, 2)["result"];
        assert_eq!(result["isError"], true, "{answers:?}");
        let text = result["content"][0]["text"].as_str().unwrap();
        assert!(text.contains("\"arguments\" must be an object"), "{text}");
        assert!(text.contains("summary"), "{text}");
    }
}

#[test]
fn a_call_that_is_under_way_when_the_input_ends_is_answered() {
    let call = json!({"name": "memory_handoff_begin", "arguments": {"summary": "Last words"}});
    let answers = answers(&[&request(1, "tools/call", call)]);
    assert_eq!(answer(&answers, 1)["result"]["isError"], false);
}

#[test]
fn the_server_ends_with_its_input_whether_or_not_anything_was_said() {
    assert_eq!(answers(&[]), Vec::<Value>::new());
    assert_eq!(answers(&["garbage"]), Vec::<Value>::new());
    assert_eq!(answers(&[&initialize("2025-11-25")]).len(), 1);
}
