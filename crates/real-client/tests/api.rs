//! The scripted API, asked as a client would, without a client.

use std::io::{Read, Write};
use std::net::TcpStream;

use anyhow::Context;
use real_client::api::{Api, Reply, Request, SUMMARY};
use serde_json::{Value, json};

fn send(api: &Api, request_line: &str, body: &str) -> anyhow::Result<(u16, String)> {
    let mut stream = TcpStream::connect(api.address())?;
    write!(
        stream,
        "{request_line} HTTP/1.1\r\nhost: api\r\nconnection: close\r\ncontent-length: {}\r\n\r\n{body}",
        body.len()
    )?;
    let mut answer = String::new();
    stream.read_to_string(&mut answer)?;
    let (head, body) = answer
        .split_once("\r\n\r\n")
        .context("the answer has no end of its head")?;
    let status = head.split(' ').nth(1).context("the answer has no status")?;
    Ok((status.parse()?, body.to_owned()))
}

fn turn(prompt: &str, stream: bool) -> String {
    json!({
        "model": "scripted",
        "stream": stream,
        "tools": [{"name": "Bash"}],
        "messages": [{"role": "user", "content": [{"type": "text", "text": prompt}]}],
    })
    .to_string()
}

fn ask(api: &Api, body: &str) -> anyhow::Result<Value> {
    let (status, answer) = send(api, "POST /v1/messages?beta=true", body)?;
    assert_eq!(status, 200);
    Ok(serde_json::from_str(&answer)?)
}

#[test]
fn numbers_its_replies_and_remembers_the_requests() -> anyhow::Result<()> {
    let api = Api::start()?;
    assert_eq!(
        ask(&api, &turn("one", false))?["content"][0]["text"],
        "reply 1"
    );
    assert_eq!(
        ask(&api, &turn("two", false))?["content"][0]["text"],
        "reply 2"
    );
    let texts: Vec<_> = api.turns().iter().map(Request::text).collect();
    assert_eq!(texts, ["one", "two"]);
    Ok(())
}

#[test]
fn gives_queued_replies_first_and_reports_the_tokens_asked_for() -> anyhow::Result<()> {
    let api = Api::start()?;
    api.queue(Reply::Text("Port 8417 it is.".to_owned()));
    api.report_tokens(170_000);
    let answer = ask(&api, &turn("one", false))?;
    assert_eq!(answer["content"][0]["text"], "Port 8417 it is.");
    assert_eq!(answer["usage"]["input_tokens"], 170_000);
    assert_eq!(
        ask(&api, &turn("two", false))?["content"][0]["text"],
        "reply 2"
    );
    Ok(())
}

#[test]
fn streams_a_tool_call_in_parts() -> anyhow::Result<()> {
    let api = Api::start()?;
    api.queue(Reply::bash("cargo test"));
    let (status, answer) = send(&api, "POST /v1/messages", &turn("one", true))?;
    assert_eq!(status, 200);
    let names: Vec<_> = answer
        .lines()
        .filter_map(|line| line.strip_prefix("event: "))
        .collect();
    assert_eq!(
        names,
        [
            "message_start",
            "content_block_start",
            "content_block_delta",
            "content_block_stop",
            "message_delta",
            "message_stop"
        ]
    );
    assert!(
        answer.contains(r#""partial_json":"{\"command\":\"cargo test\""#),
        "{answer}"
    );
    assert!(answer.contains(r#""stop_reason":"tool_use""#), "{answer}");
    Ok(())
}

#[test]
fn summarises_without_spending_a_reply() -> anyhow::Result<()> {
    let api = Api::start()?;
    api.queue(Reply::Text("kept for the turn".to_owned()));
    let prompt = "Your task is to create a detailed summary of the conversation so far.";
    let answer = ask(&api, &turn(prompt, false))?;
    assert_eq!(
        answer["content"][0]["text"],
        format!("<summary>{SUMMARY}</summary>")
    );
    assert_eq!(api.summaries().len(), 1);
    assert!(api.turns().is_empty());
    assert_eq!(
        ask(&api, &turn("one", false))?["content"][0]["text"],
        "kept for the turn"
    );
    Ok(())
}

#[test]
fn keeps_requests_without_tools_apart() -> anyhow::Result<()> {
    let api = Api::start()?;
    let body = json!({"messages": [{"role": "user", "content": "Name this session"}]}).to_string();
    assert_eq!(ask(&api, &body)?["content"][0]["text"], "aside");
    assert!(api.turns().is_empty());
    assert_eq!(api.requests().len(), 1);
    Ok(())
}

#[test]
fn counts_tokens_answers_probes_and_knows_nothing_else() -> anyhow::Result<()> {
    let api = Api::start()?;
    let (status, answer) = send(&api, "POST /v1/messages/count_tokens", "{}")?;
    assert_eq!((status, answer.as_str()), (200, r#"{"input_tokens":1000}"#));
    assert_eq!(send(&api, "HEAD /", "")?.0, 200);
    assert_eq!(send(&api, "GET /v1/models", "")?.0, 404);
    assert!(api.requests().is_empty());
    Ok(())
}

#[test]
fn takes_a_request_of_several_megabytes() -> anyhow::Result<()> {
    let api = Api::start()?;
    let prompt = "x".repeat(5_000_000);
    ask(&api, &turn(&prompt, false))?;
    assert_eq!(api.turns()[0].text().len(), prompt.len());
    Ok(())
}
