//! Small gaps closed by exact moves of whole bodies.
//!
//! Let t_i be the translation of body i, 0 for a fixed one. The gap of two parts that almost touch,
//! with the least translation d of the second that closes it, is closed by translations with
//! d·(t_second - t_first) = d·d; they may slide along each other besides. Parts that touch, with the
//! normal n, stay in touch with n·(t_second - t_first) = 0, and bodies that are pinned together move
//! alike. Of all such translations those with the least Σ |t_i|² are taken, which is a strictly
//! convex program; if there are none, its multipliers name the gaps that contradict each other.

use crate::contacts::{self, ContactError};
use crate::near::{self, NearPair};
use malachite::base::num::basic::traits::{One, Zero};
use std::collections::BTreeMap;
use zwang_exact::{Rational, Vector};
use zwang_program::kernel::number::{from_solver, to_solver};
use zwang_program::kernel::{Outcome, Problem, Row, optimise};
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
    let mut texts = Vec::with_capacity(pairs.len());
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
    let zero = Rational::from_integer(0.into());
    for contact in &found.contacts {
        let bodies = [contact.edge, contact.vertex].map(|feature| BodyId(feature.part.body));
        conditions.push(&contacts::normal(scene, contact), bodies, &zero);
    }
    for pin in &scene.pins {
        for axis in [Vector::from_integers(1, 0), Vector::from_integers(0, 1)] {
            conditions.push_pin(&axis, pin.first, pin.second);
        }
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
    pair.parts.map(|part| scene.bodies[part.body].name.clone())
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
            if let Some(variable) = self.variables.get(&body) {
                coefficients.push((*variable, to_solver(&along.x)));
                coefficients.push((variable + 1, to_solver(&along.y)));
            }
        }
        let (row, _) = Row::from_rationals(&coefficients, &to_solver(value));
        self.rows.push(row);
    }

    /// The same component for both bodies of a pin, or 0 for one that is pinned to the world.
    fn push_pin(&mut self, axis: &Vector, first: BodyId, second: Option<BodyId>) {
        let zero = Rational::from_integer(0.into());
        let fixed = BodyId(self.scene.bodies.len());
        self.push(axis, [first, second.unwrap_or(fixed)], &zero);
    }

    /// The least translations, without those that are 0.
    fn least_moves(
        &self,
        near: &[NearPair],
        monitor: &Monitor,
    ) -> Result<Vec<(BodyId, Vector)>, SnapError> {
        let count = 2 * self.variables.len();
        let problem = Problem {
            masses: vec![malachite::Rational::ONE; count],
            target: vec![malachite::Rational::ZERO; count],
            rows: self.rows.clone(),
            equalities: self.rows.len(),
        };
        // Equations alone need no guess.
        let options = Options {
            floats: false,
            ..Options::default()
        };
        let optimum = match optimise(&problem, &options, monitor)?.outcome {
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
        for (body, variable) in &self.variables {
            let [x, y] = [*variable, variable + 1].map(|variable| {
                let value = &optimum.point[variable];
                from_solver(&malachite::Rational::from_integers_ref(
                    value,
                    &optimum.denominator,
                ))
            });
            let translation = Vector::new(x, y);
            if !translation.is_zero() {
                moves.push((*body, translation));
            }
        }
        Ok(moves)
    }
}

/// The scene with some bodies moved, and the pins at them.
fn moved(scene: &Scene, moves: &[(BodyId, Vector)]) -> Result<Scene, PolygonError> {
    let mut moved = scene.clone();
    for (id, translation) in moves {
        let body = &mut moved.bodies[*id];
        for part in &mut body.parts {
            let vertices = part.vertices().iter().map(|vertex| vertex + translation);
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
    }
    Ok(moved)
}
