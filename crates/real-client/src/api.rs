//! A scripted Messages API on loopback that remembers every request.

mod reply;
mod request;

pub use reply::Reply;
pub use request::Request;

use std::collections::VecDeque;
use std::net::SocketAddr;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use anyhow::Context;
use axum::Router;
use axum::body::Bytes;
use axum::extract::{DefaultBodyLimit, State};
use axum::http::{Method, StatusCode, Uri, header};
use axum::response::{IntoResponse, Response};
use tokio::sync::oneshot;

/// What a summary request is answered with.
pub const SUMMARY: &str = "The summary that the scripted model wrote";

/// A running server; it stops when this is dropped.
#[derive(Debug)]
pub struct Api {
    script: Arc<Mutex<Script>>,
    address: SocketAddr,
    _stop: oneshot::Sender<()>,
}

#[derive(Debug)]
struct Script {
    tokens: u64,
    turns: usize,
    replies: VecDeque<Reply>,
    requests: Vec<Request>,
}

impl Api {
    /// Starts a server on a free port of 127.0.0.1.
    pub fn start() -> anyhow::Result<Self> {
        let script = Arc::new(Mutex::new(Script {
            tokens: 1_000,
            turns: 0,
            replies: VecDeque::new(),
            requests: Vec::new(),
        }));
        let listener = std::net::TcpListener::bind(("127.0.0.1", 0))
            .context("could not listen on 127.0.0.1")?;
        listener
            .set_nonblocking(true)
            .context("could not set up the listener")?;
        let address = listener
            .local_addr()
            .context("could not read the listener's port")?;
        let (stop, stopped) = oneshot::channel();
        let runtime = tokio::runtime::Builder::new_current_thread()
            .enable_io()
            .build()
            .context("could not start a runtime for the scripted API")?;
        let router = router(Arc::clone(&script));
        std::thread::spawn(move || runtime.block_on(serve(listener, router, stopped)));
        Ok(Self {
            script,
            address,
            _stop: stop,
        })
    }

    /// The address of the server.
    pub fn address(&self) -> SocketAddr {
        self.address
    }

    /// What the client gets as `ANTHROPIC_BASE_URL`.
    pub fn url(&self) -> String {
        format!("http://{}", self.address)
    }

    /// Makes every later answer report this many input tokens.
    pub fn report_tokens(&self, tokens: u64) {
        self.lock().tokens = tokens;
    }

    /// Queues the answer to the next turn; without one a turn gets `reply <number>`.
    pub fn queue(&self, reply: Reply) {
        self.lock().replies.push_back(reply);
    }

    /// Every request so far, oldest first.
    pub fn requests(&self) -> Vec<Request> {
        self.lock().requests.clone()
    }

    /// The requests of the conversation itself: no summaries, titles or counts.
    pub fn turns(&self) -> Vec<Request> {
        let mut requests = self.requests();
        requests.retain(Request::is_turn);
        requests
    }

    /// The requests that asked for a summary of the conversation.
    pub fn summaries(&self) -> Vec<Request> {
        let mut requests = self.requests();
        requests.retain(Request::is_summary);
        requests
    }

    fn lock(&self) -> MutexGuard<'_, Script> {
        self.script.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

fn router(script: Arc<Mutex<Script>>) -> Router {
    Router::new()
        .fallback(answer)
        .layer(DefaultBodyLimit::disable())
        .with_state(script)
}

async fn serve(
    listener: std::net::TcpListener,
    router: Router,
    stopped: oneshot::Receiver<()>,
) -> anyhow::Result<()> {
    let listener = tokio::net::TcpListener::from_std(listener)
        .context("could not hand the listener to the runtime")?;
    tokio::spawn(axum::serve(listener, router).into_future());
    // An error means that the sender was dropped, which is how the server is told to stop.
    stopped.await.or(Ok(()))
}

async fn answer(
    State(script): State<Arc<Mutex<Script>>>,
    method: Method,
    uri: Uri,
    body: Bytes,
) -> Response {
    match method {
        Method::HEAD => StatusCode::OK.into_response(),
        Method::POST if uri.path().ends_with("/count_tokens") => {
            json(StatusCode::OK, r#"{"input_tokens":1000}"#.to_owned())
        }
        Method::POST if uri.path().starts_with("/v1/messages") => {
            let request = Request::read(&body);
            let mut script = script.lock().unwrap_or_else(PoisonError::into_inner);
            script.take(request)
        }
        _ => json(
            StatusCode::NOT_FOUND,
            r#"{"type":"error","error":{"type":"not_found_error","message":"no"}}"#.to_owned(),
        ),
    }
}

impl Script {
    fn take(&mut self, request: Request) -> Response {
        let reply = self.reply_to(&request);
        let message = reply.message(self.requests.len(), request.model(), self.tokens);
        let streamed = request.is_streamed();
        self.requests.push(request);
        if streamed {
            let events = reply::events(&message);
            return ([(header::CONTENT_TYPE, "text/event-stream")], events).into_response();
        }
        json(StatusCode::OK, message.to_string())
    }

    fn reply_to(&mut self, request: &Request) -> Reply {
        if request.is_summary() {
            return Reply::Text(format!("<summary>{SUMMARY}</summary>"));
        }
        if !request.is_turn() {
            return Reply::Text("aside".to_owned());
        }
        self.turns += 1;
        self.replies
            .pop_front()
            .unwrap_or_else(|| Reply::Text(format!("reply {}", self.turns)))
    }
}

fn json(status: StatusCode, body: String) -> Response {
    (status, [(header::CONTENT_TYPE, "application/json")], body).into_response()
}
