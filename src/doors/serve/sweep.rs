//! Requests for sweeps: a scene at many positions of one body, or of one parameter of a family.

use crate::families::made;
use crate::limits::at_most;
use crate::refusal::Refusal;
use crate::request::{Arguments, Name, SceneBody};
use crate::response::json;
use crate::state::State;
use axum::extract::State as Of;
use axum::response::Response;
use serde::Serialize;
use zwang_answer::critical::{Bracket, Critical};
use zwang_answer::sweep::{Positions, Sweep, sweep, with_body_moved};
use zwang_certificate::threshold::Vary;
use zwang_exact::{Rational, Vector};
use zwang_program::{Options, Stop};
use zwang_scene::Scene;

#[derive(Serialize)]
struct SweepJson {
    format: &'static str,
    positions: Vec<PositionJson>,
    critical: Vec<CriticalJson>,
    near: Vec<CriticalJson>,
}

#[derive(Serialize)]
struct PositionJson {
    at: String,
    standing: &'static str,
}

#[derive(Serialize)]
struct CriticalJson {
    at: String,
    beyond: String,
    then: &'static str,
}

/// `POST /api/sweep?…`: the scene, of which something varies.
pub(crate) async fn of_scene(
    state: Of<State>,
    mut arguments: Arguments,
    scene: SceneBody,
) -> Result<Response, Refusal> {
    match arguments.take("vary")? {
        Some(vary) => of_variation(state, &vary, arguments, scene).await,
        None => of_body(state, arguments, scene).await,
    }
}

/// `?vary=friction|gx|gy&from=Q&to=Q&step=Q`: the friction of all contacts, or a component of
/// gravity; with `vary=load&load=NAME` how many times as strong a load is.
async fn of_variation(
    Of(state): Of<State>,
    vary: &str,
    mut arguments: Arguments,
    SceneBody(scene): SceneBody,
) -> Result<Response, Refusal> {
    let vary = match vary {
        "friction" => Vary::Friction,
        "gx" => Vary::GravityX,
        "gy" => Vary::GravityY,
        "load" => Vary::Load(arguments.require("load", "the name of a load")?),
        other => {
            let told = format!(
                "vary: found `{other}`; \
                 expected friction, gx, gy or load"
            );
            return Err(Refusal::bad(told));
        }
    };
    let positions = positions(&mut arguments, &state)?;
    arguments.finish(&["vary", "load", "from", "to", "step"])?;
    if let Vary::Load(name) = &vary
        && scene.load_named(name).is_none()
    {
        let told = format!(
            "load: found no load `{name}` in the scene; \
             expected one of its names"
        );
        return Err(Refusal::bad(told));
    }
    let answer = state.compute(move |stop| {
        swept(
            &positions,
            |value| zwang_collapse::varied(&scene, &vary, value),
            &stop,
        )
    });
    answer.await
}

/// `?body=NAME&axis=x|y&from=Q&to=Q&step=Q`: one body of the scene, moved.
async fn of_body(
    Of(state): Of<State>,
    mut arguments: Arguments,
    SceneBody(scene): SceneBody,
) -> Result<Response, Refusal> {
    let name = arguments.require("body", "the name of a body")?;
    let is_upward = match arguments.take("axis")?.as_deref() {
        None | Some("x") => false,
        Some("y") => true,
        Some(other) => {
            let told = format!(
                "axis: found `{other}`; \
                 expected x or y"
            );
            return Err(Refusal::bad(told));
        }
    };
    let positions = positions(&mut arguments, &state)?;
    arguments.finish(&["body", "axis", "from", "to", "step"])?;
    if !scene.bodies.iter().any(|body| body.name == name) {
        let told = format!(
            "body: found no body `{name}` in the scene; \
             expected one of its names"
        );
        return Err(Refusal::bad(told));
    }
    let direction = match is_upward {
        true => Vector::from_integers(0, 1),
        false => Vector::from_integers(1, 0),
    };
    let answer = state.compute(move |stop| {
        swept(
            &positions,
            |by| with_body_moved(&scene, &name, &direction.scaled(by)),
            &stop,
        )
    });
    answer.await
}

/// `GET /api/sweep/FAMILY?parameter=NAME&from=Q&to=Q&step=Q&…`: one parameter of a family, changed;
/// further arguments as in `/api/scene`.
pub(crate) async fn of_family(
    Of(state): Of<State>,
    Name(family): Name,
    mut arguments: Arguments,
) -> Result<Response, Refusal> {
    let parameter = arguments.require("parameter", "the name of an argument of the family")?;
    let positions = positions(&mut arguments, &state)?;
    arguments.take(&parameter)?;
    let members = Members {
        state: state.clone(),
        family,
        parameter,
        others: arguments.0,
    };
    let answer = state.compute(move |stop| {
        members.refuse_if_none(&positions)?;
        swept(&positions, |value| members.at(value).ok(), &stop)
    });
    answer.await
}

/// The members of a family that differ in one parameter.
struct Members {
    state: State,
    family: String,
    parameter: String,
    others: Vec<(String, String)>,
}

impl Members {
    fn at(&self, value: &Rational) -> Result<Scene, Refusal> {
        let mut arguments = self.others.clone();
        arguments.push((self.parameter.clone(), value.to_string()));
        made(&self.state, &self.family, &arguments)
    }

    /// Reports an argument that no position can mend; a position out of the range of the family is
    /// a blocked one.
    fn refuse_if_none(&self, positions: &Positions) -> Result<(), Refusal> {
        let mut first = None;
        for position in positions.iter() {
            match self.at(&position) {
                Ok(_) => return Ok(()),
                Err(refusal) => first.get_or_insert(refusal),
            };
        }
        first.map_or(Ok(()), Err)
    }
}

/// The positions that a request asks for.
fn positions(arguments: &mut Arguments, state: &State) -> Result<Positions, Refusal> {
    let from = number(arguments, state, "from")?;
    let to = number(arguments, state, "to")?;
    let step = number(arguments, state, "step")?;
    let positions = Positions::new(from, &to, step).map_err(Refusal::bad)?;
    at_most("positions", positions.count(), state.limits.positions)?;
    Ok(positions)
}

fn number(arguments: &mut Arguments, state: &State, name: &str) -> Result<Rational, Refusal> {
    let text = arguments.require(name, "a number")?;
    state.limits.number(name, &text)
}

fn swept(
    positions: &Positions,
    scene_at: impl Fn(&Rational) -> Option<Scene>,
    stop: &Stop,
) -> Result<Response, Refusal> {
    let found = sweep(positions, scene_at, &Options::default(), stop)?;
    Ok(json(&SweepJson::from(found)))
}

impl From<Sweep> for SweepJson {
    fn from(sweep: Sweep) -> Self {
        let mut positions = Vec::new();
        for (position, standing) in sweep.positions {
            positions.push(PositionJson {
                at: position.to_string(),
                standing: standing.name(),
            });
        }
        Self {
            format: "zwang-sweep-1",
            positions,
            critical: sweep.critical.iter().map(CriticalJson::from).collect(),
            near: sweep.near.iter().map(CriticalJson::from).collect(),
        }
    }
}

impl From<&Critical> for CriticalJson {
    fn from(critical: &Critical) -> Self {
        Self {
            at: critical.position.to_string(),
            beyond: critical.beyond.to_string(),
            then: critical.beyond_it.name(),
        }
    }
}

impl From<&Bracket> for CriticalJson {
    fn from(bracket: &Bracket) -> Self {
        Self {
            at: bracket.held.to_string(),
            beyond: bracket.beyond.to_string(),
            then: bracket.beyond_it.name(),
        }
    }
}
