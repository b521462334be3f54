//! Runs whose every step the checker has accepted, and what bodies do in a step, computed from the
//! states alone.

use std::collections::BTreeMap;
use zwang_answer::{CheckedSteps, RunError, Simulation};
use zwang_exact::{Rational, Vector};
use zwang_law::{LawError, Restitution, Settings};
use zwang_output::run::{RunState, RunStep};
use zwang_program::Monitor;
use zwang_scene::read::parse_toml;
use zwang_scene::{BodyId, Scene};

pub fn number(text: &str) -> Rational {
    zwang_exact::parse(text).unwrap()
}

pub fn gallery(name: &str) -> Scene {
    let path = format!("{}/scenes/{name}.toml", env!("CARGO_MANIFEST_DIR"));
    parse_toml(&std::fs::read_to_string(path).unwrap())
        .unwrap()
        .scene
}

/// A scene from its bodies in TOML.
pub fn scene(bodies: &str) -> Scene {
    parse_toml(&format!(
        "format = 'zwang-scene-1'\nname = 'test'\n{bodies}"
    ))
    .unwrap()
    .scene
}

/// Settings of a run with steps of 1/`rate` s on the grid 2^-64.
pub fn settings(rate: i64, restitution: (i64, i64)) -> Settings {
    let restitution = Rational::new(restitution.0.into(), restitution.1.into());
    Settings {
        step: Rational::new(1.into(), rate.into()),
        restitution: Restitution {
            default: restitution,
            pairs: BTreeMap::new(),
        },
        ..Settings::default()
    }
}

/// A run that the checker has accepted.
pub struct Course {
    pub steps: Vec<RunStep>,
    pub stopped: Option<LawError>,
}

/// Runs a scene, and has every step checked.
pub fn run(scene: &Scene, settings: Settings, steps: usize) -> Course {
    let mut simulation = Simulation::new(scene.clone(), settings).unwrap();
    let header = simulation.header();
    let records = std::iter::repeat_with(|| simulation.advance(&Monitor::default()));
    let mut course = Course {
        steps: vec![],
        stopped: None,
    };
    for step in CheckedSteps::new(scene, &header, records)
        .unwrap()
        .take(steps)
    {
        match step {
            Ok(step) => course.steps.push(step.into_verified()),
            Err(RunError::Step(error)) => {
                course.stopped = Some(error);
                break;
            }
            Err(error) => panic!("{}: {error}", scene.name),
        }
    }
    course
}

/// The complex product.
pub fn times(a: &Vector, b: &Vector) -> Vector {
    Vector::new(&a.x * &b.x - &a.y * &b.y, &a.x * &b.y + &a.y * &b.x)
}

pub fn conjugate(a: &Vector) -> Vector {
    Vector::new(a.x.clone(), -&a.y)
}

pub fn square(a: &Vector) -> Rational {
    a.dot(a)
}

/// c_k conj(c_{k-1}) of a body.
pub fn turn(from: &RunState, to: &RunState, body: BodyId) -> Vector {
    times(
        &to.rotation(body).unwrap(),
        &conjugate(&from.rotation(body).unwrap()),
    )
}

/// z_k - z_{k-1} of a body.
pub fn shift(from: &RunState, to: &RunState, body: BodyId) -> Vector {
    &to.position(body).unwrap() - &from.position(body).unwrap()
}
