//! The handoffs of the stage's project, and the sessions that its clients told of.

use std::path::PathBuf;

use recall_core::handoff::place::{self, Place};
use recall_core::handoff::record::Handoff;
use recall_core::handoff::session::Session;
use recall_core::handoff::{scope, sessions, store};
use serde_json::{Value, json};

use crate::Stage;

impl Stage {
    /// Where the project's handoffs are.
    pub fn place(&self) -> Place {
        let (project, home) = (self.project(), self.home());
        let mut problems = Vec::new();
        let scope = scope::find(&project, &project, Some(&home), &mut problems);
        assert!(problems.is_empty(), "{problems:?}");
        place::at(&self.claude_dir(), scope)
    }

    /// Leaves a handoff of another session of the same operator, with these fields, and returns its id.
    pub fn leave(&self, fields: &Value) -> String {
        let place = self.place();
        place.prepare().unwrap();
        let mut handoff = json!({
            "id": "",
            "workspace": place.scope.workspace,
            "project": place.scope.project,
            "from_session_id": "session-0",
            "from_agent": "claude-code",
            "cwd": self.project(),
            "summary": "Go on with the export.",
            "state": "open",
            "created_at": "2026-11-30T09:00:00Z",
            "owner": crate::OPERATOR,
        });
        let fields = fields.as_object().unwrap().clone();
        handoff.as_object_mut().unwrap().extend(fields);
        let handoff: Handoff = serde_json::from_value(handoff).unwrap();
        store::leave(&place.folder, handoff).unwrap().id
    }

    /// Every handoff of the project, newest first.
    #[track_caller]
    pub fn handoffs(&self) -> Vec<Handoff> {
        let mut problems = Vec::new();
        let handoffs = self.place().handoffs(&mut problems);
        assert!(problems.is_empty(), "{problems:?}");
        handoffs
    }

    /// A handoff by its id.
    #[track_caller]
    pub fn handoff(&self, id: &str) -> Handoff {
        let handoffs = self.handoffs().into_iter();
        let mut found = handoffs.filter(|handoff| handoff.id == id);
        found.next().unwrap()
    }

    /// Notes a session of the same operator, with these fields.
    pub fn note_session(&self, id: &str, fields: &Value) {
        let place = self.place();
        place.prepare().unwrap();
        let mut session = json!({
            "session_id": id,
            "began_at": "2026-11-30T09:00:00Z",
            "heard_at": "2026-11-30T09:00:00Z",
            "owner": crate::OPERATOR,
        });
        let fields = fields.as_object().unwrap().clone();
        session.as_object_mut().unwrap().extend(fields);
        let session: Session = serde_json::from_value(session).unwrap();
        sessions::note(&place.folder, &session).unwrap();
    }

    /// The sessions that are known.
    pub fn known_sessions(&self) -> Vec<Session> {
        sessions::all(&self.place().folder).unwrap()
    }

    fn claude_dir(&self) -> PathBuf {
        let moved = self.environment.get("CLAUDE_CONFIG_DIR").cloned();
        moved.unwrap_or_else(|| self.home().join(".claude"))
    }
}
