//! What a session leaves for the next when it ends, and what it gives back.
#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

use recall_core::handoff::record::{Handoff, Reason, State, Through};
use recall_core::handoff::store::{self, Accepting};
use recall_core::process::Surroundings;
use serde_json::{Value, json};
use stage::{Ran, Stage, prompt, reply};

#[test]
fn a_session_that_ends_leaves_what_it_was_about() {
    let stage = Stage::new();
    let todos = json!([
        {"content": "write the test", "status": "completed"},
        {"content": "fix the rounding", "status": "in_progress"},
    ]);
    let file = stage.project().join("src/export.rs");
    stage.transcript(
        prompt("Build the export")
            + &call("Edit", &json!({"file_path": file}))
            + &call("TodoWrite", &json!({"todos": todos}))
            + &prompt("Now round it")
            + &reply("Half is done.\n\nShall I round half up?"),
    );
    let ran = ended(&stage, &json!({}));
    assert_eq!((ran.stdout.as_str(), ran.stderr.as_str()), ("", ""));
    let left = only(&stage);
    assert_eq!(
        left.summary,
        "The session began with: Build the export\n\nIt was asked last: Now round it"
    );
    assert_eq!(left.next_steps, ["fix the rounding (in_progress)"]);
    assert_eq!(left.files_touched, ["src/export.rs"]);
    assert_eq!(left.open_questions, ["Shall I round half up?"]);
    assert_eq!(left.from_session_id.as_deref(), Some("session-1"));
    assert_eq!(left.from_agent.as_deref(), Some("claude-code"));
    assert_eq!(left.cwd.as_deref(), stage.project().to_str());
    assert!(left.automatic && left.attended && left.state == State::Open);
    let receipt = &stage.receipts()[0];
    let reason = receipt["reason"].as_str().unwrap();
    assert!(
        reason.contains(&format!("; handoff {}", left.id)),
        "{reason}"
    );
}

#[test]
fn a_compaction_leaves_nothing() {
    let stage = asked();
    let _ = fire(&stage, "PreCompact", &json!({"trigger": "auto"}));
    assert_eq!(stage.handoffs(), []);
}

#[test]
fn a_session_in_which_nothing_was_asked_leaves_nothing_and_gives_back_what_it_got() {
    let silent = Stage::new();
    let greeted = Stage::new();
    greeted.transcript(reply("Hello."));
    for stage in [silent, greeted] {
        let id = got(&stage);
        let _ = ended(&stage, &json!({}));
        let handoff = only(&stage);
        assert_eq!((&handoff.id, handoff.state), (&id, State::Open));
        assert_eq!(handoff.accepted_by_session, None);
        let reason = stage.receipts()[0]["reason"].as_str().unwrap().to_owned();
        assert!(
            reason.ends_with(&format!("; gave back handoff {id}")),
            "{reason}"
        );
    }
}

#[test]
fn a_session_that_worked_keeps_what_it_got() {
    let stage = asked();
    let id = got(&stage);
    let _ = ended(&stage, &json!({}));
    assert_eq!(stage.handoff(&id).state, State::Accepted);
    assert_eq!(stage.handoffs().len(), 2);
}

#[test]
fn a_session_that_handed_over_itself_leaves_no_second_one_unless_it_worked_on() {
    for (created_at, left) in [("2026-11-30T09:31:00Z", 1), ("2026-11-30T09:29:00Z", 2)] {
        let stage = asked();
        stage.leave(&json!({"from_session_id": "session-1", "created_at": created_at}));
        let _ = ended(&stage, &json!({}));
        assert_eq!(stage.handoffs().len(), left, "{created_at}");
    }
    let stage = asked();
    let id = stage.leave(&json!({"from_session_id": "session-1"}));
    store::cancel(&stage.place().folder, &id).unwrap();
    let _ = ended(&stage, &json!({}));
    assert_eq!(stage.handoffs().len(), 2);
}

#[test]
fn a_session_that_was_taken_up_again_for_nothing_leaves_nothing_new() {
    let stage = asked();
    let began = |at: &str| stage.note_session("session-1", &json!({"began_at": at}));
    began("2026-11-30T10:00:00Z");
    let _ = ended(&stage, &json!({}));
    assert_eq!(stage.handoffs(), []);
    began("2026-11-30T09:29:00Z");
    let _ = ended(&stage, &json!({}));
    assert_eq!(stage.handoffs().len(), 1);
}

#[test]
fn a_newer_automatic_one_takes_the_place_of_the_older_of_its_folder_and_operator() {
    let stage = asked();
    let automatic = |fields: Value| {
        let mut all = json!({"automatic": true});
        all.as_object_mut()
            .unwrap()
            .extend(fields.as_object().unwrap().clone());
        stage.leave(&all)
    };
    let by_a_person = stage.leave(&json!({}));
    let elsewhere = automatic(json!({"cwd": "/elsewhere"}));
    let others = automatic(json!({"owner": "somebody"}));
    let older = automatic(json!({}));
    let _ = ended(&stage, &json!({}));
    let superseded = stage.handoff(&older);
    assert_eq!(
        (superseded.state, superseded.reason),
        (State::Expired, Some(Reason::Superseded))
    );
    for id in [by_a_person, elsewhere, others] {
        assert_eq!(stage.handoff(&id).state, State::Open, "{id}");
    }
}

#[test]
fn a_session_before_which_nobody_sat_takes_no_persons_place() {
    let stage = asked().with("CLAUDE_CODE_SESSION_ATTENDED", "0");
    let attended = stage.leave(&json!({"automatic": true}));
    let unattended = stage.leave(&json!({"automatic": true, "attended": false, "cwd": "/x"}));
    let _ = ended(&stage, &json!({}));
    assert_eq!(stage.handoff(&attended).state, State::Open);
    assert_eq!(stage.handoff(&unattended).state, State::Open);
    assert!(!stage.handoffs()[0].attended);
}

#[test]
fn a_secret_is_not_handed_over() {
    let stage = Stage::new();
    let secret = "abcdefghijklmnop0123";
    stage.transcript(prompt(&format!("use API_KEY={secret} now")));
    let _ = ended(&stage, &json!({}));
    let left = only(&stage);
    assert!(left.summary.contains("use API_KEY="), "{}", left.summary);
    for (path, bytes) in stage::tree(&stage.home().join(".claude/handoffs")) {
        let text = String::from_utf8_lossy(&bytes);
        assert!(!text.contains(secret), "{}", path.display());
    }
}

#[test]
fn what_is_handed_over_is_for_its_owners_eyes() {
    let stage = asked();
    let _ = ended(&stage, &json!({}));
    let handoffs = stage.home().join(".claude/handoffs");
    assert_eq!(stage::mode(&handoffs), 0o700);
    for path in stage::tree(&handoffs).into_keys() {
        let path = handoffs.join(path);
        let mode = if path.is_dir() { 0o700 } else { 0o600 };
        assert_eq!(stage::mode(&path), mode, "{}", path.display());
    }
}

#[test]
fn an_end_is_noted_and_what_is_old_goes() {
    let stage = asked();
    let old = json!({"created_at": "2026-01-01T00:00:00Z"});
    let cancelled = stage.leave(&old);
    let place = stage.place();
    store::cancel(&place.folder, &cancelled).unwrap();
    let by_a_person = stage.leave(&old);
    let stale = stage.leave(&json!({
        "created_at": "2026-01-01T00:00:00Z",
        "automatic": true,
        "cwd": "/x",
    }));
    stage.note_session("session-1", &json!({}));
    stage.note_session("long-ago", &json!({"heard_at": "2026-01-01T00:00:00Z"}));
    let _ = ended(&stage, &json!({}));
    let sessions = stage.known_sessions();
    assert_eq!(sessions.len(), 1);
    assert!(sessions[0].has_ended());
    let states: Vec<(String, State)> = stage
        .handoffs()
        .into_iter()
        .map(|handoff| (handoff.id, handoff.state))
        .collect();
    assert!(!states.iter().any(|(id, _)| *id == cancelled), "{states:?}");
    assert!(states.contains(&(by_a_person, State::Open)), "{states:?}");
    assert!(
        states.contains(&(stale.clone(), State::Expired)),
        "{states:?}"
    );
    assert_eq!(stage.handoff(&stale).reason, Some(Reason::Stale));
}

#[test]
fn a_handoff_in_japanese_is_written_in_japanese() {
    let stage = asked().with("LANG", "ja_JP.UTF-8");
    let _ = ended(&stage, &json!({}));
    assert_eq!(only(&stage).summary, "依頼: Fix it");
}

fn asked() -> Stage {
    let stage = Stage::new();
    stage.transcript(prompt("Fix it") + &reply("Fixed."));
    stage
}

/// A handoff that the session got when it started.
fn got(stage: &Stage) -> String {
    let id = stage.leave(&json!({}));
    let by = Accepting {
        agent: None,
        session: Some("session-1"),
        through: Through::Hook,
    };
    let now = Surroundings::read().now;
    let place = stage.place();
    store::accept(&place.folder, &id, by, now).unwrap().unwrap();
    id
}

#[track_caller]
fn only(stage: &Stage) -> Handoff {
    let mut handoffs = stage.handoffs();
    assert_eq!(handoffs.len(), 1, "{handoffs:?}");
    handoffs.remove(0)
}

fn call(name: &str, input: &Value) -> String {
    let content = json!([{"type": "tool_use", "id": name, "name": name, "input": input}]);
    format!(
        "{}\n",
        json!({"type": "assistant", "message": {"content": content}})
    )
}

fn ended(stage: &Stage, fields: &Value) -> Ran {
    let mut all = json!({"reason": "exit"});
    all.as_object_mut()
        .unwrap()
        .extend(fields.as_object().unwrap().clone());
    fire(stage, "SessionEnd", &all)
}

fn fire(stage: &Stage, name: &str, fields: &Value) -> Ran {
    let event = stage.event(name, fields).to_string();
    let ran = stage.run(env!("CARGO_BIN_EXE_pre-compact-backup"), &[], event);
    assert_eq!(ran.code, Some(0), "{}", ran.stderr);
    ran
}
