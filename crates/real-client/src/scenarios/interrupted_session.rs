//! A session that was killed is told to the next one, with its last prompt and what a tool answered.

use super::steps::{begin, last_turn, talk};
use super::words::{FREEZE, PORT};
use crate::api::Reply;
use crate::check::{holds, lacks};
use crate::stage::Stage;

const PROMPT: &str = "Count the ledgers now.";

pub(super) fn play(stage: &Stage) -> anyhow::Result<()> {
    let terminal = stage.terminal()?;
    talk(stage, &terminal, &PORT)?;
    stage.api().queue(Reply::bash("echo there are 17 ledgers"));
    stage.api().queue(Reply::Text("Seventeen.".to_owned()));
    terminal.send(PROMPT)?;
    terminal.wait_for("● Seventeen.")?;
    terminal.kill()?;

    begin(stage, &[FREEZE])?;
    let request = last_turn(stage)?.text();
    holds(&request, "was interrupted")?;
    holds(&request, PROMPT)?;
    holds(&request, "there are 17 ledgers")?;

    // That one has ended and said what it was about, so the next is told of it and not of the other.
    begin(stage, &[PORT])?;
    lacks(&last_turn(stage)?.text(), "was interrupted")
}
