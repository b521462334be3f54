//! Answers about this instant: how a scene starts to move, whether it stands, and the proof.

use crate::refusal::Refusal;
use crate::request::{Arguments, Name, SceneBody, written};
use crate::response::{JSON, typed};
use crate::state::State;
use axum::extract::State as Of;
use axum::response::Response;
use zwang_answer::{VerifiedCollapse, require_rest};
use zwang_program::{Monitor, Options, Stop};
use zwang_scene::Scene;
use zwang_scene::read::Syntax;

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

/// `GET /api/families`.
pub(crate) async fn families(Of(state): Of<State>) -> Response {
    typed(JSON, state.families.list())
}

/// `GET /api/scene/FAMILY`: what `zwang scene FAMILY` prints.
pub(crate) async fn family(
    Of(state): Of<State>,
    Name(family): Name,
    mut arguments: Arguments,
) -> Result<Response, Refusal> {
    let form = arguments.form()?.unwrap_or(Syntax::Toml);
    let shared = state.clone();
    let work = move |_| made(&shared, &family, &arguments.0);
    let scene = state.computations.run(state.limits.time, work).await?;
    Ok(written(&scene, form))
}

/// The scene of a family, within the limits.
pub(crate) fn made(
    state: &State,
    family: &str,
    arguments: &[(String, String)],
) -> Result<Scene, Refusal> {
    for (_, value) in arguments {
        zwang_exact::parse(value).map_or(Ok(()), |number| state.limits.admit_number(&number))?;
    }
    let scene = state
        .families
        .scene(family, arguments, state.limits.bodies)
        .map_err(Refusal::bad)?;
    state.limits.admit(&scene)?;
    Ok(scene)
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
