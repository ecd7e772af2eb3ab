//! The official client of the protocol before the server, in a process of its own.

use rmcp::model::{
    CallToolRequestParams, ClientCapabilities, ClientConfig, Implementation, ProtocolVersion, Tool,
};
use rmcp::service::{RoleClient, RunningService};
use rmcp::transport::TokioChildProcess;
use rmcp::{ClientLifecycleMode, ClientServiceExt};
use serde_json::Value;
use stage::Stage;
use tokio::runtime::{Builder, Runtime};

use crate::{Called, PROGRAM};

/// How a client opens the conversation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Era {
    /// `initialize`, up to 2025-11-25.
    Older,
    /// `server/discover`, from 2026-07-28 on.
    Newer,
}

/// A client with its server.
pub(crate) struct Client {
    runtime: Runtime,
    service: RunningService<RoleClient, ClientConfig>,
}

impl Client {
    /// Starts the server on a stage and opens the conversation.
    #[track_caller]
    pub(crate) fn start(stage: &Stage, era: Era) -> Self {
        let runtime = Builder::new_current_thread().enable_all().build().unwrap();
        let info = ClientConfig::new(
            ClientCapabilities::default(),
            Implementation::new("codex-mcp-client", "1.0.0"),
        );
        let lifecycle = match era {
            Era::Older => ClientLifecycleMode::Initialize,
            Era::Newer => ClientLifecycleMode::Discover {
                preferred_versions: vec![ProtocolVersion::V_2026_07_28],
            },
        };
        let command = stage.command(PROGRAM, &["mcp"]);
        let service = runtime.block_on(async {
            let process = TokioChildProcess::new(tokio::process::Command::from(command)).unwrap();
            info.serve_with_lifecycle(process, lifecycle).await.unwrap()
        });
        Self { runtime, service }
    }

    /// The version of the protocol that both speak.
    pub(crate) fn version(&self) -> String {
        self.service
            .peer_info()
            .unwrap()
            .protocol_version
            .to_string()
    }

    /// Every tool of the server.
    pub(crate) fn tools(&self) -> Vec<Tool> {
        self.runtime
            .block_on(self.service.list_all_tools())
            .unwrap()
    }

    /// Calls a tool; fails where the answer is an error of the protocol.
    #[track_caller]
    pub(crate) fn call(&self, tool: &str, arguments: Value) -> Called {
        let Value::Object(arguments) = arguments else {
            panic!("arguments are an object");
        };
        let request = CallToolRequestParams::new(tool.to_owned()).with_arguments(arguments);
        let answer = self
            .runtime
            .block_on(self.service.call_tool(request))
            .unwrap();
        let text = answer.content.iter().filter_map(|block| block.as_text());
        Called {
            text: text.map(|text| text.text.as_str()).collect(),
            told: answer.structured_content.unwrap_or_default(),
            is_error: answer.is_error.unwrap_or(false),
        }
    }
}
