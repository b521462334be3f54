//! A server for tests: with two more families, asked without a socket, or on one.

use axum::body::{Body, to_bytes};
use axum::http::{HeaderMap, Request, StatusCode};
use std::io::{Read, Write};
use std::net::{SocketAddr, TcpListener, TcpStream};
use std::path::PathBuf;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, LazyLock};
use std::thread::{self, JoinHandle};
use std::time::Duration;
use std::{fs, process};
use tokio::runtime::Builder;
use tokio::sync::Notify;
use tower::ServiceExt;
use zwang_exact::Rational;
use zwang_families::{
    Arguments, Brick, Build, FAMILIES as FAMILIES_OF_THE_PROGRAM, Family, FamilyError, harmonic,
};
use zwang_scene::Scene;
use zwang_serve::{Folder, Limits, State, router, serve};

/// How often the family `counted` was asked.
pub static ASKED: AtomicUsize = AtomicUsize::new(0);

/// The families of the program; `slow`, a harmonic stack that takes its time, and `counted`, the
/// same for one test; and `panic`.
pub fn families() -> &'static [Family] {
    static FAMILIES: LazyLock<Vec<Family>> = LazyLock::new(|| {
        let harmonic = zwang_families::find("harmonic").unwrap();
        let mut families = FAMILIES_OF_THE_PROGRAM.to_vec();
        families.push(Family {
            name: "slow",
            build: Build::Plane(build_slowly),
            count_bodies: |_| Ok(2),
            ..*harmonic
        });
        families.push(Family {
            name: "counted",
            build: Build::Plane(build_counted),
            count_bodies: |_| Ok(2),
            ..*harmonic
        });
        families.push(Family {
            name: "panic",
            build: Build::Plane(|_| panic!("a computation that panics")),
            count_bodies: |_| Ok(1),
            ..*harmonic
        });
        families
    });
    &FAMILIES
}

fn build_slowly(_: &Arguments) -> Result<Scene, FamilyError> {
    thread::sleep(Duration::from_millis(20));
    let zero = Rational::from_integer(0.into());
    Ok(harmonic(2, &zero, &Brick::default())?)
}

fn build_counted(arguments: &Arguments) -> Result<Scene, FamilyError> {
    ASKED.fetch_add(1, Ordering::Relaxed);
    build_slowly(arguments)
}

/// A response.
#[derive(Debug)]
pub struct Told {
    pub status: StatusCode,
    pub headers: HeaderMap,
    pub text: String,
}

impl Told {
    /// The line of a refusal.
    #[track_caller]
    pub fn error(&self) -> String {
        let value: serde_json::Value =
            serde_json::from_str(&self.text).unwrap_or_else(|_| panic!("{self:?}"));
        let error = value["error"]
            .as_str()
            .unwrap_or_else(|| panic!("{self:?}"))
            .to_owned();
        assert!(
            !error.contains('\n') && self.text.trim_end().lines().count() == 1,
            "{self:?}"
        );
        error
    }
}

pub fn state(limits: Limits, folder: Option<Folder>) -> State {
    State::new(limits, families(), folder, true)
}

/// Asks a router without a socket. Without a body it is a GET.
pub fn ask_with(
    state: &State,
    address: &str,
    body: Option<&str>,
    headers: &[(&str, &str)],
) -> Told {
    let host = headers
        .iter()
        .find(|(name, _)| *name == "host")
        .map_or("127.0.0.1:7327", |(_, host)| host);
    let mut request = Request::builder().uri(address).header("host", host);
    for (name, value) in headers.iter().filter(|(name, _)| *name != "host") {
        request = request.header(*name, *value);
    }
    let method = if body.is_some() { "POST" } else { "GET" };
    let request = request
        .method(method)
        .body(Body::from(body.unwrap_or_default().to_owned()))
        .unwrap();
    let runtime = Builder::new_current_thread().enable_all().build().unwrap();
    runtime.block_on(async {
        let response = router(state.clone()).oneshot(request).await.unwrap();
        let (parts, body) = response.into_parts();
        let text = String::from_utf8(to_bytes(body, usize::MAX).await.unwrap().into()).unwrap();
        Told {
            status: parts.status,
            headers: parts.headers,
            text,
        }
    })
}

pub fn ask(state: &State, address: &str, body: Option<&str>) -> Told {
    ask_with(state, address, body, &[])
}

/// A server on a socket, which ends with this.
pub struct Running {
    pub address: SocketAddr,
    pub state: State,
    ended: Arc<Notify>,
    thread: Option<JoinHandle<()>>,
}

impl Running {
    pub fn new(state: State) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let address = listener.local_addr().unwrap();
        let (ended, served) = (Arc::new(Notify::new()), state.clone());
        let told = Arc::clone(&ended);
        let thread = thread::spawn(move || {
            serve(listener, served, async move { told.notified().await }).unwrap()
        });
        Self {
            address,
            state,
            ended,
            thread: Some(thread),
        }
    }

    /// Sends a request, and does not wait for the answer.
    pub fn send(&self, address: &str, body: Option<&str>) -> TcpStream {
        let method = if body.is_some() { "POST" } else { "GET" };
        let body = body.unwrap_or_default();
        let length = body.len();
        let host = self.address;
        self.send_text(&format!(
            "{method} {address} HTTP/1.0\r\nHost: {host}\r\nContent-Length: {length}\r\n\r\n{body}"
        ))
    }

    /// Sends whatever this is.
    pub fn send_text(&self, text: &str) -> TcpStream {
        let mut stream = TcpStream::connect(self.address).unwrap();
        stream.write_all(text.as_bytes()).unwrap();
        stream
    }

    /// The whole response.
    pub fn ask(&self, address: &str, body: Option<&str>) -> String {
        let mut text = String::new();
        self.send(address, body).read_to_string(&mut text).unwrap();
        text
    }

    /// Waits until so many computations go on.
    pub fn wait_for(&self, running: usize) {
        while self.state.computations.running() != running {
            thread::sleep(Duration::from_millis(2));
        }
    }

    /// Tells the server to end, and waits until it has.
    pub fn end(&mut self) {
        self.ended.notify_one();
        if let Some(thread) = self.thread.take() {
            thread.join().unwrap();
        }
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        self.end();
    }
}

/// A folder that disappears with its test.
pub struct TestFolder(pub PathBuf);

impl TestFolder {
    pub fn new(test: &str) -> Self {
        let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR"))
            .join(format!("serve-{}-{test}", process::id()));
        fs::create_dir_all(&path).unwrap();
        Self(path)
    }
}

impl Drop for TestFolder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}
