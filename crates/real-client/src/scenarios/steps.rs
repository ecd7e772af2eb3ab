//! Steps that several scenarios take.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, ensure};
use serde_json::Value;

use super::words::{Exchange, SUMMARISER_WORDS};
use crate::api::{Reply, Request};
use crate::backups;
use crate::check::{holds, recalled};
use crate::client::{self, WINDOW};
use crate::process;
use crate::stage::Stage;
use crate::terminal::Terminal;
use crate::transcripts;

/// Has the exchanges in a new headless session; gives back its id.
pub(super) fn begin(stage: &Stage, exchanges: &[Exchange]) -> anyhow::Result<String> {
    let (first, others) = exchanges
        .split_first()
        .context("a session begins with an exchange")?;
    stage.api().queue(Reply::Text(first.reply.to_owned()));
    let answer = stage.ask(first.prompt)?;
    is_answered(first, &answer.text)?;
    go_on(stage, &answer.session, others)?;
    Ok(answer.session)
}

/// Resumes a session for each of the exchanges.
pub(super) fn go_on(stage: &Stage, session: &str, exchanges: &[Exchange]) -> anyhow::Result<()> {
    for exchange in exchanges {
        stage.api().queue(Reply::Text(exchange.reply.to_owned()));
        let answer = stage.ask_again(session, exchange.prompt)?;
        is_answered(exchange, &answer.text)?;
        ensure!(
            answer.session == session,
            "{session} went on as {}",
            answer.session
        );
    }
    Ok(())
}

/// Has an exchange in a terminal, at the pace of a person: the client writes its transcript a little
/// after it shows a reply.
pub(super) fn talk(
    stage: &Stage,
    terminal: &Terminal<'_>,
    exchange: &Exchange,
) -> anyhow::Result<()> {
    stage.api().queue(Reply::Text(exchange.reply.to_owned()));
    terminal.send(exchange.prompt)?;
    terminal.wait_for(exchange.reply)?;
    let written = process::until(|| {
        let transcripts = transcripts::all(&stage.home())?;
        let mut holding = transcripts
            .iter()
            .filter(|path| contains(path, exchange.reply));
        Ok(holding.next().map(|_| ()))
    })?;
    written.with_context(|| format!("no transcript ever held `{}`", exchange.reply))
}

/// The name under which the client knows a tool of the handoff server.
pub(super) fn handoff_tool(deed: &str) -> String {
    format!("mcp__{}__memory_handoff_{deed}", client::SERVER)
}

/// Has the model use a tool in the next turn, and say so after it.
pub(super) fn use_tool(stage: &Stage, name: &str, input: &Value) {
    let (name, input) = (name.to_owned(), input.clone());
    stage.api().queue(Reply::Tool { name, input });
    stage.api().queue(Reply::Text("it was used".to_owned()));
}

/// Fills the window with one exchange, so that the other one starts with a compaction.
pub(super) fn compact_automatically(
    stage: &Stage,
    session: &str,
    before: Exchange,
    after: Exchange,
) -> anyhow::Result<()> {
    let compactions = stage.api().summaries().len();
    fill_window(stage, true);
    go_on(stage, session, &[before])?;
    fill_window(stage, false);
    go_on(stage, session, &[after])?;
    has_compacted(stage, compactions + 1)?;
    backups::are_in_order(stage.project(), &["auto", session])
}

/// Makes the client believe that its window is nearly full, or that it is not.
pub(super) fn fill_window(stage: &Stage, full: bool) {
    stage
        .api()
        .report_tokens(if full { WINDOW - 10_000 } else { 1_000 });
}

/// The client has asked for so many summaries, and the programs spoke to the summariser each time.
pub(super) fn has_compacted(stage: &Stage, compactions: usize) -> anyhow::Result<()> {
    let summaries = stage.api().summaries();
    ensure!(
        summaries.len() == compactions,
        "expected {compactions} compactions, found {}",
        summaries.len()
    );
    summaries
        .iter()
        .try_for_each(|summary| holds(&summary.text(), SUMMARISER_WORDS))
}

/// The newest request of the conversation.
pub(super) fn last_turn(stage: &Stage) -> anyhow::Result<Request> {
    stage
        .api()
        .turns()
        .pop()
        .context("the client sent no request")
}

/// The block of recalled history in the newest request; exactly one.
pub(super) fn recalled_last(stage: &Stage) -> anyhow::Result<String> {
    recalled(&last_turn(stage)?.text()).map(str::to_owned)
}

/// Every exchange stands in the text, word for word.
pub(super) fn holds_exchanges(text: &str, exchanges: &[Exchange]) -> anyhow::Result<()> {
    for exchange in exchanges {
        holds(text, exchange.prompt)?;
        holds(text, exchange.reply)?;
    }
    Ok(())
}

/// The transcript of a stage that has had one session.
pub(super) fn only_transcript(stage: &Stage) -> anyhow::Result<PathBuf> {
    let found = transcripts::all(&stage.home())?;
    match found.as_slice() {
        [transcript] => Ok(transcript.clone()),
        _ => anyhow::bail!("expected one transcript, found {found:?}"),
    }
}

/// Waits until a backup holds the words: a client in a terminal does not say when its hooks are done.
pub(super) fn wait_for_backup(stage: &Stage, words: &str) -> anyhow::Result<PathBuf> {
    let found = process::until(|| {
        Ok(backups::all(stage.project())
            .unwrap_or_default()
            .into_iter()
            .find(|path| contains(path, words)))
    })?;
    found.with_context(|| format!("no backup in {} holds `{words}`", stage.project().display()))
}

/// Waits until the transcript holds the line that marks a compaction, which is written after the hooks.
pub(super) fn wait_for_boundary(transcript: &Path) -> anyhow::Result<()> {
    let found = process::until(|| Ok(contains(transcript, "\"compact_boundary\"").then_some(())))?;
    found.with_context(|| format!("{} never told of a compaction", transcript.display()))
}

fn contains(path: &Path, words: &str) -> bool {
    fs::read_to_string(path).is_ok_and(|text| text.contains(words))
}

fn is_answered(exchange: &Exchange, printed: &str) -> anyhow::Result<()> {
    ensure!(
        printed == exchange.reply,
        "the client answered `{printed}` to `{}`",
        exchange.prompt
    );
    Ok(())
}
