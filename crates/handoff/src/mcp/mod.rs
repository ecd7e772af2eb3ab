//! The MCP server over standard input and output, for clients of both eras of the protocol.

mod calls;
mod guard;
mod opening;
mod scope;
mod server;
mod tools;

use std::path::Path;
use std::time::Duration;

use recall_core::language::Language;
use recall_core::problem::{Deed, Problem};
use recall_core::process::{Exit, Surroundings};
use rmcp::ServiceExt;
use rmcp::service::ServerInitializeError;
use rmcp::transport::async_rw::AsyncRwTransport;
use rmcp::transport::io::stdio_pipes;

use opening::Opening;
use server::Server;
pub(crate) use tools::Call;

/// How long a deed can take that is under way when the client is gone.
const LONGEST: Duration = Duration::from_secs(10);

/// Serves until standard input ends.
///
/// # Errors
/// Where the server cannot be started.
pub(crate) fn serve(here: Surroundings, language: Language) -> Result<Exit, Problem> {
    // It cannot be asked for any more once there are threads.
    let _ = here.zone();
    // A panic is told as a problem of its call, in one line.
    std::panic::set_hook(Box::new(|_| {}));
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build()
        .map_err(Problem::io(Deed::Read, Path::new("/dev/stdin")))?;
    let server = Server::new(here, language);
    let served = runtime.block_on(async {
        let (input, output) = stdio_pipes();
        let transport = Opening::new(AsyncRwTransport::new_server(input, output));
        let running = server.serve(transport).await?;
        running
            .waiting()
            .await
            .map_err(|_| ServerInitializeError::Cancelled)
    });
    // A deed that is under way is brought to its end, also where nobody waits for the answer any more.
    runtime.shutdown_timeout(LONGEST);
    match served {
        Ok(_) | Err(ServerInitializeError::ConnectionClosed(_)) => Ok(Exit::Done),
        Err(error) => Err(Problem::Value(error.to_string())),
    }
}
