//! The beginning of a conversation: a client that gives up its probe says so before it opens in the older way.

use std::borrow::Cow;

use rmcp::RoleServer;
use rmcp::model::{ClientRequest, GetMeta, JsonRpcMessage, ProtocolVersion};
use rmcp::service::{RxJsonRpcMessage, TxJsonRpcMessage};
use rmcp::transport::Transport;

/// A transport that passes over what is no request until the first one that is.
///
/// rmcp ends a conversation that begins with anything else, such as the cancellation of a probe.
#[derive(Debug)]
pub(crate) struct Opening<T> {
    inner: T,
    is_open: bool,
}

impl<T> Opening<T> {
    pub(crate) const fn new(inner: T) -> Self {
        let is_open = false;
        Self { inner, is_open }
    }
}

impl<T: Transport<RoleServer>> Transport<RoleServer> for Opening<T> {
    type Error = T::Error;

    fn name() -> Cow<'static, str> {
        "stdio".into()
    }

    fn send(
        &mut self,
        item: TxJsonRpcMessage<RoleServer>,
    ) -> impl Future<Output = Result<(), Self::Error>> + Send + 'static {
        self.inner.send(item)
    }

    async fn receive(&mut self) -> Option<RxJsonRpcMessage<RoleServer>> {
        loop {
            let message = self.inner.receive().await?;
            if self.is_open {
                return Some(message);
            }
            if let JsonRpcMessage::Request(request) = &message {
                self.is_open = opens(&request.request);
                return Some(message);
            }
        }
    }

    async fn close(&mut self) -> Result<(), Self::Error> {
        self.inner.close().await
    }
}

/// Whether a request opens a conversation: a probe does not, nor one that lacks what the newer way asks for.
fn opens(request: &ClientRequest) -> bool {
    match request {
        ClientRequest::InitializeRequest(_) => true,
        ClientRequest::DiscoverRequest(_) => false,
        other => {
            let missing = other
                .get_meta()
                .missing_required_keys(&ProtocolVersion::V_2026_07_28);
            missing.is_empty()
        }
    }
}
