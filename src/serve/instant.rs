//! Answers about this instant: how a scene starts to move, whether it stands, and the proof.

use crate::refusal::Refusal;
use crate::request::SceneBody;
use crate::response::{JSON, typed};
use crate::state::State;
use axum::extract::State as Of;
use axum::response::Response;
use zwang_answer::{VerifiedCollapse, require_rest};
use zwang_program::{Monitor, Options, Stop};
use zwang_scene::Scene;

/// `POST /api/collapse`: what `zwang collapse --json` prints.
pub(crate) async fn collapse(
    Of(state): Of<State>,
    SceneBody(scene): SceneBody,
) -> Result<Response, Refusal> {
    let work = move |stop| Ok(checked(&scene, stop)?.collapse_json());
    state
        .computations
        .run(state.limits.time, work)
        .await
        .map(|text| typed(JSON, text))
}

/// `POST /api/stability`: what `zwang stability --json` prints.
pub(crate) async fn stability(
    Of(state): Of<State>,
    SceneBody(scene): SceneBody,
) -> Result<Response, Refusal> {
    require_rest(&scene).map_err(|error| Refusal::unanswerable(error.to_string()))?;
    let work = move |stop| {
        let answer = checked(&scene, stop)?;
        answer
            .stability_json()
            .map_err(|error| Refusal::unanswerable(error.to_string()))
    };
    state
        .computations
        .run(state.limits.time, work)
        .await
        .map(|text| typed(JSON, text))
}

/// `POST /api/proof`: the proof that `zwang collapse --proof` writes.
pub(crate) async fn proof(
    Of(state): Of<State>,
    SceneBody(scene): SceneBody,
) -> Result<Response, Refusal> {
    let work = move |stop| Ok(checked(&scene, stop)?.proof);
    state
        .computations
        .run(state.limits.time, work)
        .await
        .map(|text| typed(JSON, text))
}

/// Solved and checked, until it is time to stop.
pub(crate) fn checked(scene: &Scene, stop: Stop) -> Result<VerifiedCollapse, Refusal> {
    Ok(zwang_answer::collapse(
        scene,
        &Options::default(),
        &Monitor::default().with_stop(stop),
        || (),
    )?)
}
