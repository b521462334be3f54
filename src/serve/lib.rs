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
mod state;
mod sweep;

pub use computation::Computations;
pub use folder::Folder;
pub use limits::Limits;
pub use refusal::Refusal;
pub use router::router;
pub use state::{Shared, State};

use std::future::Future;
use std::io;
use std::net::TcpListener;
use tokio::runtime::Builder;

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
        let ended = async move {
            ended.await;
            computations.stop();
        };
        axum::serve(listener, router(state))
            .with_graceful_shutdown(ended)
            .await
    })
}
