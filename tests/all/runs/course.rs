//! Runs whose every step the checker has accepted, and what bodies do in a step, computed from the
//! states alone.

use std::collections::BTreeMap;
use zwang_certificate::run::Record;
use zwang_certificate::{Contact, Feature};
use zwang_check::run::{Checker, State, VerifiedStep};
use zwang_exact::{Rational, Vector};
use zwang_motion::{MotionError, Restitution, Settings, Simulation};
use zwang_output::run::RunStep;
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
        most_bits: 100_000,
        ..Settings::default()
    }
}

/// A run that the checker has accepted.
pub struct Course {
    pub records: Vec<Record>,
    pub steps: Vec<VerifiedStep>,
    /// The steps as they are shown.
    pub shown: Vec<RunStep>,
    /// States -1, 0, 1, ….
    pub states: Vec<State>,
    pub stopped: Option<MotionError>,
}

/// Runs a scene, and has every step checked.
pub fn run(scene: &Scene, settings: Settings, steps: usize) -> Course {
    let mut simulation = Simulation::new(scene.clone(), settings).unwrap();
    let checker = Checker::new(scene, &simulation.header()).unwrap();
    let mut course = Course {
        records: vec![],
        steps: vec![],
        shown: vec![],
        states: checker.start().to_vec(),
        stopped: None,
    };
    let mut pressing: Vec<Contact> = vec![];
    for _ in 0..steps {
        let record = match simulation.advance(&Monitor::default()) {
            Ok(record) => record,
            Err(error) => {
                course.stopped = Some(error);
                return course;
            }
        };
        let [.., before, now] = course.states.as_slice() else {
            unreachable!()
        };
        let step = checker.step([before, now], &pressing, &record);
        let step = step.unwrap_or_else(|rejection| panic!("{}: {rejection}", scene.name));
        pressing = step.pressing().to_vec();
        course.states.push(step.state().clone());
        let shown = RunStep::of_first_order(step.clone(), &record);
        course.shown.push(shown);
        course.records.push(record);
        course.steps.push(step);
    }
    course
}

impl Course {
    /// States k-2, k-1 and k of the step with this index, from 0.
    pub fn around(&self, index: usize) -> [&State; 3] {
        [0, 1, 2].map(|offset| &self.states[index + offset])
    }
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
pub fn turn(from: &State, to: &State, body: BodyId) -> Vector {
    times(
        &to.rotation(body).unwrap(),
        &conjugate(&from.rotation(body).unwrap()),
    )
}

/// z_k - z_{k-1} of a body.
pub fn shift(from: &State, to: &State, body: BodyId) -> Vector {
    &to.position(body).unwrap() - &from.position(body).unwrap()
}

/// c q of a vertex of a free body, or its place on a fixed one.
pub fn turned_arm(scene: &Scene, state: &State, vertex: Feature) -> Vector {
    let body = &scene.bodies[vertex.part.body];
    let vertices = body.parts[vertex.part.part].vertices();
    let place = &vertices[vertex.index % vertices.len()];
    match &body.dynamics {
        None => place.clone(),
        Some(free) => times(
            &state.rotation(BodyId(vertex.part.body)).unwrap(),
            &(place - &free.centroid),
        ),
    }
}

/// Where a vertex is.
pub fn place(scene: &Scene, state: &State, vertex: Feature) -> Vector {
    let arm = turned_arm(scene, state, vertex);
    if scene.bodies[vertex.part.body].is_fixed() {
        arm
    } else {
        &state.position(BodyId(vertex.part.body)).unwrap() + &arm
    }
}

/// The nearest multiples of 2^-32, half the digits of the grid of these runs; gravity has to be
/// vertical.
fn short(vector: &Vector) -> Vector {
    let unit = number("4294967296");
    let round = |value: &Rational| (value * &unit).round() / &unit;
    Vector::new(round(&vector.x), round(&vector.y))
}

/// c° q of a vertex of a free body, or its place on a fixed one.
pub fn short_arm(scene: &Scene, state: &State, vertex: Feature) -> Vector {
    let body = &scene.bodies[vertex.part.body];
    let vertices = body.parts[vertex.part.part].vertices();
    let place = &vertices[vertex.index % vertices.len()];
    match &body.dynamics {
        None => place.clone(),
        Some(free) => times(
            &short(&state.rotation(BodyId(vertex.part.body)).unwrap()),
            &(place - &free.centroid),
        ),
    }
}

/// z° + c° q.
pub fn short_place(scene: &Scene, state: &State, vertex: Feature) -> Vector {
    let arm = short_arm(scene, state, vertex);
    match &scene.bodies[vertex.part.body].dynamics {
        None => arm,
        Some(free) => {
            let moved = &state.position(BodyId(vertex.part.body)).unwrap() - &free.centroid;
            &(&free.centroid + &short(&moved)) + &arm
        }
    }
}

/// The vertex and both ends of the edge of a row.
pub fn ends(row: &Contact) -> [Feature; 3] {
    [
        row.vertex,
        row.edge,
        Feature {
            index: row.edge.index + 1,
            ..row.edge
        },
    ]
}

/// (m_r - m_p) × e° + (r° - p°) × (m_q - m_p) for moves m of the vertex and of the ends of the
/// edge.
pub fn linear_gap(
    scene: &Scene,
    state: &State,
    row: &Contact,
    moves: impl Fn(Feature) -> Vector,
) -> Rational {
    let [vertex, start, end] = ends(row).map(|feature| short_place(scene, state, feature));
    let [of_vertex, of_start, of_end] = ends(row).map(moves);
    (&of_vertex - &of_start).cross(&(&end - &start))
        + (&vertex - &start).cross(&(&of_end - &of_start))
}
