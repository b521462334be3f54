//! Small gaps closed by exact moves of whole bodies.
//!
//! Let t_i be the translation of body i, 0 for a fixed one. The gap of two parts that almost touch,
//! with the least translation d of the second that closes it, is closed by translations with
//! d·(t_second - t_first) = d·d; they may slide along each other besides. Parts that touch, with
//! the normal n, stay in touch with n·(t_second - t_first) = 0, and bodies that are pinned together
//! move alike. Of all such translations those with the least Σ |t_i|² are taken, which is a
//! strictly convex program; if there are none, its multipliers name the gaps that contradict each
//! other.

use crate::contacts::{self, ContactError};
use crate::near::{self, NearPair};
use malachite::Rational as SolverRational;
use malachite::base::num::basic::traits::{One, Zero};
use std::collections::BTreeMap;
use zwang_exact::{Rational, Vector};
use zwang_program::kernel::number::{from_solver, to_solver};
use zwang_program::kernel::{Optimum, Outcome, Problem, Row, optimise};
use zwang_program::{Interrupted, Monitor, Options};
use zwang_scene::{BodyId, Polygon, PolygonError, Scene};

/// A scene whose small gaps are closed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Snapped {
    /// The scene.
    pub scene: Scene,
    /// How many gaps were closed.
    pub closed: usize,
    /// The bodies that were moved, and by how much, m.
    pub moves: Vec<(BodyId, Vector)>,
}

/// Why gaps cannot be closed.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum SnapError {
    /// The scene is not admissible as it stands.
    #[error(transparent)]
    Before(ContactError),
    /// With the gaps closed it would not be admissible.
    #[error("with its gaps closed, {0}")]
    After(ContactError),
    /// No translations close all gaps.
    #[error("found gaps that no moves close together, {}; expected a smaller --within", listed(.0))]
    Contradiction(Vec<[String; 2]>),
    /// A gap that is still there after all moves, as the parts slide past each other.
    #[error(
        "found that `{}` and `{}` are still apart after all moves; expected them to touch",
        .0[0], .0[1]
    )]
    StillApart([String; 2]),
    /// A part that is too small to be moved: its vertices would coincide.
    #[error(transparent)]
    Polygon(#[from] PolygonError),
    /// The monitor was told to stop.
    #[error(transparent)]
    Interrupted(#[from] Interrupted),
}

fn listed(pairs: &[[String; 2]]) -> String {
    let mut texts = Vec::new();
    for [first, second] in pairs {
        texts.push(format!("`{first}` / `{second}`"));
    }
    texts.join(", ")
}

/// Closes all gaps of at most this width, m, by the least moves of free bodies.
///
/// # Errors
/// [`SnapError`] if there are no such moves, or the scene is not admissible before or after them.
pub fn snap(scene: &Scene, most: &Rational, monitor: &Monitor) -> Result<Snapped, SnapError> {
    let found = contacts::find(scene).map_err(SnapError::Before)?;
    let near = near::within(scene, &found.contacts, most);
    let mut conditions = Conditions::new(scene);
    for NearPair { parts, closing } in &near {
        let [first, second] = parts.map(|part| BodyId(part.body));
        conditions.push(closing, [first, second], &closing.dot(closing));
    }
    for contact in &found.contacts {
        let [vertex_body, edge_body] = contact.bodies().map(BodyId);
        let normal = contacts::normal(scene, contact);
        conditions.push_equal(&normal, [edge_body, vertex_body]);
    }
    let along_x = Vector::from_integers(1, 0);
    let along_y = Vector::from_integers(0, 1);
    for pin in &scene.pins {
        // The world has no variables, like what is fixed.
        let world = BodyId(scene.bodies.len());
        let bodies = [pin.first, pin.second.unwrap_or(world)];
        conditions.push_equal(&along_x, bodies);
        conditions.push_equal(&along_y, bodies);
    }
    let moves = conditions.least_moves(&near, monitor)?;
    let moved = moved(scene, &moves)?;
    let found = contacts::find(&moved).map_err(SnapError::After)?;
    if let Some(pair) = near::within(&moved, &found.contacts, most).first() {
        return Err(SnapError::StillApart(names(scene, pair)));
    }
    Ok(Snapped {
        scene: moved,
        closed: near.len(),
        moves,
    })
}

fn names(scene: &Scene, pair: &NearPair) -> [String; 2] {
    pair.parts.map(|part| {
        let body = &scene.bodies[part.body];
        body.name.clone()
    })
}

/// Equations for the translations of free bodies, two variables for each.
struct Conditions<'a> {
    scene: &'a Scene,
    variables: BTreeMap<BodyId, usize>,
    rows: Vec<Row>,
}

impl<'a> Conditions<'a> {
    fn new(scene: &'a Scene) -> Self {
        let mut variables = BTreeMap::new();
        for (body, content) in scene.numbered_bodies() {
            if !content.is_fixed() {
                variables.insert(body, 2 * variables.len());
            }
        }
        Self {
            scene,
            variables,
            rows: Vec::new(),
        }
    }

    /// along · (t_second - t_first) = value.
    fn push(&mut self, along: &Vector, [first, second]: [BodyId; 2], value: &Rational) {
        let mut coefficients = Vec::new();
        for (body, along) in [(first, -along), (second, along.clone())] {
            // What is fixed has no variables.
            if let Some(&variable) = self.variables.get(&body) {
                let x = to_solver(&along.x);
                let y = to_solver(&along.y);
                coefficients.extend([(variable, x), (variable + 1, y)]);
            }
        }
        let value = to_solver(value);
        let (row, _) = Row::from_rationals(&coefficients, &value);
        self.rows.push(row);
    }

    /// along · (t_second - t_first) = 0.
    fn push_equal(&mut self, along: &Vector, bodies: [BodyId; 2]) {
        let zero = Rational::from_integer(0.into());
        self.push(along, bodies, &zero);
    }

    /// The least translations, without those that are 0.
    fn least_moves(
        &self,
        near: &[NearPair],
        monitor: &Monitor,
    ) -> Result<Vec<(BodyId, Vector)>, SnapError> {
        let count = 2 * self.variables.len();
        let problem = Problem {
            masses: vec![SolverRational::ONE; count],
            target: vec![SolverRational::ZERO; count],
            rows: self.rows.clone(),
            equalities: self.rows.len(),
        };
        // Equations alone need no guess.
        let options = Options {
            floats: false,
            ..Options::default()
        };
        let found = optimise(&problem, &options, monitor)?;
        let optimum = match found.into_outcome() {
            Outcome::Optimal(optimum) => optimum,
            Outcome::Infeasible(multipliers) => {
                let mut pairs = Vec::new();
                for (pair, multiplier) in near.iter().zip(&multipliers) {
                    if *multiplier != 0 {
                        pairs.push(names(self.scene, pair));
                    }
                }
                return Err(SnapError::Contradiction(pairs));
            }
        };
        let mut moves = Vec::new();
        for (body, &variable) in &self.variables {
            let x = coordinate(&optimum, variable);
            let y = coordinate(&optimum, variable + 1);
            let translation = Vector::new(x, y);
            if !translation.is_zero() {
                moves.push((*body, translation));
            }
        }
        Ok(moves)
    }
}

fn coordinate(optimum: &Optimum, variable: usize) -> Rational {
    let numerator = &optimum.point[variable];
    let value = SolverRational::from_integers_ref(numerator, &optimum.denominator);
    from_solver(&value)
}

/// The scene with some bodies moved, and the pins and loads at them.
fn moved(scene: &Scene, moves: &[(BodyId, Vector)]) -> Result<Scene, PolygonError> {
    let mut moved = scene.clone();
    for (id, translation) in moves {
        let body = &mut moved.bodies[*id];
        for part in &mut body.parts {
            let vertices = part.vertices().iter();
            let vertices = vertices.map(|vertex| vertex + translation);
            let (polygon, _) = Polygon::new(vertices.collect())?;
            *part = polygon;
        }
        if let Some(free) = &mut body.dynamics {
            free.centroid = &free.centroid + translation;
        }
        for (pin, before) in moved.pins.iter_mut().zip(&scene.pins) {
            // Both bodies of a pin move alike; whichever is free says how.
            if pin.first == *id || pin.second == Some(*id) {
                pin.at = &before.at + translation;
            }
        }
        for load in moved.loads.iter_mut().filter(|load| load.body == *id) {
            load.at = &load.at + translation;
        }
    }
    Ok(moved)
}
