//! Which project a call is about and who makes it: told by the client, and never guessed.

use recall_core::handoff::place::{self, Place};
use recall_core::handoff::scope::known;
use recall_core::handoff::session;
use recall_core::language::Language;
use recall_core::problem::Problem;
use recall_core::process::Surroundings;
use recall_core::project::{self, Project};
use recall_core::{budget, frame, say};

use super::tools::AGENT;
use crate::caller::{Caller, Who};
use crate::given::Given;

/// The one who makes a call.
///
/// # Errors
/// A sentence where the project cannot be told, or what is asked for is not allowed.
pub(crate) fn caller<'a>(
    given: &Given,
    client: Option<&str>,
    here: &'a Surroundings,
    project: &Project,
    problems: &mut Vec<Problem>,
) -> Result<Caller<'a>, String> {
    let language = project.language;
    let any_owner = given.flag("any_owner");
    if any_owner && !here.administers {
        return Err(only_the_administrator(language));
    }
    let told = here.session.as_deref().filter(|_| is_open(here));
    let around = is_open(here)
        .then(|| place::of(project, here, problems))
        .flatten();
    let sessions = around.as_ref().map(|around| around.sessions(problems));
    let sessions = sessions.unwrap_or_default();
    let current = session::current(&sessions, told, &place::starters());
    let is_ours = told.is_some() || current.is_some();
    let own = around.filter(|_| is_ours);
    let place = match (given.text("workspace"), given.text("project")) {
        (None, None) => own.clone().ok_or_else(|| underivable(here, language))?,
        (Some(workspace), Some(name)) => by_names(workspace, name, here, language)?,
        (workspace, _) => return Err(one_of_two(workspace.is_some(), language)),
    };
    let is_own = own.as_ref().is_some_and(|own| own.folder == place.folder);
    let agents = if is_ours {
        place::agents(project)
    } else {
        client.map(named).into_iter().collect()
    };
    let who = Who {
        session: current.map(str::to_owned),
        agents: Some(agents),
        folder: is_own.then(|| project.start.clone()),
        any_owner,
    };
    Ok(Caller::new(place, who, here, language, problems))
}

/// The project from whose settings the language comes: the client's, or that of the folder the server was started in.
pub(crate) fn settings(here: &Surroundings, problems: &mut Vec<Problem>) -> Project {
    project::open(here.start(None), here, problems)
}

/// Whether the client has told its project, and it is still there.
fn is_open(here: &Surroundings) -> bool {
    here.project_dir.as_deref() == Some(here.start(None))
}

fn by_names(
    workspace: &str,
    project: &str,
    here: &Surroundings,
    language: Language,
) -> Result<Place, String> {
    let Some(claude_dir) = here.claude_dir.as_deref() else {
        return Err(homeless(language));
    };
    let known = place::known(claude_dir);
    let scope =
        known::by_names(workspace, project, &known).map_err(|fault| fault.text(language))?;
    Ok(place::at(claude_dir, scope))
}

/// The name of a client that is no session of ours.
fn named(client: &str) -> String {
    budget::clip(&frame::quote_line(client.trim()), AGENT)
}

fn one_of_two(workspace: bool, language: Language) -> String {
    let (there, missing) = if workspace {
        ("workspace", "project")
    } else {
        ("project", "workspace")
    };
    say!(
        language,
        "\"{there}\" came without \"{missing}\": pass both, or leave both out when your client forwards the session.",
        "\"{there}\"だけで\"{missing}\"がありません。両方を渡すか、クライアントがセッションを伝える場合は両方とも省略してください。"
    )
}

fn underivable(here: &Surroundings, language: Language) -> String {
    if here.claude_dir.is_none() {
        return homeless(language);
    }
    say!(
        language,
        "Your client does not forward its session, so the project cannot be told: pass \"workspace\" and \"project\". Take both from the nearest .ai-memory.toml that has them; else \"workspace\" is \"default\", and \"project\" is the path of the remote upstream, else origin, without its host and with hyphens (github.com/acme/api is acme-api); only without a usable remote it is the folder's name.",
        "クライアントがセッションを伝えないため、プロジェクトが分かりません。\"workspace\"と\"project\"を渡してください。最も近い.ai-memory.tomlに両方あればその値を使います。なければ\"workspace\"は\"default\"、\"project\"はリモートupstream、次にoriginの、ホスト名を除いたパスをハイフンでつないだもの（github.com/acme/apiはacme-api）です。使えるリモートがない場合に限り、フォルダー名です。"
    )
}

fn homeless(language: Language) -> String {
    say!(
        language,
        "There is no home folder to keep handoffs in: start the server with HOME or CLAUDE_CONFIG_DIR in its environment.",
        "引き継ぎを置くホームフォルダーがありません。環境変数HOMEかCLAUDE_CONFIG_DIRを設定してサーバーを起動してください。"
    )
}

fn only_the_administrator(language: Language) -> String {
    say!(
        language,
        "\"any_owner\" is only for the administrator of the store, who works without RECALL_OPERATOR: leave it out.",
        "\"any_owner\"を使えるのは、RECALL_OPERATORを設定せずに作業する保管場所の管理者だけです。省略してください。"
    )
}
