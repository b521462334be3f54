//! Bodies in space: a page with a picture that can be turned, and the answers that it shows.
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
use axum::extract::{Path, State as Of};
use axum::response::Response;
use num_traits::ToPrimitive;
use serde_json::{Value, json};
use zwang_answer::{
    ForcesInSpaceError, GravityConeError, InSpaceError, Order, StabilityInSpace, forces_in_space,
    gravity_cone, interlock, order, resting_faces, resting_report, stability_in_space,
};
use zwang_collapse::space::SpaceError;
use zwang_exact::{Rational, Vector3};
use zwang_families::template;
use zwang_output::Detail;
use zwang_program::{Monitor, Options};
use zwang_scene::read::Syntax;
use zwang_scene::space::{Polyhedron, Scene};

/// This many sets of bodies are tried for an order.
const MOST_SETS: usize = 10_000;

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
        let answer = answer.map_err(refused)?;
        let bodies = shown(&scene);
        let answer = answer.json();
        Ok(format!("{{\"bodies\":{bodies},\"answer\":{answer}}}"))
    })
    .await
}

/// `POST /api/space/{question}`: the bodies for a picture, the words of the command of this name
/// (`forces`, `interlock`, `order`, `rest`, or `cone` for `critical --cone`), and what is drawn:
/// the forces, or an answer of `stability` that the checker has accepted on the way.
pub(crate) async fn question(
    Of(state): Of<State>,
    Path(question): Path<String>,
    body: Body,
) -> Result<Response, Refusal> {
    let limits = &state.limits;
    let text = text_within(body, limits.scene_bytes, limits).await?;
    let scene = template::space::read(&text, Syntax::of(&text), &[])?.scene;
    require_small(&scene, limits)?;
    let ask = match question.as_str() {
        "forces" => told_forces,
        "interlock" => told_interlock,
        "order" => told_order,
        "rest" => told_rest,
        "cone" => told_cone,
        _ => {
            let expected = "expected forces, interlock, order, rest or cone";
            return Err(Refusal::missing(format!("no such question; {expected}")));
        }
    };
    answered(&state, move |monitor| {
        let Told { report, drawn } = ask(&scene, monitor)?;
        let bodies = shown(&scene);
        let report = Value::from(report);
        let answer = drawn.unwrap_or_else(|| "null".to_owned());
        Ok(format!(
            "{{\"bodies\":{bodies},\"report\":{report},\"answer\":{answer}}}"
        ))
    })
    .await
}

/// An answer in words, and the JSON of what is drawn.
struct Told {
    report: String,
    drawn: Option<String>,
}

fn told_forces(scene: &Scene, monitor: &Monitor) -> Result<Told, Refusal> {
    let found = forces_in_space(scene, &[], &Options::default(), monitor, || ());
    let found = found.map_err(|error| match error {
        ForcesInSpaceError::Answer(error) => refused(error),
        error => Refusal::unanswerable(error),
    })?;
    let all = Detail {
        rows: None,
        ..Detail::default()
    };
    Ok(Told {
        report: found.report(scene, all),
        drawn: Some(found.json(scene)),
    })
}

fn told_interlock(scene: &Scene, monitor: &Monitor) -> Result<Told, Refusal> {
    let found = interlock(scene, &Options::default(), monitor).map_err(refused)?;
    let first = found.proofs.first();
    Ok(Told {
        report: found.report(scene, None),
        drawn: first.map(|judged| judged.answer.json()),
    })
}

fn told_order(scene: &Scene, monitor: &Monitor) -> Result<Told, Refusal> {
    let found = order(scene, MOST_SETS, &Options::default(), monitor).map_err(refused)?;
    let last = match &found {
        Order::Found(steps) => steps.last(),
        Order::Impossible { next, .. } => next.first(),
        Order::Open { .. } => None,
    };
    Ok(Told {
        report: found.report(scene, false),
        drawn: last.map(|(_, judged)| judged.answer.json()),
    })
}

/// The faces of the first free body, or of the first one.
fn told_rest(scene: &Scene, monitor: &Monitor) -> Result<Told, Refusal> {
    let mut free = scene.bodies.iter().filter(|body| !body.is_fixed());
    let Some(body) = free.next().or(scene.bodies.first()) else {
        return Err(Refusal::unanswerable("found no body; expected one"));
    };
    let faces = resting_faces(scene, body, &Options::default(), monitor).map_err(refused)?;
    let best = faces.iter().filter(|face| face.stands());
    let best = best.max_by(|one, other| one.margin_squared.cmp(&other.margin_squared));
    Ok(Told {
        report: resting_report(&body.name, &faces),
        drawn: best.map(|face| face.answer.json()),
    })
}

fn told_cone(scene: &Scene, monitor: &Monitor) -> Result<Told, Refusal> {
    let found = gravity_cone(scene, &Options::default(), monitor, &|| ());
    let found = found.map_err(|error| match error {
        GravityConeError::Answer(error) => refused(error),
        error => Refusal::unanswerable(error),
    })?;
    let first = found.rays.first().map(|ray| &ray.proof.answer);
    Ok(Told {
        report: found.report(scene),
        drawn: first.map(StabilityInSpace::json),
    })
}

fn refused(error: InSpaceError) -> Refusal {
    match error {
        InSpaceError::Solve(SpaceError::Interrupted(_)) => Refusal::late(),
        InSpaceError::Solve(error) => Refusal::unanswerable(error),
        error => Refusal::internal(error),
    }
}

/// Refuses scenes beyond the limits of a request.
fn require_small(scene: &Scene, limits: &Limits) -> Result<(), Refusal> {
    let mut parts = 0;
    let mut vertices = 0;
    for part in scene.bodies.iter().flat_map(|body| &body.parts) {
        parts += 1;
        vertices += part.core().vertices().len();
    }
    at_most("bodies", scene.bodies.len(), limits.bodies)?;
    at_most("convex parts", parts, limits.parts)?;
    at_most("vertices", vertices, limits.vertices)?;
    at_most("loads", scene.loads.len(), limits.bodies)
}

/// The bodies, each with its faces as lists of corners, around them as seen from outside. Rounded
/// parts have the faces of their core, or its only points, beside the radius.
fn shown(scene: &Scene) -> Value {
    let mut bodies = Vec::new();
    for body in &scene.bodies {
        let mut faces = Vec::new();
        let mut rounded = Vec::new();
        for part in &body.parts {
            let outlines = outlines(part.core());
            if part.is_rounded() {
                let radius = double(part.radius());
                rounded.push(json!({ "radius": radius, "outlines": outlines }));
            } else {
                faces.extend(outlines);
            }
        }
        bodies.push(json!({
            "name": body.name,
            "fixed": body.is_fixed(),
            "faces": faces,
            "rounded": rounded,
        }));
    }
    Value::Array(bodies)
}

/// The corners of each face, or the points of a core that has none.
fn outlines(core: &Polyhedron) -> Vec<Vec<[f64; 3]>> {
    let corners: Vec<[f64; 3]> = core.vertices().iter().map(doubles).collect();
    if core.faces().is_empty() {
        return vec![corners];
    }
    let mut outlines = Vec::with_capacity(core.faces().len());
    for face in core.faces() {
        let around = face.vertices.iter().map(|vertex| corners[*vertex]);
        outlines.push(around.collect());
    }
    outlines
}

fn doubles(point: &Vector3) -> [f64; 3] {
    point.coordinates().map(double)
}

/// The nearest double; 0 beyond their range.
fn double(number: &Rational) -> f64 {
    let double = number.to_f64().filter(|double| double.is_finite());
    double.unwrap_or(0.0)
}
