//! `zwang serve`: the page, on this machine.

use super::file::plain;
use super::limit::duration;
use super::{Outcome, console};
use anyhow::{Error, Result, anyhow, bail};
use clap::Args;
use std::io::{self, ErrorKind};
use std::net::{IpAddr, Ipv4Addr, SocketAddr, TcpListener};
use std::path::{Path, PathBuf};
use std::process;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use tokio::sync::Notify;
use zwang_exact::Rational;
use zwang_families::FAMILIES;
use zwang_serve::{Folder, Limits, State};
use zwang_terminal::argument::{count, number};

/// Arguments of `serve`.
#[derive(Args, Debug)]
pub struct ServeArguments {
    /// The port to listen to; 0 takes any that is free.
    #[arg(long, default_value_t = 7327)]
    pub port: u16,
    /// The address to listen to. Anybody who can reach another one than the loopback can compute on
    /// this machine.
    #[arg(long, value_name = "ADDRESS")]
    #[arg(default_value_t = IpAddr::V4(Ipv4Addr::LOCALHOST))]
    pub host: IpAddr,
    /// Offer the scenes in this folder, too. Nothing else is read from the disk. Default: none.
    #[arg(long, value_name = "DIR")]
    pub folder: Option<PathBuf>,
    /// The most bodies that a scene may have.
    #[arg(long, value_name = "N", value_parser = count)]
    #[arg(default_value_t = Limits::default().bodies)]
    pub max_bodies: usize,
    /// How long an answer may take; a run may take ten times as long.
    #[arg(long, value_name = "SECONDS", value_parser = number, default_value = "20")]
    pub time_limit: Rational,
    /// Only the address, and no notes on standard error.
    #[arg(short, long)]
    pub quiet: bool,
}

/// Runs the command.
pub fn run(arguments: &ServeArguments) -> Result<Outcome> {
    let folder = match &arguments.folder {
        Some(path) => Some(open_folder(path)?),
        None => None,
    };
    let limits = arguments.limits()?;
    let address = SocketAddr::new(arguments.host, arguments.port);
    let listener = TcpListener::bind(address);
    let listener = listener.map_err(|error| cannot_listen(address, &error))?;
    let address = listener.local_addr()?;
    let is_loopback = arguments.host.is_loopback();
    let state = State::new(limits, FAMILIES, folder, is_loopback);
    let ended = watch()?;
    let line = format!("http://{address}/\n");
    console::print(line)?;
    if !arguments.quiet && !is_loopback {
        console::note("warning: other machines can reach this address, and compute on this one");
    }
    if !arguments.quiet {
        console::note("open this address in a browser; Ctrl-C ends the page");
    }
    zwang_serve::serve(listener, state, async move { ended.notified().await })?;
    Ok(Outcome::Yes)
}

fn open_folder(path: &Path) -> Result<Folder> {
    Folder::open(path).map_err(|error| {
        let name = path.display();
        let reason = plain(&error);
        anyhow!("{name}: {reason}; expected a folder")
    })
}

impl ServeArguments {
    fn limits(&self) -> Result<Limits> {
        if self.max_bodies == 0 {
            bail!(
                "--max-bodies: found 0; \
                 expected at least 1"
            );
        }
        let default = Limits::default();
        let factor = self.max_bodies.div_ceil(default.bodies);
        let scene_bytes = default.scene_bytes.saturating_mul(factor);
        Ok(Limits {
            bodies: self.max_bodies,
            parts: default.parts.saturating_mul(factor),
            vertices: default.vertices.saturating_mul(factor),
            scene_bytes: scene_bytes.min(1 << 26),
            time: duration(&self.time_limit)?,
            computations: rayon::current_num_threads(),
            ..default
        })
    }
}

/// Tells when the user interrupts; a second interrupt ends the program at once.
fn watch() -> Result<Arc<Notify>> {
    let ended = Arc::new(Notify::new());
    let told = Arc::clone(&ended);
    let was_told = AtomicBool::new(false);
    let watched = ctrlc::set_handler(move || {
        if was_told.swap(true, Ordering::Relaxed) {
            process::exit(Outcome::Unknown.code().into());
        }
        told.notify_one();
    });
    match watched {
        Ok(()) => Ok(ended),
        Err(error) => bail!("cannot watch for interrupts: {error}"),
    }
}

fn cannot_listen(address: SocketAddr, error: &io::Error) -> Error {
    let hint = match error.kind() {
        ErrorKind::AddrInUse => "; another --port may be free, and 0 takes any",
        _ => "",
    };
    let reason = plain(error);
    anyhow!("{address}: {reason}{hint}")
}
