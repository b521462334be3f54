//! The page: towers built, pushed over the critical point and run in a browser.
//!
//! A small server for one person. The page sends a scene, and gets the answers of this very
//! program: solved exactly, accepted by the independent checker, written as the command line writes
//! them. Nothing is written to disk; of the disk, only one folder that the user names is read.
//!
//! * [`Limits`] - how much a request may ask for.
//! * [`State`] - what requests share.
//! * [`router()`] - addresses.
//! * [`serve`] - all of it on a socket.
//!
//! `docs/serve.md` describes every address.

mod computation;
mod families;
mod film;
mod films;
mod folder;
mod gallery;
mod guard;
mod instant;
mod limits;
mod page;
mod refusal;
mod request;
mod response;
mod router;
mod run;
mod space;
mod state;
mod sweep;

pub use computation::Computations;
pub use folder::Folder;
pub use limits::Limits;
pub use refusal::Refusal;
pub use router::router;
pub use state::{Shared, State};

use hyper::server::conn::http1;
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::server::graceful::GracefulShutdown;
use hyper_util::service::TowerToHyperService;
use std::future::{Future, poll_fn};
use std::io;
use std::net::TcpListener;
use std::pin::pin;
use std::task::Poll;
use std::time::Duration;
use tokio::runtime::Builder;

/// How long nothing is accepted where a connection could not be.
const PAUSE: Duration = Duration::from_secs(1);

/// Serves the page on a socket that listens already, until `ended`; then stops all computations,
/// and returns when the last response is sent.
///
/// # Errors
/// If the system refuses the threads or the socket.
pub fn serve(
    listener: TcpListener,
    state: State,
    ended: impl Future<Output = ()> + Send + 'static,
) -> io::Result<()> {
    listener.set_nonblocking(true)?;
    let runtime = Builder::new_current_thread().enable_all().build()?;
    runtime.block_on(async {
        let listener = tokio::net::TcpListener::from_std(listener)?;
        let computations = state.computations.clone();
        let connections = accept(&listener, state, ended).await;
        computations.stop();
        connections.shutdown().await;
        Ok(())
    })
}

/// Accepts connections until `ended`. Each has some time for the head of a request, over and over:
/// one that never ends does not hold a connection.
async fn accept(
    listener: &tokio::net::TcpListener,
    state: State,
    ended: impl Future<Output = ()>,
) -> GracefulShutdown {
    let connections = GracefulShutdown::new();
    let mut http = http1::Builder::new();
    http.timer(TokioTimer::new());
    http.header_read_timeout(state.limits.arrival);
    let service = TowerToHyperService::new(router(state));
    let mut ended = pin!(ended);
    loop {
        let next = poll_fn(|context| match ended.as_mut().poll(context) {
            Poll::Ready(()) => Poll::Ready(None),
            Poll::Pending => listener.poll_accept(context).map(Some),
        });
        match next.await {
            None => return connections,
            Some(Ok((stream, _))) => {
                let connection = http.serve_connection(TokioIo::new(stream), service.clone());
                // An error is the end of this connection, and of nothing else.
                tokio::spawn(connections.watch(connection));
            }
            // The system has no further connection to give; it may have one later.
            Some(Err(_)) => tokio::time::sleep(PAUSE).await,
        }
    }
}
