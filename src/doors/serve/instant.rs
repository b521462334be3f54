//! Answers about this instant: how a scene starts to move, whether it stands, and the proof.

use crate::refusal::Refusal;
use crate::request::SceneBody;
use crate::response::{JSON, typed};
use crate::state::State;
use axum::extract::State as Of;
use axum::response::Response;
use zwang_answer::{
    VerifiedCollapse, VerifiedFriction, accelerations, collapse as collapse_of, require_rest,
    stability as stability_of,
};
use zwang_certificate::friction::Law;
use zwang_program::{Monitor, Options};
use zwang_scene::Scene;

/// `POST /api/collapse`: what `zwang collapse --json` prints.
pub(crate) async fn collapse(
    Of(state): Of<State>,
    SceneBody(scene): SceneBody,
) -> Result<Response, Refusal> {
    answered(&state, move |monitor| {
        if !scene.friction.is_none() {
            return Ok(accelerated(&scene, monitor)?.json());
        }
        Ok(collapsed(&scene, monitor)?.collapse_json())
    })
    .await
}

/// `POST /api/stability`: what `zwang stability --json` prints.
pub(crate) async fn stability(
    Of(state): Of<State>,
    SceneBody(scene): SceneBody,
) -> Result<Response, Refusal> {
    require_rest(&scene).map_err(Refusal::unanswerable)?;
    answered(&state, move |monitor| {
        let answer = stability_of(&scene, &Options::default(), monitor, || ())?;
        let json = answer.json();
        json.map_err(Refusal::unanswerable)
    })
    .await
}

/// `POST /api/proof`: the proof that `zwang collapse --proof` writes.
pub(crate) async fn proof(
    Of(state): Of<State>,
    SceneBody(scene): SceneBody,
) -> Result<Response, Refusal> {
    answered(&state, move |monitor| {
        if !scene.friction.is_none() {
            return Ok(accelerated(&scene, monitor)?.proof);
        }
        let solved = collapsed(&scene, monitor)?;
        Ok(solved.proof().to_owned())
    })
    .await
}

fn collapsed(scene: &Scene, monitor: &Monitor) -> Result<VerifiedCollapse, Refusal> {
    Ok(collapse_of(scene, &Options::default(), monitor, || ())?)
}

/// With friction: by Coulomb's law.
fn accelerated(scene: &Scene, monitor: &Monitor) -> Result<VerifiedFriction, Refusal> {
    let options = Options::default();
    Ok(accelerations(
        scene,
        Law::Coulomb,
        &options,
        monitor,
        || (),
    )?)
}

/// An answer in JSON that is worked on until it is time to stop.
pub(crate) async fn answered(
    state: &State,
    told: impl FnOnce(&Monitor) -> Result<String, Refusal> + Send + 'static,
) -> Result<Response, Refusal> {
    let text = state.compute(|stop| {
        let monitor = Monitor::default().with_stop(stop);
        told(&monitor)
    });
    let text = text.await?;
    Ok(typed(JSON, text))
}
