//! Films of runs: made of a run that the client sends back, shown in a frame of the page.
//!
//! The run is checked again, every step, so a film shows nothing else than what the checker
//! accepts. The film is a page of its own, which carries its script in itself; it gets an origin of
//! its own, apart from the page's, and may load nothing.

use crate::refusal::Refusal;
use crate::request::{Arguments, Name, scene_of, text_within};
use crate::response::{HTML, json, typed};
use crate::state::State;
use axum::body::Bytes;
use axum::extract::{Request, State as Of};
use axum::http::HeaderValue;
use axum::http::header::CONTENT_SECURITY_POLICY;
use axum::response::Response;
use sha2::{Digest, Sha256};
use std::io::{self, BufRead, Read};
use zwang_answer::{LAST_RECORDS, ending};
use zwang_certificate::run::{Format, Header, Record, read_header, read_record};
use zwang_check::run::{RunError, verify};
use zwang_output::film::{Film, RunFile, hexadecimal};
use zwang_program::Stop;
use zwang_scene::Scene;

/// What a film may do: run the script that it carries, with an origin that nothing else has.
const POLICY: &str = "\
    default-src 'none'; \
    script-src 'unsafe-inline'; \
    style-src 'unsafe-inline'; \
    img-src data: blob:; \
    base-uri 'none'; \
    form-action 'none'; \
    frame-ancestors 'self'; \
    sandbox allow-scripts allow-downloads";
const THREADS: usize = 2;

/// `POST /api/film`: the scene as JSON in the first line, the run in the lines after it. Returns
/// the address of the film.
pub(crate) async fn make(
    Of(state): Of<State>,
    arguments: Arguments,
    request: Request,
) -> Result<Response, Refusal> {
    let limits = &state.limits;
    arguments.finish(&[])?;
    let most = limits.scene_bytes.saturating_add(limits.run_bytes);
    let text = text_within(request.into_body(), most, limits).await?;
    let shared = state.clone();
    let digest = state.compute(move |stop| keep(&shared, &text, &stop));
    let digest = digest.await?;
    let address = format!("/film/{digest}");
    let answer = serde_json::json!({ "film": address });
    Ok(json(&answer))
}

/// Makes the film of a scene and its run, and keeps it under its digest.
fn keep(state: &State, text: &str, stop: &Stop) -> Result<String, Refusal> {
    let Some((scene, run)) = text.split_once('\n') else {
        return Err(Refusal::bad("expected a scene in one line, and a run"));
    };
    let scene = scene_of(scene, &state.limits)?;
    let film = film(&scene, run, stop, state.limits.steps)?;
    let film = Bytes::from(film.html());
    let digest = sha256(&film);
    if !state.films.keep(&digest, film) {
        let told =
            "the film is too long for this page; expected a shorter run, `zwang film` takes any";
        return Err(Refusal::too_large(told));
    }
    Ok(digest)
}

/// `GET /film/DIGEST`.
pub(crate) async fn show(Of(state): Of<State>, Name(digest): Name) -> Result<Response, Refusal> {
    let Some(film) = state.films.get(&digest) else {
        let told = "no such film; only the last few are kept";
        return Err(Refusal::missing(told));
    };
    let mut response = typed(HTML, film);
    let policy = HeaderValue::from_static(POLICY);
    let headers = response.headers_mut();
    headers.insert(CONTENT_SECURITY_POLICY, policy);
    Ok(response)
}

fn film(scene: &Scene, run: &str, stop: &Stop, most: u64) -> Result<Film, Refusal> {
    let header = header_of(run)?;
    let lines = run.lines().count();
    if lines as u64 > most + 1 {
        let told = format!("run: expected at most {most} steps on this page");
        return Err(Refusal::too_large(told));
    }
    let mut film = Film::new(scene, &header);
    let mut lines = Stoppable {
        rest: run.as_bytes(),
        stop,
    };
    let accepted = verify(scene, &mut lines, 1, THREADS, |step| film.push(step));
    accepted.map_err(refused)?;
    let last = last_records(run, header.format)?;
    if let Some(why) = ending(scene, &header, &last) {
        film.set_ending(why.to_string());
    }
    let name = &scene.name;
    film.set_run_file(RunFile {
        name: format!("{name}.run.ndjson"),
        sha256: sha256(run.as_bytes()),
    });
    Ok(film)
}

/// The header of a run.
fn header_of(run: &str) -> Result<Header, Refusal> {
    let first = run.lines().next().unwrap_or_default();
    read_header(first).map_err(|error| {
        let told = format!("run: line 1, {error}");
        Refusal::bad(told)
    })
}

/// The last records of a run of this format.
fn last_records(run: &str, format: Format) -> Result<Vec<Record>, Refusal> {
    let lines: Vec<&str> = run.lines().skip(1).collect();
    let first = lines.len().saturating_sub(LAST_RECORDS);
    let mut records = Vec::new();
    for line in &lines[first..] {
        let record = read_record(line, format).map_err(|error| {
            let told = format!("run: {error}");
            Refusal::bad(told)
        })?;
        records.push(record);
    }
    Ok(records)
}

/// Why the checker does not accept a run.
fn refused(error: RunError) -> Refusal {
    match error {
        RunError::Unreadable(_) => Refusal::late(),
        RunError::Rejected(rejection) => {
            let told = format!("run: {rejection}");
            Refusal::unanswerable(told)
        }
        error => Refusal::bad_part("run", error),
    }
}

/// The SHA-256 of bytes.
fn sha256(bytes: &[u8]) -> String {
    let digest = Sha256::digest(bytes);
    hexadecimal(&digest)
}

/// A text that ends with an error when it is time to stop: the checker itself cannot be stopped.
struct Stoppable<'a> {
    rest: &'a [u8],
    stop: &'a Stop,
}

/// How much is handed out at a time.
const PIECE: usize = 1 << 16;

impl BufRead for Stoppable<'_> {
    fn fill_buf(&mut self) -> io::Result<&[u8]> {
        if self.stop.is_due() {
            return Err(io::ErrorKind::TimedOut.into());
        }
        let length = self.rest.len().min(PIECE);
        Ok(&self.rest[..length])
    }

    fn consume(&mut self, amount: usize) {
        self.rest = &self.rest[amount..];
    }
}

impl Read for Stoppable<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let read = self.fill_buf()?.read(buffer)?;
        self.consume(read);
        Ok(read)
    }
}
