//! Facts that a film tells of its scene, as JSON with exact fractions in strings.

use super::RunFile;
use crate::run::RunHead;
use serde::Serialize;
use zwang_certificate::Contact;
use zwang_exact::{Rational, Vector};
use zwang_scene::{Body, Polygon, Scene};

/// The scene, and the head of the run.
#[derive(Clone, Debug, Serialize)]
pub(super) struct SceneData {
    format: &'static str,
    name: String,
    title: Option<String>,
    digest: String,
    /// The program that wrote the run.
    program: String,
    /// The program that checked it.
    checker: String,
    run: Option<RunFile>,
    step: String,
    grid: u64,
    restitution: String,
    /// Whether rows have forces of friction.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    friction: bool,
    gravity: [String; 2],
    bodies: Vec<BodyData>,
    pins: Vec<PinData>,
    /// Those that are not 0.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    loads: Vec<LoadData>,
}

/// Facts that are known at the end of a run only.
#[derive(Debug, Serialize)]
pub(super) struct FilmData<'a> {
    #[serde(flatten)]
    pub scene: &'a SceneData,
    pub steps: u64,
    /// Rows, each as [body, part, vertex, body, part, edge]; behind the edges of a part are its
    /// vertices.
    pub rows: Vec<[usize; 6]>,
    /// Why there is no next step, where that is known.
    pub ended: Option<&'a str>,
    /// Whether it plays as soon as it is opened, and whether it begins again at its end.
    pub plays: bool,
    pub loops: bool,
}

#[derive(Clone, Debug, Serialize)]
struct BodyData {
    name: String,
    parts: Vec<Vec<[String; 2]>>,
    /// The radius of each part, if one of them is rounded; then `parts` are the cores.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    radii: Vec<String>,
    /// `None` for a fixed body.
    free: Option<FreeData>,
}

#[derive(Clone, Debug, Serialize)]
struct FreeData {
    mass: String,
    inertia: String,
    centroid: [String; 2],
    velocity: [String; 2],
    spin: String,
}

#[derive(Clone, Debug, Serialize)]
struct PinData {
    first: usize,
    second: Option<usize>,
    at: [String; 2],
}

#[derive(Clone, Debug, Serialize)]
struct LoadData {
    name: String,
    body: usize,
    at: [String; 2],
    force: [String; 2],
    torque: String,
}

impl SceneData {
    pub(super) fn new(scene: &Scene, head: &RunHead) -> Self {
        let pins = scene.pins.iter().map(|pin| PinData {
            first: pin.first.0,
            second: pin.second.map(|body| body.0),
            at: spelled(&pin.at),
        });
        Self {
            format: "zwang-film-1",
            name: scene.name.clone(),
            title: scene.title.clone(),
            digest: scene.digest(),
            program: head.program.clone(),
            checker: format!("zwang-check {}", env!("CARGO_PKG_VERSION")),
            run: None,
            step: head.step.to_string(),
            grid: head.grid,
            restitution: head.restitution.to_string(),
            friction: !scene.friction.is_none(),
            gravity: spelled(&scene.gravity),
            bodies: scene.bodies.iter().map(body_data).collect(),
            pins: pins.collect(),
            loads: load_data(scene),
        }
    }

    pub(super) fn set_run_file(&mut self, file: RunFile) {
        self.run = Some(file);
    }

    /// The heading of the film for people.
    pub(super) fn heading(&self) -> &str {
        self.title.as_deref().unwrap_or(&self.name)
    }
}

/// A row as six numbers.
pub(super) fn row_data(row: &Contact) -> [usize; 6] {
    let [vertex, edge] =
        [row.vertex, row.edge].map(|end| [end.part.body, end.part.part, end.index]);
    [vertex[0], vertex[1], vertex[2], edge[0], edge[1], edge[2]]
}

fn body_data(body: &Body) -> BodyData {
    let free = body.dynamics.as_ref().map(|free| FreeData {
        mass: free.mass.to_string(),
        inertia: free.inertia.to_string(),
        centroid: spelled(&free.centroid),
        velocity: spelled(&free.velocity),
        spin: free.spin.to_string(),
    });
    let parts = body
        .parts
        .iter()
        .map(|part| part.vertices().iter().map(spelled).collect())
        .collect();
    let is_rounded = body.parts.iter().any(Polygon::is_rounded);
    let radii = body.parts.iter().filter(|_| is_rounded);
    BodyData {
        name: body.name.clone(),
        parts,
        radii: radii.map(|part| part.radius().to_string()).collect(),
        free,
    }
}

fn load_data(scene: &Scene) -> Vec<LoadData> {
    let mut loads = Vec::new();
    for load in &scene.loads {
        if load.is_zero() {
            continue;
        }
        loads.push(LoadData {
            name: load.name.clone(),
            body: load.body.0,
            at: spelled(&load.at),
            force: spelled(&load.force),
            torque: load.torque.to_string(),
        });
    }
    loads
}

fn spelled(vector: &Vector) -> [String; 2] {
    [&vector.x, &vector.y].map(Rational::to_string)
}
