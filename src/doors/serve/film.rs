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
use std::collections::VecDeque;
use zwang_answer::file::RunReader;
use zwang_answer::{CheckedSteps, LAST_RECORDS, RunError, ending};
use zwang_check::Rejection;
use zwang_output::film::{Film, RunFile, hexadecimal};
use zwang_program::Stop;
use zwang_scene::Scene;

/// The rights of a film: it runs the script that it carries, with an origin that nothing else has.
const POLICY: &str = "\
    default-src 'none'; \
    script-src 'unsafe-inline'; \
    style-src 'unsafe-inline'; \
    img-src data: blob:; \
    base-uri 'none'; \
    form-action 'none'; \
    frame-ancestors 'self'; \
    sandbox allow-scripts allow-downloads";

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
    let lines = run.lines().count();
    if lines as u64 > most + 1 {
        let told = format!("run: expected at most {most} steps on this page");
        return Err(Refusal::too_large(told));
    }
    let mut reader = RunReader::new(run.as_bytes(), "run");
    let header = reader.require_header().map_err(Refusal::bad)?;
    let mut film = Film::new(scene, &header.head());
    let mut last = VecDeque::new();
    let steps = CheckedSteps::new(scene, &header, &mut reader);
    for step in steps.map_err(|rejection| rejected(&rejection))? {
        if stop.is_due() {
            return Err(Refusal::late());
        }
        let step = step.map_err(refused)?;
        film.push(step.verified());
        if last.len() == LAST_RECORDS {
            last.pop_front();
        }
        last.push_back(step.record().clone());
    }
    if !reader.torn().is_empty() {
        return Err(Refusal::bad(
            "run: found a line cut off; expected a line end",
        ));
    }
    if let Some(why) = ending(scene, &header, last.make_contiguous()) {
        film.set_ending(why.to_string());
    }
    let name = &scene.name;
    film.set_run_file(RunFile {
        name: format!("{name}.run.ndjson"),
        sha256: sha256(run.as_bytes()),
    });
    Ok(film)
}

fn rejected(rejection: &Rejection) -> Refusal {
    Refusal::unanswerable(format!("run: {rejection}"))
}

/// Why the checker does not accept a run.
fn refused(error: RunError) -> Refusal {
    match error {
        RunError::Rejected(rejection) => rejected(&rejection),
        error => Refusal::bad(error),
    }
}

/// The SHA-256 of bytes.
fn sha256(bytes: &[u8]) -> String {
    let digest = Sha256::digest(bytes);
    hexadecimal(&digest)
}
