//! Bodies in space: a page with a picture that can be turned, and the answer that it shows.
//!
//! Corners are sent as doubles, for the picture alone; the answer is that of the command line.
#![allow(clippy::disallowed_types)]

use crate::instant::answered;
use crate::limits::{Limits, at_most};
use crate::refusal::Refusal;
use crate::request::text_within;
use crate::response::{HTML, typed};
use crate::state::State;
use axum::body::Body;
use axum::extract::State as Of;
use axum::response::Response;
use num_traits::ToPrimitive;
use serde_json::{Value, json};
use zwang_answer::{InSpaceError, stability_in_space};
use zwang_collapse::space::SpaceError;
use zwang_exact::Vector3;
use zwang_families::template;
use zwang_program::Options;
use zwang_scene::read::Syntax;
use zwang_scene::space::Scene;

/// `GET /space`: the page.
pub(crate) async fn page() -> Response {
    typed(HTML, include_str!("page/space.html"))
}

/// `POST /api/space`: the bodies for a picture, and `zwang-space-stability-1`.
pub(crate) async fn stability(Of(state): Of<State>, body: Body) -> Result<Response, Refusal> {
    let limits = &state.limits;
    let text = text_within(body, limits.scene_bytes, limits).await?;
    let scene = template::space::read(&text, Syntax::of(&text), &[])?.scene;
    require_small(&scene, limits)?;
    answered(&state, move |monitor| {
        let answer = stability_in_space(&scene, &Options::default(), monitor, || ());
        let answer = answer.map_err(|error| match error {
            InSpaceError::Solve(SpaceError::Interrupted(_)) => Refusal::late(),
            InSpaceError::Solve(error) => Refusal::unanswerable(error),
            error => Refusal::internal(error),
        })?;
        let bodies = shown(&scene);
        let answer = answer.json();
        Ok(format!("{{\"bodies\":{bodies},\"answer\":{answer}}}"))
    })
    .await
}

/// Refuses scenes beyond the limits of a request.
fn require_small(scene: &Scene, limits: &Limits) -> Result<(), Refusal> {
    let mut parts = 0;
    let mut vertices = 0;
    for part in scene.bodies.iter().flat_map(|body| &body.parts) {
        parts += 1;
        vertices += part.vertices().len();
    }
    at_most("bodies", scene.bodies.len(), limits.bodies)?;
    at_most("convex parts", parts, limits.parts)?;
    at_most("vertices", vertices, limits.vertices)?;
    at_most("loads", scene.loads.len(), limits.bodies)
}

/// The bodies, each with its faces as lists of corners, around them as seen from outside.
fn shown(scene: &Scene) -> Value {
    let mut bodies = Vec::new();
    for body in &scene.bodies {
        let mut faces = Vec::new();
        for part in &body.parts {
            let corners: Vec<[f64; 3]> = part.vertices().iter().map(doubles).collect();
            for face in part.faces() {
                let around = face.vertices.iter().map(|vertex| corners[*vertex]);
                faces.push(around.collect::<Vec<_>>());
            }
        }
        bodies.push(json!({ "name": body.name, "fixed": body.is_fixed(), "faces": faces }));
    }
    Value::Array(bodies)
}

/// The nearest doubles; 0 beyond their range.
fn doubles(point: &Vector3) -> [f64; 3] {
    let coordinates = point.coordinates();
    coordinates.map(|number| {
        number
            .to_f64()
            .filter(|double| double.is_finite())
            .unwrap_or(0.0)
    })
}
