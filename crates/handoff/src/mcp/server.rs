//! The server as rmcp knows it: who it is, which tools it has, and who answers a call.

use std::io::{self, Write};

use recall_core::handoff::text::line;
use recall_core::language::Language;
use recall_core::problem::Problem;
use recall_core::process::Surroundings;
use recall_core::say;
use rmcp::model::{
    CallToolRequestMethod, CallToolRequestParams, CallToolResponse, CallToolResult, ConstString,
    ContentBlock, CustomRequest, CustomResult, ErrorCode, ErrorData, Implementation,
    ListToolsResult, PaginatedRequestParams, ServerCapabilities, ServerConfig,
};
use rmcp::service::RequestContext;
use rmcp::{RoleServer, ServerHandler};
use serde_json::Value;

use super::tools::{Call, tools};
use super::{calls, guard};

/// The server, with what it found around it when it was started.
#[derive(Debug)]
pub(crate) struct Server {
    here: Surroundings,
    language: Language,
}

impl Server {
    pub(crate) const fn new(here: Surroundings, language: Language) -> Self {
        Self { here, language }
    }

    fn unknown_tool(&self, name: &str) -> ErrorData {
        let name = line(name);
        let text = say!(
            self.language,
            "there is no tool {name}",
            "{name}というツールはありません"
        );
        ErrorData::invalid_params(text, None)
    }
}

impl ServerHandler for Server {
    fn get_info(&self) -> ServerConfig {
        let instructions = say!(
            self.language,
            "Hands the work of one session over to exactly one other. SessionStart usually gives a waiting handoff to a session before its first prompt: when its block is in your context, answer from it and call nothing. Leave a handoff only at a wrap-up or on request.",
            "あるセッションの作業を、別の1つのセッションに引き継ぎます。待っている引き継ぎは通常、最初のプロンプトの前にSessionStartが渡します。そのブロックがコンテキストにあれば、それをもとに答え、何も呼び出さないでください。引き継ぎを残すのは、作業をまとめるときか、頼まれたときだけです。"
        );
        let title = say!(
            self.language,
            "Handoffs between sessions",
            "セッション間の引き継ぎ"
        );
        let own = Implementation::new("handoff", env!("CARGO_PKG_VERSION")).with_title(title);
        let capabilities = ServerCapabilities::builder().enable_tools().build();
        ServerConfig::new(capabilities)
            .with_server_info(own)
            .with_instructions(instructions)
    }

    async fn list_tools(
        &self,
        _request: Option<PaginatedRequestParams>,
        _context: RequestContext<RoleServer>,
    ) -> Result<ListToolsResult, ErrorData> {
        Ok(ListToolsResult::with_all_items(tools(self.language)))
    }

    async fn call_tool(
        &self,
        request: CallToolRequestParams,
        context: RequestContext<RoleServer>,
    ) -> Result<CallToolResponse, ErrorData> {
        let Some(call) = Call::named(&request.name) else {
            return Err(self.unknown_tool(&request.name));
        };
        let here = self.here.later();
        let client = context.client_info().map(|client| client.name);
        let arguments = request.arguments.unwrap_or_default();
        let done = guard::beside(move || {
            let mut problems = Vec::new();
            let answer = calls::answer(call, arguments, client.as_deref(), &here, &mut problems);
            (answer, problems)
        });
        let (answer, problems) = done.await.unwrap_or_else(|problem| {
            let text = ContentBlock::text(problem.text(self.language));
            (CallToolResult::error(vec![text]), vec![problem])
        });
        complain(&problems, self.language);
        Ok(answer.into())
    }

    /// Answers what rmcp does not know, to which a call whose arguments are no object belongs.
    async fn on_custom_request(
        &self,
        request: CustomRequest,
        _context: RequestContext<RoleServer>,
    ) -> Result<CustomResult, ErrorData> {
        let method = request.method.as_str();
        if method != CallToolRequestMethod::VALUE {
            let code = ErrorCode::METHOD_NOT_FOUND;
            return Err(ErrorData::new(code, method.to_owned(), None));
        }
        let params = request.params.unwrap_or_default();
        let name = params.get("name").and_then(Value::as_str);
        let Some(call) = name.and_then(Call::named) else {
            return Err(self.unknown_tool(name.unwrap_or_default()));
        };
        let names = call.parameters().iter().map(|it| it.name);
        let names = names.collect::<Vec<_>>().join(", ");
        let text = say!(
            self.language,
            "\"arguments\" must be an object, of which these can be a part: {names}.",
            "\"arguments\"はオブジェクトにしてください。使える項目は{names}です。"
        );
        let answer = CallToolResult::error(vec![ContentBlock::text(text)]);
        let answer = serde_json::to_value(answer).unwrap_or_default();
        Ok(CustomResult::new(answer))
    }
}

fn complain(problems: &[Problem], language: Language) {
    for problem in problems {
        let _ = writeln!(io::stderr(), "handoff: {}", problem.text(language));
    }
}
