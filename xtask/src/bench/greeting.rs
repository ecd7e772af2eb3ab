//! `session-start-greeting` with nothing to say and with everything.

use anyhow::Result;

use super::figures::Wanted;
use super::ground::{Ground, Runs};
use super::race::{Contestant, Race};
use super::transcript::{self, MIB};

const HOOK: &str = "session-start-greeting < event.json";

/// The questions to git that the hook waits for, asked side by side as it asks them.
const GIT: &str = "sh -c 'cd project; git rev-parse --git-dir & git symbolic-ref HEAD & git log -n10 & \
    git status --porcelain & git rev-list --count HEAD & wait'";

/// A repository with something to tell: commits, a file that is changed, a handover section, a letter.
const PROJECT: &str = "\
cd project && git init --quiet && mkdir -p src memory ../team-comms
for nth in $(seq 200); do echo \"fn part_$nth() {}\" > src/part_$nth.rs; done
printf '## 🔄 次の自分へ\\n\\nThe retry cap is 5.\\n\\n---\\n' > memory/MEMORY.md
printf '## [2026-11-30 14:00] To scout\\n\\n### The cap\\n' > ../team-comms/smith-to-scout.md
git add . && git config user.name Bench && git config user.email bench@localhost
for nth in $(seq 12); do git commit --quiet --allow-empty --message \"Part $nth\"; done
echo '// changed' >> src/part_1.rs";

const TEAM: &str = r#"{"members": [{"key": "scout", "label": "Scout", "folder": "PROJECT"}]}"#;

const SAYS: &str = "additionalContext";

pub(super) fn alone<'a>(ground: &'a Ground, _: &Runs) -> Result<Race<'a>> {
    ground.event(
        "event.json",
        "none.jsonl",
        &[("hook_event_name", "SessionStart"), ("source", "startup")],
    )?;
    Ok(Race {
        title: "A start with nothing to tell".to_owned(),
        contestants: vec![
            Contestant::new("true"),
            Contestant::new(HOOK).wanted(Wanted::Times(2.0)),
        ],
        // Each start is a new session's, which has no note of its own yet.
        reset: Box::new(|| ground.shell("rm -f home/.claude/handoffs/*/sessions/*")),
        bytes: None,
    })
}

pub(super) fn with_everything<'a>(ground: &'a Ground, _: &Runs) -> Result<Race<'a>> {
    let project = ground.path("project");
    ground.shell(PROJECT)?;
    ground.write(
        "home/.claude/recall.json",
        TEAM.replace("PROJECT", &project.display().to_string()),
    )?;
    // Another session was here before, and left its words and the state of the work.
    transcript::write(&ground.path("before.jsonl"), 16 * MIB, MIB)?;
    ground.event(
        "before.json",
        "before.jsonl",
        &[("hook_event_name", "SessionEnd")],
    )?;
    ground.shell("pre-compact-backup < before.json")?;
    ground.event(
        "event.json",
        "none.jsonl",
        &[
            ("session_id", "another"),
            ("hook_event_name", "SessionStart"),
            ("source", "startup"),
        ],
    )?;
    Ok(Race {
        title: "A start with a handover, a last dialogue, a state dump and a letter".to_owned(),
        contestants: vec![
            Contestant::new(GIT),
            Contestant::new(HOOK)
                .saying(SAYS)
                .wanted(Wanted::More(10.0)),
        ],
        reset: Box::new(|| Ok(())),
        bytes: None,
    })
}
