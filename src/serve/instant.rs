//! Answers about this instant: how a scene starts to move, whether it stands, and the proof.

use crate::refusal::Refusal;
use crate::request::SceneBody;
use crate::response::{JSON, typed};
use crate::state::State;
use axum::extract::State as Of;
use axum::response::Response;
use zwang_answer::{VerifiedCollapse, collapse as collapse_of, require_rest};
use zwang_program::{Monitor, Options};
use zwang_scene::Scene;

/// `POST /api/collapse`: what `zwang collapse --json` prints.
pub(crate) async fn collapse(
    Of(state): Of<State>,
    SceneBody(scene): SceneBody,
) -> Result<Response, Refusal> {
    answered(&state, scene, |answer| Ok(answer.collapse_json())).await
}

/// `POST /api/stability`: what `zwang stability --json` prints.
pub(crate) async fn stability(
    Of(state): Of<State>,
    SceneBody(scene): SceneBody,
) -> Result<Response, Refusal> {
    require_rest(&scene).map_err(|error| Refusal::unanswerable(error.to_string()))?;
    answered(&state, scene, |answer| {
        let json = answer.stability_json();
        json.map_err(|error| Refusal::unanswerable(error.to_string()))
    })
    .await
}

/// `POST /api/proof`: the proof that `zwang collapse --proof` writes.
pub(crate) async fn proof(
    Of(state): Of<State>,
    SceneBody(scene): SceneBody,
) -> Result<Response, Refusal> {
    answered(&state, scene, |answer| Ok(answer.proof)).await
}

/// The scene, solved and checked until it is time to stop, and told in JSON.
async fn answered(
    state: &State,
    scene: Scene,
    told: impl FnOnce(VerifiedCollapse) -> Result<String, Refusal> + Send + 'static,
) -> Result<Response, Refusal> {
    let text = state
        .computations
        .run(state.limits.time, move |stop| {
            let monitor = Monitor::default().with_stop(stop);
            told(collapse_of(&scene, &Options::default(), &monitor, || ())?)
        })
        .await?;
    Ok(typed(JSON, text))
}
