//! A scene at many positions of one body, or of one parameter of a family: where it stands, and the
//! exactly critical positions in between.

use crate::critical::{Critical, Standing, critical};
use crate::families::made;
use crate::instant::checked;
use crate::limits::at_most;
use crate::refusal::Refusal;
use crate::request::{Arguments, Name, SceneBody};
use crate::response::{JSON, typed};
use crate::state::State;
use axum::extract::State as Of;
use axum::response::Response;
use serde::Serialize;
use zwang_check::Verdict;
use zwang_exact::{Rational, Vector};
use zwang_program::Stop;
use zwang_scene::{Polygon, Scene};

/// The positions that are asked for.
struct Positions {
    from: Rational,
    step: Rational,
    count: usize,
}

#[derive(Serialize)]
struct Sweep {
    format: &'static str,
    positions: Vec<Position>,
    critical: Vec<Border>,
}

#[derive(Serialize)]
struct Position {
    at: String,
    standing: &'static str,
}

#[derive(Serialize)]
struct Border {
    at: String,
    beyond: String,
    then: &'static str,
}

/// `POST /api/sweep?body=NAME&axis=x|y&from=Q&to=Q&step=Q`: one body of the scene, moved.
pub(crate) async fn of_body(
    Of(state): Of<State>,
    mut arguments: Arguments,
    SceneBody(scene): SceneBody,
) -> Result<Response, Refusal> {
    let name = arguments.require("body", "the name of a body")?;
    let is_upward = match arguments.take("axis")?.as_deref() {
        None | Some("x") => false,
        Some("y") => true,
        Some(other) => {
            return Err(Refusal::bad(format!(
                "axis: found `{other}`; expected x or y"
            )));
        }
    };
    let positions = Positions::take(&mut arguments, &state)?;
    arguments.finish(&["body", "axis", "from", "to", "step"])?;
    let body = scene.body_id(&name).ok_or_else(|| {
        Refusal::bad(format!(
            "body: found no body `{name}` in the scene; expected one of its names"
        ))
    })?;
    let at = move |shift: &Rational| {
        let zero = Rational::from_integer(0.into());
        let shift = if is_upward {
            Vector::new(zero, shift.clone())
        } else {
            Vector::new(shift.clone(), zero)
        };
        Some(moved(&scene, body, &shift))
    };
    state
        .computations
        .run(state.limits.time, move |stop| sweep(&positions, at, &stop))
        .await
}

/// `GET /api/sweep/FAMILY?parameter=NAME&from=Q&to=Q&step=Q&…`: one parameter of a family, changed;
/// further arguments as in `/api/scene`.
pub(crate) async fn of_family(
    Of(state): Of<State>,
    Name(family): Name,
    mut arguments: Arguments,
) -> Result<Response, Refusal> {
    let parameter = arguments.require("parameter", "the name of an argument of the family")?;
    let positions = Positions::take(&mut arguments, &state)?;
    arguments.take(&parameter)?;
    let shared = state.clone();
    let with = move |value: &Rational| {
        let changed = (parameter.clone(), value.to_string());
        let arguments: Vec<(String, String)> =
            arguments.0.iter().cloned().chain([changed]).collect();
        made(&shared, &family, &arguments)
    };
    let work = move |stop| {
        // An argument that no position can mend is told; a position out of the range of the family
        // is a blocked one.
        let first = with(&positions.from);
        if (0..positions.count).all(|place| with(&positions.at(place)).is_err()) {
            first?;
        }
        sweep(&positions, |value| with(value).ok(), &stop)
    };
    state.computations.run(state.limits.time, work).await
}

impl Positions {
    fn take(arguments: &mut Arguments, state: &State) -> Result<Self, Refusal> {
        let mut number = |name: &str| {
            let text = arguments.require(name, "a number")?;
            let value = zwang_exact::parse(&text)
                .map_err(|error| Refusal::bad(format!("{name}: {error}")))?;
            state.limits.admit_number(&value).map(|()| value)
        };
        let (from, to, step) = (number("from")?, number("to")?, number("step")?);
        let zero = Rational::from_integer(0.into());
        if step <= zero || to < from {
            return Err(Refusal::bad(
                "step: expected a positive number, and `to` not below `from`",
            ));
        }
        let count = ((to - &from) / &step).floor().to_integer();
        let count = usize::try_from(count)
            .unwrap_or(usize::MAX)
            .saturating_add(1);
        at_most("positions", count, state.limits.positions)?;
        Ok(Self { from, step, count })
    }

    fn at(&self, place: usize) -> Rational {
        &self.from + &self.step * Rational::from_integer(place.into())
    }
}

fn sweep(
    positions: &Positions,
    scene_at: impl Fn(&Rational) -> Option<Scene>,
    stop: &Stop,
) -> Result<Response, Refusal> {
    let mut standing = |at: &Rational| match scene_at(at) {
        Some(scene) => standing(&scene, stop),
        None => Ok(Standing::Blocked),
    };
    let mut found: Vec<(Rational, Standing)> = Vec::with_capacity(positions.count);
    for place in 0..positions.count {
        let at = positions.at(place);
        let does = standing(&at)?;
        found.push((at, does));
    }
    let mut borders: Vec<Critical> = Vec::new();
    for pair in found.windows(2) {
        let [(one, left), (other, right)] = pair else {
            continue;
        };
        let border = match (left, right) {
            (Standing::Stable, Standing::Stable) => None,
            (Standing::Stable, _) => critical(one, other, &mut standing)?,
            (_, Standing::Stable) => critical(other, one, &mut standing)?,
            _ => None,
        };
        borders.extend(border);
    }
    borders.dedup();
    let positions = found
        .iter()
        .map(|(at, does)| Position {
            at: at.to_string(),
            standing: word(*does),
        })
        .collect();
    let critical = borders
        .iter()
        .map(|border| Border {
            at: border.position.to_string(),
            beyond: border.beyond.to_string(),
            then: word(border.then),
        })
        .collect();
    let sweep = Sweep {
        format: "zwang-sweep-1",
        positions,
        critical,
    };
    Ok(typed(
        JSON,
        serde_json::to_string(&sweep).unwrap_or_default() + "\n",
    ))
}

fn word(standing: Standing) -> &'static str {
    match standing {
        Standing::Stable => "stable",
        Standing::Falls => "falls",
        Standing::Blocked => "blocked",
    }
}

/// What a scene does, solved and checked; a scene that has no answer (bodies overlap, say) is
/// blocked.
fn standing(scene: &Scene, stop: &Stop) -> Result<Standing, Refusal> {
    match checked(scene, stop.clone()) {
        Ok(answer) if answer.verified.verdict() == Verdict::Stable => Ok(Standing::Stable),
        Ok(_) => Ok(Standing::Falls),
        Err(refusal) if refusal.is_unanswerable() => Ok(Standing::Blocked),
        Err(refusal) => Err(refusal),
    }
}

/// The scene with one body elsewhere, and the pins of that body with it.
fn moved(scene: &Scene, body: usize, shift: &Vector) -> Scene {
    let mut scene = scene.clone();
    let target = &mut scene.bodies[body];
    target.parts = target
        .parts
        .iter()
        .map(|part| part_moved(part, shift))
        .collect();
    if let Some(free) = &mut target.dynamics {
        free.centroid = &free.centroid + shift;
    }
    for pin in scene
        .pins
        .iter_mut()
        .filter(|pin| pin.first == body || pin.second == Some(body))
    {
        pin.at = &pin.at + shift;
    }
    scene
}

/// A polygon stays convex wherever it is.
fn part_moved(part: &Polygon, shift: &Vector) -> Polygon {
    let vertices = part
        .vertices()
        .iter()
        .map(|vertex| vertex + shift)
        .collect();
    Polygon::new(vertices).map_or_else(|_| part.clone(), |(moved, _)| moved)
}
