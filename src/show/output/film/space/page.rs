//! The page that plays a run in space, drawn by WebGL in the browser.
//!
//! States are carried as they are recorded, so positions, rotations, velocities and momenta are
//! those of the run, exactly. Surfaces are 32-bit floats: they are for the eye. Bodies of the same
//! shape share one surface.

use super::super::RunFile;
use super::super::bytes::Bytes;
use super::super::page::{SPACE, packed, scene_json};
use super::surface::{Shape, shapes};
use super::{SolidFilm, home};
use crate::svg::escape;
use serde::Serialize;
use std::collections::BTreeMap;
use zwang_exact::{Rational, Vector3};
use zwang_scene::space::{Body, Given, Joint};

/// The scene and the head of the run, as JSON with exact fractions in strings.
#[derive(Serialize)]
struct Data<'a> {
    format: &'static str,
    name: &'a str,
    title: Option<&'a str>,
    digest: &'a str,
    program: &'a str,
    checker: String,
    run: Option<&'a RunFile>,
    step: String,
    grid: u64,
    restitution: String,
    gravity: [String; 3],
    bodies: Vec<BodyData<'a>>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    joints: Vec<JointData>,
    steps: u64,
    plays: bool,
    loops: bool,
}

#[derive(Serialize)]
struct BodyData<'a> {
    name: &'a str,
    /// The number of its surface.
    shape: usize,
    /// The point from which the surface is told: the centroid, if it is free.
    home: [String; 3],
    /// `None` for a fixed body.
    free: Option<FreeData>,
}

/// A joint as a scene file has it: points and directions of the scene.
#[derive(Serialize)]
struct JointData {
    kind: &'static str,
    /// The numbers of its bodies.
    bodies: [usize; 2],
    #[serde(flatten)]
    given: BTreeMap<&'static str, Vectors>,
}

#[derive(Serialize)]
#[serde(untagged)]
enum Vectors {
    One([String; 3]),
    Two([[String; 3]; 2]),
}

#[derive(Serialize)]
struct FreeData {
    mass: String,
    /// The rows of the inertia about the centroid, which are its columns.
    inertia: [[String; 3]; 3],
}

/// The page.
pub(super) fn html(film: &SolidFilm) -> String {
    let scene = &film.scene;
    let (shapes, indices) = shapes(&scene.bodies);
    let mut bodies = Vec::with_capacity(scene.bodies.len());
    for (body, shape) in scene.bodies.iter().zip(indices) {
        bodies.push(body_data(body, shape));
    }
    let data = Data {
        format: "zwang-film-space-1",
        name: &scene.name,
        title: scene.title.as_deref(),
        digest: &film.head.scene,
        program: &film.head.program,
        checker: format!("zwang-check {}", env!("CARGO_PKG_VERSION")),
        run: film.run.as_ref(),
        step: film.head.step.to_string(),
        grid: film.head.grid,
        restitution: film.head.restitution.to_string(),
        gravity: spelled(&scene.gravity),
        bodies,
        joints: scene.joints.iter().map(joint_data).collect(),
        steps: film.steps(),
        plays: film.playing.at_once,
        loops: film.playing.again,
    };
    let title = scene.title.as_deref().unwrap_or(&scene.name);
    let pieces = [
        ("@SCENE@", scene_json(&data)),
        ("@SHAPES@", packed(&shapes_in_bytes(&shapes))),
        ("@STEPS@", packed(&steps_in_bytes(film))),
    ];
    let pieces = pieces
        .each_ref()
        .map(|(place, piece)| (*place, piece.as_str()));
    SPACE.filled(&escape(title), &pieces)
}

fn body_data(body: &Body, shape: usize) -> BodyData<'_> {
    let free = body.dynamics.as_ref().map(|free| FreeData {
        mass: free.mass.to_string(),
        inertia: free.inertia.columns().each_ref().map(spelled),
    });
    BodyData {
        name: &body.name,
        shape,
        home: spelled(&home(body)),
        free,
    }
}

fn joint_data(joint: &Joint) -> JointData {
    let mut given = BTreeMap::new();
    for (key, value) in joint.kind.keys() {
        let vectors = match value {
            Given::One(vector) => Vectors::One(spelled(vector)),
            Given::Two(vectors) => Vectors::Two(vectors.each_ref().map(spelled)),
        };
        given.insert(key, vectors);
    }
    JointData {
        kind: joint.kind.name(),
        bodies: joint.bodies.map(|body| body.0),
        given,
    }
}

fn spelled(vector: &Vector3) -> [String; 3] {
    vector.coordinates().map(Rational::to_string)
}

/// How many there are; of each the number of its corners, and of the ends of its edges, then 32-bit
/// floats of these.
fn shapes_in_bytes(shapes: &[Shape]) -> Vec<u8> {
    let mut bytes = Bytes::default();
    bytes.natural(shapes.len() as u64);
    for Shape { corners, edges } in shapes {
        bytes.natural(corners.len() as u64);
        bytes.natural(edges.len() as u64);
        for corner in corners {
            for number in corner.place.iter().chain(&corner.normal) {
                bytes.float(*number);
            }
        }
        for number in edges.iter().flatten() {
            bytes.float(*number);
        }
    }
    bytes.as_slice().to_vec()
}

/// States, that of the scene first, as whole numbers: of each free body the displacement over 2^g,
/// the component of the quaternion that is 1, the three others, velocity and angular momentum. Then
/// the kinetic energies, numerator and denominator.
fn steps_in_bytes(film: &SolidFilm) -> Vec<u8> {
    let mut bytes = Bytes::default();
    for state in film.states.iter().flatten() {
        for number in &state.displacement {
            bytes.integer(number);
        }
        bytes.natural(u64::from(state.chart));
        for number in [&state.turn, &state.velocity, &state.momentum]
            .into_iter()
            .flatten()
        {
            bytes.integer(number);
        }
    }
    for energy in &film.energies {
        bytes.integer(energy.numer());
        bytes.integer(energy.denom());
    }
    bytes.as_slice().to_vec()
}
