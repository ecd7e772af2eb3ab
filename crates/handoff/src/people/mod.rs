//! The command for people: what each subcommand does, and the page that it shows.

mod table;

use std::io::{self, Read};
use std::path::Path;

use recall_core::handoff::place;
use recall_core::handoff::record::{Handoff, State};
use recall_core::handoff::store;
use recall_core::handoff::text::line;
use recall_core::problem::{Deed, Problem};
use recall_core::process::{Exit, Surroundings};
use recall_core::project::Project;
use recall_core::{frame, say};
use serde::Serialize;
use serde_json::json;

use crate::accept::{self, Why};
use crate::caller::{Caller, Who};
use crate::deeds::{self, Leaving};
use crate::given::Given;
use crate::mcp::Call;
use crate::options::{Accept, Begin, Command, List, One};
use crate::told::Told;
use crate::{lines, why};

/// The most bytes of a summary that are read from standard input; more would be cut anyway.
const INPUT: u64 = 1024 * 1024;

/// What is printed, and how the program ends.
#[derive(Debug)]
pub(crate) struct Page {
    pub(crate) text: String,
    pub(crate) exit: Exit,
}

/// Does what a person asks for.
///
/// # Errors
/// Where it cannot be done.
pub(crate) fn run(
    command: Command,
    project: &Project,
    here: &Surroundings,
    problems: &mut Vec<Problem>,
) -> Result<Page, Problem> {
    let language = project.language;
    let place = place::of(project, here, problems).ok_or_else(|| {
        Problem::Value(say!(
            language,
            "there is no home folder to keep handoffs in: set HOME or CLAUDE_CONFIG_DIR",
            "引き継ぎを置くホームフォルダーがありません。HOMEかCLAUDE_CONFIG_DIRを設定してください"
        ))
    })?;
    let who = Who {
        session: here.session.clone(),
        agents: None,
        folder: Some(project.start.clone()),
        any_owner: false,
    };
    let caller = Caller::new(place, who, here, language, problems);
    match command {
        Command::List(asked) => Ok(list(&asked, &caller, problems)),
        Command::Begin(asked) => begin(asked, &caller, project),
        Command::Accept(asked) => accept(&asked, &caller),
        Command::Show(asked) => with(&asked.id, &caller, |it| Ok(show(&asked, it, &caller))),
        Command::Cancel(asked) => with(&asked.id, &caller, |it| cancel(&asked, it, &caller)),
        Command::GiveBack(asked) => with(&asked.id, &caller, |it| give_back(it, &caller)),
        Command::Mcp | Command::Completions(_) => Ok(Page::said("", Exit::Done)),
    }
}

fn list(asked: &List, caller: &Caller<'_>, problems: &[Problem]) -> Page {
    let seen = deeds::seen(caller, asked.all);
    let unended = deeds::unended(caller);
    let nothing = seen.is_empty() && unended.is_none();
    let exit = if nothing { Exit::Nothing } else { Exit::Done };
    if asked.json {
        let listed = deeds::listed(caller, &seen, unended.as_ref(), problems);
        return Page::json(&listed, exit);
    }
    if nothing {
        let scope = lines::scope(caller);
        let none = say!(
            caller.language,
            "No handoff is pending in {scope}.",
            "{scope}に、待っている引き継ぎはありません。"
        );
        return Page::said(&none, exit);
    }
    let table = (!seen.is_empty()).then(|| table::of(&seen, caller));
    let unended = unended.map(|found| lines::unended(&found, caller));
    let parts: Vec<String> = table.into_iter().chain(unended).collect();
    Page::said(&parts.join("\n\n"), exit)
}

fn begin(asked: Begin, caller: &Caller<'_>, project: &Project) -> Result<Page, Problem> {
    let summary = match asked.summary.as_str() {
        "-" => input()?,
        _ => asked.summary,
    };
    let arguments = json!({
        "summary": summary,
        "open_questions": asked.questions,
        "next_steps": asked.steps,
        "files_touched": asked.files,
        "to_agent": asked.to,
        "shared": asked.shared,
    });
    let arguments = arguments.as_object().cloned().unwrap_or_default();
    let given = Given::check(arguments, Call::Begin.parameters(), caller.language);
    let given = given.map_err(Problem::Value)?;
    let folder = project.start.to_string_lossy().into_owned();
    let begun = deeds::begin(caller, Leaving::of(&given, Some(folder)))?;
    Ok(if asked.json {
        Page::json(&begun, Exit::Done)
    } else {
        Page::said(&deeds::begun(&begun, caller), Exit::Done)
    })
}

fn accept(asked: &Accept, caller: &Caller<'_>) -> Result<Page, Problem> {
    let id = match &asked.id {
        Some(start) => match found(start, caller)? {
            Some(handoff) => Some(handoff.id.as_str()),
            None => return Ok(unknown(start, caller)),
        },
        None => None,
    };
    let taken = accept::accept(caller, id)?;
    let accepted = deeds::accepted(caller, &taken);
    let exit = match accepted.status {
        "none_pending" => Exit::Nothing,
        _ => Exit::Done,
    };
    if asked.json {
        return Ok(Page::json(&accepted, exit));
    }
    let whole = lines::held(&taken, caller).map(|it| table::whole(it, caller));
    let parts: Vec<String> = [accepted.message].into_iter().chain(whole).collect();
    Ok(Page::said(&parts.join("\n\n"), exit))
}

fn show(asked: &One, handoff: &Handoff, caller: &Caller<'_>) -> Page {
    if asked.json {
        Page::json(&Told::of(handoff, caller), Exit::Done)
    } else {
        Page::said(&table::whole(handoff, caller), Exit::Done)
    }
}

fn cancel(asked: &One, handoff: &Handoff, caller: &Caller<'_>) -> Result<Page, Problem> {
    let Some(done) = deeds::cancel(caller, &handoff.id)? else {
        return Ok(unknown(&asked.id, caller));
    };
    let exit = match done.found {
        State::Accepted => Exit::Nothing,
        _ => Exit::Done,
    };
    Ok(if asked.json {
        Page::json(&done, exit)
    } else {
        Page::said(&deeds::cancelled(&done, caller), exit)
    })
}

fn give_back(handoff: &Handoff, caller: &Caller<'_>) -> Result<Page, Problem> {
    let (language, id) = (caller.language, &handoff.id);
    let Some(changed) = store::give_back(caller.place.holding(id), id)? else {
        return Ok(unknown(id, caller));
    };
    let said = match changed.found {
        State::Open => say!(
            language,
            "Handoff {id} is open as it was.",
            "引き継ぎ{id}は元から待機中です。"
        ),
        _ => say!(
            language,
            "Handoff {id} is open again for the next session.",
            "引き継ぎ{id}を元に戻しました。次のセッションが受け取れます。"
        ),
    };
    Ok(Page::said(&said, Exit::Done))
}

/// Does something with the handoff whose id begins so.
fn with(
    start: &str,
    caller: &Caller<'_>,
    deed: impl FnOnce(&Handoff) -> Result<Page, Problem>,
) -> Result<Page, Problem> {
    match found(start, caller)? {
        Some(handoff) => deed(handoff),
        None => Ok(unknown(start, caller)),
    }
}

/// The one handoff whose id begins so, among those that the person may see.
fn found<'a>(start: &str, caller: &'a Caller<'_>) -> Result<Option<&'a Handoff>, Problem> {
    let seen = deeds::seen(caller, true).into_iter();
    let alike: Vec<&Handoff> = seen.filter(|it| it.id.starts_with(start)).collect();
    let exact = alike.iter().find(|it| it.id == start);
    match (exact, alike.as_slice()) {
        (Some(one), _) | (None, [one]) => Ok(Some(one)),
        (None, []) => Ok(None),
        (None, several) => {
            let ids: Vec<&str> = several.iter().map(|it| it.id.as_str()).collect();
            let (ids, start) = (ids.join(", "), line(start));
            Err(Problem::Value(say!(
                caller.language,
                "several handoffs begin with \"{start}\": {ids}",
                "\"{start}\"で始まる引き継ぎが複数あります: {ids}"
            )))
        }
    }
}

fn unknown(start: &str, caller: &Caller<'_>) -> Page {
    let why = Why::Unknown(start.to_owned());
    Page::said(&why::sentence(&why, caller), Exit::Nothing)
}

fn input() -> Result<String, Problem> {
    let mut bytes = Vec::new();
    let read = io::stdin().lock().take(INPUT).read_to_end(&mut bytes);
    read.map_err(Problem::io(Deed::Read, Path::new("/dev/stdin")))?;
    Ok(String::from_utf8_lossy(&bytes).into_owned())
}

impl Page {
    /// Sentences, of which a terminal obeys nothing.
    fn said(text: &str, exit: Exit) -> Self {
        let text = frame::without_controls(text).trim_end().to_owned() + "\n";
        Self { text, exit }
    }

    fn json(told: &impl Serialize, exit: Exit) -> Self {
        let text = serde_json::to_string_pretty(told).unwrap_or_default() + "\n";
        Self { text, exit }
    }
}
